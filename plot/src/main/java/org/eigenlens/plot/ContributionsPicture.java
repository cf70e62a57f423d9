package org.eigenlens.plot;

import java.util.Arrays;
import java.util.Optional;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.Interpretation;
import org.eigenlens.model.LinearModel;

/** What columns contribute to two components, with the line at which all would be equal. */
final class ContributionsPicture {

  private ContributionsPicture() {}

  static Picture draw(Scene scene) {
    LinearModel model = scene.requireLinear("contributions");
    Look look = scene.look();
    DenseMatrix contributions = new Interpretation(model).columnContributions();
    if (model.components() == 1) {
      return draw(scene, contributions, 0);
    }
    scene.requireAxes();
    return draw(scene, contributions, look.first())
        .above(draw(scene, contributions, look.second()));
  }

  private static Picture draw(Scene scene, DenseMatrix contributions, int component) {
    double equal = 100.0 / contributions.rows();
    double[] percent =
        Arrays.stream(contributions.column(component)).map(share -> 100 * share).toArray();
    Bars bars = new Bars(scene.model().columnNames(), percent, Math.max(scene.look().top(), 20));
    return new Picture(
        "Contributions of columns to " + scene.axis(component),
        scene.subject()
            + ". Dashed: %s, if all columns contributed the same."
                .formatted(Texts.percent(equal / 100)),
        bars.notes(),
        bars.chart("contribution, %", Optional.of(equal)));
  }
}
