package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The leading components against each other, in a table of panels. */
final class PairsPicture {

  private static final int MOST_MARKS = 12_000;
  private static final double FEWEST_TICKS = 2.2;
  private static final double MOST_TICKS = 10;

  private PairsPicture() {}

  static Picture draw(Scene scene, Points points, int most) {
    int k = Math.min(most, scene.model().components());
    if (k < 2) {
      throw new PictureException(
          "pairs of components are to be drawn, but the model has only one",
          "fit more components with -k");
    }
    int[] known = points.known();
    int pairs = k * (k - 1) / 2;
    // Every so many rows where all of them would be more ink than paper.
    int step = Math.max(1, (known.length * pairs + MOST_MARKS - 1) / MOST_MARKS);
    int[] shown =
        IntStream.range(0, known.length).filter(i -> i % step == 0).map(i -> known[i]).toArray();
    Optional<Categories> categories = Drawn.categories(points);
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    List<Integer> columns = new ArrayList<>();
    List<Integer> rows = new ArrayList<>();
    List<Object> colour = new ArrayList<>();
    List<String> tips = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    for (int row = 1; row < k; row++) {
      for (int column = 0; column < row; column++) {
        for (int i = 0; i < shown.length; i++) {
          int at = shown[i];
          x.add(points.coordinates().get(at, column));
          y.add(points.coordinates().get(at, row));
          columns.add(column);
          rows.add(row - 1);
          // Categories are of all known rows, whether shown or not.
          int number = i * step;
          tips.add(points.name(at) + categories.map(all(number)).orElse(""));
          points.colour().ifPresent(numbers -> colour.add(numbers.values()[at]));
          categories.ifPresent(
              some -> {
                colour.add(some.all().get(number));
                groups.add(some.all().get(number));
              });
        }
      }
    }
    Layer marks =
        Layer.of("point")
            .with("x", x)
            .with("y", y)
            .in(columns, rows)
            .all("size", 1.2)
            .all("alpha", 0.7)
            .tips(tips)
            .groups(groups);
    Chart chart =
        new Chart()
            .size(900, 820)
            .axis("x", null)
            .axis("y", null)
            .panelTable(
                IntStream.range(0, k - 1).mapToObj(scene::axis).toList(),
                IntStream.range(1, k).mapToObj(scene::axis).toList(),
                true)
            .belowDiagonal()
            .smallTicks();
    List<double[]> scores =
        IntStream.range(0, k)
            .mapToObj(c -> Plane.picked(points.coordinates().column(c), known))
            .toList();
    List<double[]> ranges = scores.stream().map(Plane::range).toList();
    step(ranges).ifPresent(apart -> ticks(chart, ranges, apart));
    if (colour.isEmpty()) {
      marks.all("color", Palette.MAIN);
    } else {
      marks.with("color", colour);
    }
    categories.ifPresent(some -> some.colour(chart, "color"));
    points
        .colour()
        .ifPresent(numbers -> chart.gradient("color", numbers.name(), Palette.SEQUENTIAL));
    chart.add(marks);
    if (scores.stream().anyMatch(Plane::isPlace)) {
      chart.add(corners(ranges));
    }
    List<String> notes = new ArrayList<>();
    points.missing().ifPresent(notes::add);
    categories.flatMap(Categories::note).ifPresent(notes::add);
    if (step > 1) {
      notes.add("One row in %d is shown.".formatted(step));
    }
    return new Picture(
        "Scores: the first " + k + " components against each other",
        scene.subject() + ".",
        Collections.unmodifiableList(notes),
        chart);
  }

  /**
   * Returns invisible points that hold the panels open: of rows that are all at one place along a
   * component the library makes an axis of no length.
   */
  private static Layer corners(List<double[]> ranges) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    List<Integer> columns = new ArrayList<>();
    List<Integer> rows = new ArrayList<>();
    for (int row = 1; row < ranges.size(); row++) {
      for (int column = 0; column < row; column++) {
        for (int end = 0; end < 2; end++) {
          x.add(ranges.get(column)[end]);
          y.add(ranges.get(row)[end]);
          columns.add(column);
          rows.add(row - 1);
        }
      }
    }
    return Layer.of("point").with("x", x).with("y", y).in(columns, rows).all("alpha", 0.0);
  }

  /** Finds one distance of ticks for all components, if they are not too unlike in size. */
  private static Optional<Double> step(List<double[]> ranges) {
    double[] lengths = ranges.stream().mapToDouble(range -> range[1] - range[0]).toArray();
    double least = Arrays.stream(lengths).min().orElse(1) / FEWEST_TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    double apart = power * (least >= 5 * power ? 5 : least >= 2 * power ? 2 : 1);
    return Arrays.stream(lengths).max().orElse(1) / apart <= MOST_TICKS
        ? Optional.of(apart)
        : Optional.empty();
  }

  /**
   * Puts ticks where a component has rows, and nowhere else: from there to zero there may be any
   * number of them. Where four digits do not tell them apart, the library has ticks of its own.
   */
  private static void ticks(Chart chart, List<double[]> ranges, double apart) {
    List<Double> places =
        ranges.stream()
            .flatMapToDouble(range -> multiples(apart, range))
            .sorted()
            .distinct()
            .boxed()
            .toList();
    List<String> names = places.stream().map(Texts::number).toList();
    if (names.stream().distinct().count() == names.size()) {
      chart.ticks("x", places, names).ticks("y", places, names);
    }
  }

  /** Returns the multiples of a distance within a range of no more than some of them. */
  private static DoubleStream multiples(double distance, double[] range) {
    double first = Math.ceil(range[0] / distance);
    int more = (int) (Math.floor(range[1] / distance) - first);
    // Adding 0 makes a zero of a negative one.
    return IntStream.rangeClosed(0, more).mapToDouble(i -> (first + i) * distance + 0.0);
  }

  private static Function<Categories, String> all(int i) {
    return some -> " · " + some.all().get(i);
  }
}
