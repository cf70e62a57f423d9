package org.eigenlens.bench.replay;

import java.util.Locale;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Noisy USPS digits: section 4 of Mika, Schölkopf, Smola, Müller, Scholz and Rätsch, "Kernel PCA
 * and De-Noising in Feature Spaces", NIPS 11 (1999).
 */
final class NoisyDigits {

  private static final int TRAINING = 300;
  private static final int TEST = 50;
  private static final int[] COMPONENTS = {64, 128, 256, 512};

  /** The paper's c: its kernel is exp(−‖x − y‖²/c), c being twice the variance of all pixels. */
  private static final double WIDTH = 128;

  private final Images images;
  private final long seed;

  NoisyDigits(Images images, long seed) {
    this.images = images;
    this.seed = seed;
  }

  /** What became of one kind of noise. */
  private record Outcome(double before, double[] linear, double[] kernel) {

    int bestLinear() {
      int best = 0;
      for (int k = 1; k < linear.length; k++) {
        best = linear[k] < linear[best] ? k : best;
      }
      return best;
    }

    int bestKernel() {
      int best = 0;
      for (int i = 1; i < kernel.length; i++) {
        best = kernel[i] < kernel[best] ? i : best;
      }
      return best;
    }

    double gain() {
      return linear[bestLinear()] / kernel[bestKernel()];
    }

    /** Returns the largest ratio for as many components of either, which linear PCA must have. */
    double bestRatio() {
      double best = 0;
      for (int i = 0; i < kernel.length && COMPONENTS[i] < linear.length; i++) {
        best = Math.max(best, linear[COMPONENTS[i]] / kernel[i]);
      }
      return best;
    }
  }

  /** Returns the section of the report. */
  String report() {
    Random random = new Random(seed);
    Images.Split split = images.perDigit(TRAINING, TEST, random);
    Denoiser denoiser = new Denoiser(split.training().pixels(), 1 / WIDTH, COMPONENTS[3]);
    DenseMatrix clean = split.test().matrix();
    Outcome gaussian = outcome(denoiser, clean, value -> value + 0.5 * random.nextGaussian());
    Outcome speckle =
        outcome(
            denoiser,
            clean,
            value -> {
              double draw = random.nextDouble();
              return draw < 0.1 ? -1 : draw < 0.2 ? 1 : value;
            });
    StringBuilder text = new StringBuilder();
    text.append(
        """
        ## Noisy digits (Mika et al. 1999, section 4)

        Mean squared distance of %d digits from what they were before the noise; %d others of each \
        digit to learn from, kernel exp(−‖x − y‖²/%.0f). Speckle turns a pixel black or white with \
        probability 0.1 each, a reading of the paper. Best is judged by the same test digits.

        | | Gaussian, sd 0.5 | speckle, p = 0.4 |
        |---|---:|---:|
        """
            .formatted(10 * TEST, TRAINING, WIDTH));
    row(text, "noisy", "%.2f", gaussian.before, speckle.before);
    text.append(
        "| linear PCA, best of all numbers of components | %s | %s |%n"
            .formatted(linear(gaussian), linear(speckle)));
    for (int i = 0; i < COMPONENTS.length; i++) {
      row(
          text,
          "kernel PCA, %d components".formatted(COMPONENTS[i]),
          "%.2f",
          gaussian.kernel[i],
          speckle.kernel[i]);
    }
    row(text, "**best linear / best kernel, ours**", "**%.2f**", gaussian.gain(), speckle.gain());
    text.append("| the same, published | 1.6 | 1.2 |\n");
    row(
        text,
        "**largest ratio at equal number of components, ours**",
        "**%.2f**",
        gaussian.bestRatio(),
        speckle.bestRatio());
    text.append("| the same, published | up to 8 | – |\n");
    return text.toString();
  }

  private static Outcome outcome(Denoiser denoiser, DenseMatrix clean, DoubleUnaryOperator noise) {
    DenseMatrix noisy = clean.copy();
    for (int i = 0; i < noisy.rows(); i++) {
      for (int j = 0; j < noisy.columns(); j++) {
        noisy.set(i, j, noise.applyAsDouble(noisy.get(i, j)));
      }
    }
    double[] kernel = new double[COMPONENTS.length];
    for (int i = 0; i < kernel.length; i++) {
      kernel[i] = denoiser.kernel(noisy, clean, COMPONENTS[i]);
    }
    return new Outcome(Denoiser.error(noisy, clean), denoiser.linear(noisy, clean), kernel);
  }

  private static String linear(Outcome outcome) {
    int best = outcome.bestLinear();
    return String.format(Locale.ROOT, "%.2f (%d)", outcome.linear[best], best);
  }

  private static void row(
      StringBuilder text, String title, String format, double gaussian, double speckle) {
    text.append(
        String.format(
            Locale.ROOT, "| %s | " + format + " | " + format + " |%n", title, gaussian, speckle));
  }
}
