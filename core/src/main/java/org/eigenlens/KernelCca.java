package org.eigenlens;

import java.util.List;
import org.eigenlens.cca.CcaOptions;
import org.eigenlens.cca.CcaSolver;
import org.eigenlens.cca.KernelCcaFit;
import org.eigenlens.cca.Ridge;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.PairedModel;
import org.eigenlens.pca.Preprocessing;

/**
 * Kernel canonical correlation analysis: functions of two views, each in the feature space of its
 * kernel, whose values correlate most.
 *
 * <p>Feature spaces are centred. With as many features as rows any two views correlate perfectly,
 * so a ridge on the features' covariance is needed: by default the one whose first pair holds best
 * on rows left out, and the correlations on rows left out are given beside those of the training
 * rows. Features come from landmarks chosen by randomly pivoted Cholesky, so that n × n numbers are
 * never needed; up to so many landmarks as it takes to see all but a thousandth of the trace, at
 * most 500 a view. The linear kernel with the same ridge gives {@link Cca} back.
 *
 * <pre>{@code
 * PairedModel kcca = KernelCca.builder().kernels(Kernels.rbf(0.1), Kernels.rbf(0.5)).fit(x, y);
 * double[] trusted = kcca.crossValidatedCorrelations();
 * }</pre>
 *
 * <p>An instance is immutable and can fit any number of data sets, from any thread. Fitting costs
 * n·m kernel values and about 20n·m² operations for m landmarks a view. Input is never modified.
 * (Hardoon, Szedmak and Shawe-Taylor 2004; Bach and Jordan 2002 for the low rank.)
 */
public final class KernelCca {

  private final CcaOptions options;
  private final KernelChoice kernelX;
  private final KernelChoice kernelY;
  private final int landmarks;

  private KernelCca(CcaOptions options, KernelChoice kernelX, KernelChoice kernelY, int landmarks) {
    this.options = options;
    this.kernelX = kernelX;
    this.kernelY = kernelY;
    this.landmarks = landmarks;
  }

  /** Starts with the defaults: two pairs, not standardised, ridge by cross-validation. */
  public static Builder builder() {
    return new Builder();
  }

  /** Fits to two matrices with the same rows, whose columns are called x1, … and y1, … */
  public PairedModel fit(Matrix x, Matrix y) {
    return new KernelCcaFit(options, kernelX, kernelY, landmarks).fit(x, null, y, null);
  }

  /** Fits to two matrices with the same rows and named columns. */
  public PairedModel fit(Matrix x, List<String> namesX, Matrix y, List<String> namesY) {
    return new KernelCcaFit(options, kernelX, kernelY, landmarks).fit(x, namesX, y, namesY);
  }

  /** Collects the options. */
  public static final class Builder {
    private KernelChoice kernelX;
    private KernelChoice kernelY;
    private int landmarks;
    private int components = 2;
    private boolean standardize;
    private int ddof = 1;
    private Ridge ridge = new Ridge.CrossValidated();
    private int folds = CcaOptions.FOLDS;
    private int permutations;
    private long seed;
    private long memory = Long.MAX_VALUE;
    private String method = "kernel-cca";
    private Progress progress = Progress.NONE;

    private Builder() {}

    /** Sets the kernels of the first and the second view. */
    public Builder kernels(Kernel x, Kernel y) {
      return kernels(new KernelChoice.Fixed(x), new KernelChoice.Fixed(y));
    }

    /** Sets how to choose the kernels when the data are known. */
    public Builder kernels(KernelChoice x, KernelChoice y) {
      kernelX = x;
      kernelY = y;
      return this;
    }

    /** Takes this many landmarks of each view instead of as many as seem needed. */
    public Builder landmarks(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("At least 1 landmark is needed, not " + count + ".");
      }
      landmarks = count;
      return this;
    }

    /** Asks for a number of pairs; 2 by default. */
    public Builder components(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("At least 1 component is needed, not " + count + ".");
      }
      components = count;
      return this;
    }

    /** Chooses whether columns are centred and divided by their standard deviation first. */
    public Builder standardize(boolean value) {
      standardize = value;
      return this;
    }

    /** Sets the divisor of variances to n − ddof. */
    public Builder ddof(int value) {
      ddof = new Preprocessing(true, false, value).ddof();
      return this;
    }

    /** Adds amounts to the diagonals of the covariances of the features of both views. */
    public Builder ridge(double x, double y) {
      return ridge(new Ridge.Fixed(x, y));
    }

    /** Sets the ridge; one of zero would find a perfect correlation in anything. */
    public Builder ridge(Ridge value) {
      if (value instanceof Ridge.Fixed fixed && (fixed.x() == 0 || fixed.y() == 0)) {
        throw new IllegalArgumentException(
            "Kernel CCA needs a ridge above 0: without one any two views correlate perfectly.");
      }
      ridge = value;
      return this;
    }

    /** Sets in how many parts rows are split to measure correlations on those left out. */
    public Builder folds(int count) {
      if (count < 2) {
        throw new IllegalArgumentException("At least 2 folds are needed, not " + count + ".");
      }
      folds = count;
      return this;
    }

    /** Tests each dimension by so many shuffles of the rows of one view; 0 for none. */
    public Builder permutations(int count) {
      permutations = count;
      return this;
    }

    /** Sets the seed of landmarks, folds and shuffles. */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** Limits the memory to be taken beside the data, in bytes. */
    public Builder memory(long bytes) {
      memory = bytes;
      return this;
    }

    /** Sets the name of the method that models are labelled with. */
    public Builder method(String name) {
      method = name;
      return this;
    }

    /** Hears how far the work has come. */
    public Builder progress(Progress listener) {
      progress = listener;
      return this;
    }

    /**
     * Returns what does the fitting.
     *
     * @throws IllegalStateException if no kernels were set
     */
    public KernelCca build() {
      if (kernelX == null || kernelY == null) {
        throw new IllegalStateException(
            "Set a kernel for each view first, such as Kernels.rbf(0.1).");
      }
      return new KernelCca(
          new CcaOptions(
              method,
              components,
              new Preprocessing(true, standardize, ddof),
              ridge,
              folds,
              permutations,
              CcaSolver.AUTO,
              seed,
              memory,
              progress),
          kernelX,
          kernelY,
          landmarks);
    }

    /** Fits with these options; the columns are called x1, … and y1, … */
    public PairedModel fit(Matrix x, Matrix y) {
      return build().fit(x, y);
    }

    /** Fits with these options to named columns. */
    public PairedModel fit(Matrix x, List<String> namesX, Matrix y, List<String> namesY) {
      return build().fit(x, namesX, y, namesY);
    }
  }
}
