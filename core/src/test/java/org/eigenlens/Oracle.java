package org.eigenlens;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Principal components by the book: exact means, then one-sided Jacobi rotations (Hestenes, 1958).
 *
 * <p>Shares no line with what it judges. Every singular value comes with high relative accuracy,
 * however small it is beside the first.
 *
 * @param prepared A, the rows centred and scaled
 * @param mean what was subtracted
 * @param scale what columns were divided by
 * @param values squared singular values of A, descending, min(n, d) of them
 * @param directions a unit row for each; zeros where a value is exactly zero
 */
public record Oracle(
    double[][] prepared, double[] mean, double[] scale, double[] values, double[][] directions) {

  /** Decomposes small data. */
  public static Oracle of(double[][] x, boolean center, boolean standardize, int ddof) {
    int n = x.length;
    int d = x[0].length;
    double[] mean = new double[d];
    double[] scale = new double[d];
    double[][] a = new double[n][d];
    for (int j = 0; j < d; j++) {
      BigDecimal sum = BigDecimal.ZERO;
      for (double[] row : x) {
        sum = sum.add(new BigDecimal(row[j]));
      }
      BigDecimal exact = sum.divide(BigDecimal.valueOf(n), new MathContext(60));
      BigDecimal squares = BigDecimal.ZERO;
      for (int i = 0; i < n; i++) {
        BigDecimal deviation = new BigDecimal(x[i][j]).subtract(exact);
        squares = squares.add(deviation.multiply(deviation, new MathContext(60)));
        a[i][j] = center ? deviation.doubleValue() : x[i][j];
      }
      boolean constant = squares.signum() == 0;
      BigDecimal variance =
          squares.divide(BigDecimal.valueOf(Math.max(1, n - ddof)), new MathContext(60));
      mean[j] = center ? exact.doubleValue() : 0;
      scale[j] = standardize && !constant ? variance.sqrt(new MathContext(40)).doubleValue() : 1;
      for (double[] row : a) {
        row[j] /= scale[j];
      }
    }
    double unit = 0;
    for (double[] row : a) {
      for (double value : row) {
        unit = Math.max(unit, Math.abs(value));
      }
    }
    unit = unit == 0 ? 1 : Math.scalb(1.0, Math.getExponent(unit));
    return n >= d ? tall(a, mean, scale, unit) : wide(a, mean, scale, unit);
  }

  /** AV = W with orthogonal columns: the directions are the columns of V. */
  private static Oracle tall(double[][] a, double[] mean, double[] scale, double unit) {
    int d = a[0].length;
    double[][] columns = transposed(a, 1 / unit);
    double[][] turned = new double[d][d];
    for (int j = 0; j < d; j++) {
      turned[j][j] = 1;
    }
    rotate(columns, turned);
    double[] values = Arrays.stream(columns).mapToDouble(c -> dot(c, c)).toArray();
    return sorted(a, mean, scale, values, turned, unit);
  }

  /** AᵀU = W with orthogonal columns: the directions are those of W. */
  private static Oracle wide(double[][] a, double[] mean, double[] scale, double unit) {
    double factor = 1 / unit;
    double[][] rows = Arrays.stream(a).map(row -> scaled(row, factor)).toArray(double[][]::new);
    rotate(rows, null);
    double[] values = Arrays.stream(rows).mapToDouble(r -> dot(r, r)).toArray();
    for (int i = 0; i < rows.length; i++) {
      rows[i] = values[i] == 0 ? rows[i] : scaled(rows[i], 1 / Math.sqrt(values[i]));
    }
    return sorted(a, mean, scale, values, rows, unit);
  }

  private static void rotate(double[][] w, double[][] v) {
    boolean turned = true;
    for (int sweep = 0; turned && sweep < 60; sweep++) {
      turned = false;
      for (int p = 0; p < w.length; p++) {
        for (int q = p + 1; q < w.length; q++) {
          double alpha = dot(w[p], w[p]);
          double beta = dot(w[q], w[q]);
          double gamma = dot(w[p], w[q]);
          if (Math.abs(gamma) <= 1e-15 * Math.sqrt(alpha) * Math.sqrt(beta)) {
            continue;
          }
          turned = true;
          double zeta = (beta - alpha) / (2 * gamma);
          double t = Math.signum(zeta) / (Math.abs(zeta) + Math.hypot(1, zeta));
          t = zeta == 0 ? 1 : t;
          double cosine = 1 / Math.hypot(1, t);
          turn(w[p], w[q], cosine, cosine * t);
          if (v != null) {
            turn(v[p], v[q], cosine, cosine * t);
          }
        }
      }
    }
  }

  private static void turn(double[] p, double[] q, double cosine, double sine) {
    for (int i = 0; i < p.length; i++) {
      double old = p[i];
      p[i] = cosine * old - sine * q[i];
      q[i] = sine * old + cosine * q[i];
    }
  }

  private static Oracle sorted(
      double[][] a,
      double[] mean,
      double[] scale,
      double[] values,
      double[][] directions,
      double unit) {
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> -values[i]))
            .mapToInt(i -> i)
            .toArray();
    double[] descending = new double[values.length];
    double[][] rows = new double[values.length][];
    for (int i = 0; i < order.length; i++) {
      descending[i] = values[order[i]] * unit * unit;
      rows[i] = directions[order[i]];
    }
    return new Oracle(a, mean, scale, descending, rows);
  }

  /** Returns the coordinates of a prepared row along a direction. */
  double score(int row, int component) {
    return dot(prepared[row], directions[component]);
  }

  /** Returns ‖A‖², summed over the elements. */
  double total() {
    return Arrays.stream(prepared).mapToDouble(row -> dot(row, row)).sum();
  }

  /** Returns the length of the longest prepared row. */
  double longestRow() {
    return Math.sqrt(Arrays.stream(prepared).mapToDouble(row -> dot(row, row)).max().orElse(0));
  }

  /** Returns the sine of the largest angle between directions and a subspace, or more. */
  public static double sine(double[][] directions, double[][] subspace) {
    double sum = 0;
    for (double[] direction : directions) {
      double[] rest = direction.clone();
      for (double[] basis : subspace) {
        double along = dot(direction, basis);
        for (int j = 0; j < rest.length; j++) {
          rest[j] -= along * basis[j];
        }
      }
      sum += dot(rest, rest);
    }
    return Math.sqrt(sum);
  }

  /** Returns Σ xᵢyᵢ. */
  public static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  private static double[] scaled(double[] x, double factor) {
    return Arrays.stream(x).map(value -> value * factor).toArray();
  }

  private static double[][] transposed(double[][] a, double factor) {
    double[][] columns = new double[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        columns[j][i] = a[i][j] * factor;
      }
    }
    return columns;
  }
}
