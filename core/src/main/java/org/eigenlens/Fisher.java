package org.eigenlens;

import java.util.List;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
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
  public static final class Builder extends LabelledBuilder<Builder> {
    private PcaSolver solver = PcaSolver.AUTO;

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /** Chooses the route of the PCA that comes first. */
    public Builder solver(PcaSolver value) {
      solver = value;
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
