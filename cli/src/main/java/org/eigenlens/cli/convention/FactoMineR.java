package org.eigenlens.cli.convention;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.Model;

/** FactoMineR: divisor n for columns and components; the weights of a component sum to above 0. */
final class FactoMineR {

  /** Sums below this are rounding, and leave a sign undecided. */
  private static final double NOTHING = 1e-12;

  private FactoMineR() {}

  static Translation of(Model model) {
    Principal p = Principal.of(model, "FactoMineR");
    if (!p.centered()) {
      throw Principal.none("FactoMineR", "its PCA always centres, and this one is not centred");
    }
    double n = p.rows();
    int k = p.model().components();
    double[] eig = Principal.times(p.squares(n), 1 / n);
    DenseMatrix weights = p.model().directions().transpose();
    double[] signs = new double[k];
    Arrays.setAll(signs, i -> Arrays.stream(weights.column(i)).sum() < -NOTHING ? -1 : 1);
    LinearAlgebra.scaleColumns(weights, signs);
    DenseMatrix coord = weights.copy();
    LinearAlgebra.scaleColumns(coord, Principal.roots(eig));
    DenseMatrix contrib = Principal.squared(weights);
    LinearAlgebra.scaleColumns(contrib, Principal.constants(k, 100));
    List<String> dims = p.components("Dim.");
    Translation pca =
        Translation.of(
                "PCA(X, scale.unit = %s, ncp = %d)".formatted(Principal.flag(p.standardized()), k))
            .with(
                "eig",
                table(eig, p.model().explainedVarianceRatio()),
                p.components("comp "),
                List.of(
                    "eigenvalue", "percentage of variance", "cumulative percentage of variance"))
            .with("var$coord", coord, p.names(), dims);
    if (p.standardized()) {
      pca =
          pca.with("var$cor", coord, p.names(), dims)
              .with("var$cos2", Principal.squared(coord), p.names(), dims);
    } else {
      pca = pca.note("var$cor and var$cos2 need deviations, which only standardised models keep");
    }
    double[] one = Principal.constants(p.model().columns(), 1);
    return pca.with("var$contrib", contrib, p.names(), dims)
        .with("call$centre", p.model().mean(), p.names())
        .with("call$ecart.type", p.standardized() ? p.scale(n) : one, p.names())
        .note(coordinates(p, signs))
        .notes(Translation.firstOf(k, p.model().columns(), "eig"))
        .notes(k == 1 ? List.of("with ncp = 1 the sign is LAPACK's there") : List.of())
        .notes(p.constantColumns(" constant, which FactoMineR divides by rounding"));
  }

  private static DenseMatrix table(double[] eig, double[] share) {
    DenseMatrix table = DenseMatrix.zeros(eig.length, 3);
    double cumulative = 0;
    for (int i = 0; i < eig.length; i++) {
      cumulative += 100 * share[i];
      table.setRow(i, new double[] {eig[i], 100 * share[i], cumulative}, 0);
    }
    return table;
  }

  /** Says how its coordinates of rows come from ours. */
  private static String coordinates(Principal p, double[] signs) {
    List<String> turned =
        IntStream.range(0, signs.length)
            .filter(i -> signs[i] < 0)
            .mapToObj(i -> String.valueOf(i + 1))
            .toList();
    return "ind$coord are "
        + p.coordinates(p.rows())
        + (turned.isEmpty()
            ? ""
            : ", with the sign of component " + String.join(", ", turned) + " changed");
  }
}
