package org.eigenlens.pca;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.matrix.Summary;

/**
 * How far columns reach, without squaring anything, for data whose squares are no numbers.
 *
 * @param first the first row
 * @param deviations the largest |x − first| of each column, or the largest number there is
 * @param constant which columns are constant
 * @param magnitude the largest |x| of all
 */
public record Extent(double[] first, double[] deviations, boolean[] constant, double magnitude) {

  /**
   * Measures all rows.
   *
   * @throws NumericalException that names the first cell which is not a finite number
   */
  public static Extent of(RowSource source, List<String> names) {
    int d = source.columns();
    Summary.Start<Range> start = () -> new Range(d, List.copyOf(names));
    // Three numbers a column, and of sparse rows a count.
    return source.summarize(ColumnStatistics.tileRows(d), 1, start.ofBytes(32L * d)).extent();
  }

  /** First row, least and largest value of each column. */
  private static final class Range implements Summary<Range> {
    private final transient List<String> names;
    private double[] first;
    private final double[] least;
    private final double[] largest;

    /** How many sparse rows store an element of each column; null before the first. */
    private long[] stored;

    private long sparseRows;

    Range(int columns, List<String> names) {
      this.names = names;
      least = new double[columns];
      largest = new double[columns];
      Arrays.fill(least, Double.POSITIVE_INFINITY);
      Arrays.fill(largest, Double.NEGATIVE_INFINITY);
    }

    @Override
    public void add(long firstRow, DenseMatrix tile) {
      double[] row = new double[least.length];
      for (int i = 0; i < tile.rows(); i++) {
        tile.getRow(i, row, 0);
        for (int j = 0; j < row.length; j++) {
          reach(firstRow + i, j, row[j]);
        }
        if (first == null) {
          first = row.clone();
        }
      }
    }

    /** Adds sparse rows by what they store. */
    @Override
    public void add(long firstRow, SparseMatrix rows) {
      stored = stored == null ? new long[least.length] : stored;
      for (int i = 0; i < rows.rows(); i++) {
        for (int p = rows.start(i); p < rows.end(i); p++) {
          reach(firstRow + i, rows.columnOf(p), rows.valueOf(p));
          stored[rows.columnOf(p)]++;
        }
      }
      sparseRows += rows.rows();
      if (first == null && rows.rows() > 0) {
        first = rows.row(0);
      }
    }

    private void reach(long row, int j, double value) {
      if (!Double.isFinite(value)) {
        throw NumericalException.inColumn(
            j,
            "%s, column '%s' is %s; every cell must be a finite number."
                .formatted(NumericalException.row(row), names.get(j), value));
      }
      least[j] = Math.min(least[j], value);
      largest[j] = Math.max(largest[j], value);
    }

    @Override
    public void merge(Range other) {
      first = first == null ? other.first : first;
      Arrays.setAll(least, j -> Math.min(least[j], other.least[j]));
      Arrays.setAll(largest, j -> Math.max(largest[j], other.largest[j]));
      sparseRows += other.sparseRows;
      if (stored == null) {
        stored = other.stored;
      } else if (other.stored != null) {
        Arrays.setAll(stored, j -> stored[j] + other.stored[j]);
      }
    }

    Extent extent() {
      double[] start = first == null ? new double[least.length] : first;
      double[] deviations = new double[least.length];
      boolean[] constant = new boolean[least.length];
      Arrays.fill(constant, first == null);
      double magnitude = 0;
      for (int j = 0; first != null && j < deviations.length; j++) {
        if (stored != null && stored[j] < sparseRows) {
          least[j] = Math.min(least[j], 0);
          largest[j] = Math.max(largest[j], 0);
        }
        double deviation = Math.max(largest[j] - start[j], start[j] - least[j]);
        deviations[j] = Math.min(deviation, Double.MAX_VALUE);
        constant[j] = Preprocessing.isConstant(least[j], largest[j]);
        magnitude = Math.max(magnitude, Math.max(Math.abs(least[j]), Math.abs(largest[j])));
      }
      return new Extent(start, deviations, constant, magnitude);
    }
  }

  /**
   * Returns the largest deviation of all, or the largest magnitude of values that stay as given.
   */
  double largest(boolean centred) {
    return centred ? Arrays.stream(deviations).max().orElse(0) : magnitude;
  }

  /** Tells whether a column is constant. */
  public boolean isConstant(int column) {
    return constant[column];
  }

  /**
   * Creates the complaint about data whose variance is no number.
   *
   * @param centred whether it is taken about the mean
   * @param tiny whether it is too small, and not too large
   */
  public NumericalException beyond(boolean centred, boolean tiny) {
    double reach = largest(centred);
    return new NumericalException(
        String.format(
            Locale.ROOT,
            "The data %s %s%.1e, and their variance is too %s for double numbers; %s them by a"
                + " constant first.",
            centred ? "differ by" : "reach",
            centred && reach == Double.MAX_VALUE ? "more than " : "",
            reach,
            tiny ? "small" : "large",
            tiny ? "multiply" : "divide"));
  }

  /** Tells whether all columns are constant. */
  public boolean isConstant() {
    for (boolean still : constant) {
      if (!still) {
        return false;
      }
    }
    return true;
  }

  /** Refuses columns that can be divided by their scales in another unit, but not in their own. */
  void requireRange(double[] scale, List<String> names) {
    for (int j = 0; j < scale.length; j++) {
      boolean tiny = Double.isInfinite(1 / scale[j]);
      if (tiny || deviations[j] == Double.MAX_VALUE) {
        throw NumericalException.inColumn(
            j,
            String.format(
                Locale.ROOT,
                "The values of column '%s' differ by %s%.1e, too %s to be standardised in double"
                    + " numbers; %s the column by a constant first.",
                names.get(j),
                tiny ? "" : "more than ",
                deviations[j],
                tiny ? "little" : "much",
                tiny ? "multiply" : "divide"));
      }
    }
  }
}
