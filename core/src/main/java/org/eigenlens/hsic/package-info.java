/** The Hilbert–Schmidt independence criterion: how much two groups of columns depend. */
package org.eigenlens.hsic;
