package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.Procrustes;

/** Two models of the same rows: the second laid over the first by Procrustes' rotation. */
final class ComparePicture {

  private static final int MOST_ROWS = 3000;
  private static final int MOST_MATCHED = 10;

  private ComparePicture() {}

  static Picture draw(Scene scene) {
    Points points = scene.requirePoints("two models");
    Scene.Other other =
        scene
            .other()
            .orElseThrow(
                () ->
                    new PictureException(
                        "two models are to be compared, and there is only one",
                        "name the other with --with MODEL"));
    if (scene.model() instanceof PairedModel || other.model() instanceof PairedModel) {
      throw new PictureException(
          "models of two views have two sets of scores, which are no one configuration",
          "compare models of one view");
    }
    scene.requireAxes();
    int[] known =
        IntStream.of(points.known())
            .filter(i -> Double.isFinite(other.coordinates().get(i, 0)))
            .toArray();
    int used =
        Math.max(
            1 + Math.max(scene.look().first(), scene.look().second()),
            Math.min(MOST_MATCHED, scene.model().components()));
    int usedOfOther = Math.min(used, other.coordinates().columns());
    Procrustes match =
        Procrustes.match(
            picked(points.coordinates(), known, used),
            picked(other.coordinates(), known, usedOfOther));
    int step = Math.max(1, (known.length + MOST_ROWS - 1) / MOST_ROWS);
    int[] shown = IntStream.range(0, known.length).filter(i -> i % step == 0).toArray();
    double[] x0 = Plane.picked(match.target().column(scene.look().first()), shown);
    double[] y0 = Plane.picked(match.target().column(scene.look().second()), shown);
    double[] x1 = Plane.picked(match.matched().column(scene.look().first()), shown);
    double[] y1 = Plane.picked(match.matched().column(scene.look().second()), shown);
    Plane plane = Plane.around(Drawn.joined(x0, x1), Drawn.joined(y0, y1));
    Chart chart = new Chart();
    plane.frame(chart, scene.axis(scene.look().first()), scene.axis(scene.look().second()));
    List<String> first = List.of("first: " + scene.model().provenance().method());
    List<String> second = List.of("second: " + Texts.clean(other.name()));
    chart
        .add(
            Layer.of("segment")
                .with("x", x0)
                .with("y", y0)
                .with("xend", x1)
                .with("yend", y1)
                .all("color", Palette.GUIDE)
                .all("alpha", 0.5)
                .all("size", 0.4))
        .add(marks(x0, y0, first, points, known, shown))
        .add(marks(x1, y1, second, points, known, shown))
        .categories(
            "color",
            "",
            List.of(first.get(0), second.get(0)),
            List.of(Palette.MAIN, Palette.ACCENT))
        .legend("bottom");
    List<String> notes = new ArrayList<>();
    if (step > 1) {
      notes.add("One row in %d is shown; all took part in the match.".formatted(step));
    }
    return new Picture(
        "Two models of the same rows",
        "The first %s of both, matched by Procrustes: they disagree by m² = %s (0: the same shape, 1:"
                .formatted(
                    Texts.count(usedOfOther, "component"), Texts.number(match.disagreement()))
            + " nothing in common). Lines join the two places of a row.",
        notes,
        chart);
  }

  private static Layer marks(
      double[] x, double[] y, List<String> name, Points points, int[] known, int[] shown) {
    List<String> group = IntStream.range(0, x.length).mapToObj(i -> name.get(0)).toList();
    return Layer.of("point")
        .with("x", x)
        .with("y", y)
        .with("color", group)
        .all("size", 1.8)
        .all("alpha", 0.8)
        .groups(group)
        .tips(
            IntStream.range(0, x.length)
                .mapToObj(
                    i -> {
                      int row = known[shown[i]];
                      return points.name(row)
                          + points
                              .labels()
                              .map(labels -> " · " + Texts.clean(Points.named(labels.get(row))))
                              .orElse("");
                    })
                .toList());
  }

  private static DenseMatrix picked(DenseMatrix all, int[] rows, int columns) {
    DenseMatrix picked = DenseMatrix.zeros(rows.length, columns);
    for (int i = 0; i < rows.length; i++) {
      double[] row = all.row(rows[i]);
      picked.setRow(i, Arrays.copyOf(row, columns), 0);
    }
    return picked;
  }
}
