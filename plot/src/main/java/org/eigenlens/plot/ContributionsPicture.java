package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
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
    List<String> notes = new ArrayList<>();
    Bars bars = new Bars(model.columnNames(), Math.max(look.top(), 20));
    Chart chart =
        bars.chart(
            IntStream.of(axes).mapToObj(i -> "to " + scene.axis(i)).toList(),
            IntStream.of(axes).mapToObj(contributions::column).toList(),
            "contribution, %",
            equal);
    bars.note().ifPresent(notes::add);
    return new Picture(
        "Contributions of columns",
        scene.subject()
            + ". Dashed: %s, if all columns contributed the same."
                .formatted(Texts.percent(equal / 100)),
        notes,
        chart);
  }

  /** Bars for the columns with the largest values, a panel for each series of values. */
  static final class Bars {
    private final List<String> names;
    private final int most;
    private int shown;

    Bars(List<String> names, int most) {
      this.names = names;
      this.most = most;
    }

    /** Draws shares as percentages; a bar above the line is dark. */
    Chart chart(List<String> titles, List<double[]> series, String axis, double line) {
      List<Integer> order =
          IntStream.range(0, names.size())
              .boxed()
              .sorted(
                  Comparator.comparingDouble(
                      j -> -series.stream().mapToDouble(values -> values[j]).max().orElse(0)))
              .limit(most)
              .toList();
      shown = order.size();
      List<Double> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      List<Integer> panel = new ArrayList<>();
      List<String> fill = new ArrayList<>();
      List<String> tips = new ArrayList<>();
      for (int p = 0; p < titles.size(); p++) {
        for (int i = 0; i < shown; i++) {
          double value = 100 * series.get(p)[order.get(i)];
          x.add((double) i);
          y.add(value);
          panel.add(p);
          fill.add(value > line ? Palette.MAIN : "#9DBBD3");
          tips.add(Texts.clean(names.get(order.get(i))) + " · " + Texts.percent(value / 100));
        }
      }
      Chart chart =
          new Chart()
              .size(800, 200 + 190 * titles.size())
              .axis("x", null)
              .axis("y", axis)
              .ticks(
                  "x",
                  IntStream.range(0, shown).mapToObj(Double::valueOf).toList(),
                  order.stream().map(names::get).map(Texts::clean).toList())
              .withoutGrid("x")
              .panels(titles, 1, false)
              .colours("fill")
              .add(
                  Layer.of("bar")
                      .with("x", x)
                      .with("y", y)
                      .with("fill", fill)
                      .in(panel)
                      .all("width", 0.7)
                      .all("size", 0)
                      .tips(tips));
      if (line > 0) {
        chart.add(
            Plane.guide("hline")
                .with("yintercept", Collections.nCopies(titles.size(), line))
                .in(IntStream.range(0, titles.size()).boxed().toList())
                .all("color", Palette.POSITIVE));
      }
      return chart;
    }

    Optional<String> note() {
      return shown == names.size()
          ? Optional.empty()
          : Optional.of(
              "The %d of %d columns with the largest values.".formatted(shown, names.size()));
    }
  }
}
