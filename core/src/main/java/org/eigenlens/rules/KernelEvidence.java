package org.eigenlens.rules;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eigenlens.kpca.KernelPcaFit;
import org.eigenlens.kpca.KernelPcaOptions;
import org.eigenlens.kpca.KernelRoute;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.KernelModel;
import org.eigenlens.pca.Wanted;

/**
 * Rules for kernel models: shares of the trace, the elbow, and cross-validation of pre-images.
 *
 * <p>The other rules have no meaning here: the noise of columns is not the noise of feature space.
 * An instance is for one thread.
 *
 * @param x the rows, or the similarities of a precomputed kernel
 * @param columnNames of the rows, for what is said of them; null calls them x1, x2, …
 * @param method how models are fitted
 * @param options of the rules; the preparation of the data is that of the method
 */
public record KernelEvidence(
    Matrix x, List<String> columnNames, KernelPcaOptions method, RuleOptions options) {

  /** Asks every rule. */
  public Recommendation recommendation() {
    Optional<String> problem = unseen();
    if (problem.isPresent()) {
      List<Answer> answers = answers(rule -> Answer.none(rule, problem.get()));
      Spectrum none = new Spectrum(new double[0], 0);
      return Recommendation.of(x.rows(), x.columns(), none, answers, List.of());
    }
    KernelModel model = decomposed();
    Spectrum spectrum = spectrum(model);
    return Recommendation.of(model, spectrum, answers(rule -> byCurve(rule, spectrum)));
  }

  private List<Answer> answers(Function<Rule, Answer> byCurve) {
    return Stream.concat(
            Rules.all().stream().filter(KernelEvidence::hasCurve).map(byCurve),
            Stream.of(byPreImages()))
        .toList();
  }

  /** Says why the curve of eigenvalues cannot be had, if so. */
  private Optional<String> unseen() {
    boolean landmarks = method.landmarks() != 0 || method.solver() == KernelSolver.NYSTROM;
    return landmarks || KernelRoute.canFindAll(method, x.rows())
        ? Optional.empty()
        : Optional.of(
            "all eigenvalues of %d rows are too many to be found within minutes and the memory"
                    .formatted(x.rows())
                + " allowed; use "
                + (PreImageErrors.isPrecomputed(method) ? "fewer rows" : "landmarks"));
  }

  /**
   * Asks one rule.
   *
   * @throws IllegalArgumentException if it is no rule for kernel models
   */
  public Answer answer(Rule rule) {
    if (!has(rule)) {
      throw new IllegalArgumentException(
          "The rule "
              + rule.label()
              + " is for linear models; for kernel models there are elbow, cv and shares.");
    }
    if (rule instanceof CrossValidation) {
      return byPreImages();
    }
    return unseen()
        .map(problem -> Answer.none(rule, problem))
        .orElseGet(() -> byCurve(rule, spectrum(decomposed())));
  }

  /** Tells whether a rule applies to kernel models. */
  public static boolean has(Rule rule) {
    return rule instanceof CrossValidation || hasCurve(rule);
  }

  private static boolean hasCurve(Rule rule) {
    return rule instanceof Share || rule instanceof Elbow;
  }

  private static Answer byCurve(Rule rule, Spectrum spectrum) {
    return rule instanceof Share share ? share.answer(spectrum) : ((Elbow) rule).answer(spectrum);
  }

  private Answer byPreImages() {
    return PreImageErrors.answer(this);
  }

  /** Returns a model with all components; with landmarks those that they see. */
  private KernelModel decomposed() {
    return new KernelPcaFit(method.withWanted(new Wanted.All())).fit(x, columnNames);
  }

  private static Spectrum spectrum(KernelModel model) {
    double[] values = Arrays.stream(model.eigenvalues()).filter(value -> value > 0).toArray();
    if (!(model.totalSquares() > 0) || values.length == 0) {
      throw new NumericalException(
          "The centred kernel matrix has no positive trace, so no component can be chosen; all rows"
              + " are alike to it, or its negative eigenvalues outweigh the others.");
    }
    return new Spectrum(values, model.totalSquares());
  }

  /** Returns an answer of cross-validation, which has a caution of its own here. */
  static Answer crossValidated(OptionalInt components, String why) {
    return new Answer(
        new CrossValidation().label(),
        components,
        why,
        "it asks how well cells are filled in, which is what denoising wants and not what telling"
            + " groups apart wants; the more rows, the more components pay");
  }
}
