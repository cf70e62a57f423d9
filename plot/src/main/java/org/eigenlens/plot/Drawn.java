package org.eigenlens.plot;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Rows with their places in a plane; those without coordinates are not among them. */
final class Drawn {

  private static final int MOST_NAMED = 300;

  /** Beyond this many marks names do not look for free places between them. */
  private static final int MOST_SPARED = 2000;

  final double[] x;
  final double[] y;
  private final Points points;
  private final int[] rows;
  private final Optional<Categories> categories;

  /** Whether the second axis means something. */
  private final boolean plane;

  private Drawn(
      Points points,
      int[] rows,
      double[] x,
      double[] y,
      Optional<Categories> categories,
      boolean plane) {
    this.plane = plane;
    this.points = points;
    this.rows = rows;
    this.x = x;
    this.y = y;
    this.categories = categories;
  }

  static Drawn of(Points points, Look look) {
    int[] known = points.known();
    return new Drawn(
        points,
        known,
        Plane.picked(points.coordinates().column(look.first()), known),
        Plane.picked(points.coordinates().column(look.second()), known),
        categories(points),
        true);
  }

  /** Places rows along the first component, at heights that only keep them apart. */
  static Drawn along(Points points, double[] heights) {
    int[] known = points.known();
    double[] places = Plane.picked(points.coordinates().column(0), known);
    return new Drawn(points, known, places, heights, categories(points), false);
  }

  /** Returns the categories of the rows that have coordinates; a colour by numbers hides them. */
  static Optional<Categories> categories(Points points) {
    return points
        .labels()
        .filter(labels -> points.colour().isEmpty())
        .map(labels -> Categories.of(Arrays.stream(points.known()).mapToObj(labels::get).toList()));
  }

  /** Returns the same rows at other places. */
  Drawn at(double[] otherX, double[] otherY) {
    return new Drawn(points, rows, otherX, otherY, categories, plane);
  }

  /** Returns the places of these rows and of others along the first axis. */
  double[] allX(Optional<Drawn> others) {
    return joined(x, others.map(other -> other.x).orElse(new double[0]));
  }

  /** Returns the places of these rows and of others along the second axis. */
  double[] allY(Optional<Drawn> others) {
    return joined(y, others.map(other -> other.y).orElse(new double[0]));
  }

  static double[] joined(double[] first, double[] second) {
    return DoubleStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
  }

  private boolean isMany() {
    return rows.length > Points.MOST_MARKS;
  }

  /** Returns how far the ellipses of categories reach. */
  double[][] outlines() {
    return categories.map(known -> Plane.reach(x, y, known)).orElse(new double[2][0]);
  }

  /** Says how to read the colours. */
  String reading(boolean ellipses) {
    String outlines =
        ellipses && categories.isPresent()
            ? " Ellipses hold 95 % of each category if it is normal."
            : "";
    if (!isMany()) {
      return "." + outlines;
    }
    return ". There are too many rows to draw each"
        + points
            .colour()
            .map(numbers -> ": colour is the mean of a tile.")
            .or(
                () ->
                    categories.map(
                        known ->
                            ": a tile has the colour of the category most seen in it, the paler the"
                                + " fewer its rows are."))
            .orElse(": the darker, the more there are.")
        + outlines;
  }

  void draw(Chart chart, Plane plane, boolean ellipses, List<String> notes) {
    points.missing().ifPresent(notes::add);
    if (isMany()) {
      tiles(chart, plane, notes);
    } else {
      chart.add(marks());
      points
          .colour()
          .ifPresent(numbers -> chart.gradient("color", numbers.name(), Palette.SEQUENTIAL));
    }
    categories.ifPresent(
        known -> {
          if (ellipses && isMany()) {
            chart.add(Plane.ellipses(x, y, known).under());
          }
          if (ellipses) {
            chart.add(Plane.ellipses(x, y, known));
          }
          known.colour(chart, "color");
          known.note().ifPresent(notes::add);
        });
  }

  private void tiles(Chart chart, Plane plane, List<String> notes) {
    Tiles tiles = new Tiles(plane, x, y);
    if (points.colour().isPresent()) {
      Points.Numbers numbers = points.colour().get();
      double[] values = Plane.picked(numbers.values(), rows);
      tiles.draw(chart, Texts.clean(numbers.name()), values);
      long unknown = Arrays.stream(values).filter(value -> !Double.isFinite(value)).count();
      if (unknown > 0) {
        notes.add(
            "%s without %s in no mean."
                .formatted(Texts.count(unknown, "row"), Texts.clean(numbers.name())));
      }
    } else if (categories.isPresent()) {
      tiles.draw(chart, categories.get());
    } else {
      tiles.draw(chart);
    }
  }

  private Layer marks() {
    Layer marks =
        Layer.of("point")
            .with("x", x)
            .with("y", y)
            .all("size", rows.length > 2000 ? 1.4 : 2.4)
            .all("alpha", rows.length > 500 ? 0.6 : 0.8)
            .tips(IntStream.range(0, rows.length).mapToObj(this::tip).toList());
    if (points.colour().isPresent()) {
      return marks.with("color", Plane.picked(points.colour().get().values(), rows));
    }
    return categories
        .map(known -> marks.with("color", known.all()).groups(known.all()))
        .orElseGet(() -> marks.all("color", Palette.MAIN));
  }

  private String tip(int i) {
    return points.name(rows[i])
        + categories.map(known -> " · " + known.all().get(i)).orElse("")
        + points
            .colour()
            .map(
                numbers ->
                    " · %s %s"
                        .formatted(
                            Texts.clean(numbers.name()), Texts.number(numbers.values()[rows[i]])))
            .orElse("")
        + (plane
            ? " · (%s, %s)".formatted(Texts.number(x[i]), Texts.number(y[i]))
            : " · " + Texts.number(x[i]));
  }

  /** Draws rows that took no part in the fit. */
  void drawAsMore(Chart chart, List<String> notes) {
    chart.add(
        Layer.of("point")
            .with("x", x)
            .with("y", y)
            .all("shape", 17)
            .all("size", 3)
            .all("color", Palette.INK)
            .tips(
                IntStream.range(0, x.length)
                    .mapToObj(i -> points.name(rows[i]) + " · supplementary")
                    .toList()));
    notes.add(
        "Triangles: %s that took no part in the fit.".formatted(Texts.count(x.length, "row")));
  }

  /** Keeps names off the marks, where there are not too many. */
  void spare(Labels labels) {
    if (rows.length <= MOST_SPARED) {
      IntStream.range(0, x.length).forEach(i -> labels.spare(x[i], y[i]));
    }
  }

  /** Writes names beside the points, those far from the middle first: they matter most. */
  void name(Labels labels, Plane plane, List<String> notes) {
    double unitX = plane.x()[1] - plane.x()[0];
    double unitY = plane.y()[1] - plane.y()[0];
    IntStream.range(0, x.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -Math.hypot(x[i] / unitX, y[i] / unitY)))
        .limit(MOST_NAMED)
        .forEach(i -> labels.add(x[i], y[i], points.name(rows[i]), Math.PI / 2));
    if (x.length > MOST_NAMED) {
      notes.add("Only the %d rows farthest from the middle are named.".formatted(MOST_NAMED));
    }
  }
}
