package org.eigenlens.rules;

import java.util.Arrays;
import java.util.Locale;
import org.eigenlens.matrix.Counted;

/**
 * Minka's Bayesian choice (2000): the k of largest evidence for a probabilistic PCA, by Laplace's
 * approximation of the integral over its directions and variances.
 *
 * <p>With λ the eigenvalues of the covariance of n rows × d columns, v the mean of those after k,
 * λ̂ the eigenvalues with v in the place of those after k, and m = dk − k(k + 1)/2:
 *
 * <pre>
 * ln p(k) = −k ln 2 + Σ(i ≤ k) [ln Γ((d−i+1)/2) − (d−i+1)/2 · ln π]
 *           − n/2 · Σ(i ≤ k) ln λᵢ − n(d−k)/2 · ln v + (m+k)/2 · ln 2π
 *           − ½ Σ(i ≤ k) Σ(j &gt; i) ln[n (1/λ̂ⱼ − 1/λ̂ᵢ)(λᵢ − λⱼ)] − k/2 · ln n
 * </pre>
 *
 * <p>Costs d² operations for all k. It names between 1 and d − 1 components, as elsewhere.
 */
public record Minka() implements Rule {

  /** An eigenvalue smaller than this beside the first is zero. */
  private static final double ZERO = 1e-15;

  /** Eigenvalues that differ by less than this are equal; without it a tie would decide all. */
  private static final double TIE = Math.ulp(1.0);

  @Override
  public String label() {
    return "mle";
  }

  @Override
  public String caution() {
    return "it takes noise to be normal and of one size in all columns; where it is not, or where"
        + " rows are very many, it names too many, up to all but one; it never says 0";
  }

  @Override
  public Answer answer(Evidence evidence) {
    int d = evidence.columns();
    long n = evidence.rows();
    if (n < d) {
      return Answer.none(
          this, "it needs at least as many rows as columns, not " + Counted.table(n, d));
    }
    if (d < 2) {
      return Answer.none(this, "it needs at least 2 columns that vary");
    }
    double[] evidences = logEvidence(evidence.relativeValues(d), n);
    int best = 0;
    for (int k = 1; k < evidences.length; k++) {
      best = evidences[k] > evidences[best] ? k : best;
    }
    int second = best == 0 ? 1 : 0;
    for (int k = 0; k < evidences.length; k++) {
      second = k != best && evidences[k] > evidences[second] ? k : second;
    }
    boolean rival = second < evidences.length && evidences[second] > Double.NEGATIVE_INFINITY;
    return Answer.of(
        this,
        best + 1,
        rival
            ? String.format(
                Locale.ROOT,
                "%s the largest evidence of 1 to %d; the runner-up, %d, is e^%.1f times less likely",
                Texts.have(best + 1, "component"),
                evidences.length,
                second + 1,
                evidences[best] - evidences[second])
            : "1 component is the only choice with any evidence");
  }

  /**
   * Returns ln p(k) for k = 1, …, d − 1, but for a constant that depends on the unit.
   *
   * @param values all d eigenvalues of the covariance, descending
   */
  static double[] logEvidence(double[] values, long n) {
    int d = values.length;
    double[] evidence = new double[d - 1];
    Arrays.fill(evidence, Double.NEGATIVE_INFINITY);
    double[] logGamma = logGammaOfHalves(d);
    double volume = 0;
    double logs = 0;
    // Of the double sum: the part among the first k, and ln(λᵢ − λⱼ) for all j.
    double among = 0;
    double gaps = 0;
    double smallest = values[0] * ZERO;
    for (int k = 1; k < d && values[k - 1] > smallest; k++) {
      double own = values[k - 1];
      double v = Math.max(smallest, sumFrom(k, values) / (d - k));
      volume += -Math.log(2) + logGamma[d - k + 1] - (d - k + 1) / 2.0 * Math.log(Math.PI);
      logs += Math.log(own);
      for (int i = 0; i < k - 1; i++) {
        among += logInverseGap(values[i], own);
      }
      for (int j = k; j < d; j++) {
        gaps += Math.log(Math.max(TIE * own, own - values[j]));
      }
      double beyond = 0;
      for (int i = 0; i < k; i++) {
        beyond += (d - k) * logInverseGap(values[i], v);
      }
      double m = (double) d * k - k * (k + 1) / 2.0;
      evidence[k - 1] =
          volume
              - n / 2.0 * logs
              - n * (d - k) / 2.0 * Math.log(v)
              + (m + k) / 2 * Math.log(2 * Math.PI)
              - (among + beyond + gaps + m * Math.log((double) n)) / 2
              - k / 2.0 * Math.log((double) n);
    }
    return evidence;
  }

  /** Returns ln Γ(m/2) for m = 1, …, {@code most}, at index m. */
  private static double[] logGammaOfHalves(int most) {
    double[] values = new double[most + 1];
    for (int m = 1; m <= most; m++) {
      values[m] =
          m == 1 ? Math.log(Math.PI) / 2 : m == 2 ? 0 : values[m - 2] + Math.log(m / 2.0 - 1);
    }
    return values;
  }

  private static double sumFrom(int first, double[] values) {
    double sum = 0;
    for (int j = values.length - 1; j >= first; j--) {
      sum += values[j];
    }
    return sum;
  }

  /** Returns ln(1/small − 1/large). */
  private static double logInverseGap(double large, double small) {
    return Math.log(Math.max(TIE * large, large - small)) - Math.log(large) - Math.log(small);
  }
}
