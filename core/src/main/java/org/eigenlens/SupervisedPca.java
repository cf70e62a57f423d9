package org.eigenlens;

import java.util.List;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.supervised.LabelledRows;
import org.eigenlens.supervised.Labels;
import org.eigenlens.supervised.SupervisedFit;
import org.eigenlens.supervised.SupervisedOptions;

/**
 * Supervised principal component analysis: the directions along which rows depend most on their
 * labels, by the Hilbert–Schmidt independence criterion.
 *
 * <p>They are the leading eigenvectors of Xᵀ H K_y H X with the similarities K_y of the labels
 * (Barshan et al. 2011; lecture 003, equation 65). K_y = I gives PCA. For classes the operator
 * follows from the sums of each class: one pass over the rows, nd operations, whatever their
 * number. It has rank C − 1 at most; asking for more components is refused unless the labels are
 * {@linkplain Builder#blend blended} with the identity.
 *
 * <pre>{@code
 * LinearModel model = SupervisedPca.builder().components(2).fit(x, Labels.ofClasses(species));
 * DenseMatrix coordinates = model.transform(newRows);
 * }</pre>
 *
 * <p>The model's eigenvalues are the operator's own. An instance is immutable and can fit any
 * number of data sets, from any thread. Input is never modified. A problem with data, labels or
 * numerics is a {@link org.eigenlens.matrix.NumericalException}, a wrong argument an {@link
 * IllegalArgumentException}.
 */
public final class SupervisedPca {

  private final SupervisedOptions options;

  private SupervisedPca(SupervisedOptions options) {
    this.options = options;
  }

  /**
   * Starts with the defaults: all components that depend on the labels, coordinates about the mean,
   * not standardised, delta kernel for classes and linear for targets.
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Fits to a matrix whose columns are called x1, x2, … */
  public LinearModel fit(Matrix x, Labels labels) {
    return fit(x, labels, null);
  }

  /** Fits to a matrix with named columns. */
  public LinearModel fit(Matrix x, Labels labels, List<String> columnNames) {
    return fit(LabelledRows.of(x, labels), columnNames);
  }

  /**
   * Fits to rows with their labels that need not fit in memory: they are read in one pass, or in
   * more where labels are blended with the identity or compared by another kernel than delta and
   * linear.
   */
  public LinearModel fit(LabelledRows rows, List<String> columnNames) {
    return new SupervisedFit(options).fit(rows, columnNames);
  }

  /** Collects the options. */
  public static final class Builder extends LabelledBuilder<Builder> {
    private KernelChoice labelKernel;
    private double blend = 0;
    private PcaSolver solver = PcaSolver.AUTO;
    private double tolerance = 1e-10;
    private String method = "supervised-pca";

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /** Sets the similarity of labels. */
    public Builder labelKernel(Kernel kernel) {
      labelKernel = new KernelChoice.Fixed(kernel);
      return this;
    }

    /** Sets how to choose the similarity of labels when they are known. */
    public Builder labelKernel(KernelChoice choice) {
      labelKernel = choice;
      return this;
    }

    /**
     * Blends the similarities of labels with the identity, (1 − η)K_y + ηI, which leaves no
     * direction without a claim: 0 is supervised PCA alone, 1 PCA, and ½ the δ + I of Barshan et
     * al., halved.
     */
    public Builder blend(double eta) {
      blend = eta;
      return this;
    }

    /** Chooses the route; {@link PcaSolver#GRAM} is dual supervised PCA. */
    public Builder solver(PcaSolver value) {
      solver = value;
      return this;
    }

    /** Sets the residual ‖Av − θv‖ / θ₁ at which iterative solvers stop. */
    public Builder tolerance(double value) {
      tolerance = value;
      return this;
    }

    /** Sets the name of the method that models are labelled with. */
    public Builder method(String name) {
      method = name;
      return this;
    }

    /** Returns what does the fitting. */
    public SupervisedPca build() {
      return new SupervisedPca(
          new SupervisedOptions(
              method,
              wanted,
              center,
              standardize,
              ddof,
              whiten,
              labelKernel,
              blend,
              solver,
              tolerance,
              seed,
              memory,
              progress));
    }

    /** Fits with these options; the columns are called x1, x2, … */
    public LinearModel fit(Matrix x, Labels labels) {
      return build().fit(x, labels);
    }

    /** Fits with these options to named columns, as a model for the command line needs them. */
    public LinearModel fit(Matrix x, Labels labels, List<String> columnNames) {
      return build().fit(x, labels, columnNames);
    }
  }
}
