package org.eigenlens.manifold;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Precision;
import org.eigenlens.operator.CenteredOperator;

/**
 * The smallest constant that makes distances Euclidean when it is added to all between different
 * objects (Cailliez, 1983).
 *
 * <p>With B = −½HD²H and G = −HDH the kernel of D + c is B(c) = B + cG + ½c²H. It has no negative
 * eigenvalue from some c on, and for every vector v below it the larger root of vᵀB(c)v is no
 * larger than that. So c is raised to the root for the eigenvector of the smallest eigenvalue of
 * B(c), again and again: it never passes the answer and comes to it quadratically, in a handful of
 * symmetric eigenproblems, where the usual way takes one of twice the size that is not symmetric.
 */
final class AdditiveConstant {

  private static final int MAX_STEPS = 60;
  private static final double SETTLED = 1e-14;

  private AdditiveConstant() {}

  /** Finds it for objects of which no two are at distance 0. */
  static double of(DenseMatrix distances) {
    int n = distances.rows();
    DenseMatrix b = DenseMatrix.unset(n, n, Precision.DOUBLE);
    DenseMatrix g = DenseMatrix.unset(n, n, Precision.DOUBLE);
    for (int i = 0; i < n; i++) {
      double[] row = distances.row(i);
      double[] square = new double[n];
      for (int j = 0; j < n; j++) {
        square[j] = -0.5 * row[j] * row[j];
        row[j] = -row[j];
      }
      b.setRow(i, square, 0);
      g.setRow(i, row, 0);
    }
    center(b);
    center(g);
    double constant = 0;
    for (int step = 0; step < MAX_STEPS; step++) {
      double[] v = lowest(b, g, constant);
      double along = form(b, v);
      double slope = form(g, v);
      // ½c² + slope·c + along = 0, v being a unit vector that sums to zero.
      double inside = slope * slope - 2 * along;
      double root = inside <= 0 ? 0 : -slope + Math.sqrt(inside);
      if (!(root > constant * (1 + SETTLED))) {
        break;
      }
      constant = root;
    }
    b.storage().release();
    g.storage().release();
    return constant;
  }

  private static void center(DenseMatrix a) {
    CenteredOperator.centerMatrix(a);
  }

  /** Returns the eigenvector of the smallest eigenvalue of B(c) among those that sum to zero. */
  private static double[] lowest(DenseMatrix b, DenseMatrix g, double c) {
    int n = b.rows();
    DenseMatrix turned = DenseMatrix.unset(n, n, Precision.DOUBLE);
    double largest = 0;
    for (int i = 0; i < n; i++) {
      double[] row = b.row(i);
      double[] other = g.row(i);
      double sum = 0;
      for (int j = 0; j < n; j++) {
        row[j] = -row[j] - c * other[j] - (i == j ? 0.5 * c * c : 0);
        sum += Math.abs(row[j]);
      }
      largest = Math.max(largest, sum);
      turned.setRow(i, row, 0);
    }
    // The vector of ones, which B(c) maps to zero, is moved below all others.
    double below = (2 * largest + 0.5 * c * c) / n;
    for (int i = 0; i < n; i++) {
      double[] row = turned.row(i);
      for (int j = 0; j < n; j++) {
        row[j] -= below;
      }
      turned.setRow(i, row, 0);
    }
    double[] v;
    if (n > 64) {
      DenseMatrix vectors = DenseMatrix.unset(1, n, Precision.DOUBLE);
      LinearAlgebra.largestEigen(turned, vectors);
      v = vectors.row(0);
    } else {
      LinearAlgebra.symmetricEigen(turned);
      v = turned.row(n - 1);
    }
    turned.storage().release();
    return v;
  }

  private static double form(DenseMatrix a, double[] v) {
    double sum = 0;
    for (int i = 0; i < v.length; i++) {
      double[] row = a.row(i);
      double product = 0;
      for (int j = 0; j < v.length; j++) {
        product += row[j] * v[j];
      }
      sum += v[i] * product;
    }
    return sum;
  }
}
