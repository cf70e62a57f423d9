package org.eigenlens.bench.replay;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Points around 11 centres in ten dimensions: table 1 of Mika et al. (1999), how many times further
 * from their centres linear PCA puts them than kernel PCA does, for 1 to 9 components.
 */
final class Clusters {

  private static final int FEATURES = 10;
  private static final int CENTRES = 11;
  private static final int TRAINING = 100;
  private static final int TEST = 33;
  private static final int MOST = 9;
  private static final int DRAWS = 3;

  private static final double[] SIGMAS = {0.05, 0.1, 0.2, 0.4, 0.8};
  private static final double[][] PUBLISHED = {
    {2058.42, 1238.36, 846.14, 565.41, 309.64, 170.36, 125.97, 104.40, 92.23},
    {10.22, 31.32, 21.51, 29.24, 27.66, 23.53, 29.64, 40.07, 63.41},
    {0.99, 1.12, 1.18, 1.50, 2.11, 2.73, 3.72, 5.09, 6.32},
    {1.07, 1.26, 1.44, 1.64, 1.91, 2.08, 2.22, 2.34, 2.47},
    {1.23, 1.39, 1.54, 1.70, 1.80, 1.96, 2.10, 2.25, 2.39}
  };

  private final long seed;

  Clusters(long seed) {
    this.seed = seed;
  }

  /** Returns the section of the report. */
  String report() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        ## Eleven clusters (Mika et al. 1999, table 1)

        Mean squared distance from the true centre, linear PCA over kernel PCA, for 1 to 9 \
        components; ours is the median of %d draws.

        | σ | | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |
        |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
        """
            .formatted(DRAWS));
    for (int s = 0; s < SIGMAS.length; s++) {
      row(text, SIGMAS[s], "ours", medians(SIGMAS[s]));
      row(text, SIGMAS[s], "published", PUBLISHED[s]);
    }
    return text.toString();
  }

  private static void row(StringBuilder text, double sigma, String whose, double[] ratios) {
    text.append("| ").append(sigma).append(" | ").append(whose);
    for (double ratio : ratios) {
      text.append(String.format(Locale.ROOT, ratio < 100 ? " | %.2f" : " | %.0f", ratio));
    }
    text.append(" |\n");
  }

  private double[] medians(double sigma) {
    double[][] draws = new double[DRAWS][];
    Arrays.setAll(draws, i -> ratios(sigma, new Random(seed + i)));
    double[] medians = new double[MOST];
    for (int k = 0; k < MOST; k++) {
      int at = k;
      double[] sorted = Arrays.stream(draws).mapToDouble(draw -> draw[at]).sorted().toArray();
      medians[k] = sorted[DRAWS / 2];
    }
    return medians;
  }

  private static double[] ratios(double sigma, Random random) {
    double[][] centres = new double[CENTRES][FEATURES];
    for (double[] centre : centres) {
      Arrays.setAll(centre, j -> 2 * random.nextDouble() - 1);
    }
    double[][] training = around(centres, TRAINING, sigma, random);
    DenseMatrix test = DenseMatrix.copyOf(around(centres, TEST, sigma, random));
    DenseMatrix truth = DenseMatrix.copyOf(around(centres, TEST, 0, random));
    // The paper's kernel is exp(−‖x − y‖²/(d·c)) with c = 2σ².
    Denoiser denoiser = new Denoiser(training, 1 / (FEATURES * 2 * sigma * sigma), MOST);
    double[] linear = denoiser.linear(test, truth);
    double[] ratios = new double[MOST];
    Arrays.setAll(ratios, i -> linear[i + 1] / denoiser.kernel(test, truth, i + 1));
    return ratios;
  }

  private static double[][] around(double[][] centres, int each, double sigma, Random random) {
    double[][] points = new double[each * centres.length][];
    for (int i = 0; i < points.length; i++) {
      points[i] = centres[i % centres.length].clone();
      for (int j = 0; j < FEATURES; j++) {
        points[i][j] += sigma * random.nextGaussian();
      }
    }
    return points;
  }
}
