package org.eigenlens.operator;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.matrix.Summary;

/**
 * Observations known by sums over them alone, as of rows that are kept elsewhere: nothing as long
 * as the rows is ever formed, so only their scatter can be applied.
 *
 * <p>Each pass sends b vectors of length d to the rows, and b sums of length d come back. Dense
 * tiles are centred before they are multiplied; of sparse rows the mean is taken from the sums.
 */
public final class SummedObservations implements Observations {

  private static final int LANES = 8;

  private final RowSource source;
  private final long rows;
  private final double[] mean;
  private final double[] inverseScale;
  private final double squaredNorm;

  /**
   * Describes the map.
   *
   * @param mean what to subtract from each row, or null
   * @param inverseScale what to multiply each column with, or null
   * @param squaredNorm ‖A‖², as column statistics give it
   */
  public SummedObservations(
      RowSource source, long rows, double[] mean, double[] inverseScale, double squaredNorm) {
    this.source = source;
    this.rows = rows;
    this.mean = mean;
    this.inverseScale = inverseScale;
    this.squaredNorm = squaredNorm;
  }

  /** Returns n, or the largest number an int can hold. */
  @Override
  public int rows() {
    return (int) Math.min(Integer.MAX_VALUE, rows);
  }

  @Override
  public int columns() {
    return source.columns();
  }

  @Override
  public double squaredNorm() {
    return squaredNorm;
  }

  @Override
  public void project(DenseMatrix v, DenseMatrix out) {
    throw new UnsupportedOperationException("Coordinates of all rows would not fit here.");
  }

  @Override
  public void combine(DenseMatrix y, DenseMatrix out) {
    throw new UnsupportedOperationException("Weights of all rows would not fit here.");
  }

  @Override
  public void scatter(DenseMatrix v, DenseMatrix out) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix weights = scratch.matrix(v.rows(), v.columns());
      LinearAlgebra.copy(v, weights);
      if (inverseScale != null) {
        LinearAlgebra.scaleColumns(weights, inverseScale);
      }
      int tileRows = DenseObservations.tileRows(columns(), v.rows());
      source.summarize(tileRows, LANES, new Vectors(weights, mean)).writeTo(out, mean);
      if (inverseScale != null) {
        LinearAlgebra.scaleColumns(out, inverseScale);
      }
    }
  }

  /** What travels to the rows. */
  private static final class Vectors implements Summary.Start<Sums> {
    private final DenseMatrix weights;
    private final double[] mean;
    private transient SparseWeights turned;

    Vectors(DenseMatrix weights, double[] mean) {
      this.weights = weights;
      this.mean = mean;
    }

    @Override
    public Sums get() {
      return new Sums(this);
    }

    @Override
    public void release() {
      weights.storage().release();
    }

    @Override
    public long bytes() {
      return 8L * weights.rows() * weights.columns();
    }

    /** Turns the vectors once for all that share them, when the first sparse rows come. */
    synchronized SparseWeights turned() {
      if (turned == null) {
        turned = SparseWeights.of(weights, mean, null);
      }
      return turned;
    }
  }

  /** What comes back: Σ (wᵀ(x − μ))·(x − μ)ᵀ, the sparse rows' part without the last μ. */
  private static final class Sums implements Summary<Sums> {
    private final transient Vectors vectors;
    private DenseMatrix dense;
    private SparseSums sparse;

    Sums(Vectors vectors) {
      this.vectors = vectors;
    }

    @Override
    public void add(long firstRow, DenseMatrix tile) {
      DenseMatrix weights = vectors.weights;
      if (dense == null) {
        dense = DenseMatrix.zeros(weights.rows(), weights.columns());
      }
      if (vectors.mean != null) {
        LinearAlgebra.subtractFromRows(tile, vectors.mean);
      }
      try (Scratch scratch = new Scratch()) {
        DenseMatrix coordinates = scratch.matrix(weights.rows(), tile.rows());
        LinearAlgebra.multiply(1, weights, false, tile, true, 0, coordinates);
        LinearAlgebra.multiply(1, coordinates, false, tile, false, 1, dense);
      }
    }

    @Override
    public void add(long firstRow, SparseMatrix rows) {
      SparseWeights weights = vectors.turned();
      if (sparse == null) {
        sparse = new SparseSums(weights.vectors(), rows.columns());
      }
      double[] coordinates = new double[weights.vectors()];
      for (int i = 0; i < rows.rows(); i++) {
        weights.coordinates(rows, i, coordinates);
        sparse.add(rows, i, coordinates);
      }
    }

    @Override
    public void merge(Sums other) {
      if (dense == null) {
        dense = other.dense;
      } else if (other.dense != null) {
        LinearAlgebra.add(1, other.dense, 1, dense);
        other.dense.storage().release();
      }
      if (sparse == null) {
        sparse = other.sparse;
      } else if (other.sparse != null) {
        sparse.merge(other.sparse);
      }
    }

    @Override
    public void release() {
      if (dense != null) {
        dense.storage().release();
      }
    }

    void writeTo(DenseMatrix out, double[] mean) {
      LinearAlgebra.fill(out, 0);
      if (dense != null) {
        LinearAlgebra.add(1, dense, 0, out);
        dense.storage().release();
      }
      if (sparse == null) {
        return;
      }
      int b = out.rows();
      double[] row = new double[out.columns()];
      for (int c = 0; c < b; c++) {
        int vector = c;
        out.getRow(c, row, 0);
        Arrays.setAll(row, j -> row[j] + sparse.sums[j * b + vector]);
        if (mean != null) {
          Arrays.setAll(row, j -> row[j] - sparse.totals[vector] * mean[j]);
        }
        out.setRow(c, row, 0);
      }
    }
  }
}
