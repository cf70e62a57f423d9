/**
 * Pre-images: points of the input space whose images lie nearest to given points of the feature
 * space.
 */
package org.eigenlens.kernel.preimage;
