package org.eigenlens.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.operator.CenteredOperator;

/**
 * Helps to choose γ of a kernel exp(−γΔ), where Δ is the kernel's own distance: ‖x − y‖² for rbf,
 * ‖x − y‖₁ for laplacian.
 *
 * <p>A useful γ makes typical pairs neither all alike nor all different. With Δ_q the q-quantile of
 * the distances between pairs of rows, the median heuristic is γ = 1/(2·Δ_0.5), so that the typical
 * pair has similarity e^(−1/2), and the range worth trying goes from 1/(2·Δ_0.9) to 1/(2·Δ_0.1).
 * Pairs at distance exactly 0 are left out. A quantile is interpolated linearly between the values
 * at positions ⌊(N − 1)q⌋ and the next of the N sorted distances: the median of an even number is
 * the mean of the middle two.
 *
 * <p>Measured on all pairs of at most 2,000 rows, drawn uniformly by the seed; fewer where rows are
 * wider than 2,000, to keep it to a few seconds.
 */
public final class Bandwidth {

  private static final int ROWS = 2_000;
  private static final double DIFFERENCES = 8e9;
  private static final int RESPONSE_ROWS = 500;
  private static final int SHARES = 10;

  /** Below this mean square in feature space a kernel with k(x, x) = 1 is nearly constant. */
  private static final double NEARLY_CONSTANT = 1e-3;

  /** From this share of the first component on a kernel matrix is nearly of rank one. */
  private static final double NEARLY_RANK_ONE = 0.99;

  /** So many times the average marks a first eigenvalue that stands out. */
  private static final double STANDS_OUT = 1.5;

  /** From so many rows on an informative kernel has a first component of twice that. */
  private static final int MANY_ROWS = 50;

  /** With fewer rows even a good kernel has too few eigenvalues to tell. */
  private static final int FEWEST_ROWS = 5;

  /** The kernels that have a γ to choose, all with k(x, x) = 1. */
  public enum Family {
    /** exp(−γ‖x − y‖²). */
    RBF {
      @Override
      public Kernel kernel(double gamma) {
        return new Rbf(gamma);
      }

      @Override
      double distance(double[] x, double[] y) {
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
          sum += (x[j] - y[j]) * (x[j] - y[j]);
        }
        return sum;
      }
    },

