package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.eigenlens.model.PairedModel;

/** Rows in the plane of two components, or of the first five against each other. */
final class ScoresPicture {

  private static final int MOST_PAIRED = 5;
  private static final int MOST_NAMED = 300;

  private ScoresPicture() {}

  static Picture draw(Scene scene) {
    if (scene.model() instanceof PairedModel) {
      return CorrelationsPicture.draw(scene);
    }
    Points points = scene.requirePoints("scores");
    return scene.look().pairs()
        ? PairsPicture.draw(scene, points, MOST_PAIRED)
        : plane(scene, points);
  }

  private static Picture plane(Scene scene, Points points) {
    scene.requireAxes();
    Drawn rows = Drawn.of(points, scene.look());
    Optional<Drawn> more = scene.more().map(other -> Drawn.of(other, scene.look()));
    double[][] outlines = scene.look().ellipses() ? rows.outlines() : new double[2][0];
    Plane plane =
        Plane.around(
            joined(joined(rows.x, more.map(other -> other.x)), Optional.of(outlines[0])),
            joined(joined(rows.y, more.map(other -> other.y)), Optional.of(outlines[1])));
    Chart chart = new Chart();
    List<String> notes = new ArrayList<>();
    plane.frame(chart, scene.axis(scene.look().first()), scene.axis(scene.look().second()));
    rows.draw(chart, plane, scene.look().ellipses(), notes);
    more.ifPresent(other -> other.drawAsMore(chart, notes));
    if (scene.look().names()) {
      name(rows, more, plane, chart, notes);
    }
    return new Picture("Scores", scene.subject() + rows.reading(scene.look()), notes, chart);
  }

  static double[] joined(double[] first, Optional<double[]> second) {
    return DoubleStream.concat(
            Arrays.stream(first), second.map(Arrays::stream).orElse(DoubleStream.empty()))
        .toArray();
  }

  /** Writes names beside the points, those far from the middle first: they matter most. */
  private static void name(
      Drawn rows, Optional<Drawn> more, Plane plane, Chart chart, List<String> notes) {
    Labels labels = new Labels(plane);
    if (rows.x.length <= Points.MOST_MARKS / 10) {
      IntStream.range(0, rows.x.length).forEach(i -> labels.avoid(rows.x[i], rows.y[i]));
    }
    more.ifPresent(
        other ->
            IntStream.range(0, other.x.length)
                .forEach(i -> labels.add(other.x[i], other.y[i], other.name(i), Math.PI / 2)));
    double unitX = plane.x()[1] - plane.x()[0];
    double unitY = plane.y()[1] - plane.y()[0];
    IntStream.range(0, rows.x.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -Math.hypot(rows.x[i] / unitX, rows.y[i] / unitY)))
        .limit(MOST_NAMED)
        .forEach(i -> labels.add(rows.x[i], rows.y[i], rows.name(i), Math.PI / 2));
    chart.add(labels.layer(Palette.INK));
    labels.note().ifPresent(notes::add);
    if (rows.x.length > MOST_NAMED) {
      notes.add("Only the %d rows farthest from the middle are named.".formatted(MOST_NAMED));
    }
  }

  /** Rows with their places in the plane; those without coordinates are not among them. */
  static final class Drawn {
    private final Points points;
    private final int[] rows;
    final double[] x;
    final double[] y;

    private Drawn(Points points, int[] rows, double[] x, double[] y) {
      this.points = points;
      this.rows = rows;
      this.x = x;
      this.y = y;
    }

    static Drawn of(Points points, Look look) {
      int[] known = points.known();
      return new Drawn(
          points,
          known,
          Plane.picked(points.coordinates().column(look.first()), known),
          Plane.picked(points.coordinates().column(look.second()), known));
    }

    /** Returns the same rows at other places. */
    Drawn at(double[] otherX, double[] otherY) {
      return new Drawn(points, rows, otherX, otherY);
    }

    String name(int i) {
      return points.name(rows[i]);
    }

    Optional<Categories> categories() {
      return points
          .labels()
          .map(labels -> Categories.of(Arrays.stream(rows).mapToObj(labels::get).toList()));
    }

    /** Returns how far the ellipses of categories reach. */
    double[][] outlines() {
      return points.colour().isPresent()
          ? new double[2][0]
          : categories().map(known -> Plane.reach(x, y, known)).orElse(new double[2][0]);
    }

    /** Says how to read the colours. */
    String reading(Look look) {
      if (rows.length > Points.MOST_MARKS) {
        return ". Darker: more rows; there are too many to draw each.";
      }
      return points.colour().isPresent() || points.labels().isEmpty() || !look.ellipses()
          ? "."
          : ". Ellipses hold 95 % of each category if it is normal.";
    }

    void draw(Chart chart, Plane plane, boolean ellipses, List<String> notes) {
      int missing = points.count() - rows.length;
      if (missing > 0) {
        notes.add(Texts.count(missing, "row") + " without coordinates cannot be shown.");
      }
      Optional<Categories> categories =
          points.colour().isPresent() ? Optional.empty() : categories();
      boolean many = rows.length > Points.MOST_MARKS;
      if (many) {
        points
            .colour()
            .ifPresent(
                numbers ->
                    notes.add(
                        "There are too many rows for a colour by %s; draw fewer of them to see it."
                            .formatted(Texts.clean(numbers.name()))));
        chart.add(plane.density(x, y));
        Plane.colourDensity(chart);
      } else {
        chart.add(marks(categories));
      }
      categories.ifPresent(
          known -> {
            if (ellipses) {
              chart.add(Plane.ellipses(x, y, known));
            }
            known.colour(chart, "color");
            known.note().ifPresent(notes::add);
          });
      if (!many) {
        points
            .colour()
            .ifPresent(numbers -> chart.gradient("color", numbers.name(), Palette.SEQUENTIAL));
      }
    }

    private Layer marks(Optional<Categories> categories) {
      Layer marks =
          Layer.of("point")
              .with("x", x)
              .with("y", y)
              .all("size", rows.length > 2000 ? 1.4 : 2.4)
              .all("alpha", rows.length > 500 ? 0.6 : 0.8)
              .tips(tips(categories));
      if (points.colour().isPresent()) {
        return marks.with("color", Plane.picked(points.colour().get().values(), rows));
      }
      return categories
          .map(known -> marks.with("color", known.all()).groups(known.all()))
          .orElseGet(() -> marks.all("color", Palette.MAIN));
    }

    private List<String> tips(Optional<Categories> categories) {
      return IntStream.range(0, rows.length)
          .mapToObj(
              i ->
                  name(i)
                      + categories.map(known -> " · " + known.all().get(i)).orElse("")
                      + points
                          .colour()
                          .map(
                              numbers ->
                                  " · "
                                      + Texts.clean(numbers.name())
                                      + " "
                                      + Texts.number(numbers.values()[rows[i]]))
                          .orElse("")
                      + " · ("
                      + Texts.number(x[i])
                      + ", "
                      + Texts.number(y[i])
                      + ")")
          .toList();
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
                      .mapToObj(i -> name(i) + " · supplementary")
                      .toList()));
      notes.add(
          "Triangles: %s that took no part in the fit.".formatted(Texts.count(x.length, "row")));
    }
  }
}
