/** Neighbours of points: who they are, the graph they make, and kernels that live on it. */
package org.eigenlens.neighbors;
