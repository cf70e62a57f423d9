package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;

/** Arrows from the middle of a plane, one a column, with their names at their tips. */
record Arrows(List<String> names, double[] x, double[] y) {

  static final Map<String, Object> TIP =
      Map.of("name", "arrow", "angle", 22.0, "length", 9, "ends", "last", "type", "open");

  private static final int SHAFT = 24;

  /** Where the head of a dashed arrow begins. */
  private static final double HEAD = 0.95;

  /** Takes two columns of a table with a row for each name. */
  static Arrows of(List<String> names, DenseMatrix table, int first, int second) {
    return new Arrows(names, table.column(first), table.column(second));
  }

  /** Returns the longest arrows, so many at most. */
  Arrows longest(int count) {
    int[] kept =
        IntStream.range(0, x.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -Math.hypot(x[i], y[i])))
            .limit(count)
            .mapToInt(i -> i)
            .toArray();
    return new Arrows(
        Arrays.stream(kept).mapToObj(names::get).toList(),
        Plane.picked(x, kept),
        Plane.picked(y, kept));
  }

  Arrows stretched(double factor) {
    return new Arrows(
        names,
        Arrays.stream(x).map(value -> factor * value).toArray(),
        Arrays.stream(y).map(value -> factor * value).toArray());
  }

  /** Returns the arrows as a layer. */
  Layer layer() {
    double[] zeros = new double[x.length];
    return Layer.of("segment")
        .with("x", zeros)
        .with("y", zeros)
        .with("xend", x)
        .with("yend", y)
        .all("arrow", TIP)
        .all("size", 0.8);
  }

  /** Returns dashed shafts; heads are a layer of their own, since dashes would tear them. */
  Layer dashed() {
    double[] zeros = new double[x.length];
    return Layer.of("segment")
        .with("x", zeros)
        .with("y", zeros)
        .with("xend", Arrays.stream(x).map(value -> HEAD * value).toArray())
        .with("yend", Arrays.stream(y).map(value -> HEAD * value).toArray())
        .all("linetype", "dashed")
        .all("size", 0.8);
  }

  /** Returns the heads alone. */
  Layer heads() {
    return Layer.of("segment")
        .with("x", Arrays.stream(x).map(value -> HEAD * value).toArray())
        .with("y", Arrays.stream(y).map(value -> HEAD * value).toArray())
        .with("xend", x)
        .with("yend", y)
        .all("arrow", TIP)
        .all("size", 0.8);
  }

  /** Puts the names at the tips, pointing outwards, and off the shafts. */
  void name(Labels labels) {
    labels.spareAxes();
    for (int i = 0; i < x.length; i++) {
      labels.expect(x[i], y[i]);
      for (int step = 1; step <= SHAFT; step++) {
        labels.avoid(x[i] * step / SHAFT, y[i] * step / SHAFT);
      }
    }
    for (int i = 0; i < x.length; i++) {
      labels.addSurely(x[i], y[i], names.get(i), Math.atan2(y[i], x[i]));
    }
  }

  /** Returns invisible points at the tips: an arrow is two shapes, which tell nothing. */
  Layer tips() {
    List<String> tips = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      tips.add(
          "%s · (%s, %s)"
              .formatted(Texts.clean(names.get(i)), Texts.number(x[i]), Texts.number(y[i])));
    }
    return Layer.of("point").with("x", x).with("y", y).all("alpha", 0.0).all("size", 3).tips(tips);
  }
}
