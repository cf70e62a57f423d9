package org.eigenlens.neighbors;

import java.util.Arrays;
import org.eigenlens.kernel.DataKernel;
import org.eigenlens.matrix.DenseMatrix;

/**
 * The weights of neighbours, divided by their sum: the kernel of Laplacian eigenmaps.
 *
 * <p>w(x, y) is exp(−γ‖x − y‖²), the heat kernel, or 1. A new point x has the coordinates Σᵢ w(x,
 * xᵢ)yᵢ / ((1 − λ)·Σᵢ w(x, xᵢ)) of its neighbours (Bengio et al., 2003), which for a point of the
 * graph is the equation that its own coordinates solve. For the unnormalised Laplacian it is the
 * mean of its neighbours weighted by w, and a point of the graph is recognised: beside it
 * coordinates jump by what it differs from that mean. Immutable and safe to share.
 */
public final class Affinity implements DataKernel {

  private final Neighbors neighbors;
  private final Reach reach;
  private final NeighborGraph graph;
  private final double gamma;
  private final boolean normalized;

  /**
   * Takes a graph in one piece.
   *
   * @param gamma γ of the heat kernel; 0 for weights of 1
   * @param normalized whether the Laplacian is normalised by the degrees
   */
  public Affinity(
      Neighbors neighbors, Reach reach, NeighborGraph graph, double gamma, boolean normalized) {
    if (!(gamma >= 0 && gamma < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "gamma must be positive and finite, or 0 for weights of 1, not " + gamma + ".");
    }
    this.neighbors = neighbors;
    this.reach = reach;
    this.graph = graph;
    this.gamma = gamma;
    this.normalized = normalized;
  }

  @Override
  public String name() {
    return "affinity";
  }

  /** Returns who is near whom. */
  public Neighbors neighbors() {
    return neighbors;
  }

  /** Returns which points are the neighbours of one. */
  public Reach reach() {
    return reach;
  }

  /** Returns the graph. */
  public NeighborGraph graph() {
    return graph;
  }

  /** Returns γ of the heat kernel; 0 for weights of 1. */
  public double gamma() {
    return gamma;
  }

  /** Tells whether the Laplacian is normalised by the degrees. */
  public boolean normalized() {
    return normalized;
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
    return normalized ? 1 - eigenvalue : 1;
  }

  @Override
  public boolean minimizes() {
    return true;
  }

  /** Returns the weight of an edge. */
  public double weight(double length) {
    return Math.exp(-gamma * length * length);
  }

  @Override
  public void compare(DenseMatrix rows, DenseMatrix out) {
    Neighbors.Found found = neighbors.search(rows, reach);
    double[] similarities = new double[size()];
    for (int i = 0; i < rows.rows(); i++) {
      int[] nodes = found.nodes()[i];
      double[] lengths = found.distances()[i];
      if (lengths[0] == 0) {
        int known = nodes[0];
        int from = graph.starts()[known];
        int to = graph.starts()[known + 1];
        nodes = normalized ? Arrays.copyOfRange(graph.ends(), from, to) : new int[] {known};
        lengths = normalized ? Arrays.copyOfRange(graph.lengths(), from, to) : new double[1];
      }
      Arrays.fill(similarities, 0);
      fill(nodes, lengths, similarities);
      out.setRow(i, similarities, 0);
    }
  }

  /** Writes weights that sum to 1; however far all neighbours are, the nearest count most. */
  private void fill(int[] nodes, double[] lengths, double[] similarities) {
    double least = Arrays.stream(lengths).min().orElse(0);
    double sum = 0;
    for (double length : lengths) {
      sum += Math.exp(-gamma * (length - least) * (length + least));
    }
    for (int j = 0; j < nodes.length; j++) {
      similarities[neighbors.row(nodes[j])] =
          Math.exp(-gamma * (lengths[j] - least) * (lengths[j] + least)) / sum;
    }
  }
}
