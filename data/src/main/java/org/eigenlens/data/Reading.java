package org.eigenlens.data;

import org.eigenlens.Progress;

/**
 * Tells how far reading has come.
 *
 * @param bound a number that the rows do not exceed; 0 if it is not known
 */
record Reading(Progress progress, long bound) {

  /** Tells nobody. */
  static final Reading UNHEARD = new Reading(Progress.NONE, 0);

  /** Says which row comes next, counted from 0. */
  void at(long row) {
    if (progress != Progress.NONE) {
      progress.at(
          bound > 0
              ? "reading, rows from " + Math.min(row, bound) + " of " + bound
              : "reading, rows from " + row);
    }
  }
}
