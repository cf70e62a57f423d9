package org.eigenlens.cli;

import java.util.Optional;
import org.eigenlens.ComponentRules;
import org.eigenlens.Progress;
import org.eigenlens.pca.Preprocessing;
import org.eigenlens.rules.CrossValidation;
import org.eigenlens.rules.Likelihood;
import org.eigenlens.rules.ParallelAnalysis;
import org.eigenlens.rules.Rule;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of parallel analysis, and what asks the rules for the number of components. */
final class RuleOptions {

  @Option(
      names = "--iterations",
      paramLabel = "N",
      converter = From1.class,
      description = "How many data sets parallel analysis draws; 100 by default.")
  private Optional<Integer> iterations = Optional.empty();

  @Option(
      names = "--quantile",
      paramLabel = "Q",
      converter = Quantile.class,
      description =
          "Which quantile of their eigenvalues a component has to exceed; 0.95 by default.")
  private Optional<Double> quantile = Optional.empty();

  /** Returns what is wrong with these options where one rule decides, or none. */
  Optional<String> problem(Optional<Rule> rule) {
    if (rule.filter(ParallelAnalysis.class::isInstance).isPresent()) {
      return Optional.empty();
    }
    return iterations
        .map(value -> "--iterations")
        .or(() -> quantile.map(value -> "--quantile"))
        .map(option -> option + " is for -k parallel and -k parallel-normal; give one of them");
  }

  /** Tells whether a rule cuts the rows in parts. */
  static boolean cuts(Rule rule) {
    return rule instanceof CrossValidation || rule instanceof Likelihood;
  }

  /** Returns what asks the rules. */
  ComponentRules rules(
      Preprocessing preparation,
      Optional<Integer> folds,
      long seed,
      long memory,
      Progress progress) {
    ComponentRules.Builder builder =
        ComponentRules.builder()
            .center(preparation.center())
            .standardize(preparation.standardize())
            .ddof(preparation.ddof())
            .seed(seed)
            .memory(memory)
            .progress(progress);
    iterations.ifPresent(builder::iterations);
    quantile.ifPresent(builder::quantile);
    folds.ifPresent(builder::folds);
    return builder.build();
  }

  /** Reads a quantile. */
  static final class Quantile implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      if (!text.matches("0?\\.\\d*[1-9]\\d*")) {
        throw new TypeConversionException(
            "it must be a number between 0 and 1, such as 0.95, not " + text);
      }
      return Double.valueOf(text);
    }
  }

  /** Reads a whole number from 1 on. */
  static final class From1 implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return whole(text, 1);
    }
  }

  /** Reads a whole number from 2 on. */
  static final class From2 implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return whole(text, 2);
    }
  }

  private static int whole(String text, int least) {
    if (!text.matches("\\d{1,7}") || Integer.parseInt(text) < least) {
      throw new TypeConversionException(
          "it must be a whole number from " + least + " on, not " + text);
    }
    return Integer.parseInt(text);
  }
}
