/**
 * Replays of published tables: our numbers beside those of the papers, by their protocols as far as
 * these are known.
 */
package org.eigenlens.bench.replay;
