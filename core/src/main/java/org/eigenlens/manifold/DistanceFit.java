package org.eigenlens.manifold;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.eigenlens.kernel.DistanceTable;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kpca.KernelPcaFit;
import org.eigenlens.kpca.KernelPcaOptions;
import org.eigenlens.kpca.KernelRoute;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.KernelModel;
import org.eigenlens.neighbors.Geodesic;
import org.eigenlens.neighbors.TableNeighbors;
import org.eigenlens.pca.PcaFit;
import org.eigenlens.pca.Wanted;

/**
 * Classical scaling of distances and Isomap: kernel PCA with the kernel −½δ², where δ is a measured
 * distance or the length of a shortest path.
 */
public final class DistanceFit {

  /** How many landmarks are taken where nobody says how many. */
  private static final int LANDMARKS = 1000;

  /** Fewer landmarks than this leave much of a map to luck. */
  private static final int FEW = 50;

  private static final String FEWER = "allow more memory, or give fewer rows";

  private final ManifoldOptions options;
  private final Allowance allowance;
  private final List<String> warnings = new ArrayList<>();

  /** Prepares a fit; an instance serves one fit only. */
  public DistanceFit(ManifoldOptions options) {
    this.options = options;
    this.allowance = KernelRoute.allowance(options.common());
  }

  /** Scales a table of distances. */
  public KernelModel mds(Matrix given, List<String> columnNames, boolean addConstant) {
    List<String> names = PcaFit.names(given.columns(), columnNames);
    DistanceMatrix.checkSquare(given);
    int rows = given.rows();
    KernelPcaFit fit = new KernelPcaFit(options.common(rows));
    fit.prepare(rows, matrixOf(rows), FEWER, 0);
    if (addConstant) {
      // The distances, two centred matrices, one to decompose and what that takes.
      checkRoom("The constant for %d × %d distances", given.rows(), 5);
    }
    DenseMatrix distances = DistanceMatrix.checked(given, allowance);
    double constant = addConstant ? AdditiveConstant.of(DistanceMatrix.distinct(distances)) : 0;
    DistanceTable kernel = new DistanceTable(constant);
    kernel.evaluate(distances, null, distances);
    Map<String, Double> more = addConstant ? Map.of("additiveConstant", constant) : Map.of();
    return decomposed(fit, distances, names, kernel, null, more);
  }

  /** Fits Isomap to rows. */
  public KernelModel isomap(Matrix x, List<String> columnNames) {
    List<String> names = PcaFit.names(x.columns(), columnNames);
    Crowd.Room room = crowd -> checkPaths(crowd, x.rows());
    return isomap(Surroundings.of(options, x, names, warnings, allowance, room), names);
  }

  /** Fits Isomap to a table of distances. */
  public KernelModel isomapOfDistances(Matrix given, List<String> columnNames) {
    List<String> names = PcaFit.names(given.columns(), columnNames);
    DistanceMatrix.checkSquare(given);
    boolean all = options.common().landmarks() == 0;
    checkRoom("The paths among %d × %d distances", given.rows(), all ? 2 : 1);
    DenseMatrix distances = DistanceMatrix.checked(given, allowance);
    TableNeighbors table = new TableNeighbors(given.rows(), distances);
    Crowd.Room room = crowd -> checkPaths(crowd, given.rows());
    return isomap(Surroundings.of(options, null, null, table, warnings, allowance, room), names);
  }

  private KernelModel isomap(Surroundings around, List<String> names) {
    int rows = around.neighbors().rows();
    KernelPcaOptions common = options.common(rows);
    if (hasLandmarks(common)) {
      return landmarks(around, names, common);
    }
    KernelPcaFit fit = exact(Crowd.of(around.reach(), around.found()), rows);
    Geodesic kernel = geodesic(around, null);
    DenseMatrix matrix = kernel.matrix(common.progress());
    LinearAlgebra.mirror(matrix);
    return decomposed(fit, matrix, names, kernel, around, around.measures());
  }

  /** Keeps the table of distances out of the model: new rows bring theirs. */
  private static Geodesic geodesic(Surroundings around, int[] landmarks) {
    return new Geodesic(
        around.neighbors() instanceof TableNeighbors table
            ? new TableNeighbors(table.rows(), null)
            : around.neighbors(),
        around.reach(),
        around.graph(),
        landmarks);
  }

  private void checkRoom(String what, int rows, int matrices) {
    allowance.require(what.formatted(rows, rows), 8.0 * matrices * rows * rows, FEWER);
  }

  private static String matrixOf(int rows) {
    return "A matrix of %d × %d distances".formatted(rows, rows);
  }

  /** Prepares for the paths between all rows, beside the neighbours they lead along and copies. */
  private KernelPcaFit exact(Crowd crowd, int rows) {
    KernelPcaFit fit = new KernelPcaFit(options.common(rows));
    fit.prepare(
        rows,
        "%s along the neighbour graph of %d rows%s"
            .formatted(matrixOf(rows), crowd.nodes(), crowd.told()),
        remedy(crowd, 8.0 * rows * rows, KernelRoute.LANDMARKS),
        allowance.copies() + crowd.bytes());
    return fit;
  }

