package org.eigenlens;

import java.util.List;
import org.eigenlens.kpca.KernelPcaOptions;
import org.eigenlens.manifold.DistanceFit;
import org.eigenlens.manifold.ManifoldOptions;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.neighbors.NeighborSearch;

/**
 * Isomap: classical scaling of distances along the data, from neighbour to neighbour.
 *
 * <p>Kernel PCA with the kernel −½δ², where δ is the length of the shortest path in the graph of
 * neighbours (Tenenbaum, de Silva and Langford, 2000). All paths are exact: n runs of Dijkstra's
 * algorithm on all cores, and n² numbers. With landmarks only the paths from those are found, and
 * the others are placed by them (de Silva and Tenenbaum, 2003).
 *
 * <pre>{@code
 * KernelModel unrolled = Isomap.builder().neighbors(10).components(2).fit(roll);
 * DenseMatrix coordinates = unrolled.transform(roll);
 * }</pre>
 *
 * <p>Immutable; input is never modified. A graph in several pieces is refused, unless they are to
 * be bridged. A problem with the data is a {@link org.eigenlens.matrix.NumericalException}.
 */
public final class Isomap {

  private final ManifoldOptions options;

  private Isomap(Builder builder) {
    options = builder.options();
  }

  /** Starts with the defaults: two components, ten neighbours, all paths. */
  public static Builder builder() {
    return new Builder();
  }

  /** Fits to rows. */
  public KernelModel fit(Matrix x, List<String> columnNames) {
    return new DistanceFit(options).isomap(x, columnNames);
  }

  /** Fits to a square table of distances; a new row holds the distances to all these objects. */
  public KernelModel fitDistances(Matrix distances, List<String> names) {
    if (options.search() == NeighborSearch.APPROXIMATE) {
      throw new IllegalArgumentException(
          "Neighbours in a table of distances are looked up; leave the approximate search out.");
    }
    return new DistanceFit(options).isomapOfDistances(distances, names);
  }

  /** Collects the options; every setter checks its argument at once. */
  public static final class Builder extends ManifoldBuilder<Builder> {

    private Builder() {
      super("isomap");
    }

    @Override
    Builder self() {
      return this;
    }

    /** Asks for as few components as make up this share of the trace. */
    public Builder components(double share) {
      return share(share);
    }

    /** Finds paths from so many rows only, drawn by the seed. */
    public Builder landmarks(int count) {
      return approximate(count);
    }

    /** Finds paths from a thousand rows only, drawn by the seed. */
    public Builder automaticLandmarks() {
      return approximate(KernelPcaOptions.AUTOMATIC);
    }

    /** Returns what does the fitting. */
    public Isomap build() {
      return new Isomap(this);
    }

    /** Fits to rows whose columns are called x1, x2, … */
    public KernelModel fit(Matrix x) {
      return build().fit(x, null);
    }

    /** Fits to a square table of distances. */
    public KernelModel fitDistances(Matrix distances, List<String> names) {
      return build().fitDistances(distances, names);
    }
  }
}
