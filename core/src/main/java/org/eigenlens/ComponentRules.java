package org.eigenlens;

import java.util.List;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.PairedModel;
import org.eigenlens.pca.Preprocessing;
import org.eigenlens.rules.Answer;
import org.eigenlens.rules.Evidence;
import org.eigenlens.rules.KernelEvidence;
import org.eigenlens.rules.PairedEvidence;
import org.eigenlens.rules.Recommendation;
import org.eigenlens.rules.Rule;
import org.eigenlens.rules.RuleOptions;

/**
 * How many components? Asks every rule, each of which gives its number, its reason and when not to
 * believe it, and sums them up in a consensus with its spread.
 *
 * <pre>{@code
 * Recommendation advice = ComponentRules.builder().standardize(true).build().select(x);
 * advice.answers().forEach(answer -> System.out.println(answer.rule() + ": " + answer.why()));
 * }</pre>
 *
 * <p>The rules need all eigenvalues, so asking them costs a full decomposition, nd·min(n, d)
 * operations; parallel analysis costs as much again for each of its draws, and cross-validation for
 * each part of the rows. Rules that need what is not there say so instead of guessing. The same
 * seed gives the same answers with any number of threads. An instance is immutable; input is never
 * modified.
 */
public final class ComponentRules {

  private final RuleOptions options;

  private ComponentRules(RuleOptions options) {
    this.options = options;
  }

  /**
   * Starts with the defaults: centred, not standardised, divisor n − 1; 100 draws of parallel
   * analysis, of which the 95 % quantile counts; five parts of the rows for cross-validation.
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Asks every rule about the number of components of a linear model.
   *
   * @throws org.eigenlens.matrix.NumericalException if the data cannot be decomposed
   */
  public Recommendation select(RowSource rows) {
    return select(rows, null);
  }

  /** Asks every rule about data whose columns have names, which warnings then use. */
  public Recommendation select(RowSource rows, List<String> columnNames) {
    return new Evidence(rows, columnNames, options).recommendation();
  }

  /**
   * Asks one rule.
   *
   * @throws IllegalArgumentException if the preparation of the data rules it out
   * @throws org.eigenlens.matrix.NumericalException if the data cannot be decomposed
   */
  public Answer answer(Rule rule, RowSource rows) {
    return answer(rule, rows, null);
  }

  /** Asks one rule about data whose columns have names, which refusals then use. */
  public Answer answer(Rule rule, RowSource rows, List<String> columnNames) {
    rule.objection(options.preparation())
        .ifPresent(
            objection -> {
              throw new IllegalArgumentException(
                  "The rule " + rule.label() + " does not apply: " + objection + ".");
            });
    return rule.answer(new Evidence(rows, columnNames, options));
  }

  /**
   * Asks the rules for kernel models: shares of the trace, the elbow, and cross-validation of
   * pre-images. How rows are prepared is what {@code method} says.
   *
   * <p>Takes all eigenvalues, n³ operations for n rows unless the method has landmarks.
   *
   * @throws org.eigenlens.matrix.NumericalException if the kernel matrix cannot be decomposed
   */
  public Recommendation select(KernelPca method, Matrix x) {
    return select(method, x, null);
  }

  /** Asks the rules for kernel models about data whose columns have names, for warnings to use. */
  public Recommendation select(KernelPca method, Matrix x, List<String> columnNames) {
    return new KernelEvidence(x, columnNames, method.options(), options).recommendation();
  }

  /**
   * Asks one rule for a kernel model.
   *
   * @throws IllegalArgumentException if it is a rule for linear models only
   */
  public Answer answer(Rule rule, KernelPca method, Matrix x) {
    return answer(rule, method, x, null);
  }

  /** Asks one rule for a kernel model of data whose columns have names. */
  public Answer answer(Rule rule, KernelPca method, Matrix x, List<String> columnNames) {
    return new KernelEvidence(x, columnNames, method.options(), options).answer(rule);
  }

  /**
   * Asks the tests for the number of pairs of a canonical correlation analysis: Wilks' sequence,
   * and the permutation test where the model was fitted with one.
   *
   * @param model with all pairs that there are
   */
  public static Recommendation select(PairedModel model) {
    return new PairedEvidence(model).recommendation();
  }

  /** Collects the options; what is out of range is refused when they are complete. */
  public static final class Builder {
    private boolean center = true;
    private boolean standardize = false;
    private int ddof = 1;
    private int iterations = 100;
    private double quantile = 0.95;
    private int folds = 5;
    private long seed = 0;
    private long memory = Long.MAX_VALUE;
    private Progress progress = Progress.NONE;

    private Builder() {}

    /** Chooses whether to subtract the mean. */
    public Builder center(boolean value) {
      center = value;
      return this;
    }

    /** Chooses whether to divide each column by its standard deviation. */
    public Builder standardize(boolean value) {
      standardize = value;
      return this;
    }

    /** Sets the divisor of variances to n − ddof. */
    public Builder ddof(int value) {
      ddof = value;
      return this;
    }

    /** Sets how many data sets without structure parallel analysis draws. */
    public Builder iterations(int value) {
      iterations = value;
      return this;
    }

    /** Sets the quantile of their eigenvalues that a component has to exceed. */
    public Builder quantile(double value) {
      quantile = value;
      return this;
    }

    /** Sets in how many parts cross-validation cuts the rows. */
    public Builder folds(int value) {
      folds = value;
      return this;
    }

    /** Sets the seed of all draws. */
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

    /** Returns what asks the rules. */
    public ComponentRules build() {
      return new ComponentRules(
          new RuleOptions(
              new Preprocessing(center, standardize, ddof),
              iterations,
              quantile,
              folds,
              seed,
              memory,
              progress));
    }
  }
}
