/** Manifold learning as kernel PCA: each method makes a kernel from the data, the rest is there. */
package org.eigenlens.manifold;
