package org.eigenlens.data;

/**
 * Refuses columns that floats cannot hold.
 *
 * <p>A number beyond their range is refused where it is. One below it, from about 1e-38 down, adds
 * nothing to a column of larger ones; but if a column has none that is larger it would lose its
 * digits, or look constant.
 */
final class FloatRange {

  private static final String REMEDY = "use --precision double";

  private final Layout layout;
  private final double[] largest;
  private final int[] rowOfLargest;

  FloatRange(Layout layout) {
    this.layout = layout;
    this.largest = new double[layout.features().size()];
    this.rowOfLargest = new int[largest.length];
  }

  /** Refuses a number that is finite, but not as a float. */
  void add(TableFile file, long line, int row, int feature, double value) {
    if (Float.isInfinite((float) value)) {
      throw DataException.at(
          new Place(file.name(), file.unit(), line, layout.name(feature)),
          value + " is beyond the range of float",
          REMEDY);
    }
    if (Math.abs(value) > Math.abs(largest[feature])) {
      largest[feature] = value;
      rowOfLargest[feature] = row;
    }
  }

  /** Refuses a column of small numbers, at the largest. */
  void finish(Locations locations) {
    for (int j = 0; j < largest.length; j++) {
      if (largest[j] != 0 && Math.abs(largest[j]) < Float.MIN_NORMAL) {
        Place row = locations.of(rowOfLargest[j]);
        throw DataException.at(
            new Place(row.file(), row.unit(), row.line(), layout.name(j)),
            largest[j] + " is below the range of float, and no number of the column is larger",
            REMEDY);
      }
    }
  }
}
