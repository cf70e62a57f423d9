/** Kernels: similarities of points that are inner products in some feature space. */
package org.eigenlens.kernel;
