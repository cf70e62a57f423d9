package org.eigenlens.bench.replay;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.eigenlens.KernelPca;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.model.KernelModel;

/**
 * Digits told apart by a linear classifier of nonlinear components: table 1 of Schölkopf, Smola and
 * Müller, "Nonlinear Component Analysis as a Kernel Eigenvalue Problem", Neural Computation 10
 * (1998), for degrees 1 to 4 and up to 512 components.
 */
final class DigitFeatures {

  private static final int SUBSET = 3000;
  private static final int[] COMPONENTS = {32, 64, 128, 256, 512};
  private static final double PENALTY = 10;

  /** Test errors in percent, a row for each number of components; with degree 1 there are 256. */
  private static final double[][] PUBLISHED = {
    {9.6, 8.8, 8.1, 8.5},
    {8.8, 7.3, 6.8, 6.7},
    {8.6, 5.8, 5.9, 6.1},
    {8.7, 5.5, 5.3, 5.2},
    {Double.NaN, 4.9, 4.6, 4.4}
  };

  private final Images.Split split;
  private final long seed;

  DigitFeatures(Images.Split split, long seed) {
    this.split = split;
    this.seed = seed;
  }

  /** Returns the section of the report. */
  String report() {
    int degrees = PUBLISHED[0].length;
    double[][] errors = new double[COMPONENTS.length][degrees];
    for (int p = 1; p <= degrees; p++) {
      double[] column = errors(p);
      for (int i = 0; i < column.length; i++) {
        errors[i][p - 1] = column[i];
      }
    }
    StringBuilder text = new StringBuilder();
    text.append(
        """
        ## Digits from nonlinear components (Schölkopf, Smola and Müller 1998, table 1)

        Error in percent on %d test digits of a linear support vector machine (ours: squared hinge \
        loss, C = %.0f), learnt from %d; the components are those of (x·y)ᵖ on %d of them.

        | components | | p = 1 | 2 | 3 | 4 |
        |---:|---|---:|---:|---:|---:|
        """
            .formatted(
                split.test().size(),
                PENALTY,
                split.training().size(),
                Math.min(SUBSET, split.training().size())));
    for (int i = 0; i < COMPONENTS.length; i++) {
      row(text, COMPONENTS[i], "ours", errors[i]);
      row(text, COMPONENTS[i], "published", PUBLISHED[i]);
    }
    return text.toString();
  }

  private static void row(StringBuilder text, int components, String whose, double[] errors) {
    text.append("| ").append(components).append(" | ").append(whose);
    for (double error : errors) {
      text.append(Double.isNaN(error) ? " | –" : String.format(Locale.ROOT, " | %.1f", error));
    }
    text.append(" |\n");
  }

  private double[] errors(int degree) {
    Images training = split.training();
    int pixels = training.pixels()[0].length;
    int most = degree == 1 ? pixels : COMPONENTS[COMPONENTS.length - 1];
    // A factor of the kernel changes no direction; this one keeps its values near 1.
    Kernel kernel = Kernels.polynomial(1.0 / pixels, 0, degree);
    KernelModel model =
        KernelPca.builder()
            .kernel(kernel)
            .components(most)
            .fit(training.some(SUBSET, new Random(seed)).matrix());
    double[][] learnt = model.transform(training.matrix()).toArray();
    double[][] judged = model.transform(split.test().matrix()).toArray();
    double[] errors = new double[COMPONENTS.length];
    Arrays.fill(errors, Double.NaN);
    for (int i = 0; i < COMPONENTS.length && COMPONENTS[i] <= most; i++) {
      LinearSvm svm = LinearSvm.fit(learnt, COMPONENTS[i], training.digits(), PENALTY, seed);
      errors[i] = 100 * svm.error(judged, split.test().digits());
    }
    return errors;
  }
}
