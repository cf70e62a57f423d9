/** The routes from a data matrix to its principal components, and the choice among them. */
package org.eigenlens.pca;
