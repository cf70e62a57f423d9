/**
 * Tables in, coordinates out.
 *
 * <p>Every format becomes the one {@link org.eigenlens.data.Table}: columns that are known by name,
 * of which some are chosen as features, and then read into one matrix or scanned tile by tile. It
 * all starts at {@link org.eigenlens.data.Tables}; results leave through {@link
 * org.eigenlens.data.TableWriter}.
 */
package org.eigenlens.data;
