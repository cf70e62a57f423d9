package org.eigenlens;

import java.util.List;
import org.eigenlens.cca.CcaFit;
import org.eigenlens.cca.CcaOptions;
import org.eigenlens.cca.CcaSolver;
import org.eigenlens.cca.Ridge;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.PairedModel;
import org.eigenlens.pca.Preprocessing;

/**
 * Canonical correlation analysis: the directions of two views whose scores correlate most.
 *
 * <p>With the centred views X = Q₁R₁ and Y = Q₂R₂ the correlations are the singular values of Q₁ᵀQ₂
 * and the weights R⁻¹ times its singular vectors (Björck and Golub 1973); no covariance is
 * inverted. There are as many pairs as the smaller of the two ranks, in the order of their
 * correlations, which depend neither on the order nor on the units of the columns. A ridge R adds R
 * to the diagonal of a view's covariance; pairs then come in the order of the regularised problem,
 * and the correlations given are still those of the scores.
 *
 * <pre>{@code
 * PairedModel cca = Cca.builder().components(2).fit(x, y);
 * DenseMatrix scores = cca.transform(PairedModel.Side.X, x);
 * }</pre>
 *
 * <p>An instance is immutable and can fit any number of data sets, from any thread. Fitting costs
 * about 3n(p + q)² operations for n rows of p and q columns; more columns than rows cost 4n²(p +
 * q). Input is never modified. A problem with the data or the numerics is a {@link
 * org.eigenlens.matrix.NumericalException}, a wrong argument an {@link IllegalArgumentException}.
 */
public final class Cca {

  private final CcaOptions options;

  private Cca(CcaOptions options) {
    this.options = options;
  }

  /** Starts with the defaults: all pairs, not standardised, no ridge, divisor n − 1. */
  public static Builder builder() {
    return new Builder();
  }

  /** Fits to two matrices with the same rows, whose columns are called x1, … and y1, … */
  public PairedModel fit(Matrix x, Matrix y) {
    return new CcaFit(options).fit(x, null, y, null);
  }

  /** Fits to two matrices with the same rows and named columns. */
  public PairedModel fit(Matrix x, List<String> namesX, Matrix y, List<String> namesY) {
    return new CcaFit(options).fit(x, namesX, y, namesY);
  }

  /**
   * Fits to rows that need not fit in memory: one pass sums up the joint covariance.
   *
   * <p>Where columns are so nearly dependent that the covariance would cost more than eight digits,
   * two more passes make the triangular factor. Takes memory for some matrices of (p + q)² numbers.
   *
   * @param rows both views side by side
   * @param columnNames of all columns
   * @param split how many of the columns, from the first on, are the first view
   */
  public PairedModel fit(RowSource rows, List<String> columnNames, int split) {
    return new CcaFit(options).fit(rows, columnNames, split);
  }

  /** Collects the options. */
  public static final class Builder {
    private int components;
    private boolean standardize;
    private int ddof = 1;
    private Ridge ridge = Ridge.NONE;
    private int folds;
    private int permutations;
    private CcaSolver solver = CcaSolver.AUTO;
    private long seed;
    private long memory = Long.MAX_VALUE;
    private String method = "cca";
    private Progress progress = Progress.NONE;

    private Builder() {}

    /** Asks for a number of pairs; without it there are as many as the smaller rank. */
    public Builder components(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("At least 1 component is needed, not " + count + ".");
      }
      components = count;
      return this;
    }

    /** Chooses whether columns are divided by their standard deviation; matters with a ridge. */
    public Builder standardize(boolean value) {
      standardize = value;
      return this;
    }

    /** Sets the divisor of variances to n − ddof. */
    public Builder ddof(int value) {
      ddof = new Preprocessing(true, false, value).ddof();
      return this;
    }

    /** Adds amounts to the diagonals of the covariances of the first and the second view. */
    public Builder ridge(double x, double y) {
      return ridge(new Ridge.Fixed(x, y));
    }

    /** Sets the ridge: {@link Ridge#PLS}, or {@link Ridge.CrossValidated}. */
    public Builder ridge(Ridge value) {
      ridge = value;
      return this;
    }

    /** Measures correlations on rows left out, in so many parts; 0 for no such measure. */
    public Builder folds(int count) {
      folds = count;
      return this;
    }

    /** Tests each dimension by so many shuffles of the rows of one view; 0 for none. */
    public Builder permutations(int count) {
      permutations = count;
      return this;
    }

    /** Chooses the route. */
    public Builder solver(CcaSolver value) {
      solver = value;
      return this;
    }

    /** Sets the seed of folds and shuffles. */
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

    /** Returns what does the fitting. */
    public Cca build() {
      return new Cca(
          new CcaOptions(
              method,
              components,
              new Preprocessing(true, standardize, ddof),
              ridge,
              folds,
              permutations,
              solver,
              seed,
              memory,
              progress));
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
