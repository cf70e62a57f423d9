package org.eigenlens.manifold;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.kpca.KernelPcaOptions;
import org.eigenlens.kpca.KernelRoute;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.neighbors.Barycentric;
import org.eigenlens.neighbors.ClosedClasses;
import org.eigenlens.neighbors.Pieces;
import org.eigenlens.neighbors.PointNeighbors;
import org.eigenlens.neighbors.Reach;
import org.eigenlens.operator.SparseOperator;
import org.eigenlens.pca.PcaFit;

/**
 * Locally linear embedding: the coordinates that are best made up of their neighbours with the same
 * weights as the points are.
 *
 * <p>With the weights W, whose rows sum to 1, they are the eigenvectors of the smallest eigenvalues
 * of M = (I − W)ᵀ(I − W), the constant one left out, scaled to unit variance (Roweis and Saul,
 * 2000). The modified method takes several weight vectors of each neighbourhood where one is not
 * determined (Zhang and Wang, 2006).
 */
public final class LleFit {

  private static final int NODES = 64;

  private final ManifoldOptions options;
  private final double regularization;
  private final boolean modified;
  private final Allowance allowance;
  private final List<String> warnings = new ArrayList<>();

  /** Prepares a fit; an instance serves one fit only. */
  public LleFit(ManifoldOptions options, double regularization, boolean modified) {
    this.options = options;
    this.allowance = KernelRoute.allowance(options.common());
    this.regularization = Barycentric.checked(regularization);
    this.modified = modified;
  }

  /** Fits to rows. */
  public KernelModel fit(Matrix x, List<String> columnNames) {
    List<String> names = PcaFit.names(x.columns(), columnNames);
    Surroundings around = Surroundings.of(options, x, names, warnings, allowance, this::checkRoom);
    int n = around.neighbors().nodes();
    KernelPcaOptions common = options.common(n);
    int count = options.count(n);
    check(around.reach(), count);
    int[] closed = closed(around);
    Barycentric kernel =
        new Barycentric(
            (PointNeighbors) around.neighbors(), around.reach(), regularization, modified);
    common.progress().at("weights of neighbours");
    SparseMatrix matrix = matrix(around, kernel, count);
    double[] constant = new double[n];
    Arrays.fill(constant, 1 / Math.sqrt(n));
    SmallestPairs.Found smallest =
        new SmallestPairs(common, allowance, warnings, matrix, constant).find(count);
    DenseMatrix coordinates = smallest.pairs().vectors();
    double[] scale = new double[count];
    Arrays.fill(scale, Math.sqrt(n));
    LinearAlgebra.scaleRows(coordinates, scale);
    Collapse.warn(
        coordinates, around.pieces().count() > 1 ? around.pieces().of() : closed, warnings);
    return CostModel.of(
        common,
        around,
        names,
        kernel,
        smallest,
        coordinates,
        new SparseOperator(matrix).trace(),
        warnings);
  }

  private void check(Reach reach, int count) {
    if (modified && reach instanceof Reach.Nearest nearest && nearest.count() < count) {
      throw new NumericalException(
          "Modified LLE needs at least as many neighbours as components, but there are %d and %d;"
                  .formatted(nearest.count(), count)
              + " take more neighbours.");
    }
  }

  /**
   * Returns the closed classes of the neighbours, of which there must be one unless bridges were
   * asked for.
   */
  private int[] closed(Surroundings around) {
    int[] closed = ClosedClasses.of(around.found().nodes());
    int[] sizes = new int[Arrays.stream(closed).max().orElse(-1) + 1];
    for (int i = 0; i < around.neighbors().rows(); i++) {
      int own = closed[around.neighbors().node(i)];
      if (own != ClosedClasses.NONE) {
        sizes[own]++;
      }
    }
    if (sizes.length > 1 && !options.bridge() && !modified) {
      throw new NumericalException(
          "The neighbours (%s) of %d groups, of %s rows, are all in their own group, so that nothing"
                  .formatted(around.reach(), sizes.length, Pieces.listed(sizes))
              + " says where they are to each other; take more neighbours (--neighbors), or a radius (--radius).");
    }
    return closed;
  }

  /**
   * Refuses neighbourhoods without room: blocks, and the sum with its columns before and after
   * elements are put together, take 32 bytes an element.
   */
  private void checkRoom(Crowd crowd) {
    int nodes = crowd.nodes();
    SmallestPairs.requireRoom(
        options.common(nodes),
        allowance,
        nodes,
        options.count(nodes),
        32 * crowd.pairs() + crowd.bytes(),
        "The pairs within the neighbourhoods of %d rows%s".formatted(nodes, crowd.told()));
  }

  private SparseMatrix matrix(Surroundings around, Barycentric kernel, int count) {
    int[][] neighbors = around.found().nodes();
    int n = neighbors.length;
    DenseMatrix points = kernel.neighbors().points();
    int[][] nodes = new int[n][];
    double[][][] blocks = new double[n][][];
    Hoods hoods = modified ? Hoods.of(kernel, neighbors, count) : null;
    Parallel.forEach(
        (n + NODES - 1) / NODES,
        task -> {
          for (int i = task * NODES; i < Math.min(n, (task + 1) * NODES); i++) {
            nodes[i] = withFirst(i, neighbors[i]);
            blocks[i] =
                modified
                    ? hoods.block(i, kernel.weights(points.row(i), neighbors[i]))
                    : outer(kernel.weights(points.row(i), neighbors[i]));
          }
        });
    SparseSum sum = new SparseSum(n);
    for (int i = 0; i < n; i++) {
      sum.add(nodes[i], blocks[i]);
    }
    return sum.toMatrix();
  }

  private static int[] withFirst(int first, int[] rest) {
    int[] all = new int[rest.length + 1];
    all[0] = first;
    System.arraycopy(rest, 0, all, 1, rest.length);
    return all;
  }

  /** Returns uuᵀ for u = (1, −w): what one point adds to M. */
  private static double[][] outer(double[] weights) {
    double[] u = new double[weights.length + 1];
    u[0] = 1;
    for (int j = 0; j < weights.length; j++) {
      u[j + 1] = -weights[j];
    }
    double[][] block = new double[u.length][u.length];
    for (int a = 0; a < u.length; a++) {
      for (int b = 0; b < u.length; b++) {
        block[a][b] = u[a] * u[b];
      }
    }
    return block;
  }
}
