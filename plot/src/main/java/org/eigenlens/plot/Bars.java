package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Bars for the columns with the largest values, a panel for each series of values. */
final class Bars {

  private final List<String> names;
  private final int shown;

  Bars(List<String> names, int most) {
    this.names = names;
    this.shown = Math.min(most, names.size());
  }

  /** Draws values from the largest down; bars above the line, if there is one, are dark. */
  Chart chart(List<String> titles, List<double[]> series, String axis, Optional<Double> line) {
    List<Double> ends = new ArrayList<>();
    List<Double> places = new ArrayList<>();
    List<Integer> panel = new ArrayList<>();
    List<String> fill = new ArrayList<>();
    List<String> tips = new ArrayList<>();
    List<String> ticks = new ArrayList<>();
    for (int p = 0; p < series.size(); p++) {
      double[] values = series.get(p);
      List<Integer> order =
          IntStream.range(0, names.size())
              .boxed()
              .sorted(Comparator.comparingDouble(j -> -values[j]))
              .limit(shown)
              .toList();
      for (int i = 0; i < shown; i++) {
        double value = values[order.get(i)];
        String name = Texts.clean(names.get(order.get(i)));
        ends.add(value);
        // Panels share an axis, of which each shows its part.
        places.add((double) -(p * (shown + 2) + i));
        panel.add(p);
        fill.add(value > line.orElse(0.0) ? Palette.MAIN : "#9DBBD3");
        tips.add(name + " · " + Texts.number(value));
        ticks.add(Texts.tick(name));
      }
    }
    Chart chart =
        new Chart()
            .size(800, 150 + 24 * Math.max(4, shown))
            .axis("x", axis)
            .axis("y", null)
            .ticks("y", places, ticks)
            .smallTicks()
            .withoutGrid("y")
            .panels(titles, titles.size(), true)
            .colours("fill")
            .add(
                Layer.of("tile")
                    .with("x", ends.stream().map(end -> end / 2).toList())
                    .with("y", places)
                    .with("width", ends)
                    .with("height", Collections.nCopies(ends.size(), 0.7))
                    .with("fill", fill)
                    .in(panel)
                    .all("size", 0)
                    .tips(tips));
    line.ifPresent(
        at ->
            chart.add(
                Plane.guide("vline")
                    .with("xintercept", Collections.nCopies(titles.size(), at))
                    .in(IntStream.range(0, titles.size()).boxed().toList())
                    .all("color", Palette.POSITIVE)));
    return chart;
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (shown < names.size()) {
      notes.add("The %d of %d columns with the largest values.".formatted(shown, names.size()));
    }
    Texts.shortened(names).ifPresent(notes::add);
    return notes;
  }
}
