package org.eigenlens;

import java.util.List;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaFit;
import org.eigenlens.pca.PcaOptions;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.pca.Preprocessing;
import org.eigenlens.pca.Wanted;

/**
 * Principal component analysis: the directions of largest variance, and coordinates along them.
 *
 * <p>With X centred (and, if asked, each column divided by its standard deviation) to A = UΣVᵀ, the
 * directions are the rows of Vᵀ, the variances σᵢ²/(n − ddof) and the coordinates AV = UΣ. Without
 * centring this is latent semantic analysis; with the Gram route it is dual PCA.
 *
 * <pre>{@code
 * LinearModel pca = Pca.builder().components(2).standardize(true).fit(x);
 * DenseMatrix scores = pca.transform(x);
 * }</pre>
 *
 * <p>An instance is immutable and can fit any number of data sets, from any thread. Fitting costs
 * nd·min(n, d) operations by the direct routes and about 4nd operations a vector and pass by the
 * iterative ones; the model's provenance says which ran and why. Input is never modified. A problem
 * with the data or the numerics is a {@link org.eigenlens.matrix.NumericalException}, a wrong
 * argument an {@link IllegalArgumentException}.
 */
public final class Pca {

  private final PcaOptions options;

  private Pca(PcaOptions options) {
    this.options = options;
  }

  /** Starts with the defaults: all components, centred, not standardised, divisor n − 1. */
  public static Builder builder() {
    return new Builder();
  }

  /** Fits to a matrix whose columns are called x1, x2, … */
  public LinearModel fit(Matrix x) {
    return new PcaFit(options).fit(x, null);
  }

  /** Fits to a matrix with named columns. */
  public LinearModel fit(Matrix x, List<String> columnNames) {
    return new PcaFit(options).fit(x, columnNames);
  }

  /**
   * Fits to rows that need not fit in memory: they are read in one pass or two by the direct
   * routes, in several by the iterative ones.
   *
   * <p>Takes memory for a few d × d matrices, whatever the number of rows.
   */
  public LinearModel fit(RowSource rows, List<String> columnNames) {
    return new PcaFit(options).fit(rows, columnNames);
  }

  /** Collects the options; every setter checks its argument at once. */
  public static final class Builder {
    private Wanted wanted = new Wanted.All();
    private boolean center = true;
    private boolean standardize = false;
    private boolean whiten = false;
    private int ddof = 1;
    private PcaSolver solver = PcaSolver.AUTO;
    private double tolerance = 1e-10;
    private long seed = 0;
    private long memory = Long.MAX_VALUE;
    private String method = null;
    private Progress progress = Progress.NONE;

    private Builder() {}

    /** Asks for a number of components. */
    public Builder components(int count) {
      wanted = new Wanted.Count(count);
      return this;
    }

    /** Asks for as few components as make up this share of the total variance. */
    public Builder components(double share) {
      wanted = new Wanted.Share(share);
      return this;
    }

    /** Chooses whether to subtract the mean; without it this is latent semantic analysis. */
    public Builder center(boolean value) {
      center = value;
      return this;
    }

    /** Chooses whether to divide each column by its standard deviation. */
    public Builder standardize(boolean value) {
      standardize = value;
      return this;
    }

    /** Chooses whether coordinates are scaled to unit variance. */
    public Builder whiten(boolean value) {
      whiten = value;
      return this;
    }

    /** Sets the divisor of variances to n − ddof: 1 by default, 0 as in the lectures. */
    public Builder ddof(int value) {
      ddof = new Preprocessing(center, standardize, value).ddof();
      return this;
    }

    /** Chooses the route. */
    public Builder solver(PcaSolver value) {
      solver = value;
      return this;
    }

    /** Sets the residual ‖Av − θv‖ / θ₁ at which iterative solvers stop. */
    public Builder tolerance(double value) {
      if (!(value > 0 && value < 1)) {
        throw new IllegalArgumentException(
            "The tolerance must lie between 0 and 1, not be " + value + ".");
      }
      tolerance = value;
      return this;
    }

    /** Sets the seed of the iterative solvers' random start. */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** Limits the memory to be taken beside the data, in bytes. */
    public Builder memory(long bytes) {
      if (bytes <= 0) {
        throw new IllegalArgumentException("The memory must be positive, not " + bytes + " bytes.");
      }
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
    public Pca build() {
      String name = method != null ? method : center ? "pca" : "lsa";
      return new Pca(
          new PcaOptions(
              name,
              wanted,
              new Preprocessing(center, standardize, ddof),
              whiten,
              solver,
              tolerance,
              seed,
              memory,
              progress));
    }

    /** Fits with these options; the columns are called x1, x2, … */
    public LinearModel fit(Matrix x) {
      return build().fit(x);
    }

    /** Fits with these options to named columns, as a model for the command line needs them. */
    public LinearModel fit(Matrix x, List<String> columnNames) {
      return build().fit(x, columnNames);
    }
  }
}
