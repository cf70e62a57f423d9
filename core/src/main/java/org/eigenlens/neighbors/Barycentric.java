package org.eigenlens.neighbors;

import java.util.Arrays;
import org.eigenlens.kernel.DataKernel;
import org.eigenlens.matrix.Cholesky;
import org.eigenlens.matrix.DenseMatrix;

/**
 * The weights of neighbours whose sum comes nearest to a point: the kernel of locally linear
 * embedding.
 *
 * <p>With C_ab = (x − x_a)·(x − x_b) the weights solve (C + r·tr(C)·I)w = 1 and are scaled to sum
 * to 1 (Saul and Roweis, 2003). A new point has the same weights of its neighbours' coordinates; a
 * point that was fitted has weight 1 of itself. Immutable and safe to share.
 */
public final class Barycentric implements DataKernel {

  /** Beside more of the trace the products are lost to rounding, and all weights are the same. */
  public static final double MOST = 1e15;

  private final PointNeighbors neighbors;
  private final Reach reach;
  private final double regularization;
  private final boolean modified;

  /**
   * Takes points.
   *
   * @param regularization r, a share of the trace that is added to the diagonal
   * @param modified whether coordinates were found with several weight vectors a neighbourhood; new
   *     points have one in any case
   */
  public Barycentric(
      PointNeighbors neighbors, Reach reach, double regularization, boolean modified) {
    this.neighbors = neighbors;
    this.reach = reach;
    this.regularization = checked(regularization);
    this.modified = modified;
  }

  /** Returns a regularisation that weights can be computed with. */
  public static double checked(double regularization) {
    if (!(regularization > 0 && regularization <= MOST)) {
      throw new IllegalArgumentException(
          "The regularisation must be positive and at most %s, not %s."
              .formatted(MOST, regularization));
    }
    return regularization;
  }

  @Override
  public String name() {
    return "barycentric";
  }

  /** Returns who is near whom. */
  public PointNeighbors neighbors() {
    return neighbors;
  }

  /** Returns which points are the neighbours of one. */
  public Reach reach() {
    return reach;
  }

  /** Returns r. */
  public double regularization() {
    return regularization;
  }

  /** Tells whether coordinates were found with several weight vectors a neighbourhood. */
  public boolean modified() {
    return modified;
  }

  @Override
  public int rows() {
    return neighbors.rows();
  }

  @Override
  public int size() {
    return neighbors.rows();
  }

  @Override
  public double trainingFactor(double eigenvalue) {
    return 1;
  }

  @Override
  public boolean minimizes() {
    return true;
  }

  @Override
  public void compare(DenseMatrix rows, DenseMatrix out) {
    Neighbors.Found found = neighbors.search(rows, reach);
    double[] similarities = new double[size()];
    for (int i = 0; i < rows.rows(); i++) {
      int[] nodes = found.nodes()[i];
      Arrays.fill(similarities, 0);
      if (Double.isNaN(found.distances()[i][0])) {
        Arrays.fill(similarities, Double.NaN);
      } else if (found.distances()[i][0] == 0) {
        similarities[neighbors.row(nodes[0])] = 1;
      } else {
        double[] weights = weights(rows.row(i), nodes);
        for (int j = 0; j < nodes.length; j++) {
          similarities[neighbors.row(nodes[j])] = weights[j];
        }
      }
      out.setRow(i, similarities, 0);
    }
  }

  /** Returns the weights of some nodes for a point. */
  public double[] weights(double[] point, int[] nodes) {
    double[][] gram = gram(point, nodes);
    double trace = 0;
    for (int i = 0; i < nodes.length; i++) {
      trace += gram[i][i];
    }
    double added = trace > 0 ? regularization * trace : regularization;
    for (int i = 0; i < nodes.length; i++) {
      gram[i][i] += added;
    }
    double[] ones = new double[nodes.length];
    Arrays.fill(ones, 1);
    double[] weights = Cholesky.solveRegular(gram, ones);
    double sum = Arrays.stream(weights).sum();
    Arrays.setAll(weights, i -> weights[i] / sum);
    return weights;
  }

  /** Returns the products of the differences from a point, C. */
  public double[][] gram(double[] point, int[] nodes) {
    double[][] differences = new double[nodes.length][];
    for (int a = 0; a < nodes.length; a++) {
      double[] row = neighbors.points().row(nodes[a]);
      Arrays.setAll(row, j -> point[j] - row[j]);
      differences[a] = row;
    }
    double[][] gram = new double[nodes.length][nodes.length];
    for (int a = 0; a < nodes.length; a++) {
      for (int b = 0; b <= a; b++) {
        double sum = 0;
        for (int j = 0; j < point.length; j++) {
          sum += differences[a][j] * differences[b][j];
        }
        gram[a][b] = sum;
        gram[b][a] = sum;
      }
    }
    return gram;
  }
}
