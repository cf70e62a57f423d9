package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.model.PairedModel;

/** Rows in the plane of two components, or of the first five against each other. */
final class ScoresPicture {

  private static final int MOST_PAIRED = 5;

  private ScoresPicture() {}

  static Picture draw(Scene scene) {
    if (scene.model() instanceof PairedModel) {
      return CorrelationsPicture.draw(scene);
    }
    Points points = scene.requirePoints("scores");
    if (scene.look().pairs()) {
      return PairsPicture.draw(scene, points, MOST_PAIRED);
    }
    return scene.model().components() == 1 ? strip(scene, points) : plane(scene, points);
  }

  private static Picture plane(Scene scene, Points points) {
    scene.requireAxes();
    Look look = scene.look();
    Drawn rows = Drawn.of(points, look);
    Optional<Drawn> more = scene.more().map(other -> Drawn.of(other, look));
    double[][] outlines = look.ellipses() ? rows.outlines() : new double[2][0];
    Plane plane =
        Plane.around(
            Drawn.joined(rows.allX(more), outlines[0]), Drawn.joined(rows.allY(more), outlines[1]));
    Chart chart = new Chart();
    plane.frame(chart, scene.axis(look.first()), scene.axis(look.second()));
    List<String> notes = finished(chart, plane, rows, more, look);
    return new Picture("Scores", scene.subject() + rows.reading(look.ellipses()), notes, chart);
  }

  private static List<String> finished(
      Chart chart, Plane plane, Drawn rows, Optional<Drawn> more, Look look) {
    List<String> notes = new ArrayList<>();
    rows.draw(chart, plane, look.ellipses(), notes);
    more.ifPresent(other -> other.drawAsMore(chart, notes));
    if (look.names()) {
      Labels labels = new Labels(plane);
      rows.spare(labels);
      more.ifPresent(other -> other.spare(labels));
      more.ifPresent(other -> other.name(labels, plane, notes));
      rows.name(labels, plane, notes);
      labels.draw(chart, Palette.INK);
      labels.note().ifPresent(notes::add);
    }
    return notes;
  }

  /** Draws rows along the only component that there is, each category on a line of its own. */
  private static Picture strip(Scene scene, Points points) {
    Optional<Categories> categories = Drawn.categories(points);
    List<String> lines = new ArrayList<>(categories.map(Categories::names).orElse(List.of("")));
    int[] known = points.known();
    double[] height = new double[known.length];
    for (int i = 0; i < height.length; i++) {
      int at = i;
      int line = categories.map(some -> lines.indexOf(some.all().get(at))).orElse(0);
      height[i] = scattered(i) - line;
    }
    Drawn rows = Drawn.along(points, height);
    Optional<Drawn> more =
        scene
            .more()
            .map(
                other ->
                    Drawn.along(
                        other,
                        IntStream.range(0, other.known().length)
                            .mapToDouble(i -> scattered(i) - lines.size())
                            .toArray()));
    more.ifPresent(other -> lines.add("supplementary"));
    Plane plane =
        new Plane(Plane.range(rows.allX(more)), new double[] {0.5 - lines.size(), 0.5}, false);
    Chart chart =
        new Chart()
            .axis("x", scene.axis(0), plane.x())
            .axis("y", null, plane.y())
            .ticks("y", IntStream.range(0, lines.size()).mapToObj(i -> -1.0 * i).toList(), lines)
            .withoutGrid("y");
    if (plane.x()[0] < 0 && plane.x()[1] > 0) {
      chart.add(Plane.guide("vline").with("xintercept", 0.0));
    }
    List<String> notes = finished(chart, plane, rows, more, scene.look().withEllipses(false));
    return new Picture(
        "Scores",
        scene.subject()
            + ". Height within a line means nothing: it keeps rows apart"
            + rows.reading(false),
        notes,
        chart);
  }

  /** Returns a height from −0.35 to 0.35: multiples of the golden ratio fill it evenly. */
  private static double scattered(int i) {
    double turns = i * 0.6180339887498949;
    return 0.7 * (turns - Math.floor(turns)) - 0.35;
  }
}
