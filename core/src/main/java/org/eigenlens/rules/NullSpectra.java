package org.eigenlens.rules;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Scratch;

/**
 * Spectra of data without structure that have the shape of given data and standardised columns.
 *
 * <p>Each draw has random numbers of its own, so that the spectra do not depend on the number of
 * threads. With p the smaller side of n rows × d columns, a permuted draw costs n·d random numbers,
 * n·d·p multiplications and p³ operations for the eigenvalues; a normal one as much of p instead of
 * n, see {@link #normal}.
 */
final class NullSpectra {

  /** Listeners hear so often at most how far the draws have come. */
  private static final int TOLD = 50;

  private NullSpectra() {}

  /** Says why such spectra cannot be drawn for these data, if so: one at a time has to fit. */
  static Optional<String> problem(ParallelAnalysis.Null kind, Evidence evidence) {
    double least = shared(kind, evidence) + perDraw(kind, evidence);
    return kind == ParallelAnalysis.Null.PERMUTED
        ? evidence.outOfReach(least)
        : evidence.tooLarge(least);
  }

  /** Returns how many numbers all draws share: the prepared columns. */
  private static double shared(ParallelAnalysis.Null kind, Evidence evidence) {
    return kind == ParallelAnalysis.Null.PERMUTED
        ? (double) evidence.rows() * evidence.columns()
        : 0;
  }

  /** Returns how many numbers one draw takes: its columns, their scatter and a copy of that. */
  private static double perDraw(ParallelAnalysis.Null kind, Evidence evidence) {
    double height =
        kind == ParallelAnalysis.Null.PERMUTED ? evidence.rows() : evidence.components();
    double small = Math.min(height, evidence.columns());
    return height * evidence.columns() + 2 * small * small;
  }

  /** Draws as many spectra as the options say, in units of the total variance, descending. */
  static double[][] draw(ParallelAnalysis.Null kind, Evidence evidence) {
    RuleOptions options = evidence.options();
    double divisor = Math.max(1, evidence.rows() - options.preparation().ddof());
    if (kind == ParallelAnalysis.Null.NORMAL) {
      int d = evidence.columns();
      // Each column has the variance 1, and all together a total of 1.
      double squares = divisor / d;
      return drawn(
          kind, evidence, random -> normal(evidence.freeRows(), d, squares, random, divisor));
    }
    DenseMatrix columns = evidence.preparedColumns();
    try {
      return drawn(kind, evidence, random -> permuted(columns, random, divisor));
    } finally {
      columns.storage().release();
    }
  }

  /** Draws on all threads, but no more at once than there is memory for. */
  private static double[][] drawn(
      ParallelAnalysis.Null kind, Evidence evidence, Function<RandomStream, double[]> one) {
    RuleOptions options = evidence.options();
    double room = options.memory() / 8.0 - shared(kind, evidence);
    Semaphore permits = new Semaphore(Math.max(1, (int) (room / perDraw(kind, evidence))));
    double[][] spectra = new double[options.iterations()][];
    String step = kind == ParallelAnalysis.Null.NORMAL ? "normal samples" : "permuting columns";
    int some = Math.max(4 * Parallel.threads(), spectra.length / TOLD);
    for (int from = 0; from < spectra.length; from += some) {
      options.progress().at(step + ", draw " + (from + 1) + " of " + spectra.length);
      int first = from;
      Parallel.forEach(
          Math.min(some, spectra.length - first),
          i -> {
            permits.acquireUninterruptibly();
            try {
              spectra[first + i] = one.apply(new RandomStream(options.seed(), first + i));
            } finally {
              permits.release();
            }
          });
    }
    return spectra;
  }

  /** Shuffles each column by itself, which leaves its mean and variance as they are. */
  private static double[] permuted(DenseMatrix columns, RandomStream random, double divisor) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix shuffled = scratch.matrix(columns.rows(), columns.columns());
      double[] column = new double[columns.columns()];
      for (int j = 0; j < columns.rows(); j++) {
        columns.getRow(j, column, 0);
        random.shuffle(column);
        shuffled.setRow(j, column, 0);
      }
      // Centred rows of full rank have one eigenvalue less than there are rows.
      int count = Math.min(columns.rows(), columns.columns() - 1);
      return eigenvalues(shuffled, count, divisor, scratch);
    }
  }

  /**
   * Draws normal columns with given sums of squares.
   *
   * <p>The centred scatter of n normal rows is that of n − 1 rows without a mean, which for n > d
   * is RᵀR with normal numbers above the diagonal of R and roots of χ² numbers on it (Bartlett
   * 1933): d²/2 random numbers instead of n·d.
   *
   * @param rows how many rows are free
   * @param d how many columns there are
   * @param squares what the sum of squares of each column is, as exactly as after a permutation:
   *     the variance of a column is no matter of structure
   */
  static double[] normal(long rows, int d, double squares, RandomStream random, double divisor) {
    int height = (int) Math.min(rows, d);
    boolean triangular = rows >= d;
    try (Scratch scratch = new Scratch()) {
      DenseMatrix columns = scratch.matrix(d, height);
      double[] column = new double[height];
      for (int j = 0; j < d; j++) {
        Arrays.fill(column, 0);
        int filled = triangular ? j : height;
        double sum = 0;
        for (int i = 0; i < filled; i++) {
          column[i] = random.normal();
          sum += column[i] * column[i];
        }
        if (triangular) {
          column[j] = random.chi(rows - j);
          sum += column[j] * column[j];
        }
        double factor = Math.sqrt(squares / sum);
        for (int i = 0; i < height; i++) {
          column[i] *= factor;
        }
        columns.setRow(j, column, 0);
      }
      return eigenvalues(columns, height, divisor, scratch);
    }
  }

  /** Returns the largest eigenvalues of the smaller scatter of columns, given as rows. */
  private static double[] eigenvalues(
      DenseMatrix columns, int count, double divisor, Scratch scratch) {
    boolean wide = columns.rows() > columns.columns();
    int size = Math.min(columns.rows(), columns.columns());
    DenseMatrix scatter = scratch.zeros(size, size);
    LinearAlgebra.addGram(columns, !wide, scatter);
    double[] ascending = LinearAlgebra.symmetricEigenvalues(scatter);
    double[] values = new double[count];
    Arrays.setAll(values, i -> ascending[size - 1 - i] / divisor);
    return values;
  }
}
