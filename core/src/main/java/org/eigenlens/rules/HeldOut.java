package org.eigenlens.rules;

import java.util.Arrays;
import java.util.Optional;
import org.eigenlens.Pca;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
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
 * @param most the largest number of components that was tried
 */
record HeldOut(Optional<String> problem, double[][] errors, double[][] likelihoods, int most) {

  /** More components are not looked at: they are no reduction, and the work grows with them. */
  private static final int MOST = 500;

  static HeldOut of(Evidence evidence) {
    RuleOptions options = evidence.options();
    Optional<String> reach = evidence.outOfReach(2 * evidence.cells());
    if (reach.isPresent()) {
      return refused(reach.get());
    }
    Matrix x = evidence.matrix();
    Parts parts = Parts.of(x, x.rows(), options);
    // One dimension has to be left that tells noise from structure.
    int most = Math.min(MOST, Math.min(parts.fewestOthers() - 1, evidence.columns()) - 1);
    if (most < 1) {
      return refused(
          "%s are too few to hold some back and learn from the others"
              .formatted(Counted.table(x.rows(), evidence.columns())));
    }
    double[][] errors = new double[parts.count()][];
    double[][] likelihoods = new double[parts.count()][];
    for (int part = 0; part < parts.count(); part++) {
      options.progress().at("holding back part " + (part + 1) + " of " + parts.count());
      LinearModel model = trained(parts.others(part), most, evidence);
      PartErrors found = PartErrors.of(model, parts.held(part), evidence.columns(), most);
      errors[part] = found.errors();
      likelihoods[part] = found.likelihoods();
    }
    return new HeldOut(Optional.empty(), errors, likelihoods, most);
  }

  private static HeldOut refused(String why) {
    return new HeldOut(Optional.of(why), null, null, 0);
  }

  private static LinearModel trained(DenseMatrix rows, int most, Evidence evidence) {
    RuleOptions options = evidence.options();
    Preprocessing preparation = options.preparation();
    LinearModel model =
        Pca.builder()
            .components(most)
            .center(preparation.center())
            .standardize(preparation.standardize())
            .ddof(0)
            .seed(options.seed())
            .fit(rows, evidence.columnNames());
    rows.storage().release();
    return model;
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
