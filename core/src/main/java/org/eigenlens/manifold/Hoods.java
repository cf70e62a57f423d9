package org.eigenlens.manifold;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.neighbors.Barycentric;

/**
 * The neighbourhoods of modified locally linear embedding, each with its principal directions.
 *
 * <p>A neighbourhood of k points near a surface of d dimensions has about k − d directions in which
 * weights are not determined. Each gives a weight vector of its own, made to sum to 1 by a
 * reflection; the points must agree with all of them. How many there are is decided by η, the
 * median over all neighbourhoods of how much lies outside the first d directions. (Zhang and Wang,
 * 2006, algorithm MLLE.)
 */
final class Hoods {

  private static final double NO_REFLECTION = 1e-12;

  /** Eigenvalues of each neighbourhood's products, descending. */
  private final double[][] values;

  /** Eigenvectors, a row for each value. */
  private final double[][][] vectors;

  private final int rank;
  private final double eta;

  private Hoods(double[][] values, double[][][] vectors, int rank, int components) {
    this.values = values;
    this.vectors = vectors;
    this.rank = rank;
    this.eta = eta(values, components);
  }

  static Hoods of(Barycentric kernel, int[][] neighbors, int components) {
    int n = neighbors.length;
    double[][] values = new double[n][];
    double[][][] vectors = new double[n][][];
    DenseMatrix points = kernel.neighbors().points();
    Parallel.forEach(
        n,
        i -> {
          DenseMatrix gram = DenseMatrix.copyOf(kernel.gram(points.row(i), neighbors[i]));
          double[] ascending = LinearAlgebra.symmetricEigen(gram);
          int k = ascending.length;
          values[i] = new double[k];
          vectors[i] = new double[k][];
          for (int j = 0; j < k; j++) {
            values[i][j] = Math.max(0, ascending[k - 1 - j]);
            vectors[i][j] = gram.row(k - 1 - j);
          }
          gram.storage().release();
        });
    return new Hoods(values, vectors, points.columns(), components);
  }

  private static double eta(double[][] values, int components) {
    double[] ratios = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      double inside = 0;
      double outside = 0;
      for (int j = 0; j < values[i].length; j++) {
        inside += j < components ? values[i][j] : 0;
        outside += j < components ? 0 : values[i][j];
      }
      ratios[i] = inside > 0 ? outside / inside : 0;
    }
    Arrays.sort(ratios);
    int n = ratios.length;
    return n % 2 == 1 ? ratios[n / 2] : (ratios[n / 2 - 1] + ratios[n / 2]) / 2;
  }

  /** Returns how many weight vectors a neighbourhood has. */
  private int count(double[] own) {
    int k = own.length;
    int possible = Math.min(k, rank);
    double total = Arrays.stream(own).sum();
    int count = k - possible;
    double sum = 0;
    for (int j = 0; j < possible - 1; j++) {
      sum += own[j];
      // Whether the directions after j hold less than η of what those up to j do.
      count += sum > 0 && total / sum - 1 < eta ? 1 : 0;
    }
    return Math.max(1, count);
  }

  /** Returns what a point and its neighbours add to M, the point first. */
  double[][] block(int i, double[] regular) {
    int k = regular.length;
    int s = count(values[i]);
    double[][] v = Arrays.copyOfRange(vectors[i], k - s, k);
    double[] sums = new double[s];
    Arrays.setAll(sums, c -> Arrays.stream(v[c]).sum());
    double alpha = norm(sums) / Math.sqrt(s);
    double[] h = new double[s];
    Arrays.setAll(h, c -> alpha - sums[c]);
    double length = norm(h);
    Arrays.setAll(h, c -> length < NO_REFLECTION ? 0 : h[c] / length);
    // Row c is a weight vector: w = (1 − α)·regular + V(I − 2hhᵀ)e_c, which sums to 1.
    double[][] weights = new double[s][k];
    double[] along = new double[k];
    for (int c = 0; c < s; c++) {
      for (int j = 0; j < k; j++) {
        along[j] += v[c][j] * h[c];
      }
    }
    for (int c = 0; c < s; c++) {
      for (int j = 0; j < k; j++) {
        weights[c][j] = v[c][j] - 2 * along[j] * h[c] + (1 - alpha) * regular[j];
      }
    }
    double[][] block = new double[k + 1][k + 1];
    block[0][0] = s;
    for (int a = 0; a < k; a++) {
      for (int b = 0; b < k; b++) {
        for (int c = 0; c < s; c++) {
          block[a + 1][b + 1] += weights[c][a] * weights[c][b];
        }
      }
      for (int c = 0; c < s; c++) {
        block[0][a + 1] -= weights[c][a];
      }
      block[a + 1][0] = block[0][a + 1];
    }
    return block;
  }

  private static double norm(double[] x) {
    return Math.sqrt(Arrays.stream(x).map(v -> v * v).sum());
  }
}
