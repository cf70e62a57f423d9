package org.eigenlens.manifold;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eigenlens.kpca.KernelPcaOptions;
import org.eigenlens.kpca.KernelRoute;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.neighbors.Affinity;
import org.eigenlens.neighbors.NeighborGraph;
import org.eigenlens.neighbors.Pieces;
import org.eigenlens.operator.SparseOperator;
import org.eigenlens.pca.PcaFit;

/**
 * Laplacian eigenmaps: coordinates that differ little where points are neighbours.
 *
 * <p>With weights W on the edges of the neighbour graph and degrees D they solve (D − W)y = λDy for
 * the smallest λ but 0, found as the eigenvectors of I − D^(−1/2)WD^(−1/2), or (D − W)y = λy if not
 * normalised (Belkin and Niyogi, 2003). Coordinates have unit variance, with the degrees as weights
 * if normalised.
 */
public final class LaplacianFit {

  /** An edge of this share of a degree cannot be told from none. */
  private static final double NEGLIGIBLE = 1e-12;

  /** So near to 1 an eigenvalue leaves nothing to place rows by. */
  private static final double NEAR = 1e-8;

  private final ManifoldOptions options;
  private final double gamma;
  private final boolean normalized;
  private final Allowance allowance;
  private final List<String> warnings = new ArrayList<>();

  /**
   * Prepares a fit; an instance serves one fit only.
   *
   * @param gamma of the heat kernel; 0 for weights of 1, not a number for the median heuristic
   */
  public LaplacianFit(ManifoldOptions options, double gamma, boolean normalized) {
    this.options = options;
    this.allowance = KernelRoute.allowance(options.common());
    this.gamma = gamma;
    this.normalized = normalized;
  }

  /** Fits to rows. */
  public KernelModel fit(Matrix x, List<String> columnNames) {
    List<String> names = PcaFit.names(x.columns(), columnNames);
    Surroundings around = Surroundings.of(options, x, names, warnings, allowance, this::checkRoom);
    NeighborGraph graph = around.graph();
    int n = graph.nodes();
    KernelPcaOptions common = options.common(n);
    int count = options.count(n);
    double width = Double.isNaN(gamma) ? median(graph) : gamma;
    Affinity kernel = new Affinity(around.neighbors(), around.reach(), graph, width, normalized);
    double[] degrees = degrees(kernel);
    checkWeights(kernel, degrees);
    SparseMatrix laplacian = laplacian(kernel, degrees);
    double[] known = new double[n];
    double total = Arrays.stream(degrees).sum();
    Arrays.setAll(known, i -> normalized ? Math.sqrt(degrees[i] / total) : 1 / Math.sqrt(n));
    SmallestPairs.Found found =
        new SmallestPairs(common, allowance, warnings, laplacian, known).find(count);
    DenseMatrix coordinates = found.pairs().vectors();
    double[] scale = new double[n];
    Arrays.setAll(scale, i -> normalized ? Math.sqrt(total / degrees[i]) : Math.sqrt(n));
    LinearAlgebra.scaleColumns(coordinates, scale);
    Collapse.warn(coordinates, around.pieces().of(), warnings);
    judge(found.pairs().values());
    return CostModel.of(
        common,
        around,
        names,
        kernel,
        found,
        coordinates,
        new SparseOperator(laplacian).trace(),
        warnings);
  }

  private void checkRoom(Crowd crowd) {
    int nodes = crowd.nodes();
    SmallestPairs.requireRoom(
        options.common(nodes),
        allowance,
        nodes,
        options.count(nodes),
        crowd.bytes(),
        "The vectors and the neighbour graph of %d rows%s".formatted(nodes, crowd.told()));
  }

  /** Takes the γ at which an edge of median squared length has weight e^(−1/2). */
  private static double median(NeighborGraph graph) {
    double[] lengths = graph.lengths().clone();
    Arrays.sort(lengths);
    double middle = lengths[lengths.length / 2];
    return 1 / (2 * middle * middle);
  }

