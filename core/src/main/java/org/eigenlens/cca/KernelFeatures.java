package org.eigenlens.cca;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Landmarks;
import org.eigenlens.kernel.RandomPivotedCholesky;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.KernelSpectrum;
import org.eigenlens.model.Provenance;
import org.eigenlens.model.RowFrame;

/**
 * One view in the feature space of its kernel, as far as landmarks S see it: row i is f = L⁻¹k(S,
 * xᵢ) with K_SS = LLᵀ, so that fᵢ·fⱼ comes near k(xᵢ, xⱼ).
 *
 * <p>Costs n·m kernel values and n·m² operations for m landmarks, and memory for n × m numbers.
 *
 * @param kernel the kernel
 * @param frame what is done to rows before the kernel sees them
 * @param references the landmarks, prepared
 * @param factor L
 * @param rows the features, n × m
 * @param missed the share of the trace that landmarks do not see
 */
record KernelFeatures(
    Kernel kernel,
    RowFrame frame,
    DenseMatrix references,
    DenseMatrix factor,
    DenseMatrix rows,
    double missed) {

  private static final int PIECE = 512;

  /**
   * Chooses landmarks among the rows and computes the features.
   *
   * @param points the rows as the kernel sees them
   */
  static KernelFeatures of(
      Kernel kernel, RowFrame frame, DenseMatrix points, int most, double tolerance, long seed) {
    Landmarks chosen = new RandomPivotedCholesky(most, tolerance, seed).select(kernel, points);
    int m = chosen.size();
    DenseMatrix references = DenseMatrix.unset(m, points.columns(), Precision.DOUBLE);
    for (int s = 0; s < m; s++) {
      references.setRow(s, points.row(chosen.indices()[s]), 0);
    }
    DenseMatrix features = DenseMatrix.unset(points.rows(), m, Precision.DOUBLE);
    Parallel.forEach(
        (points.rows() + PIECE - 1) / PIECE,
        piece -> {
          int from = piece * PIECE;
          int to = Math.min(points.rows(), from + PIECE);
          DenseMatrix some = features.rowRange(from, to);
          kernel.evaluate(points.rowRange(from, to), references, some);
          LinearAlgebra.solveLower(chosen.factor(), false, some);
        });
    double missed = chosen.trace() > 0 ? chosen.traceError() / chosen.trace() : 0;
    return new KernelFeatures(kernel, frame, references, chosen.factor(), features, missed);
  }

  /** Returns how many landmarks there are. */
  int count() {
    return references.rows();
  }

  /**
   * Makes the encoder of the view: score = w·(f(x) − f̄) = A·k(x) − c with A = w·L⁻¹.
   *
   * @param weights of the features, a row for each component
   * @param mean f̄
   */
  KernelModel encoder(
      Provenance provenance,
      List<String> names,
      DenseMatrix weights,
      double[] mean,
      double[] eigenvalues,
      double total) {
    int k = weights.rows();
    DenseMatrix middle = DenseMatrix.copyOf(1, mean.length, mean);
    DenseMatrix offsets = DenseMatrix.zeros(1, k);
    LinearAlgebra.multiply(1, middle, false, weights, true, 0, offsets);
    DenseMatrix coefficients = weights.copy();
    LinearAlgebra.solveLower(factor, true, coefficients);
    LinearAlgebra.solveLower(factor, true, middle);
    return new KernelModel(
        provenance,
        names,
        kernel,
        frame,
        references,
        coefficients,
        offsets.row(0),
        middle.row(0),
        new KernelSpectrum(eigenvalues, total, missed),
        PreImageMethod.defaultFor(kernel));
  }

  /** Returns the scores of the landmarks, a row for each component. */
  DenseMatrix landmarkScores(DenseMatrix weights, double[] mean) {
    DenseMatrix scores = DenseMatrix.zeros(weights.rows(), count());
    LinearAlgebra.multiply(1, weights, false, factor, true, 0, scores);
    DenseMatrix middle = DenseMatrix.copyOf(1, mean.length, mean);
    DenseMatrix offsets = DenseMatrix.zeros(1, weights.rows());
    LinearAlgebra.multiply(1, middle, false, weights, true, 0, offsets);
    double[] ones = new double[count()];
    Arrays.fill(ones, 1);
    LinearAlgebra.addOuter(-1, offsets.row(0), ones, scores);
    return scores;
  }
}
