package org.eigenlens.cli;

import org.eigenlens.ComponentRules;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of rules for the number of components that draw at random. */
final class RuleOptions {

  @Option(
      names = "--iterations",
      paramLabel = "N",
      defaultValue = "100",
      converter = From1.class,
      description = "How many data sets parallel analysis draws; 100 by default.")
  private int iterations;

  @Option(
      names = "--quantile",
      paramLabel = "Q",
      defaultValue = "0.95",
      converter = Quantile.class,
      description =
          "Which quantile of their eigenvalues a component has to exceed; 0.95 by default.")
  private double quantile;

  @Option(
      names = "--folds",
      paramLabel = "N",
      defaultValue = "5",
      converter = From2.class,
      description = "In how many parts cross-validation cuts the rows; 5 by default.")
  private int folds;

  /** Hands the options over. */
  ComponentRules.Builder apply(ComponentRules.Builder builder) {
    return builder.iterations(iterations).quantile(quantile).folds(folds);
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
