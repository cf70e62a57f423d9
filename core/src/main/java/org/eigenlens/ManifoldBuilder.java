package org.eigenlens;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.LandmarkMethod;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.kpca.KernelPcaOptions;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.manifold.ManifoldOptions;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.neighbors.NeighborSearch;
import org.eigenlens.neighbors.Pieces;
import org.eigenlens.neighbors.Reach;
import org.eigenlens.pca.Preprocessing;
import org.eigenlens.pca.Wanted;

/**
 * The options that all methods have whose kernel is made from the data.
 *
 * @param <B> the builder itself, which every setter returns
 */
public abstract class ManifoldBuilder<B extends ManifoldBuilder<B>> {
  private final String method;
  private Wanted wanted;
  private boolean standardize = false;
  private boolean whiten = false;
  private int ddof = 1;
  private KernelSolver solver = KernelSolver.AUTO;
  private int landmarks = 0;
  private double tolerance = 1e-8;
  private long seed = 0;
  private long memory = Long.MAX_VALUE;
  private Reach reach;
  private boolean bridge = false;
  private NeighborSearch search = NeighborSearch.AUTO;
  private Progress progress = Progress.NONE;

  ManifoldBuilder(String method) {
    this.method = method;
  }

  abstract B self();

  /** Asks for a number of components. */
  public B components(int count) {
    wanted = new Wanted.Count(count);
    return self();
  }

  /** Takes for each row so many of the nearest as neighbours. */
  public B neighbors(int count) {
    reach = new Reach.Nearest(count);
    return self();
  }

  /** Takes for each row all within a distance as neighbours. */
  public B radius(double distance) {
    reach = new Reach.Within(distance);
    return self();
  }

  /** Chooses whether a neighbour graph in pieces is joined by the shortest edges, or refused. */
  public B bridge(boolean value) {
    bridge = value;
    return self();
  }

  /** Chooses how the neighbours of very many rows are found; of others it is exactly. */
  public B neighborSearch(NeighborSearch value) {
    search = Objects.requireNonNull(value, "search");
    return self();
  }

  /** Chooses whether columns are centred and divided by their standard deviation first. */
  public B standardize(boolean value) {
    standardize = value;
    return self();
  }

  /** Chooses whether coordinates are scaled to unit variance. */
  public B whiten(boolean value) {
    whiten = value;
    return self();
  }

  /** Sets the divisor of variances to n − ddof. */
  public B ddof(int value) {
    ddof = new Preprocessing(true, false, value).ddof();
    return self();
  }

  /** Chooses the route. */
  public B solver(KernelSolver value) {
    solver = Objects.requireNonNull(value, "solver");
    return self();
  }

  /** Sets the relative residual at which iterative solvers accept a pair. */
  public B tolerance(double value) {
    tolerance = KernelPcaOptions.checkedTolerance(value);
    return self();
  }

  /** Sets the seed of whatever is random. */
  public B seed(long value) {
    seed = value;
    return self();
  }

  /** Limits the memory to be taken beside the data, in bytes. */
  public B memory(long bytes) {
    memory = KernelPcaOptions.checkedMemory(bytes);
    return self();
  }

  /** Hears how far the work has come. */
  public B progress(Progress listener) {
    progress = Objects.requireNonNull(listener, "progress");
    return self();
  }

  /** Asks for as few components as make up this share of the trace. */
  B share(double share) {
    wanted = new Wanted.Share(share);
    return self();
  }

  /** Asks for landmarks; their number, or {@link KernelPcaOptions#AUTOMATIC}. */
  B approximate(int count) {
    if (count < 1 && count != KernelPcaOptions.AUTOMATIC) {
      throw new IllegalArgumentException("At least 1 landmark is needed, not " + count + ".");
    }
    landmarks = count;
    return self();
  }

  /** Finds the pieces that the neighbour graph of rows is in, the largest first. */
  public Pieces pieces(Matrix x) {
    return pieces(x, null, new ArrayList<>());
  }

  /**
   * Finds the pieces that the neighbour graph of rows is in, the largest first.
   *
   * @param columnNames for what is said of the columns; null calls them x1, x2, …
   * @param warnings where it is said if neighbours are approximate
   */
  public Pieces pieces(Matrix x, List<String> columnNames, List<String> warnings) {
    return options().pieces(x, columnNames, warnings);
  }

  ManifoldOptions options() {
    return new ManifoldOptions(options(new Precomputed()), reach, bridge, search);
  }

  KernelPcaOptions options(Kernel kernel) {
    return new KernelPcaOptions(
        method,
        new KernelChoice.Fixed(kernel),
        wanted,
        true,
        standardize,
        whiten,
        ddof,
        solver,
        landmarks,
        LandmarkMethod.PIVOTED,
        tolerance,
        seed,
        memory,
        Precision.DOUBLE,
        null,
        progress);
  }
}