    /** exp(−γ‖x − y‖₁). */
    LAPLACIAN {
      @Override
      public Kernel kernel(double gamma) {
        return new Laplacian(gamma);
      }

      @Override
      double distance(double[] x, double[] y) {
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
          sum += Math.abs(x[j] - y[j]);
        }
        return sum;
      }
    };

    /** Returns the kernel with this γ. */
    public abstract Kernel kernel(double gamma);

    abstract double distance(double[] x, double[] y);
  }

  /** What a spectrum says of its γ. */
  public enum Verdict {
    /** Every row is similar to itself only: γ is too large. */
    NEARLY_IDENTITY,
    /** All rows are alike, or differ in one way only: γ is too small. */
    NEARLY_CONSTANT,
    /** The leading components stand out. */
    INFORMATIVE
  }

  /**
   * How the centred kernel matrix looks for one γ.
   *
   * @param gamma γ
   * @param shares of the trace that the leading components have, ten or as many as there are
   * @param effectiveRank tr²/‖·‖²_F: 1 for one component, r for r equal ones
   * @param verdict what that means
   */
  public record Response(double gamma, double[] shares, double effectiveRank, Verdict verdict) {}

  private final Family family;
  private final DenseMatrix few;
  private final double[] distances;

  private Bandwidth(Family family, DenseMatrix few, double[] distances) {
    this.family = family;
    this.few = few;
    this.distances = distances;
  }

  /**
   * Measures distances between rows.
   *
   * <p>Costs d differences for each of at most two million pairs, on all cores.
   *
   * @throws NumericalException if no two rows differ, or a cell is not finite
   */
  public static Bandwidth measure(RowSource source, Family family, long seed) {
    int affordable = (int) Math.sqrt(DIFFERENCES / Math.max(1, source.columns()));
    int most = Math.max(2, Math.min(ROWS, affordable));
    RowSample sample = RowSample.of(source, most, seed);
    double[][] rows = sample.rows().toArray();
    double[][] positive = new double[rows.length][];
    Parallel.forEach(
        rows.length,
        i -> {
          double[] found = new double[i];
          int size = 0;
          for (int j = 0; j < i; j++) {
            double distance = family.distance(rows[i], rows[j]);
            if (distance > 0) {
              found[size++] = distance;
            }
          }
          positive[i] = Arrays.copyOf(found, size);
        });
    double[] all = Arrays.stream(positive).flatMapToDouble(Arrays::stream).sorted().toArray();
    if (all.length == 0) {
      throw new NumericalException(
          "The median of distances is no width: none of the %d rows looked at differs from another;"
                  .formatted(rows.length)
              + " choose gamma by number, or rows that differ.");
    }
    if (Double.isInfinite(all[all.length - 1])) {
      throw new NumericalException(
          "The median of distances is no width: some exceed the largest double; multiply the data by"
              + " a small constant first, or choose gamma by number.");
    }
    DenseMatrix few = RowSample.of(sample.rows(), RESPONSE_ROWS, seed).rows();
    LinearAlgebra.subtractFromRows(few, Shift.of(few));
    sample.rows().storage().release();
    Bandwidth found = new Bandwidth(family, few, all);
    if (Double.isInfinite(found.median())) {
      throw new NumericalException(
          "The median of distances is no width: it is too small to divide by; multiply the data by a"
              + " large constant first, or choose gamma by number.");
    }
    return found;
  }

  /** Returns γ by the median heuristic, 1/(2·Δ_0.5). */
  public double median() {
    return 1 / (2 * quantile(0.5));
  }

  /** Returns the smallest γ worth trying, 1/(2·Δ_0.9). */
  public double smallest() {
    return 1 / (2 * quantile(0.9));
  }

  /** Returns the largest γ worth trying, 1/(2·Δ_0.1). */
  public double largest() {
    return Math.min(Double.MAX_VALUE, 1 / (2 * quantile(0.1)));
  }

  private double quantile(double q) {
    double position = (distances.length - 1) * q;
    int below = (int) position;
    int above = Math.min(distances.length - 1, below + 1);
    return distances[below] + (position - below) * (distances[above] - distances[below]);
  }

  /** Returns {@code count} values of γ from the smallest to the largest, in equal ratios. */
  public double[] grid(int count) {
    if (count < 2) {
      throw new IllegalArgumentException("A grid has at least 2 points, not " + count + ".");
    }
    double first = smallest();
    // Half of the way at a time: the ratio of the two may be more than the largest number.
    double root = Math.sqrt(largest()) / Math.sqrt(first);
    double[] grid = new double[count];
    Arrays.setAll(
        grid,
        i -> {
          double half = Math.pow(root, i / (count - 1.0));
          return Math.min(largest(), first * half * half);
        });
    return grid;
  }

  /**
   * Shows how the spectrum responds to γ, on at most 500 of the rows.
   *
   * <p>Costs an eigendecomposition of that size for each γ: about 9·500³ operations.
   */
  public List<Response> responses(double... gammas) {
    List<Response> responses = new ArrayList<>();
    for (double gamma : gammas) {
      responses.add(response(gamma));
    }
    return responses;
  }

  private Response response(double gamma) {
    int n = few.rows();
    try (Scratch scratch = new Scratch()) {
      DenseMatrix k = scratch.matrix(n, n);
      family.kernel(gamma).evaluate(few, few, k);
      CenteredOperator.centerMatrix(k);
      double trace = 0;
      double squares = 0;
      for (int i = 0; i < n; i++) {
        double[] row = k.row(i);
        trace += row[i];
        squares += Blocks.dot(row, row);
      }
      double[] ascending = LinearAlgebra.symmetricEigen(k);
      double[] shares = new double[Math.min(SHARES, n)];
      for (int i = 0; i < shares.length && trace > 0; i++) {
        shares[i] = Math.max(0, ascending[n - 1 - i]) / trace;
      }
      double effectiveRank = squares > 0 ? trace * trace / squares : 0;
      return new Response(gamma, shares, effectiveRank, verdict(ascending[n - 1], trace, n));
    }
  }

  /**
   * Judges γ by the spectrum of the centred kernel matrix of n rows, for a kernel with k(x, x) = 1.
   *
   * <p>It is nearly the identity if λ₁ &lt; 1.5·tr/(n − 1), or 3·tr/(n − 1) from 50 rows on, where
   * all eigenvalues being equal would give 1; nearly constant if tr ≤ n/1000, or if λ₁ has 99 % of
   * the trace. Fewer than five rows are never judged.
   *
   * @param first λ₁
   * @param trace the sum of all eigenvalues
   */
  public static Verdict verdict(double first, double trace, long n) {
    if (n < FEWEST_ROWS) {
      return Verdict.INFORMATIVE;
    }
    if (trace <= NEARLY_CONSTANT * n || first >= NEARLY_RANK_ONE * trace) {
      return Verdict.NEARLY_CONSTANT;
    }
    return first < (n < MANY_ROWS ? STANDS_OUT : 2 * STANDS_OUT) * trace / (n - 1)
        ? Verdict.NEARLY_IDENTITY
        : Verdict.INFORMATIVE;
  }

  /**
   * Returns what to tell a user whose kernel matrix has this spectrum, if there is something.
   *
   * @param byMedian whether γ is the median heuristic's, which is no advice then
   */
  public static Optional<String> warning(double first, double trace, long n, boolean byMedian) {
    String median = byMedian ? "" : ", such as the median heuristic's";
    return switch (verdict(first, trace, n)) {
      case INFORMATIVE -> Optional.empty();
      case NEARLY_IDENTITY ->
          Optional.of(
              "the kernel is too narrow: every row is similar to itself only, and the components"
                  + " mean little; try a smaller gamma"
                  + median);
      case NEARLY_CONSTANT ->
          Optional.of(
              "the kernel is too wide: to it all rows are nearly alike, so that it shows one direction"
                  + " or what plain PCA would; try a larger gamma"
                  + median);
    };
  }
}
