/** Eigensolvers: a symmetric operator in, its leading pairs and a certificate out. */
package org.eigenlens.eigen;
