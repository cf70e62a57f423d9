/**
 * Pictures of models and their coordinates, as SVG, PNG or interactive HTML, and the report.
 *
 * <p>A {@link org.eigenlens.plot.Kind} turns a {@link org.eigenlens.plot.Scene} into a {@link
 * org.eigenlens.plot.Picture}; nothing here computes statistics.
 */
package org.eigenlens.plot;