  private static double[] degrees(Affinity kernel) {
    NeighborGraph graph = kernel.graph();
    double[] degrees = new double[graph.nodes()];
    for (int i = 0; i < degrees.length; i++) {
      for (int p = graph.starts()[i]; p < graph.starts()[i + 1]; p++) {
        degrees[i] += kernel.weight(graph.lengths()[p]);
      }
      if (!(degrees[i] > 0)) {
        throw NumericalException.atRow(
            kernel.neighbors().row(i),
            "with gamma %s all its neighbours have a weight of 0; choose a smaller gamma (--gamma)."
                .formatted(kernel.gamma()));
      }
    }
    return degrees;
  }

  /**
   * Refuses edges, bridges mostly, of so little weight that the graph is in pieces without them.
   */
  private void checkWeights(Affinity kernel, double[] degrees) {
    NeighborGraph graph = kernel.graph();
    double largest = Arrays.stream(degrees).max().orElse(0);
    Pieces pieces =
        graph.pieces(
            (i, p) -> {
              double beside = normalized ? Math.min(degrees[i], degrees[graph.ends()[p]]) : largest;
              return kernel.weight(graph.lengths()[p]) > NEGLIGIBLE * beside;
            });
    if (pieces.count() > 1) {
      throw new NumericalException(
          String.format(
              Locale.ROOT,
              "With gamma %.6g the edges that join %s weigh nothing beside the others; choose binary"
                  + " weights (--weights binary) or a smaller gamma (--gamma), or fit to one piece at"
                  + " a time (--piece 1).",
              kernel.gamma(),
              pieces.ofRows(kernel.neighbors())));
    }
  }

  private SparseMatrix laplacian(Affinity kernel, double[] degrees) {
    NeighborGraph graph = kernel.graph();
    int n = graph.nodes();
    int[] starts = new int[n + 1];
    int[] columns = new int[graph.ends().length + n];
    double[] values = new double[columns.length];
    int used = 0;
    for (int i = 0; i < n; i++) {
      boolean diagonal = false;
      for (int p = graph.starts()[i]; p < graph.starts()[i + 1]; p++) {
        int j = graph.ends()[p];
        if (j > i && !diagonal) {
          columns[used] = i;
          values[used++] = normalized ? 1 : degrees[i];
          diagonal = true;
        }
        columns[used] = j;
        double weight = kernel.weight(graph.lengths()[p]);
        values[used++] =
            normalized ? -weight / (Math.sqrt(degrees[i]) * Math.sqrt(degrees[j])) : -weight;
      }
      if (!diagonal) {
        columns[used] = i;
        values[used++] = normalized ? 1 : degrees[i];
      }
      starts[i + 1] = used;
    }
    return SparseMatrix.of(n, n, starts, columns, values);
  }

  private void judge(double[] eigenvalues) {
    for (int c = 0; normalized && c < eigenvalues.length; c++) {
      if (Math.abs(1 - eigenvalues[c]) < NEAR) {
        throw new NumericalException(
            "The eigenvalue of component %d is 1: there the neighbours of a row say nothing of where"
                    .formatted(c + 1)
                + " it is; "
                + (c == 0 ? "" : "ask for at most %d of the components, ".formatted(c))
                + "take more neighbours, or the Laplacian that is not normalised (--unnormalized).");
      }
    }
    for (int c = 0; c < eigenvalues.length; c++) {
      if (normalized && eigenvalues[c] > 0.5 + NEAR) {
        warnings.add(
            String.format(
                Locale.ROOT,
                "eigenvalue %d is %.3g: along such components neighbours differ as much as"
                    + " strangers, and new rows cannot be placed well; %s",
                c + 1,
                eigenvalues[c],
                c == 0 ? "take more neighbours" : "ask for at most " + c));
        return;
      }
    }
  }
}
