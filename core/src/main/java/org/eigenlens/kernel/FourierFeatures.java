package org.eigenlens.kernel;

import java.util.Random;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;

/**
 * Random Fourier features z(x) with z(x)·z(y) ≈ exp(−γ‖x − y‖²), so that linear methods on z do
 * what kernel methods do on x.
 *
 * <p>z(x) = √(2/D)·(cos ω₁x, …, cos ω_{D/2}x, sin ω₁x, …, sin ω_{D/2}x) with ω ~ N(0, 2γI): the
 * mean of cos ω(x − y) over all ω is the kernel (Rahimi and Recht 2007). Frequencies are drawn in
 * orthogonal blocks of d with the lengths of Gaussian vectors, which lowers the variance (Yu et al.
 * 2016).
 *
 * <p>The error is O(1/√D) and may lie on either side: unlike {@link Nystrom} this gives no bound on
 * the eigenvalues, no certificate. It needs no data to be set up, so rows can be mapped anywhere.
 * For kernel PCA of any number of rows, map and fit in one pass:
 *
 * <pre>{@code
 * FourierFeatures features = FourierFeatures.of(gamma, x.columns(), 1000, seed);
 * LinearModel model = Pca.builder().components(10).build().fit(features.map(x));
 * DenseMatrix scores = model.transform(features.map(more));
 * }</pre>
 *
 * <p>The eigenvalues of that model approximate those of the centred kernel matrix. Costs 2dD
 * operations and D sines or cosines a row. Immutable and safe to share. Phases ωx lose digits far
 * from the origin, so centre the data first if their mean is large.
 */
public final class FourierFeatures {

  private static final int TILE = 512;
  private static final int LANES = 64;

  private final DenseMatrix frequencies;
  private final double gamma;

  private FourierFeatures(DenseMatrix frequencies, double gamma) {
    this.frequencies = frequencies;
    this.gamma = gamma;
  }

  /**
   * Draws frequencies.
   *
   * @param gamma γ of the kernel
   * @param columns the width of the data, d
   * @param features the width of z, D: an even number
   */
  public static FourierFeatures of(double gamma, int columns, int features, long seed) {
    Blocks.checkedGamma(gamma);
    if (columns < 1) {
      throw new IllegalArgumentException("At least 1 column is needed, not " + columns + ".");
    }
    if (features < 2 || features % 2 != 0) {
      throw new IllegalArgumentException(
          "Features come in pairs of cosine and sine: their number must be even and at least 2,"
              + " not "
              + features
              + ".");
    }
    int pairs = features / 2;
    DenseMatrix frequencies = DenseMatrix.unset(pairs, columns, Precision.DOUBLE);
    Random random = Draws.of(seed);
    for (int from = 0; from < pairs; from += columns) {
      int to = Math.min(pairs, from + columns);
      drawBlock(random, Math.sqrt(2 * gamma), frequencies.rowRange(from, to));
    }
    return new FourierFeatures(frequencies, gamma);
  }

  /** Draws orthogonal directions, as those of a Gaussian matrix, and lengths of their own. */
  private static void drawBlock(Random random, double scale, DenseMatrix block) {
    int d = block.columns();
    try (Scratch scratch = new Scratch()) {
      DenseMatrix basis = scratch.matrix(d, d);
      double[] row = new double[d];
      for (int i = 0; i < d; i++) {
        fill(random, row);
        basis.setRow(i, row, 0);
      }
      DenseMatrix triangle = LinearAlgebra.qr(basis);
      for (int i = 0; i < block.rows(); i++) {
        fill(random, row);
        // Backends differ in the signs of Q; those of R make it unique.
        double length = Math.copySign(scale * Math.sqrt(Blocks.dot(row, row)), triangle.get(i, i));
        double[] direction = basis.column(i);
        for (int j = 0; j < d; j++) {
          direction[j] *= length;
        }
        block.setRow(i, direction, 0);
      }
      triangle.storage().release();
    }
  }

  private static void fill(Random random, double[] row) {
    for (int j = 0; j < row.length; j++) {
      row[j] = random.nextGaussian();
    }
  }

  /** Returns the kernel that is approximated. */
  public Kernel kernel() {
    return new Rbf(gamma);
  }

  /** Returns how many features there are, D. */
  public int size() {
    return 2 * frequencies.rows();
  }

  /** Returns z(x) for each row. */
  public DenseMatrix map(Matrix rows) {
    checkColumns(rows);
    DenseMatrix mapped = DenseMatrix.unset(rows.rows(), size(), Precision.DOUBLE);
    rows.forEachTile(
        TILE,
        LANES,
        (lane, first, tile) -> {
          int from = Math.toIntExact(first);
          map(tile, mapped.rowRange(from, from + tile.rows()));
        });
    return mapped;
  }

  /**
   * Returns the features of rows that need not fit in memory; they are computed again at every
   * visit. {@code Pca} fits to them in a pass or two: {@code build().fit(features.map(file),
   * null)}.
   */
  public RowSource map(RowSource rows) {
    checkColumns(rows);
    return new RowSource() {
      @Override
      public int columns() {
        return size();
      }

      @Override
      public void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
        rows.forEachTile(
            tileRows,
            lanes,
            (lane, first, tile) -> {
              try (Scratch scratch = new Scratch()) {
                DenseMatrix mapped = scratch.matrix(tile.rows(), size());
                map(tile, mapped);
                visitor.visit(lane, first, mapped);
              }
            });
      }
    };
  }

  private void checkColumns(RowSource rows) {
    if (rows.columns() != frequencies.columns()) {
      throw new IllegalArgumentException(
          "The rows have %d columns, but the frequencies were drawn for %d."
              .formatted(rows.columns(), frequencies.columns()));
    }
  }

  private void map(DenseMatrix rows, DenseMatrix out) {
    int pairs = frequencies.rows();
    double scale = Math.sqrt(1.0 / pairs);
    LinearAlgebra.multiply(1, rows, false, frequencies, true, 0, out.columnRange(0, pairs));
    double[] z = new double[2 * pairs];
    for (int i = 0; i < out.rows(); i++) {
      out.columnRange(0, pairs).getRow(i, z, 0);
      for (int j = 0; j < pairs; j++) {
        double phase = z[j];
        z[j] = scale * Math.cos(phase);
        z[pairs + j] = scale * Math.sin(phase);
      }
      out.setRow(i, z, 0);
    }
  }
}
