package org.eigenlens.data;

/**
 * Where something is: a file, a line (or row) in it, a column.
 *
 * @param file the name as the user gave it, or null
 * @param unit what {@code line} counts: {@code line} in text files, {@code row} in others
 * @param line from 1, or 0 if the place is not a line
 * @param column the name of a column, or null
 */
record Place(String file, String unit, long line, String column) {

  static final Place NOWHERE = new Place(null, "line", 0, null);

  static Place file(String file) {
    return new Place(file, "line", 0, null);
  }

  static Place line(String file, long line) {
    return new Place(file, "line", line, null);
  }

  Place withColumn(String name) {
    return new Place(file, unit, line, name);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (file != null) {
      text.append(file);
    }
    if (line > 0) {
      text.append(text.length() > 0 ? ", " : "").append(unit).append(' ').append(line);
    }
    if (column != null) {
      text.append(text.length() > 0 ? ", " : "").append("column '").append(column).append('\'');
    }
    return text.toString();
  }
}
