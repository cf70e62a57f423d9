package org.eigenlens.cca;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.eigen.Certificate;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.Findings;
import org.eigenlens.model.Wilks;
import org.eigenlens.pca.LargeMeans;

/**
 * What was found, in the units of the reduced views.
 *
 * @param reduced the views
 * @param pairs all pairs
 * @param ridge what was added
 * @param weightsX the weights that are kept, for scores of unit length
 * @param weightsY the same for the second view
 * @param residual of the pairs
 * @param rounding what squares cost
 * @param findings correlations and tests; null until they were made
 */
record Solution(
    Reduction reduced,
    Pairs pairs,
    Ridge.Fixed ridge,
    DenseMatrix weightsX,
    DenseMatrix weightsY,
    double residual,
    double rounding,
    Findings findings) {

  Solution(
      Reduction reduced,
      Pairs pairs,
      Ridge.Fixed ridge,
      DenseMatrix weightsX,
      DenseMatrix weightsY,
      double residual,
      double rounding) {
    this(reduced, pairs, ridge, weightsX, weightsY, residual, rounding, null);
  }

  int count() {
    return weightsX.rows();
  }

  double[] squares() {
    double[] squares = new double[count()];
    Arrays.setAll(squares, i -> pairs.values()[i] * pairs.values()[i]);
    return squares;
  }

  double orthogonality() {
    return Math.max(
        Certificate.orthogonality(pairs.left().columnRange(0, count()).transpose()),
        Certificate.orthogonality(pairs.right().rowRange(0, count())));
  }

  /** Returns the same with correlations and tests. */
  Solution tested(CcaOptions options, CrossValidation validation, RowSource rows, int split) {
    int k = count();
    DenseMatrix zx = Pairs.scores(pairs.x(), weightsX);
    DenseMatrix zy = Pairs.scores(pairs.y(), weightsY);
    double[] correlations = new double[k];
    for (int i = 0; i < k; i++) {
      correlations[i] = Math.min(1, Math.max(-1, dot(zx.column(i), zy.column(i))));
    }
    boolean bare = ridge.x() == 0 && ridge.y() == 0;
    List<Wilks> wilks =
        bare
            ? Wilks.tests(
                clipped(pairs.values()), reduced.rows(), pairs.x().rank(), pairs.y().rank())
            : List.of();
    double[] p = new double[0];
    if (options.permutations() > 0) {
      PermutationTest.need(reduced.rows(), pairs.x().rank(), pairs.y().rank())
          .check(options.memory());
      options.progress().at("testing by permutations, " + options.permutations() + " in all");
      p =
          PermutationTest.pValues(
              rows, reduced, split, pairs, k, options.permutations(), options.seed());
    }
    CrossValidation.Found found =
        validation == null ? CrossValidation.Found.NONE : validation.correlations(ridge, k);
    Findings findings =
        new Findings(
            correlations,
            Arrays.copyOf(pairs.values(), k),
            pairs.total(),
            ridge.x(),
            ridge.y(),
            wilks.subList(0, Math.min(k, wilks.size())),
            options.permutations(),
            p,
            options.folds(),
            found.correlations(),
            found.spread(),
            loadings(zx, zy));
    return with(weightsX, weightsY, findings);
  }

  private static double[] clipped(double[] values) {
    return Arrays.stream(values).map(value -> Math.min(1, value)).toArray();
  }

  private Solution with(DenseMatrix x, DenseMatrix y, Findings other) {
    return new Solution(reduced, pairs, ridge, x, y, residual, rounding, other);
  }

  /** Returns the same for rows that were moved by means. */
  Solution restored(LargeMeans means) {
    return new Solution(
        reduced.restored(means), pairs, ridge, weightsX, weightsY, residual, rounding, findings);
  }

  /** Returns the correlation of each column with each score, whose lengths are 1. */
  private DenseMatrix loadings(DenseMatrix zx, DenseMatrix zy) {
    int k = count();
    int d = reduced.factors().length;
    DenseMatrix loadings = DenseMatrix.zeros(d, 2 * k);
    DenseMatrix m = reduced.matrix();
    LinearAlgebra.multiply(1, m, true, zx, false, 0, loadings.columnRange(0, k));
    LinearAlgebra.multiply(1, m, true, zy, false, 0, loadings.columnRange(k, 2 * k));
    double[] lengths =
        Arrays.stream(reduced.columnSquares()).map(s -> s > 0 ? 1 / Math.sqrt(s) : 0).toArray();
    LinearAlgebra.scaleRows(loadings, lengths);
    return loadings;
  }

  /**
   * Returns the signs that make the largest loading of each component on the first view positive.
   */
  double[] signsOfLoadings(int split) {
    DenseMatrix own = findings.loadings().rowRange(0, split).columnRange(0, count());
    double[] signs = new double[count()];
    Arrays.setAll(signs, i -> SignRule.sign(own.column(i)));
    return signs;
  }

  /** Returns the same with the signs of both scores of a pair changed together. */
  Solution signed(double[] signs) {
    DenseMatrix x = weightsX.copy();
    DenseMatrix y = weightsY.copy();
    LinearAlgebra.scaleRows(x, signs);
    LinearAlgebra.scaleRows(y, signs);
    DenseMatrix loadings = findings.loadings().copy();
    LinearAlgebra.scaleColumns(loadings.columnRange(0, count()), signs);
    LinearAlgebra.scaleColumns(loadings.columnRange(count(), 2 * count()), signs);
    return with(x, y, findings.withLoadings(loadings));
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
