package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.model.Diagnostics;
import org.eigenlens.model.LinearModel;

/** How unusual rows are: within the model (T²) against away from it (SPE), with their limits. */
final class OutliersPicture {

  private static final double LEVEL = 0.95;

  private OutliersPicture() {}

  static Picture draw(Scene scene) {
    LinearModel model = scene.requireLinear("outliers");
    if (model.spread() != null) {
      throw new PictureException(
          "how unusual a row is rests on principal components, and these are of "
              + model.provenance().method(),
          "fit with -m pca");
    }
    Points points = scene.requirePoints("outliers");
    Diagnostics found = model.diagnose(scene.requireCells("outliers"), points.coordinates(), LEVEL);
    int[] known = points.known();
    double[] x = Plane.picked(found.tSquared(), known);
    double[] y = Plane.picked(found.spe(), known);
    double[] limitX = {found.tSquaredLimit()};
    double[] limitY = {found.speLimit()};
    double[] rangeX = Plane.range(ScoresPicture.joined(x, Optional.of(limitX)));
    double[] rangeY = Plane.range(ScoresPicture.joined(y, Optional.of(limitY)));
    Plane plane = new Plane(fromZero(rangeX), fromZero(rangeY), false);
    Chart chart =
        new Chart()
            .axis("x", "Hotelling's T²: distance within the model", plane.x())
            .axis("y", "SPE: squared distance to the model", plane.y());
    if (Double.isFinite(limitX[0])) {
      chart.add(Plane.guide("vline").with("xintercept", limitX).all("color", Palette.POSITIVE));
    }
    if (Double.isFinite(limitY[0])) {
      chart.add(Plane.guide("hline").with("yintercept", limitY).all("color", Palette.POSITIVE));
    }
    List<Integer> beyond =
        IntStream.range(0, known.length)
            .filter(i -> found.outlier(known[i]))
            .boxed()
            .sorted(
                Comparator.comparingDouble(
                    i -> -Math.max(times(x[i], limitX[0]), times(y[i], limitY[0]))))
            .toList();
    List<String> notes = new ArrayList<>();
    marks(points, known, found, x, y, plane, chart);
    Labels labels = new Labels(plane);
    beyond.stream().limit(200).forEach(i -> labels.avoid(x[i], y[i]));
    beyond.stream()
        .limit(scene.look().top())
        .forEach(i -> labels.add(x[i], y[i], points.name(known[i]), Math.PI / 2));
    chart.add(labels.layer(Palette.INK));
    labels.note().ifPresent(notes::add);
    if (limitY[0] <= 1e-9 * model.totalVariance()) {
      notes.add("The model leaves nothing out, so no row it was fitted to is away from it.");
    }
    if (Double.isNaN(limitY[0])) {
      notes.add("The route that fitted the model does not learn the limit of the SPE.");
    }
    return new Picture(
        "Outliers",
        String.format(
            Locale.ROOT,
            "%s. %s shown, %,d of them beyond either of two limits, each of which one in twenty"
                + " normal rows exceeds; the farthest are named.",
            scene.subject(),
            Texts.count(known.length, "row"),
            beyond.size()),
        notes,
        chart);
  }

  /** Returns how many times its limit a value is; one that has no limit is not beyond it. */
  private static double times(double value, double limit) {
    return Double.isNaN(limit) ? 0 : value / limit;
  }

  private static double[] fromZero(double[] range) {
    return new double[] {Math.min(0, range[0]), range[1]};
  }

  private static void marks(
      Points points,
      int[] known,
      Diagnostics found,
      double[] x,
      double[] y,
      Plane plane,
      Chart chart) {
    if (known.length > Points.MOST_MARKS) {
      chart.add(plane.density(x, y));
      Plane.colourDensity(chart);
      return;
    }
    List<String> groups =
        Arrays.stream(known).mapToObj(i -> found.outlier(i) ? "beyond a limit" : "usual").toList();
    chart
        .add(
            Layer.of("point")
                .with("x", x)
                .with("y", y)
                .with("color", groups)
                .all("size", 2.2)
                .all("alpha", 0.75)
                .groups(groups)
                .tips(
                    IntStream.range(0, known.length)
                        .mapToObj(
                            i ->
                                "%s · T² %s · SPE %s"
                                    .formatted(
                                        points.name(known[i]),
                                        Texts.number(x[i]),
                                        Texts.number(y[i])))
                        .toList()))
        .categories(
            "color", "", List.of("usual", "beyond a limit"), List.of(Palette.MAIN, Palette.ACCENT))
        .legend("bottom");
  }
}
