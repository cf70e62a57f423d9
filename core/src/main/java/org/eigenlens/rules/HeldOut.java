package org.eigenlens.rules;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.Preprocessing;

/**
 * How well each number of components foretells what it has not seen.
 *
 * <p>Rows are cut in parts at random. Of each part in turn, directions and variances are learned
 * from the other parts; then each cell of the part is predicted from the other cells of its row
 * (see {@link PartErrors}), so that no cell takes part in its own prediction. Predicting a row from
 * itself, as reconstruction does, would only ever get better with more components.
 *
 * @param problem why nothing could be held out; the rest is null then
 * @param errors the sum of squared errors of each part, for 0, 1, … components
 * @param likelihoods the log-likelihood of each part, for 0, 1, … components
 * @param cells how many cells were predicted
 * @param most the largest number of components that was tried
 */
record HeldOut(
    Optional<String> problem, double[][] errors, double[][] likelihoods, double cells, int most) {

  /** More components are not looked at: they are no reduction, and the work grows with them. */
  private static final int MOST = 500;

  static HeldOut of(Evidence evidence) {
    RuleOptions options = evidence.options();
    Optional<String> reach = evidence.outOfReach(2);
    if (reach.isPresent()) {
      return refused(reach.get());
    }
    Matrix x = evidence.matrix();
    int n = x.rows();
    int folds = Math.min(options.folds(), n);
    int trained = n - (n + folds - 1) / folds;
    // One dimension has to be left that tells noise from structure.
    int most = Math.min(MOST, Math.min(trained - 1, evidence.columns()) - 1);
    if (most < 1) {
      return refused(
          "%d rows × %d columns are too few to hold some back and learn from the others"
              .formatted(n, evidence.columns()));
    }
    int[] order = new RandomStream(options.seed(), -1).permutation(n);
    double[][] errors = new double[folds][];
    double[][] likelihoods = new double[folds][];
    for (int fold = 0; fold < folds; fold++) {
      options.progress().at("holding back part " + (fold + 1) + " of " + folds);
      PartErrors part =
          PartErrors.of(
              trained(x, order, fold, folds, most, options),
              picked(x, order, fold, folds, true),
              evidence.columns(),
              most);
      errors[fold] = part.errors();
      likelihoods[fold] = part.likelihoods();
    }
    return new HeldOut(Optional.empty(), errors, likelihoods, (double) n * x.columns(), most);
  }

  private static HeldOut refused(String why) {
    return new HeldOut(Optional.of(why), null, null, 0, 0);
  }

  private static LinearModel trained(
      Matrix x, int[] order, int fold, int folds, int most, RuleOptions options) {
    DenseMatrix rows = picked(x, order, fold, folds, false);
    Preprocessing preparation = options.preparation();
    LinearModel model =
        Pca.builder()
            .components(most)
            .center(preparation.center())
            .standardize(preparation.standardize())
            .ddof(0)
            .seed(options.seed())
            .fit(rows);
    rows.storage().release();
    return model;
  }

  /** Copies the rows of one part, or those of all others. */
  private static DenseMatrix picked(Matrix x, int[] order, int fold, int folds, boolean inside) {
    int[] chosen =
        IntStream.range(0, order.length)
            .filter(i -> (i % folds == fold) == inside)
            .map(i -> order[i])
            .sorted()
            .toArray();
    DenseMatrix rows = DenseMatrix.unset(chosen.length, x.columns(), Precision.DOUBLE);
    for (int i = 0; i < chosen.length; i++) {
      rows.setRow(i, x.row(chosen[i]), 0);
    }
    return rows;
  }

  /** Returns the sum over parts for each number of components. */
  static double[] summed(double[][] parts) {
    double[] sums = new double[parts[0].length];
    for (double[] part : parts) {
      Arrays.setAll(sums, k -> sums[k] + part[k]);
    }
    return sums;
  }
}
