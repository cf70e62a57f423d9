package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Bars for the columns with the largest values, from the largest down. */
final class Bars {

  private final List<String> names;
  private final List<Integer> order;
  private final double[] values;

  Bars(List<String> names, double[] values, int most) {
    this.names = names;
    this.values = values;
    this.order =
        IntStream.range(0, names.size())
            .boxed()
            .sorted(Comparator.comparingDouble(j -> -values[j]))
            .limit(most)
            .toList();
  }

  /** Draws them; those above the line, if there is one, are dark. */
  Chart chart(String axis, Optional<Double> line) {
    int shown = order.size();
    List<Double> ends = new ArrayList<>();
    List<Double> places = new ArrayList<>();
    List<String> fill = new ArrayList<>();
    List<String> tips = new ArrayList<>();
    List<String> ticks = new ArrayList<>();
    for (int i = 0; i < shown; i++) {
      double value = values[order.get(i)];
      String name = names.get(order.get(i));
      ends.add(value);
      places.add((double) -i);
      fill.add(value > line.orElse(0.0) ? Palette.MAIN : "#9DBBD3");
      tips.add(Texts.clean(name) + " · " + Texts.number(value));
      ticks.add(Texts.tick(name));
    }
    double most = Math.max(ends.isEmpty() ? 0 : ends.get(0), line.orElse(0.0));
    Chart chart =
        new Chart()
            .size(800, 120 + 22 * Math.max(4, shown))
            .axis("x", axis, new double[] {0, most > 0 ? 1.03 * most : 1})
            .axis("y", null, new double[] {0.4 - shown, 0.6})
            .ticks("y", places, ticks)
            .smallTicks()
            .withoutGrid("y")
            .colours("fill")
            .add(
                Layer.of("rect")
                    .with("xmin", Collections.nCopies(shown, 0.0))
                    .with("xmax", ends)
                    .with("ymin", places.stream().map(place -> place - 0.35).toList())
                    .with("ymax", places.stream().map(place -> place + 0.35).toList())
                    .with("fill", fill)
                    .all("size", 0)
                    .tips(tips));
    line.ifPresent(
        at ->
            chart.add(Plane.guide("vline").with("xintercept", at).all("color", Palette.POSITIVE)));
    return chart;
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (order.size() < names.size()) {
      notes.add(
          "The %d of %d columns with the largest values.".formatted(order.size(), names.size()));
    }
    Texts.shortened(order.stream().map(names::get).toList()).ifPresent(notes::add);
    return notes;
  }
}
