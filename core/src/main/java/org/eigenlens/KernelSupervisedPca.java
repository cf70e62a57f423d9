package org.eigenlens;

import java.util.List;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.LandmarkMethod;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.kpca.KernelPcaOptions;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.model.KernelModel;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.pca.Wanted;
import org.eigenlens.supervised.KernelSupervisedFit;
import org.eigenlens.supervised.Labels;
import org.eigenlens.supervised.SupervisedOptions;

/**
 * Kernel supervised principal component analysis: {@link SupervisedPca} in the feature space of a
 * kernel.
 *
 * <p>With the similarities K of rows and K_y = ΔΔᵀ of labels it takes the leading eigenvectors of
 * Δᵀ H K H Δ (Barshan et al. 2011, algorithm 3; lecture 003); a new row is encoded through its
 * similarities with the training rows. With the linear kernel it is supervised PCA.
 *
 * <pre>{@code
 * KernelModel model =
 *     KernelSupervisedPca.builder().kernel(Kernels.rbf(0.25)).fit(x, Labels.ofClasses(species));
 * }</pre>
 *
 * <p>Costs one pass over the kernel matrix, n² similarities, with as many vectors as the labels
 * have rank; the matrix is not kept. Blended with the identity, the whole matrix is decomposed: 9n³
 * operations. An instance is immutable and can fit any number of data sets, from any thread. A
 * problem with data, labels or numerics is a {@link org.eigenlens.matrix.NumericalException}, a
 * wrong argument an {@link IllegalArgumentException}.
 */
public final class KernelSupervisedPca {

  private final KernelPcaOptions options;
  private final SupervisedOptions labelOptions;

  private KernelSupervisedPca(KernelPcaOptions options, SupervisedOptions labelOptions) {
    this.options = options;
    this.labelOptions = labelOptions;
  }

  /**
   * Starts with the defaults: the first ten components, or as many of them as depend on the labels,
   * about the mean.
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Fits to a matrix whose columns are called x1, x2, … */
  public KernelModel fit(Matrix x, Labels labels) {
    return fit(x, labels, null);
  }

  /** Fits to a matrix with named columns. */
  public KernelModel fit(Matrix x, Labels labels, List<String> columnNames) {
    return new KernelSupervisedFit(options, labelOptions).fit(x, labels, columnNames);
  }

  /** Collects the options. */
  public static final class Builder extends LabelledBuilder<Builder> {
    private KernelChoice kernel;
    private KernelChoice labelKernel;
    private double blend = 0;
    private KernelSolver solver = KernelSolver.AUTO;
    private int landmarks = 0;
    private PreImageMethod preImage;

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /** Sets the kernel of the rows. */
    public Builder kernel(Kernel value) {
      return kernel(new KernelChoice.Fixed(value));
    }

    /** Sets how to choose the kernel of the rows when the data are known. */
    public Builder kernel(KernelChoice choice) {
      kernel = choice;
      return this;
    }

    /** Sets the similarity of labels: delta for classes and linear for targets by default. */
    public Builder labelKernel(Kernel value) {
      return labelKernel(new KernelChoice.Fixed(value));
    }

    /** Sets how to choose the similarity of labels when they are known. */
    public Builder labelKernel(KernelChoice choice) {
      labelKernel = choice;
      return this;
    }

    /** Blends the similarities of labels with the identity, (1 − η)K_y + ηI. */
    public Builder blend(double eta) {
      blend = eta;
      return this;
    }

    /**
     * Chooses the route: {@link KernelSolver#DENSE} is the direct one, {@link KernelSolver#NYSTROM}
     * takes landmarks, and {@link KernelSolver#AUTO} is the dual one unless labels are blended.
     */
    public Builder solver(KernelSolver value) {
      if (value == KernelSolver.KRYLOV || value == KernelSolver.POWER) {
        throw new IllegalArgumentException(
            "Kernel supervised PCA has no solver '"
                + value.label()
                + "'; choose auto, dense or nystrom.");
      }
      solver = value;
      return this;
    }

    /** Approximates by this many landmarks. */
    public Builder landmarks(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("At least 1 landmark is needed, not " + count + ".");
      }
      landmarks = count;
      return this;
    }

    /** Approximates by as many landmarks as it takes to miss at most a thousandth of the trace. */
    public Builder automaticLandmarks() {
      landmarks = KernelPcaOptions.AUTOMATIC;
      return this;
    }

    /** Sets how models go back from coordinates to points; by default what suits the kernel. */
    public Builder preImage(PreImageMethod value) {
      preImage = value;
      return this;
    }

    /**
     * Returns what does the fitting.
     *
     * @throws IllegalStateException if no kernel was set
     */
    public KernelSupervisedPca build() {
      if (kernel == null) {
        throw new IllegalStateException("Set a kernel first, such as Kernels.rbf(0.1).");
      }
      String method = "kernel-supervised-pca";
      return new KernelSupervisedPca(
          new KernelPcaOptions(
              method,
              kernel,
              wanted instanceof Wanted.All ? null : wanted,
              center,
              standardize,
              whiten,
              ddof,
              solver,
              landmarks,
              LandmarkMethod.PIVOTED,
              1e-10,
              seed,
              memory,
              Precision.DOUBLE,
              preImage,
              progress),
          new SupervisedOptions(
              method,
              wanted,
              center,
              standardize,
              ddof,
              whiten,
              labelKernel,
              blend,
              PcaSolver.AUTO,
              1e-10,
              seed,
              memory,
              progress));
    }

    /** Fits with these options; the columns are called x1, x2, … */
    public KernelModel fit(Matrix x, Labels labels) {
      return build().fit(x, labels);
    }

    /** Fits with these options to named columns. */
    public KernelModel fit(Matrix x, Labels labels, List<String> columnNames) {
      return build().fit(x, labels, columnNames);
    }
  }
}