  /** Returns what makes the most of it less: copies, neighbours or the paths themselves. */
  private String remedy(Crowd crowd, double paths, String fewerPaths) {
    return allowance.copies() > Math.max(crowd.bytes(), paths)
        ? Allowance.FEWER
        : crowd.bytes() > paths ? Crowd.FEWER : fewerPaths;
  }

  private KernelModel decomposed(
      KernelPcaFit fit,
      DenseMatrix matrix,
      List<String> names,
      Kernel kernel,
      Surroundings around,
      Map<String, Double> more) {
    Goodness goodness = Goodness.of(matrix);
    if (goodness != null) {
      fit.lowest(goodness.lowest());
    }
    KernelModel model =
        fit.fit(
            matrix,
            names,
            kernel,
            around == null ? null : around.frame(),
            around == null ? null : around.points(),
            warnings);
    Map<String, Double> measures = new LinkedHashMap<>();
    if (goodness != null) {
      measures.putAll(goodness.measures(model.eigenvalues()));
    }
    measures.putAll(more);
    return model.measured(measures);
  }

  private static boolean hasLandmarks(KernelPcaOptions common) {
    return common.landmarks() != 0 || common.solver() == KernelSolver.NYSTROM;
  }

  private static int asked(KernelPcaOptions common) {
    return common.landmarks() > 0 ? common.landmarks() : LANDMARKS;
  }

  private static int count(KernelPcaOptions common, int nodes) {
    return Math.min(asked(common), nodes);
  }

  /** Refuses paths that have no room, beside the neighbours they lead along and copies. */
  private void checkPaths(Crowd crowd, int rows) {
    KernelPcaOptions common = options.common(rows);
    if (hasLandmarks(common)) {
      ofLandmarks(crowd, rows, count(common, crowd.nodes()));
    } else {
      exact(crowd, rows);
    }
  }

  /** Prepares for the paths from landmarks to all rows, and for scaling those between landmarks. */
  private KernelPcaFit ofLandmarks(Crowd crowd, int rows, int count) {
    KernelPcaOptions exact = options.common(rows).exact();
    if (exact.wanted() instanceof Wanted.Count components && components.components() >= count) {
      throw new NumericalException(
          "%s at most %s, and %d were asked for; take at least %d landmarks."
              .formatted(
                  count == 1 ? "1 landmark has" : count + " landmarks have",
                  Counted.of(count - 1, "component"),
                  components.components(),
                  components.components() + 1));
    }
    double paths = 8.0 * count * crowd.nodes();
    KernelPcaFit fit = new KernelPcaFit(exact);
    fit.scale((double) rows / count);
    fit.prepare(
        count,
        "The paths from %d landmarks along the neighbour graph of %d rows%s, with what scales them,"
            .formatted(count, crowd.nodes(), crowd.told()),
        remedy(crowd, paths, "take fewer landmarks, or allow more memory"),
        allowance.copies() + crowd.bytes() + paths);
    return fit;
  }

  /** Scales the paths between landmarks, and places everybody else by the paths to them. */
  private KernelModel landmarks(Surroundings around, List<String> names, KernelPcaOptions common) {
    int rows = around.neighbors().rows();
    int nodes = around.neighbors().nodes();
    int count = count(common, nodes);
    KernelPcaFit fit = ofLandmarks(Crowd.of(around.reach(), around.found()), rows, count);
    Geodesic kernel = geodesic(around, drawn(around, count, common.seed()));
    common.progress().at("shortest paths from " + count + " landmarks");
    int enough = Math.min(nodes, FEW);
    if (count < enough) {
      warnings.add(
          "%d landmarks are few: eigenvalues, shares and the total are rough guesses of those of %d"
                  .formatted(count, rows)
              + " rows; take at least %d".formatted(enough));
    }
    KernelModel model =
        fit.fit(kernel.landmarkMatrix(), names, kernel, around.frame(), around.points(), warnings);
    String reason =
        count == rows
            ? "all %d rows are landmarks%s"
                .formatted(
                    rows,
                    asked(common) > rows ? ", fewer than the " + asked(common) + " asked for" : "")
            : "%d of %d rows are landmarks; the others are placed by their paths to them"
                .formatted(count, rows);
    return model
        .ofLandmarks(rows, KernelSolver.NYSTROM.label(), reason)
        .measured(around.measures());
  }

  private static int[] drawn(Surroundings around, int count, long seed) {
    int nodes = around.neighbors().nodes();
    int[] all = new int[nodes];
    Arrays.setAll(all, i -> i);
    Random random = new Random(seed);
    for (int i = 0; i < count; i++) {
      int other = i + random.nextInt(nodes - i);
      int kept = all[other];
      all[other] = all[i];
      all[i] = kept;
    }
    int[] rows = new int[count];
    Arrays.setAll(rows, i -> around.neighbors().row(all[i]));
    Arrays.sort(rows);
    return rows;
  }
}
