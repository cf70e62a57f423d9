package org.eigenlens.plot;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.Interpretation;
import org.eigenlens.model.LinearModel;

/** What columns contribute to two components, with the line at which all would be equal. */
final class ContributionsPicture {

  private ContributionsPicture() {}

  static Picture draw(Scene scene) {
    LinearModel model = scene.requireLinear("contributions");
    Look look = scene.look();
    int[] axes = model.components() == 1 ? new int[] {0} : new int[] {look.first(), look.second()};
    if (axes.length == 2) {
      scene.requireAxes();
    }
    DenseMatrix contributions = new Interpretation(model).columnContributions();
    double equal = 100.0 / model.columns();
    Bars bars = new Bars(model.columnNames(), Math.max(look.top(), 20));
    Chart chart =
        bars.chart(
            IntStream.of(axes).mapToObj(i -> "to " + scene.axis(i)).toList(),
            IntStream.of(axes)
                .mapToObj(contributions::column)
                .map(shares -> Arrays.stream(shares).map(share -> 100 * share).toArray())
                .toList(),
            "contribution, %",
            Optional.of(equal));
    return new Picture(
        "Contributions of columns",
        scene.subject()
            + ". Dashed: %s, if all columns contributed the same."
                .formatted(Texts.percent(equal / 100)),
        bars.notes(),
        chart);
  }
}
