/** Canonical correlation analysis: views reduced to triangles, pairs of directions, and tests. */
package org.eigenlens.cca;
