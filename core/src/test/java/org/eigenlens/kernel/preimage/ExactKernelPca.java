package org.eigenlens.kernel.preimage;

import java.util.Arrays;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/** Kernel PCA by the book: the doubly centred kernel matrix and its leading eigenvectors. */
record ExactKernelPca(Subspace subspace, DenseMatrix coordinates) {

  static ExactKernelPca fit(Kernel kernel, double[][] x, int components) {
    DenseMatrix points = DenseMatrix.copyOf(x);
    int n = x.length;
    DenseMatrix similarities = DenseMatrix.zeros(n, n);
    kernel.evaluate(points, points, similarities);
    double[] means = LinearAlgebra.sumOfRows(similarities);
    Arrays.setAll(means, i -> means[i] / n);
    double all = Arrays.stream(means).sum() / n;
    for (int i = 0; i < n; i++) {
      double[] row = similarities.row(i);
      double shift = all - means[i];
      Arrays.setAll(row, j -> row[j] - means[j] + shift);
      similarities.setRow(i, row, 0);
    }
    DenseMatrix vectors = DenseMatrix.zeros(components, n);
    double[] ascending = LinearAlgebra.largestEigen(similarities, vectors);
    DenseMatrix coefficients = DenseMatrix.zeros(components, n);
    DenseMatrix scores = DenseMatrix.zeros(n, components);
    double[] offsets = new double[components];
    for (int j = 0; j < components; j++) {
      double[] vector = vectors.row(components - 1 - j);
      double root = Math.sqrt(ascending[components - 1 - j]);
      double mean = Arrays.stream(vector).sum() / n;
      double[] coefficient = Arrays.stream(vector).map(value -> (value - mean) / root).toArray();
      coefficients.setRow(j, coefficient, 0);
      for (int i = 0; i < n; i++) {
        scores.set(i, j, vector[i] * root);
        offsets[j] += means[i] * coefficient[i];
      }
    }
    double[] weights = new double[n];
    Arrays.fill(weights, 1.0 / n);
    return new ExactKernelPca(new Subspace(kernel, points, coefficients, weights, offsets), scores);
  }

  /** Returns the same model with its first components only. */
  ExactKernelPca first(int components) {
    return new ExactKernelPca(
        new Subspace(
            subspace.kernel(),
            subspace.references(),
            subspace.coefficients().rowRange(0, components),
            subspace.meanWeights(),
            Arrays.copyOf(subspace.offsets(), components)),
        coordinates.columnRange(0, components).copy());
  }

  DenseMatrix transform(double[][] x) {
    DenseMatrix points = DenseMatrix.copyOf(x);
    DenseMatrix similarities = DenseMatrix.zeros(x.length, subspace.references().rows());
    subspace.kernel().evaluate(points, subspace.references(), similarities);
    DenseMatrix scores = DenseMatrix.zeros(x.length, subspace.components());
    LinearAlgebra.multiply(1, similarities, false, subspace.coefficients(), true, 0, scores);
    LinearAlgebra.subtractFromRows(scores, subspace.offsets());
    return scores;
  }

  PreImages decode(PreImageMethod method, DenseMatrix coordinates) {
    return Decoder.of(method, subspace).decode(coordinates);
  }

  /** Returns the root mean square of all differences. */
  static double rmse(double[][] x, DenseMatrix y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      double distance = Vectors.distance(x[i], y.row(i));
      sum += distance * distance;
    }
    return Math.sqrt(sum / (x.length * x[0].length));
  }
}
