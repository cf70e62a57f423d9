package org.eigenlens.pca;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.RowSource;

/**
 * What is done to the data before their directions are sought.
 *
 * @param center whether the mean is subtracted
 * @param standardize whether columns are divided by their standard deviation
 * @param ddof variances divide by n − ddof
 */
public record Preprocessing(boolean center, boolean standardize, int ddof) {

  /** Values that differ by a few units in their last place are the same. */
  private static final double SAME = 4 * Math.ulp(1.0);

  /** A column whose deviation is below this part of its mean may be constant. */
  private static final double DOUBTFUL = 8 * Math.ulp(1.0);

  private static final int NAMED = 10;

  /** Checks the divisor. */
  public Preprocessing {
    if (ddof != 0 && ddof != 1) {
      throw new IllegalArgumentException("ddof can be 0 or 1, not " + ddof + ".");
    }
  }

  /**
   * Returns what each column is divided by: its deviation, or 1 where it is constant; null if
   * nothing is to be divided.
   */
  public double[] scale(ColumnStatistics centred, boolean[] constant) {
    if (!standardize) {
      return null;
    }
    double[] scale = centred.deviations(ddof);
    for (int j = 0; j < scale.length; j++) {
      if (constant[j] || scale[j] == 0) {
        scale[j] = 1;
      }
    }
    return scale;
  }

  /**
   * Tells whether a column is constant: whether no value differs from another by more than the last
   * bits, as 0.3 and 0.1 + 0.2 do. Dividing by such a spread would blow rounding up to a component.
   */
  static boolean isConstant(double least, double largest) {
    return largest - least <= SAME * Math.max(Math.abs(least), Math.abs(largest));
  }

  /**
   * Tells whether a deviation is so small beside the mean that it may be rounding; only the values
   * themselves can tell, since a deviation is rounded as well, and many rows hide a single one.
   */
  public static boolean isDoubtful(double mean, double deviation) {
    return deviation <= DOUBTFUL * Math.abs(mean);
  }

  /**
   * Finds the constant columns. Another pass over the rows is made only where the statistics leave
   * doubt, which is rare: a column of equal values has a deviation of exactly zero.
   */
  public static boolean[] constantColumns(RowSource source, ColumnStatistics centred) {
    boolean[] constant = new boolean[centred.mean().length];
    double[] deviations = centred.deviations(0);
    boolean doubt = false;
    for (int j = 0; j < constant.length; j++) {
      constant[j] = isDoubtful(centred.mean()[j], deviations[j]);
      doubt |= constant[j] && deviations[j] > 0;
    }
    if (doubt) {
      Extent extent = Extent.of(source, PcaFit.names(source.columns(), null));
      for (int j = 0; j < constant.length; j++) {
        constant[j] &= extent.isConstant(j);
      }
    }
    return constant;
  }

  /**
   * Names constant columns, the first ten of them: {@code 1 of 3 columns is constant: x3}.
   *
   * @param one what to say of one
   * @param several what to say of several
   */
  public static String named(List<String> constant, int all, String one, String several) {
    return "%d of %d columns %s: %s%s"
        .formatted(
            constant.size(),
            all,
            constant.size() == 1 ? one : several,
            String.join(", ", constant.subList(0, Math.min(NAMED, constant.size()))),
            constant.size() > NAMED ? ", …" : "");
  }

  /** Returns the factors 1/scale, or null. */
  static double[] inverse(double[] scale) {
    if (scale == null) {
      return null;
    }
    double[] inverse = new double[scale.length];
    Arrays.setAll(inverse, j -> 1 / scale[j]);
    return inverse;
  }
}
