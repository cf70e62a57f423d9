package org.eigenlens.cli.convention;

import java.util.Locale;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.Findings;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;

/** R itself: divisor n − 1 for columns and components, and signs as LAPACK leaves them. */
final class BaseR {

  private static final String SIGNS = "signs are LAPACK's there: turn columns as you need";

  private BaseR() {}

  static Translation of(Model model) {
    if (model instanceof PairedModel paired) {
      return cancor(paired);
    }
    if (model instanceof KernelModel kernel && model.provenance().method().equals("mds")) {
      return cmdscale(kernel);
    }
    return prcomp(Principal.of(model, "R"));
  }

  private static Translation prcomp(Principal p) {
    double divisor = p.rowsLessOne();
    int k = p.model().components();
    // Without centring R would divide by the root of the mean square; given numbers it does not.
    String scale =
        p.standardized() && !p.centered() ? "apply(x, 2, sd)" : Principal.flag(p.standardized());
    Translation prcomp =
        Translation.of(
                "prcomp(x, center = %s, scale. = %s, rank. = %d)"
                    .formatted(Principal.flag(p.centered()), scale, k))
            .with("sdev", Principal.roots(Principal.times(p.squares(divisor), 1 / divisor)))
            .with("rotation", p.model().directions().transpose(), p.names(), p.components("PC"));
    if (p.centered()) {
      prcomp = prcomp.with("center", p.model().mean(), p.names());
    }
    if (p.standardized()) {
      prcomp = prcomp.with("scale", p.scale(divisor), p.names());
    }
    return prcomp
        .note(SIGNS)
        .notes(p.otherCoordinates("the numbers of x", divisor))
        .notes(Translation.firstOf(k, p.model().columns(), "sdev"))
        .notes(p.constantColumns(" constant, which prcomp refuses to scale"));
  }

  private static Translation cmdscale(KernelModel model) {
    if (!model.knowsItsRows()) {
      throw Principal.none("R", "cmdscale takes all rows, and this model has landmarks");
    }
    Double constant = model.measures().get("additiveConstant");
    Translation cmdscale =
        Translation.of(
                "cmdscale(d, k = %d, eig = TRUE%s)"
                    .formatted(model.components(), constant == null ? "" : ", add = TRUE"))
            .with("eig", model.eigenvalues())
            .with(
                "points",
                ExactKernel.coordinates(model),
                ExactKernel.rowNames(model),
                Words.numbered("V", model.components()));
    if (constant != null) {
      cmdscale = cmdscale.with("ac", constant);
    }
    return cmdscale
        .note(SIGNS)
        .notes(Translation.firstOf(model.components(), (int) model.provenance().rows(), "eig"));
  }

  private static Translation cancor(PairedModel model) {
    if (!model.isLinear()) {
      throw Principal.none("R", "cancor is linear");
    }
    Findings findings = model.findings();
    if (findings.ridgeX() != 0 || findings.ridgeY() != 0) {
      throw Principal.none("R", "cancor has no ridge");
    }
    int k = model.components();
    Translation cancor = Translation.of("cancor(x, y)").with("cor", model.correlations());
    for (PairedModel.Side side : PairedModel.Side.values()) {
      String view = side.name().toLowerCase(Locale.ROOT);
      DenseMatrix coef = model.weights(side).transpose();
      // Ours give scores of variance 1 with our divisor, R's of squares that sum to 1.
      double factor = 1 / Math.sqrt(model.provenance().divisor());
      LinearAlgebra.scaleColumns(coef, Principal.constants(k, factor));
      cancor =
          cancor
              .with(view + "coef", coef, model.columnNames(side), Words.numbered("", k))
              .with(view + "center", model.encoder(side).mean(), model.columnNames(side));
    }
    return cancor.note(SIGNS).note("its coefficients have a column for each column of the view");
  }
}
