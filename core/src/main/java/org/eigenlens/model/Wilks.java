package org.eigenlens.model;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * Wilks' test that the correlations from one dimension on are all zero.
 *
 * @param lambda Λ = ∏ (1 − ρⱼ²) over this dimension and all later ones
 * @param f Rao's approximation, exact where either view has at most two dimensions left; infinite
 *     where a correlation is 1
 * @param df1 degrees of freedom of the numerator
 * @param df2 degrees of freedom of the denominator
 * @param pValue the probability of an F as large or larger if they are zero and rows are normal
 */
public record Wilks(double lambda, double f, double df1, double df2, double pValue) {

  /** What is nearer to 1 than this is 1 but for rounding, which would make F any large number. */
  private static final double PERFECT = 1e-12;

  /**
   * Tests each number of dimensions; stops where too few rows are left for a test. There is none
   * where p + q > n − 1: some correlations are then 1 whatever the rows.
   *
   * @param correlations all of them, min(p, q), descending
   * @param rows n
   * @param p the rank of one view
   * @param q the rank of the other
   */
  public static List<Wilks> tests(double[] correlations, long rows, int p, int q) {
    List<Wilks> tests = new ArrayList<>();
    if ((long) p + q > rows - 1) {
      return tests;
    }
    double[] lambdas = new double[correlations.length];
    double product = 1;
    for (int i = correlations.length - 1; i >= 0; i--) {
      double rest = 1 - correlations[i];
      product *= rest < PERFECT ? 0 : rest * (1 + correlations[i]);
      lambdas[i] = product;
    }
    for (int i = 0; i < lambdas.length; i++) {
      double a = p - i;
      double b = q - i;
      double squares = a * a + b * b - 5;
      double s = squares > 0 ? Math.sqrt((a * a * b * b - 4) / squares) : 1;
      double df1 = a * b;
      double df2 = (rows - 1.5 - (p + q) / 2.0) * s - df1 / 2 + 1;
      if (!(df2 > 0)) {
        return tests;
      }
      double root = Math.pow(lambdas[i], 1 / s);
      double f = (1 - root) / root * df2 / df1;
      tests.add(new Wilks(lambdas[i], f, df1, df2, pValue(f, df1, df2)));
    }
    return tests;
  }

  private static double pValue(double f, double df1, double df2) {
    if (f == 0 || Double.isInfinite(f)) {
      return f == 0 ? 1 : 0;
    }
    return FDistribution.of(df1, df2).survivalProbability(f);
  }
}
