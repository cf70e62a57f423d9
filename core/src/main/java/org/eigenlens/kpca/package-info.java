/** How kernel PCA is fitted: which route, at what cost, and what to make of the result. */
package org.eigenlens.kpca;
