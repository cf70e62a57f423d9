package org.eigenlens.data;

/**
 * A column of a table.
 *
 * @param name its name, unique in the table
 * @param kind what it seems to hold, judged by its type or its first thousand cells
 */
public record Column(String name, Kind kind) {

  /** What a column holds. */
  public enum Kind {
    /** Numbers. A cell that is none is an error where it stands. */
    NUMERIC,
    /** The words true and false, which are read as 1 and 0. */
    LOGICAL,
    /** Anything else: never a feature, but good as a label or an id. */
    TEXT,
    /** What an input tells of its rows beside the features: the name of a file, its folder. */
    MARK,
    /** Nothing so far; taken for numeric until proven otherwise. */
    EMPTY;

    /** Judges a column by its type in one part and in another. */
    Kind and(Kind other) {
      if (this == NUMERIC || other == NUMERIC) {
        return NUMERIC;
      }
      if (this == LOGICAL || other == LOGICAL) {
        return LOGICAL;
      }
      return this == EMPTY ? other : this;
    }
  }

  /** Tells whether this column can be a feature. */
  public boolean isNumeric() {
    return kind != Kind.TEXT && kind != Kind.MARK;
  }
}
