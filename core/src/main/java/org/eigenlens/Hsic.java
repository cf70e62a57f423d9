package org.eigenlens;

import org.eigenlens.hsic.Dependence;
import org.eigenlens.hsic.HsicOptions;
import org.eigenlens.hsic.HsicRun;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.supervised.Labels;

/**
 * The Hilbert–Schmidt independence criterion: how much two groups of columns depend, in any way
 * that their kernels see.
 *
 * <p>With the kernel matrices K and L of both sides and H = I − 11ᵀ/n it is tr(KHLH)/(n − 1)²
 * (Gretton et al. 2005; lecture 003, equation 59). Kernels such as rbf see every kind of
 * dependence; linear ones only correlation.
 *
 * <pre>{@code
 * Dependence found = Hsic.builder().test(x, Labels.ofClasses(species));
 * System.out.println(found.hsic() + ", p = " + found.pValue());
 * }</pre>
 *
 * <p>All pairs are compared up to 5,000 rows, in blocks; beyond, landmarks stand for the rows, and
 * the result bounds what they miss. Permutations keep one kernel matrix in memory and cost n²/2
 * products each. An instance is immutable and may be used from any thread; the same seed gives the
 * same answer. A problem with the data is a {@link org.eigenlens.matrix.NumericalException}, a
 * wrong argument an {@link IllegalArgumentException}.
 */
public final class Hsic {

  private final HsicOptions options;

  private Hsic(HsicOptions options) {
    this.options = options;
  }

  /**
   * Starts with the defaults: rbf kernels by the median heuristic (delta for classes), 999
   * permutations.
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Measures how much the columns of two matrices of the same rows depend. */
  public Dependence test(Matrix x, Matrix y) {
    return new HsicRun(options).of(x, y);
  }

  /** Measures how much columns and labels depend. */
  public Dependence test(Matrix x, Labels labels) {
    boolean delta = options.y() == null && labels.areClasses();
    HsicOptions chosen =
        !delta
            ? options
            : new HsicOptions(
                options.x(),
                new KernelChoice.Fixed(Kernels.delta()),
                options.test(),
                options.permutations(),
                options.landmarks(),
                options.seed(),
                options.memory(),
                options.progress());
    return new HsicRun(chosen).of(x, labels.values());
  }

  /** Collects the options. */
  public static final class Builder {
    private KernelChoice x;
    private KernelChoice y;
    private HsicOptions.Test test = HsicOptions.Test.PERMUTATION;
    private int permutations = 999;
    private int landmarks = HsicOptions.AUTOMATIC;
    private long seed = 0;
    private long memory = Long.MAX_VALUE;
    private Progress progress = Progress.NONE;

    private Builder() {}

    /** Sets the kernel of the first group. */
    public Builder xKernel(Kernel kernel) {
      return xKernel(new KernelChoice.Fixed(kernel));
    }

    /** Sets how to choose the kernel of the first group when the data are known. */
    public Builder xKernel(KernelChoice choice) {
      x = choice;
      return this;
    }

    /** Sets the kernel of the second group, or of the labels. */
    public Builder yKernel(Kernel kernel) {
      return yKernel(new KernelChoice.Fixed(kernel));
    }

    /** Sets how to choose the kernel of the second group when the data are known. */
    public Builder yKernel(KernelChoice choice) {
      y = choice;
      return this;
    }

    /** Finds the p-value by this many shuffles of the rows of one side. */
    public Builder permutations(int count) {
      test = HsicOptions.Test.PERMUTATION;
      permutations = count;
      return this;
    }

    /** Finds the p-value by the gamma approximation: quick, and good from about 100 rows on. */
    public Builder gammaApproximation() {
      test = HsicOptions.Test.GAMMA;
      return this;
    }

    /** Finds no p-value. */
    public Builder withoutTest() {
      test = HsicOptions.Test.NONE;
      return this;
    }

    /** Lets at most this many landmarks stand for all rows. */
    public Builder landmarks(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("At least 1 landmark is needed, not " + count + ".");
      }
      landmarks = count;
      return this;
    }

    /** Compares all pairs, however many there are. */
    public Builder allPairs() {
      landmarks = 0;
      return this;
    }

    /** Sets the seed of permutations and landmarks. */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** Limits the memory to be taken beside the data, in bytes. */
    public Builder memory(long bytes) {
      memory = bytes;
      return this;
    }

    /** Hears how far the work has come. */
    public Builder progress(Progress listener) {
      progress = listener;
      return this;
    }

    /** Returns what does the work. */
    public Hsic build() {
      return new Hsic(new HsicOptions(x, y, test, permutations, landmarks, seed, memory, progress));
    }

    /** Measures with these options. */
    public Dependence test(Matrix first, Matrix second) {
      return build().test(first, second);
    }

    /** Measures with these options. */
    public Dependence test(Matrix columns, Labels labels) {
      return build().test(columns, labels);
    }
  }
}
