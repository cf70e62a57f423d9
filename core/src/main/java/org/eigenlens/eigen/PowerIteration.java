package org.eigenlens.eigen;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.eigenlens.Progress;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.operator.SymmetricOperator;

/**
 * Power iteration with deflation, as the lectures teach it.
 *
 * <p>One vector at a time: apply the operator, remove what points along the vectors already found,
 * normalise. The vector is normalised in every step, since Aᵗy overflows after a few dozen; found
 * vectors are projected out, since subtracting λvvᵀ from the data would copy it and let errors
 * grow. The iteration ends when the residual ‖Av − θv‖ is small, not when θ stops moving: θ
 * stagnates long before the vector is right.
 *
 * <p>Converges like (λ₂/λ₁)ᵗ, so equal eigenvalues are settled (any of their directions will do)
 * but nearly equal ones take very long; the certificate then says that it did not converge. Meant
 * for positive semi-definite operators, where the largest eigenvalue is also the largest in
 * magnitude.
 *
 * @param tolerance the residual ‖Av − θv‖ / θ₁ at which a pair is accepted
 * @param seed of the random start
 * @param maxIterations for each vector
 */
public record PowerIteration(double tolerance, long seed, int maxIterations)
    implements Eigensolver {

  /** Checks the options. */
  public PowerIteration {
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "The tolerance must lie between 0 and 1, not be " + tolerance + ".");
    }
    if (maxIterations < 1) {
      throw new IllegalArgumentException(
          "At least 1 iteration is needed, not " + maxIterations + ".");
    }
  }

  @Override
  public Eigenpairs solve(SymmetricOperator operator, int count, Progress progress) {
    Eigensolver.checkCount(operator, count);
    int n = operator.size();
    Random random = new Random(seed);
    double[][] found = new double[count][];
    double[] values = new double[count];
    boolean converged = true;
    int passes = 0;
    try (Scratch scratch = new Scratch()) {
      DenseMatrix in = scratch.matrix(1, n);
      DenseMatrix out = scratch.matrix(1, n);
      for (int k = 0; k < count; k++) {
        progress.at("power iteration for vector " + (k + 1) + " of " + count);
        double[] v = start(found, k, n, random);
        boolean settled = false;
        for (int t = 0; t < maxIterations && !settled; t++) {
          if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("The work was cancelled.");
          }
          in.setRow(0, v, 0);
          operator.apply(in, out);
          passes++;
          double[] av = out.row(0);
          deflate(av, found, k);
          values[k] = dot(v, av);
          double scale = Math.abs(k == 0 ? values[0] : Math.max(values[0], values[k]));
          settled = residual(av, v, values[k]) <= tolerance * scale;
          double norm = Certificate.norm(av);
          if (settled || norm <= Double.MIN_NORMAL) {
            settled = true;
          } else {
            for (int j = 0; j < n; j++) {
              v[j] = av[j] / norm;
            }
            // Rounding lets found directions creep back in.
            deflate(v, found, k);
            normalize(v);
          }
        }
        found[k] = v;
        converged &= settled;
      }
    }
    return sorted(operator, values, found, converged, passes, tolerance);
  }

  private static double[] start(double[][] found, int k, int n, Random random) {
    double[] v = new double[n];
    do {
      Arrays.setAll(v, j -> random.nextGaussian());
      normalize(v);
      deflate(v, found, k);
      deflate(v, found, k);
    } while (Certificate.norm(v) < 1e-8);
    normalize(v);
    return v;
  }

  private static void deflate(double[] v, double[][] found, int k) {
    for (int i = 0; i < k; i++) {
      double along = dot(v, found[i]);
      for (int j = 0; j < v.length; j++) {
        v[j] -= along * found[i][j];
      }
    }
  }

  private static double residual(double[] av, double[] v, double value) {
    double[] r = new double[v.length];
    for (int j = 0; j < v.length; j++) {
      r[j] = av[j] - value * v[j];
    }
    return Certificate.norm(r);
  }

  private static void normalize(double[] v) {
    double norm = Certificate.norm(v);
    for (int j = 0; j < v.length; j++) {
      v[j] /= norm;
    }
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum += x[j] * y[j];
    }
    return sum;
  }

  /** Nearly equal eigenvalues may be found in the wrong order. */
  private static Eigenpairs sorted(
      SymmetricOperator operator,
      double[] values,
      double[][] vectors,
      boolean converged,
      int passes,
      double tolerance) {
    int k = values.length;
    Integer[] order = new Integer[k];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (i, j) -> Double.compare(values[j], values[i]));
    double[] descending = new double[k];
    DenseMatrix rows = DenseMatrix.zeros(k, operator.size());
    double seen = 0;
    for (int i = 0; i < k; i++) {
      descending[i] = values[order[i]];
      rows.setRow(i, vectors[order[i]], 0);
      seen += descending[i];
    }
    SignRule.apply(rows);
    // Each vector found carries its error into the deflation of those after it.
    double[] limits = new double[k];
    Arrays.fill(limits, 2 * Math.sqrt(k) * tolerance);
    Certificate certificate =
        Certificate.measure(operator, descending, rows, seen, converged, passes + 1)
            .confirmedBy(limits);
    return new Eigenpairs(descending, rows, certificate);
  }
}
