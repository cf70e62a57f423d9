package org.eigenlens;

import java.util.List;
import java.util.Objects;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.LandmarkMethod;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.kpca.KernelPcaFit;
import org.eigenlens.kpca.KernelPcaOptions;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.KernelModel;
import org.eigenlens.pca.Preprocessing;
import org.eigenlens.pca.Wanted;

/**
 * Kernel principal component analysis: PCA in the feature space of a kernel, which bends with the
 * data where PCA can only cut straight.
 *
 * <p>With the centred kernel matrix HKH = VΛVᵀ the coordinates of the training rows are VΛ^(1/2); a
 * new row is encoded through its similarities with them (lecture equations 54 and 56). With the
 * linear kernel it is PCA.
 *
 * <pre>{@code
 * KernelModel model = KernelPca.builder().kernel(Kernels.rbf(0.25)).components(2).fit(x);
 * DenseMatrix coordinates = model.transform(newRows);
 * }</pre>
 *
 * <p>Exact unless landmarks are set: one triangle of the kernel matrix is kept in memory, n²/2
 * numbers, or computed anew in each pass where it does not fit. Each pass costs 2n² operations a
 * vector. The model's provenance says which route ran and why. An instance is immutable and can fit
 * any number of data sets, from any thread. Input is never modified. A problem with the data or the
 * numerics is a {@link org.eigenlens.matrix.NumericalException}, a wrong argument an {@link
 * IllegalArgumentException}.
 */
public final class KernelPca {

  private final KernelPcaOptions options;

  private KernelPca(KernelPcaOptions options) {
    this.options = options;
  }

  /**
   * Starts with the defaults: ten components (fewer where fewer carry variance), centred, exact, in
   * double.
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the options, for what works with many fits. */
  KernelPcaOptions options() {
    return options;
  }

  /** Fits to a matrix whose columns are called x1, x2, … */
  public KernelModel fit(Matrix x) {
    return new KernelPcaFit(options).fit(x, null);
  }

  /**
   * Fits to a matrix with named columns; for a precomputed kernel it is the square matrix of
   * similarities.
   */
  public KernelModel fit(Matrix x, List<String> columnNames) {
    return new KernelPcaFit(options).fit(x, columnNames);
  }

  /**
   * Fits to rows that need not fit in memory, by landmarks: they are read in three passes.
   *
   * @throws org.eigenlens.matrix.NumericalException if no landmarks are set and the rows are not in
   *     memory
   */
  public KernelModel fit(RowSource rows, List<String> columnNames) {
    return new KernelPcaFit(options).fit(rows, columnNames);
  }

  /**
   * Collects the options; every setter checks its argument at once, {@link #build} what does not go
   * together.
   */
  public static final class Builder {
    private KernelChoice kernel;
    private Wanted wanted;
    private boolean center = true;
    private boolean standardize = false;
    private boolean whiten = false;
    private int ddof = 1;
    private KernelSolver solver = KernelSolver.AUTO;
    private int landmarks = 0;
    private LandmarkMethod landmarkMethod = LandmarkMethod.PIVOTED;
    private double tolerance = 1e-8;
    private long seed = 0;
    private long memory = Long.MAX_VALUE;
    private Precision precision = Precision.DOUBLE;
    private PreImageMethod preImage;
    private String method = "kernel-pca";
    private Progress progress = Progress.NONE;

    private Builder() {}

    /** Sets the kernel. */
    public Builder kernel(Kernel value) {
      kernel = new KernelChoice.Fixed(Objects.requireNonNull(value, "kernel"));
      return this;
    }

    /** Sets how to choose the kernel when the data are known. */
    public Builder kernel(KernelChoice choice) {
      kernel = Objects.requireNonNull(choice, "choice");
      return this;
    }

    /** Asks for a number of components. */
    public Builder components(int count) {
      wanted = new Wanted.Count(count);
      return this;
    }

    /** Asks for as few components as make up this share of the trace. */
    public Builder components(double share) {
      wanted = new Wanted.Share(share);
      return this;
    }

    /** Asks for every component that carries anything; the whole matrix must be decomposed. */
    public Builder allComponents() {
      wanted = new Wanted.All();
      return this;
    }

    /** Chooses whether feature space is centred. */
    public Builder center(boolean value) {
      center = value;
      return this;
    }

    /** Chooses whether columns are centred and divided by their standard deviation first. */
    public Builder standardize(boolean value) {
      standardize = value;
      return this;
    }

    /** Chooses whether coordinates are scaled to unit variance. */
    public Builder whiten(boolean value) {
      whiten = value;
      return this;
    }

    /** Sets the divisor of variances to n − ddof. */
    public Builder ddof(int value) {
      ddof = new Preprocessing(true, false, value).ddof();
      return this;
    }

    /** Chooses the route. */
    public Builder solver(KernelSolver value) {
      solver = Objects.requireNonNull(value, "solver");
      return this;
    }

    /**
     * Approximates by this many landmarks, chosen by randomly pivoted Cholesky; the model says how
     * much of the trace they miss.
     */
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

    /** Chooses how landmarks are chosen: by randomly pivoted Cholesky unless someone says so. */
    public Builder landmarkMethod(LandmarkMethod value) {
      landmarkMethod = Objects.requireNonNull(value, "landmarkMethod");
      return this;
    }

    /** Sets the residual ‖Av − θv‖ / θ at which iterative solvers accept a pair. */
    public Builder tolerance(double value) {
      tolerance = KernelPcaOptions.checkedTolerance(value);
      return this;
    }

    /** Sets the seed of whatever is random. */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** Limits the memory to be taken beside the data, in bytes. */
    public Builder memory(long bytes) {
      memory = KernelPcaOptions.checkedMemory(bytes);
      return this;
    }

    /** Sets how the kernel matrix is stored: float takes half the memory and keeps seven digits. */
    public Builder precision(Precision value) {
      precision = Objects.requireNonNull(value, "precision");
      return this;
    }

    /** Sets how models go back from coordinates to points; by default what suits the kernel. */
    public Builder preImage(PreImageMethod value) {
      preImage = Objects.requireNonNull(value, "preImage");
      return this;
    }

    /** Sets the name of the method that models are labelled with. */
    public Builder method(String name) {
      method = Objects.requireNonNull(name, "method");
      return this;
    }

    /** Hears how far the work has come. */
    public Builder progress(Progress listener) {
      progress = Objects.requireNonNull(listener, "progress");
      return this;
    }

    /**
     * Returns what does the fitting.
     *
     * @throws IllegalStateException if no kernel was set
     */
    public KernelPca build() {
      if (kernel == null) {
        throw new IllegalStateException("Set a kernel first, such as Kernels.rbf(0.1).");
      }
      return new KernelPca(
          new KernelPcaOptions(
              method,
              kernel,
              wanted,
              center,
              standardize,
              whiten,
              ddof,
              solver,
              landmarks,
              landmarkMethod,
              tolerance,
              seed,
              memory,
              precision,
              preImage,
              progress));
    }

    /** Fits with these options; the columns are called x1, x2, … */
    public KernelModel fit(Matrix x) {
      return build().fit(x);
    }

    /** Fits with these options to named columns. */
    public KernelModel fit(Matrix x, List<String> columnNames) {
      return build().fit(x, columnNames);
    }
  }
}
