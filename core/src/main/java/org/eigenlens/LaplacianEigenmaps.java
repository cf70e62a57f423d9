package org.eigenlens;

import java.util.List;
import org.eigenlens.manifold.LaplacianFit;
import org.eigenlens.manifold.ManifoldOptions;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;

/**
 * Laplacian eigenmaps: coordinates that differ little between neighbours.
 *
 * <p>The solutions of (D − W)y = λDy for the smallest λ but 0, where W has a weight for each pair
 * of neighbours and D the sums of its rows (Belkin and Niyogi, 2003); found as the largest of a
 * kernel with the same vectors, with residuals measured on the Laplacian. New rows are placed by
 * Bengio's extension.
 *
 * <pre>{@code
 * KernelModel map = LaplacianEigenmaps.builder().neighbors(10).components(2).fit(roll);
 * }</pre>
 *
 * <p>Immutable; input is never modified. A problem with the data is a {@link
 * org.eigenlens.matrix.NumericalException}.
 */
public final class LaplacianEigenmaps {

  private final ManifoldOptions options;
  private final double gamma;
  private final boolean normalized;

  private LaplacianEigenmaps(Builder builder) {
    options = builder.options();
    options.checkNoLandmarks();
    gamma = builder.gamma;
    normalized = builder.normalized;
  }

  /** Starts with the defaults: two components, ten neighbours, heat of median width, normalised. */
  public static Builder builder() {
    return new Builder();
  }

  /** Fits to rows. */
  public KernelModel fit(Matrix x, List<String> columnNames) {
    return new LaplacianFit(options, gamma, normalized).fit(x, columnNames);
  }

  /** Collects the options; every setter checks its argument at once. */
  public static final class Builder extends ManifoldBuilder<Builder> {
    private double gamma = Double.NaN;
    private boolean normalized = true;

    private Builder() {
      super("laplacian-eigenmaps");
    }

    @Override
    Builder self() {
      return this;
    }

    /** Weighs neighbours by exp(−γ‖x − y‖²). */
    public Builder heat(double value) {
      if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("gamma must be positive and finite, not " + value + ".");
      }
      gamma = value;
      return this;
    }

    /** Weighs neighbours by the heat kernel that gives a typical edge the weight e^(−1/2). */
    public Builder medianHeat() {
      gamma = Double.NaN;
      return this;
    }

    /** Weighs all neighbours alike. */
    public Builder binary() {
      gamma = 0;
      return this;
    }

    /** Chooses whether the Laplacian is normalised by the degrees. */
    public Builder normalized(boolean value) {
      normalized = value;
      return this;
    }

    /** Returns what does the fitting. */
    public LaplacianEigenmaps build() {
      return new LaplacianEigenmaps(this);
    }

    /** Fits to rows whose columns are called x1, x2, … */
    public KernelModel fit(Matrix x) {
      return build().fit(x, null);
    }
  }
}
