package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.eigenlens.model.Ellipse;

/**
 * The plane that points are drawn in: its limits, which are of the same unit along both axes unless
 * one is far longer, and what all pictures of points share.
 *
 * @param x the limits of the first axis
 * @param y the limits of the second axis
 * @param sameUnits whether a unit is as long along both axes
 */
record Plane(double[] x, double[] y, boolean sameUnits) {

  /** About how large the plane is on paper, in points. */
  static final double WIDTH = 640;

  static final double HEIGHT = 470;

  /** No axis shows less than this part of the values it is at. */
  private static final double FINEST = 1e-12;

  private static final double MARGIN = 0.06;
  private static final double MOST_SKEWED = 5;
  private static final int OUTLINE = 180;
  private static final double LEVEL = 0.95;

  /** Returns the plane around all points; with equal units unless that would make a thin strip. */
  static Plane around(double[] xs, double[] ys) {
    double[] x = range(xs);
    double[] y = range(ys);
    double unit = Math.max((x[1] - x[0]) / WIDTH, (y[1] - y[0]) / HEIGHT);
    boolean same =
        WIDTH * unit < MOST_SKEWED * (x[1] - x[0]) && HEIGHT * unit < MOST_SKEWED * (y[1] - y[0]);
    return same
        ? new Plane(widened(x, WIDTH * unit), widened(y, HEIGHT * unit), true)
        : new Plane(x, y, false);
  }

  private static double[] widened(double[] range, double length) {
    double middle = (range[0] + range[1]) / 2;
    return new double[] {middle - length / 2, middle + length / 2};
  }

  static double[] range(double[] values) {
    double least = Arrays.stream(values).filter(Double::isFinite).min().orElse(0);
    double most = Arrays.stream(values).filter(Double::isFinite).max().orElse(0);
    double margin =
        isPlace(least, most)
            ? Math.max(1, Math.max(Math.abs(least), Math.abs(most)) / 10)
            : MARGIN * (most - least);
    return new double[] {least - margin, most + margin};
  }

  /**
   * Tells whether there is nothing to see between two values: between numbers that share nearly all
   * their digits the steps of ticks are lost in rounding.
   */
  private static boolean isPlace(double least, double most) {
    return !(most - least > FINEST * Math.max(Math.abs(least), Math.abs(most)));
  }

  /** Tells whether all values are at one place, as far as an axis can show. */
  static boolean isPlace(double[] values) {
    return isPlace(Arrays.stream(values).min().orElse(0), Arrays.stream(values).max().orElse(0));
  }

  /** Draws the axes, with dashed lines through zero where it is in the plane. */
  void frame(Chart chart, String nameX, String nameY) {
    chart.axis("x", nameX, x).axis("y", nameY, y);
    if (sameUnits) {
      chart.sameUnits();
    }
    if (x[0] < 0 && x[1] > 0) {
      chart.add(guide("vline").with("xintercept", 0.0));
    }
    if (y[0] < 0 && y[1] > 0) {
      chart.add(guide("hline").with("yintercept", 0.0));
    }
  }

  static Layer guide(String geometry) {
    return Layer.of(geometry)
        .all("linetype", "dashed")
        .all("color", Palette.GUIDE)
        .all("size", 0.5);
  }

  /** Returns the ellipses in which 95 % of each category lie, if its points have one. */
  static Layer ellipses(double[] xs, double[] ys, Categories categories) {
    List<Double> px = new ArrayList<>();
    List<Double> py = new ArrayList<>();
    List<String> colour = new ArrayList<>();
    Map<String, Ellipse> found = found(xs, ys, categories);
    found.forEach(
        (name, ellipse) -> {
          for (int i = 0; i <= OUTLINE; i++) {
            double[] point = ellipse.at(2 * Math.PI * i / OUTLINE);
            px.add(point[0]);
            py.add(point[1]);
            colour.add(name);
          }
        });
    return Layer.of("path")
        .with("x", px)
        .with("y", py)
        .grouped(colour)
        .with("color", colour)
        .all("size", 0.8)
        .groups(List.copyOf(found.keySet()));
  }

  /** Draws a line of a limit, over whatever lies there. */
  static void limit(Chart chart, String geometry, String at, double... values) {
    chart
        .add(
            Layer.of(geometry)
                .with(at, values)
                .all("color", "#FFFFFF")
                .all("alpha", 0.7)
                .all("size", 2.4))
        .add(guide(geometry).with(at, values).all("color", Palette.POSITIVE).all("size", 0.8));
  }

  /** Returns how far the ellipses of categories reach along both axes. */
  static double[][] reach(double[] xs, double[] ys, Categories categories) {
    Collection<Ellipse> all = found(xs, ys, categories).values();
    return new double[][] {
      all.stream()
          .flatMapToDouble(e -> DoubleStream.of(e.centerX() - e.scaleX(), e.centerX() + e.scaleX()))
          .toArray(),
      all.stream()
          .flatMapToDouble(e -> DoubleStream.of(e.centerY() - e.scaleY(), e.centerY() + e.scaleY()))
          .toArray()
    };
  }

  private static Map<String, Ellipse> found(double[] xs, double[] ys, Categories categories) {
    Map<String, Ellipse> found = new LinkedHashMap<>();
    for (String name : categories.own()) {
      int[] own =
          IntStream.range(0, xs.length).filter(i -> categories.all().get(i).equals(name)).toArray();
      Ellipse.of(picked(xs, own), picked(ys, own), LEVEL)
          .filter(Plane::isFinite)
          .ifPresent(ellipse -> found.put(name, ellipse));
    }
    return found;
  }

  /** Tells whether an ellipse can be drawn: the squares of far points may be no numbers. */
  private static boolean isFinite(Ellipse ellipse) {
    return DoubleStream.of(ellipse.centerX(), ellipse.centerY(), ellipse.scaleX(), ellipse.scaleY())
            .allMatch(Double::isFinite)
        && Arrays.stream(ellipse.at(1)).allMatch(Double::isFinite);
  }

  static double[] picked(double[] values, int[] places) {
    return Arrays.stream(places).mapToDouble(i -> values[i]).toArray();
  }
}
