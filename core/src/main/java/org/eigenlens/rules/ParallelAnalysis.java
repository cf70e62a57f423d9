package org.eigenlens.rules;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Horn's parallel analysis (1965): components whose variance exceeds a quantile of what the same
 * component has in data of the same shape without any structure; up to the first that does not.
 *
 * <p>Columns are standardised for it whether the model standardises or not: it looks for
 * correlation. Otherwise a large column of no relation to the others would be the first component
 * of the data and of each draw, with the same variance in all of them, and chance would decide.
 *
 * @param data how data without structure are made
 */
public record ParallelAnalysis(Null data) implements Rule {

  /** Data without structure. */
  public enum Null {
    /** The columns of the data, each shuffled by itself: any distribution, no correlation. */
    PERMUTED,
    /** Independent normal columns. */
    NORMAL
  }

  @Override
  public String label() {
    return data == Null.PERMUTED ? "parallel" : "parallel-normal";
  }

  @Override
  public String caution() {
    return (data == Null.PERMUTED
            ? ""
            : "it takes columns to be normal, and outliers pass for structure; ")
        + "it sees correlation only, of standardised columns: a component that is a single column does not count, and one"
        + " weak component hides behind strong ones";
  }

  @Override
  public Answer answer(Evidence given) {
    Evidence evidence = given.standardized();
    RuleOptions options = evidence.options();
    if (evidence.columns() < 2) {
      return Answer.none(this, "one column has no correlation to look for");
    }
    if (evidence.components() < 2) {
      return Answer.none(
          this,
          "%d rows have 1 eigenvalue, which has all variance whether there is structure or not"
              .formatted(evidence.rows()));
    }
    Optional<String> problem = NullSpectra.problem(data, evidence);
    if (problem.isPresent()) {
      return Answer.none(this, problem.get());
    }
    double[][] spectra = NullSpectra.draw(data, evidence);
    double[] observed = evidence.relativeValues(evidence.components());
    double[] bounds = new double[observed.length];
    Arrays.setAll(bounds, i -> quantile(spectra, i, options.quantile()));
    int count = 0;
    while (count < observed.length && Spectrum.exceeds(observed[count], bounds[count])) {
      count++;
    }
    double unit = evidence.spectrum().total();
    return Answer.of(
        this,
        count,
        (count == 0 ? "" : pair(count - 1, observed, "exceeds", bounds, unit))
            + (count > 0 && count < observed.length ? ", " : "")
            + (count == observed.length
                ? ""
                : pair(count, observed, "does not exceed", bounds, unit))
            + ": the %s %% quantile of %d %s"
                .formatted(
                    percent(options.quantile()),
                    options.iterations(),
                    data == Null.PERMUTED
                        ? "permutations of the standardised columns"
                        : "samples of standardised normal columns"));
  }

  private static String pair(
      int index, double[] observed, String verb, double[] bounds, double unit) {
    return String.format(
        Locale.ROOT,
        "eigenvalue %d (%.4g) %s %.4g",
        index + 1,
        observed[index] * unit,
        verb,
        bounds[index] * unit);
  }

  private static String percent(double quantile) {
    return String.format(Locale.ROOT, "%.4g", 100 * quantile).replaceFirst("\\.?0+$", "");
  }

  /** Returns a quantile of component {@code index} over all spectra, by linear interpolation. */
  private static double quantile(double[][] spectra, int index, double quantile) {
    double[] sorted =
        Arrays.stream(spectra).mapToDouble(values -> values[index]).sorted().toArray();
    double position = quantile * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }
}
