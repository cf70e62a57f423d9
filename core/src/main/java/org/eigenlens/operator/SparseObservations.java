package org.eigenlens.operator;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.SparseMatrix;

/**
 * Sparse observations, never made dense: the mean is subtracted from products, not from the data.
 *
 * <p>X_c·v = X·v − 1(μᵀv), which is accurate as long as the mean is not much larger than the
 * spread; where most elements are zero it cannot be. A product with b vectors costs two operations
 * for each stored element and vector.
 */
public final class SparseObservations implements Observations {

  private static final int LANES = 8;

  private final SparseMatrix matrix;
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
  public SparseObservations(
      SparseMatrix matrix, double[] mean, double[] inverseScale, double squaredNorm) {
    this.matrix = matrix;
    this.mean = mean;
    this.inverseScale = inverseScale;
    this.squaredNorm = squaredNorm;
  }

  @Override
  public int rows() {
    return matrix.rows();
  }

  @Override
  public int columns() {
    return matrix.columns();
  }

  @Override
  public double squaredNorm() {
    return squaredNorm;
  }

  @Override
  public void project(DenseMatrix v, DenseMatrix out) {
    SparseWeights weights = SparseWeights.of(v, mean, inverseScale);
    int n = rows();
    int b = v.rows();
    int tile = 4096;
    Parallel.forEach(
        (n + tile - 1) / tile,
        t -> {
          int from = t * tile;
          int to = Math.min(n, from + tile);
          double[] coordinates = new double[b];
          double[][] turned = new double[b][to - from];
          for (int i = from; i < to; i++) {
            weights.coordinates(matrix, i, coordinates);
            for (int c = 0; c < b; c++) {
              turned[c][i - from] = coordinates[c];
            }
          }
          DenseMatrix target = out.columnRange(from, to);
          for (int c = 0; c < b; c++) {
            target.setRow(c, turned[c], 0);
          }
        });
  }

  @Override
  public void combine(DenseMatrix y, DenseMatrix out) {
    double[][] rows = y.toArray();
    sumOverRows(
        out,
        (row, into) -> {
          for (int c = 0; c < into.length; c++) {
            into[c] = rows[c][row];
          }
        });
  }

  @Override
  public void scatter(DenseMatrix v, DenseMatrix out) {
    SparseWeights weights = SparseWeights.of(v, mean, inverseScale);
    sumOverRows(out, (row, into) -> weights.coordinates(matrix, row, into));
  }

  @FunctionalInterface
  private interface RowWeights {
    void write(int row, double[] into);
  }

  /** Computes Σ over rows of weight · (x − μ)ᵀ = Σ weight·xᵀ − (Σ weight)·μᵀ. */
  private void sumOverRows(DenseMatrix out, RowWeights weights) {
    int b = out.rows();
    int d = columns();
    int n = rows();
    SparseSums[] lanes = new SparseSums[LANES];
    Parallel.forEach(
        LANES,
        lane -> {
          SparseSums sums = new SparseSums(b, d);
          double[] weight = new double[b];
          int from = (int) ((long) n * lane / LANES);
          int to = (int) ((long) n * (lane + 1) / LANES);
          for (int i = from; i < to; i++) {
            weights.write(i, weight);
            sums.add(matrix, i, weight);
          }
          lanes[lane] = sums;
        });
    double[] row = new double[d];
    for (int c = 0; c < b; c++) {
      double total = 0;
      for (int lane = 0; lane < LANES; lane++) {
        total += lanes[lane].totals[c];
      }
      for (int j = 0; j < d; j++) {
        double value = mean == null ? 0 : -total * mean[j];
        for (int lane = 0; lane < LANES; lane++) {
          value += lanes[lane].sums[j * b + c];
        }
        row[j] = inverseScale == null ? value : value * inverseScale[j];
      }
      out.setRow(c, row, 0);
    }
  }
}
