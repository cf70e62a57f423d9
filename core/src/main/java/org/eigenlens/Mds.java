package org.eigenlens;

import java.util.List;
import org.eigenlens.kernel.Linear;
import org.eigenlens.kpca.KernelPcaFit;
import org.eigenlens.kpca.KernelPcaOptions;
import org.eigenlens.manifold.DistanceFit;
import org.eigenlens.manifold.ManifoldOptions;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.neighbors.NeighborSearch;

/**
 * Classical multidimensional scaling: coordinates whose distances come nearest to given ones.
 *
 * <p>Kernel PCA with the kernel −½D², which centring turns into inner products: V√Λ of −½HD²H
 * (Torgerson, 1952; Gower, 1966). Of points and their Euclidean distances it is PCA, through the
 * linear kernel. Distances that are no Euclidean ones have negative eigenvalues, which are named; a
 * constant can be added to make them vanish.
 *
 * <pre>{@code
 * KernelModel map = Mds.builder().components(2).fitDistances(roads, towns);
 * }</pre>
 *
 * <p>Takes n² numbers, and n² operations for each vector and pass. Immutable; input is never
 * modified. A problem with the data is a {@link org.eigenlens.matrix.NumericalException}.
 */
public final class Mds {

  private final ManifoldOptions options;
  private final KernelPcaOptions linear;
  private final boolean addConstant;

  private Mds(Builder builder) {
    options = builder.options();
    linear = builder.options(new Linear());
    addConstant = builder.addConstant;
    if (options.reach() != null || options.bridge() || options.search() != NeighborSearch.AUTO) {
      throw new IllegalArgumentException(
          "Classical scaling compares all pairs and has no neighbours; leave them out, or use"
              + " Isomap.");
    }
  }

  /** Starts with the defaults: two components, exact. */
  public static Builder builder() {
    return new Builder();
  }

  /** Fits to points, whose distances are the Euclidean ones. */
  public KernelModel fit(Matrix x, List<String> columnNames) {
    if (addConstant) {
      throw new IllegalArgumentException(
          "A constant is for distances that are not Euclidean, and those of points are; leave it"
              + " out, or give distances.");
    }
    return new KernelPcaFit(
            linear.wanted() == null ? linear.withWanted(options.wanted(x.rows())) : linear)
        .fit(x, columnNames);
  }

  /**
   * Fits to a square table of distances; a new row holds the distances of one object to all these.
   *
   * @throws org.eigenlens.matrix.NumericalException at the first cell that cannot be a distance
   */
  public KernelModel fitDistances(Matrix distances, List<String> names) {
    options.checkNoLandmarks();
    return new DistanceFit(options).mds(distances, names, addConstant);
  }

  /** Collects the options; every setter checks its argument at once. */
  public static final class Builder extends ManifoldBuilder<Builder> {
    private boolean addConstant = false;

    private Builder() {
      super("mds");
    }

    @Override
    Builder self() {
      return this;
    }

    /** Asks for as few components as make up this share of the trace. */
    public Builder components(double share) {
      return share(share);
    }

    /**
     * Chooses whether the smallest constant that makes distances Euclidean is added to those
     * between different objects (Cailliez, 1983).
     */
    public Builder additiveConstant(boolean value) {
      addConstant = value;
      return this;
    }

    /** Approximates by this many landmarks; for points only. */
    public Builder landmarks(int count) {
      return approximate(count);
    }

    /** Returns what does the fitting. */
    public Mds build() {
      return new Mds(this);
    }

    /** Fits to points whose columns are called x1, x2, … */
    public KernelModel fit(Matrix x) {
      return build().fit(x, null);
    }

    /** Fits to a square table of distances. */
    public KernelModel fitDistances(Matrix distances, List<String> names) {
      return build().fitDistances(distances, names);
    }
  }
}
