package org.eigenlens.pca;

import java.util.Locale;
import org.eigenlens.eigen.BlockKrylov;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.RowSource;

/**
 * Which route to take, and why, in words for the user.
 *
 * <p>The one cost model: operations divided by the rates below. The rates are those of a current
 * core and need to be right only relative to each other; the choice changes the time, never the
 * answer.
 *
 * @param solver the route
 * @param reason one sentence
 */
public record SolverChoice(PcaSolver solver, String reason) {

  /** Multiplications a second and core of a large matrix product. */
  private static final double PRODUCT_RATE = 3.0e10;

  /** The same for a block of few vectors, which memory limits. */
  private static final double SKINNY_RATE = 1.0e10;

  /** The same for reducing a symmetric matrix to tridiagonal form. */
  private static final double EIGEN_RATE = 0.8e10;

  /** Below this many operations the most accurate route is as good as free. */
  private static final double FREE = 2e8;

  /** From this width on a covariance takes gigabytes, here and wherever rows are summed up. */
  private static final int WIDEST_COVARIANCE = 10_000;

  /** Of more columns not even half a covariance can travel: arrays of bytes end at 2³¹. */
  private static final int MOST_COLUMNS = 20_000;

  /** Chooses a route for n × d data of which some components are wanted. */
  public static SolverChoice of(long n, int d, Wanted wanted, boolean sparse) {
    String shape = n + " × " + d;
    if (sparse) {
      return new SolverChoice(
          PcaSolver.KRYLOV,
          "the data are sparse, and block Krylov multiplies with them without filling them in");
    }
    double small = Math.min(n, d);
    if (n >= d && (double) n * d * d <= FREE) {
      return new SolverChoice(
          PcaSolver.SVD, shape + " is small: the most accurate route costs next to nothing");
    }
    PcaSolver direct = n < d ? PcaSolver.GRAM : PcaSolver.COVARIANCE;
    double cores = Parallel.threads();
    double products = (double) n * d * small / (PRODUCT_RATE * cores);
    if (wanted instanceof Wanted.Count count) {
      int k = count.components();
      double few = products + eigenSeconds(small, k, cores);
      double krylov = krylovSeconds(n, d, k, cores);
      if (krylov < 0.7 * few && BlockKrylov.basisSize((int) small, k) <= small / 3) {
        return new SolverChoice(
            PcaSolver.KRYLOV,
            String.format(
                Locale.ROOT,
                "%s of %s: block Krylov is estimated at %.2g s, the %.0f × %.0f matrix at %.2g s",
                count,
                shape,
                krylov,
                small,
                small,
                few));
      }
    }
    return new SolverChoice(
        direct,
        n < d
            ? Counted.table(n, d) + ": the smaller matrix is rows by rows"
            : Counted.table(n, d) + ": one pass sums up a small matrix, columns by columns");
  }

  /** Tells whether rows are kept elsewhere and so wide that nothing d × d is to be made there. */
  static boolean isTooWide(RowSource source) {
    return source.isDistributed() && source.columns() > WIDEST_COVARIANCE;
  }

  /**
   * Refuses rows that are kept elsewhere and have too many columns to be summed up to a d × d
   * matrix.
   *
   * @throws NumericalException that says what to do instead
   */
  static void requireSummable(RowSource source) {
    if (source.isDistributed() && source.columns() > MOST_COLUMNS) {
      throw new NumericalException(
          "A matrix of %d × %d numbers cannot be summed up where the rows are kept, one of %d × %d can; ask for few components by the krylov solver, or choose fewer columns."
              .formatted(source.columns(), source.columns(), MOST_COLUMNS, MOST_COLUMNS));
    }
  }

  /**
   * Chooses a route for rows that are kept elsewhere, by what each row costs there: d² operations
   * for the covariance, against a few for each vector and pass. Beyond 10,000 columns nothing d × d
   * is made, unless as many components are wanted that their basis would be a third of it.
   *
   * @throws NumericalException if all components of so many columns are wanted
   */
  public static SolverChoice ofDistributed(int d, Wanted wanted) {
    if (wanted instanceof Wanted.Count count) {
      int k = count.components();
      double vectors = BlockKrylov.blockSize(d, k) * (passes(k) + 1);
      double iterated = 4.0 * d * vectors / SKINNY_RATE;
      double summed = (double) d * d / PRODUCT_RATE;
      boolean narrow = BlockKrylov.basisSize(d, k) <= d / 3;
      if (narrow && d > WIDEST_COVARIANCE) {
        return tooWide(d);
      }
      if (narrow && iterated < summed) {
        return new SolverChoice(
            PcaSolver.KRYLOV,
            "%s of %d columns: about %.0f passes over the rows cost less than their covariance, and nothing of its size comes here"
                .formatted(count, d, passes(k)));
      }
    } else if (d > WIDEST_COVARIANCE) {
      if (wanted instanceof Wanted.All) {
        throw new NumericalException(
            "All components of %d columns are too many for rows that are kept elsewhere; ask for a number of components, or for a share of the total."
                .formatted(d));
      }
      return tooWide(d);
    }
    return new SolverChoice(
        PcaSolver.COVARIANCE, "the rows are summed up in one pass where they are");
  }

  private static SolverChoice tooWide(int d) {
    return new SolverChoice(
        PcaSolver.KRYLOV,
        "a covariance of " + d + " columns is too large, so the rows are summed up in passes");
  }

  private static double eigenSeconds(double size, int k, double cores) {
    boolean iterated = size >= 400 && BlockKrylov.basisSize((int) size, k) <= size / 3;
    double operations = iterated ? 2 * size * size * passes(k) * 32 : 4 * size * size * size;
    return operations / ((iterated ? SKINNY_RATE : EIGEN_RATE) * cores);
  }

  private static double krylovSeconds(long n, int d, int k, double cores) {
    double small = Math.min(n, d);
    double block = BlockKrylov.blockSize((int) small, k);
    // At least the memory traffic of eight vectors: a narrower block is not faster.
    double operations = 2.0 * n * d * Math.max(8, block) * (passes(k) + 1);
    double orthogonal = 2 * small * Math.pow(BlockKrylov.basisSize((int) small, k), 2);
    return (operations + orthogonal) / (SKINNY_RATE * cores);
  }

  /** How many passes a decaying spectrum takes, as measured on digits and gene tables. */
  private static double passes(int k) {
    return 10 + k / 5.0;
  }
}
