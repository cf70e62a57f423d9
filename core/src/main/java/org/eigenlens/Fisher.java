package org.eigenlens;

import java.util.List;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.pca.Preprocessing;
import org.eigenlens.pca.Wanted;
import org.eigenlens.supervised.FisherFit;
import org.eigenlens.supervised.LabelledRows;
import org.eigenlens.supervised.Labels;
import org.eigenlens.supervised.SupervisedOptions;

/**
 * Fisher's discriminant directions: those along which classes lie far apart, measured by how much
 * they vary within.
 *
 * <p>They are the eigenvectors of S_B·w = λ·S_W·w with the scatter between and within classes, at
 * most C − 1 of them, scaled to length 1 and not at right angles. Where S_W is singular, as with
 * more columns than rows, PCA to n − C dimensions comes first: of images, those are Fisherfaces
 * (Belhumeur, Hespanha and Kriegman 1997).
 *
 * <pre>{@code
 * LinearModel model = Fisher.builder().components(2).fit(x, Labels.ofClasses(species));
 * }</pre>
 *
 * <p>Costs a PCA with all components and one more pass. An instance is immutable and can fit any
 * number of data sets, from any thread. A problem with data, labels or numerics is a {@link
 * org.eigenlens.matrix.NumericalException}, a wrong argument an {@link IllegalArgumentException}.
 */
public final class Fisher {

  private final SupervisedOptions options;

  private Fisher(SupervisedOptions options) {
    this.options = options;
  }

  /** Starts with the defaults: all directions that tell classes apart, about the mean. */
  public static Builder builder() {
    return new Builder();
  }

  /** Fits to a matrix whose columns are called x1, x2, … */
  public LinearModel fit(Matrix x, Labels classes) {
    return fit(x, classes, null);
  }

  /** Fits to a matrix with named columns. */
  public LinearModel fit(Matrix x, Labels classes, List<String> columnNames) {
    return fit(LabelledRows.of(x, classes), columnNames);
  }

  /** Fits to rows with their classes that need not fit in memory: they are read in two passes. */
  public LinearModel fit(LabelledRows rows, List<String> columnNames) {
    return new FisherFit(options).fit(rows, columnNames);
  }

  /** Collects the options. */
  public static final class Builder {
    private Wanted wanted = new Wanted.All();
    private boolean center = true;
    private boolean standardize = false;
    private boolean whiten = false;
    private int ddof = 1;
    private PcaSolver solver = PcaSolver.AUTO;
    private long seed = 0;
    private long memory = Long.MAX_VALUE;
    private Progress progress = Progress.NONE;

    private Builder() {}

    /** Asks for a number of directions. */
    public Builder components(int count) {
      wanted = new Wanted.Count(count);
      return this;
    }

    /** Asks for as few directions as make up this share of the sum of all λ. */
    public Builder components(double share) {
      wanted = new Wanted.Share(share);
      return this;
    }

    /** Chooses whether coordinates are taken about the mean. */
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

    /** Sets the divisor of variances to n − ddof. */
    public Builder ddof(int value) {
      ddof = new Preprocessing(true, false, value).ddof();
      return this;
    }

    /** Chooses the route of the PCA that comes first. */
    public Builder solver(PcaSolver value) {
      solver = value;
      return this;
    }

    /** Sets the seed of whatever is random. */
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

    /** Returns what does the fitting. */
    public Fisher build() {
      return new Fisher(
          new SupervisedOptions(
              "fisher",
              wanted,
              center,
              standardize,
              ddof,
              whiten,
              null,
              0,
              solver,
              1e-10,
              seed,
              memory,
              progress));
    }

    /** Fits with these options; the columns are called x1, x2, … */
    public LinearModel fit(Matrix x, Labels classes) {
      return build().fit(x, classes);
    }

    /** Fits with these options to named columns, as a model for the command line needs them. */
    public LinearModel fit(Matrix x, Labels classes, List<String> columnNames) {
      return build().fit(x, classes, columnNames);
    }
  }
}
