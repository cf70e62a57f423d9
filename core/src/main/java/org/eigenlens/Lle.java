package org.eigenlens;

import java.util.List;
import org.eigenlens.manifold.LleFit;
import org.eigenlens.manifold.ManifoldOptions;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.neighbors.Barycentric;

/**
 * Locally linear embedding: each point is made up of its neighbours by weights, and the coordinates
 * are those that the same weights make up best.
 *
 * <p>The eigenvectors of the smallest eigenvalues of M = (I − W)ᵀ(I − W) but the constant one,
 * scaled to unit variance (Roweis and Saul, 2000); found as the largest of a kernel with the same
 * vectors, with residuals measured on M. The modified method (Zhang and Wang, 2006) is steadier
 * where a neighbourhood has more points than dimensions.
 *
 * <pre>{@code
 * KernelModel flat = Lle.builder().neighbors(12).modified(true).components(2).fit(roll);
 * }</pre>
 *
 * <p>Immutable; input is never modified. A problem with the data is a {@link
 * org.eigenlens.matrix.NumericalException}.
 */
public final class Lle {

  /** What is added to the diagonal of a neighbourhood's products, as a share of their trace. */
  public static final double REGULARIZATION = 1e-3;

  private final ManifoldOptions options;
  private final double regularization;
  private final boolean modified;

  private Lle(Builder builder) {
    options = builder.options();
    options.checkNoLandmarks();
    regularization = builder.regularization;
    modified = builder.modified;
  }

  /** Starts with the defaults: two components, ten neighbours, the standard method. */
  public static Builder builder() {
    return new Builder();
  }

  /** Fits to rows. */
  public KernelModel fit(Matrix x, List<String> columnNames) {
    return new LleFit(options, regularization, modified).fit(x, columnNames);
  }

  /** Collects the options; every setter checks its argument at once. */
  public static final class Builder extends ManifoldBuilder<Builder> {
    private double regularization = REGULARIZATION;
    private boolean modified = false;

    private Builder() {
      super("lle");
    }

    @Override
    Builder self() {
      return this;
    }

    /** Sets what share of the trace is added to the diagonal of a neighbourhood's products. */
    public Builder regularization(double share) {
      regularization = Barycentric.checked(share);
      return this;
    }

    /** Chooses between the standard method and the modified one with several weight vectors. */
    public Builder modified(boolean value) {
      modified = value;
      return this;
    }

    /** Returns what does the fitting. */
    public Lle build() {
      return new Lle(this);
    }

    /** Fits to rows whose columns are called x1, x2, … */
    public KernelModel fit(Matrix x) {
      return build().fit(x, null);
    }
  }
}
