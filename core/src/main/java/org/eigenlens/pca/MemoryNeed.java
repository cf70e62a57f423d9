package org.eigenlens.pca;

import java.util.Locale;
import org.eigenlens.eigen.BlockKrylov;
import org.eigenlens.matrix.Bytes;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;

/**
 * The memory a route takes beside the data, known before it is taken.
 *
 * @param what it is taken for
 * @param bytes how much
 * @param remedy what would take less
 */
public record MemoryNeed(String what, double bytes, String remedy) {

  private static final String ITERATE = "ask for few components by the krylov solver";

  static MemoryNeed of(PcaSolver solver, RowSource source, Wanted wanted) {
    double d = source.columns();
    double n = source instanceof Matrix matrix ? matrix.rows() : Double.MAX_VALUE;
    double small = Math.min(n, d);
    // A share of rows kept elsewhere is approached from few components, checked as they grow.
    double most = source.isDistributed() && wanted instanceof Wanted.Share ? Routes.FIRST : small;
    double k = wanted instanceof Wanted.Count count ? count.components() : Math.min(most, small);
    return switch (solver) {
      // A scatter a lane below 512 columns, one above; its copy, LAPACK's 2d², vectors, products.
      case COVARIANCE, STREAMING ->
          new MemoryNeed(
              "the covariance of " + Counted.of((int) d, "column"),
              8 * d * d * (d < 512 ? 14 : 7),
              ITERATE);
      // Four lanes, a copy, LAPACK's 2n², vectors; then the directions, and a block of sums a lane.
      case GRAM ->
          new MemoryNeed(
              "the Gram matrix of " + Counted.of((long) n, "row"),
              8 * (n * n * 9 + (2 * k + 8 * Math.min(32, k)) * d),
              ITERATE);
      // Four lanes of a triangle, a stack of four and its factor; then LAPACK's 7s² and vectors.
      case SVD ->
          new MemoryNeed(
              "the triangular factors",
              8 * (small * small * 34 + (2 * k + 8 * Math.min(32, k)) * d),
              ITERATE);
      case KRYLOV, POWER -> {
        double basis = BlockKrylov.basisSize((int) small, (int) k);
        double block = BlockKrylov.blockSize((int) small, (int) k);
        yield new MemoryNeed(
            "the basis of " + (int) basis + " vectors",
            8 * (2 * basis * small + 10 * block * d),
            "ask for fewer components");
      }
      case AUTO -> new MemoryNeed("nothing", 0, "");
    };
  }

  /** Returns the same beside a copy of the data. */
  MemoryNeed besideCopyOf(DenseMatrix data) {
    return new MemoryNeed(
        what + ", and for the data in a unit in which they have squares",
        bytes + (double) data.precision().bytes() * data.rows() * data.columns(),
        "give the data in another unit");
  }

  /** Refuses to start what would not fit. */
  public void check(long allowed) {
    if (bytes > allowed) {
      throw new NumericalException(
          String.format(
              Locale.ROOT,
              "Memory for %s (%s beside the data) exceeds what is allowed (%s); %s, or"
                  + " allow more memory.",
              what,
              Bytes.needed(bytes),
              Bytes.allowed((double) allowed),
              remedy));
    }
  }
}
