package org.eigenlens.model;

import java.util.Arrays;
import java.util.BitSet;
import org.eigenlens.kernel.Attribution;
import org.eigenlens.kernel.DataKernel;
import org.eigenlens.kernel.DistanceTable;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.neighbors.Geodesic;
import org.eigenlens.neighbors.TableNeighbors;

/**
 * The way from rows to A·k(x).
 *
 * @param kernel the kernel
 * @param compared what rows are compared by: the kernel, or the same but for a constant that
 *     cancels
 * @param frame how rows are prepared; null if they hold similarities or distances
 * @param references prepared reference points; null if rows hold similarities or distances
 * @param coefficients A
 */
record KernelEncoder(
    Kernel kernel,
    Kernel compared,
    RowFrame frame,
    DenseMatrix references,
    DenseMatrix coefficients) {

  /** How many reference points are compared at once: the block of similarities stays in cache. */
  private static final int REFERENCES = 1024;

  /** Refuses reference points that do not go with m coefficients a component and d columns. */
  static void checkShapes(Kernel kernel, RowFrame frame, DenseMatrix references, int m, int d) {
    boolean fits =
        references == null
            ? isTable(kernel) && d == rows(kernel, m)
            : references.rows() == rows(kernel, m)
                && references.columns() == d
                && frame.shift().length == d;
    if (!fits) {
      throw new IllegalArgumentException(
          "%d reference points of %d columns, but %d coefficients and %d names."
              .formatted(
                  references == null ? 0 : references.rows(),
                  references == null ? 0 : references.columns(),
                  m,
                  d));
    }
  }

  /** Prepares rows in place, so that they are what the kernel compares. */
  void prepare(DenseMatrix rows) {
    if (frame != null) {
      frame.enter(rows);
    }
  }

  /**
   * Writes A·k(x) of rows, which are prepared in place.
   *
   * @return the rows that get NaN: those that are not finite, which a kernel may call merely far
   *     away, and those too far from all data for a kernel made of neighbours to place them
   */
  BitSet encode(DenseMatrix tile, long first, DenseMatrix coordinates, Scratch scratch) {
    BitSet without = notFinite(tile);
    prepare(tile);
    kernel.check(tile, first);
    if (references == null || kernel instanceof DataKernel) {
      DenseMatrix similarities = scratch.matrix(tile.rows(), coefficients.columns());
      kernel.evaluate(tile, references, similarities);
      LinearAlgebra.multiply(1, similarities, false, coefficients, true, 0, coordinates);
    } else {
      compare(tile, coordinates, scratch);
    }
    for (int i = 0; kernel instanceof DataKernel && i < coordinates.rows(); i++) {
      without.set(i, without.get(i) || Double.isNaN(coordinates.get(i, 0)));
    }
    double[] none = new double[coordinates.columns()];
    Arrays.fill(none, Double.NaN);
    without.stream().forEach(i -> coordinates.setRow(i, none, 0));
    return without;
  }

  /** Computes A·k(x) for prepared rows, a block of reference points at a time. */
  private void compare(DenseMatrix tile, DenseMatrix coordinates, Scratch scratch) {
    int m = coefficients.columns();
    DenseMatrix similarities = scratch.matrix(tile.rows(), Math.min(REFERENCES, m));
    for (int from = 0; from < m; from += REFERENCES) {
      int to = Math.min(m, from + REFERENCES);
      DenseMatrix block = similarities.columnRange(0, to - from);
      compared.evaluate(tile, references.rowRange(from, to), block);
      LinearAlgebra.multiply(
          1,
          block,
          false,
          coefficients.columnRange(from, to),
          true,
          from == 0 ? 0 : 1,
          coordinates);
    }
  }

  /** Returns the gradient of a coordinate, times a unit, at each row in units of the data. */
  DenseMatrix gradients(Matrix rows, int component, double unit) {
    DenseMatrix prepared = DenseMatrix.copyOf(rows.toArray());
    frame.enter(prepared);
    DenseMatrix gradients =
        Attribution.gradients(kernel, references, coefficients.row(component), prepared);
    double[] factors = new double[references.columns()];
    double[] scale = frame.scale();
    Arrays.setAll(factors, j -> unit / (scale == null ? 1 : scale[j]));
    LinearAlgebra.scaleColumns(gradients, factors);
    return gradients;
  }

  private static BitSet notFinite(DenseMatrix rows) {
    BitSet found = new BitSet();
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.rows(); i++) {
      rows.getRow(i, row, 0);
      found.set(i, !FiniteRows.isFinite(row));
    }
    return found;
  }

  /** Tells whether rows hold similarities or distances, and no points. */
  static boolean isTable(Kernel kernel) {
    return kernel instanceof Precomputed
        || kernel instanceof DistanceTable
        || (kernel instanceof Geodesic geodesic && geodesic.neighbors() instanceof TableNeighbors);
  }

  /** Returns how many reference points give a row so many similarities. */
  static int rows(Kernel kernel, int similarities) {
    if (!(kernel instanceof DataKernel made)) {
      return similarities;
    }
    return made.size() == similarities ? made.rows() : -1;
  }
}
