package org.eigenlens.model;

import java.util.Arrays;

/**
 * What is known of the centred kernel matrix.
 *
 * @param eigenvalues the leading ones, undivided; 0 where the component carries nothing
 * @param total its trace: the sum of all eigenvalues
 * @param traceError how much of the trace landmarks do not see, 0 for an exact model: every true
 *     eigenvalue lies between the one given and the one given plus this
 * @param spread how far rows spread, for methods whose eigenvalues do not say; otherwise null
 */
public record KernelSpectrum(double[] eigenvalues, double total, double traceError, Spread spread) {

  /** Copies the numbers. */
  public KernelSpectrum {
    eigenvalues = eigenvalues.clone();
  }

  /** Describes a method whose eigenvalues are the sums of squares. */
  public KernelSpectrum(double[] eigenvalues, double total, double traceError) {
    this(eigenvalues, total, traceError, null);
  }

  @Override
  public double[] eigenvalues() {
    return eigenvalues.clone();
  }

  KernelSpectrum first(int count) {
    return new KernelSpectrum(
        Arrays.copyOf(eigenvalues, count),
        total,
        traceError,
        spread == null ? null : spread.first(count));
  }
}
