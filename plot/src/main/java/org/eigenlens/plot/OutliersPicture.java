package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.eigenlens.model.Diagnostics;
import org.eigenlens.model.LinearModel;

/** How unusual rows are: within the model (T²) against away from it (SPE), with their limits. */
final class OutliersPicture {

  private static final double LEVEL = 0.95;
  private static final int MOST_NAMED = 200;

  /** Of normal rows no more than a tenth are beyond one of two limits. */
  private static final double TOO_OFTEN = 0.2;

  private OutliersPicture() {}

  static Picture draw(Scene scene) {
    LinearModel model = scene.requireLinear("outliers");
    if (model.spread() != null) {
      throw new PictureException(
          "how unusual a row is rests on principal components, and these are of "
              + model.provenance().method(),
          "fit with -m pca");
    }
    if (!model.provenance().centered()) {
      throw new PictureException(
          "how unusual a row is counts from the mean, and this model has none",
          "fit without --no-center, or see plot scores");
    }
    Points points = scene.requirePoints("outliers");
    Diagnostics found = model.diagnose(scene.requireCells("outliers"), points.coordinates(), LEVEL);
    int[] known = points.known();
    double[] x = Plane.picked(found.tSquared(), known);
    double[] spe = Plane.picked(found.spe(), known);
    double[] limitX = {found.tSquaredLimit()};
    // Where the model leaves nothing out, the SPE of its rows and their limit are rounding, which
    // is large where numbers are.
    boolean whole =
        found.speLimit() <= 1e-9 * model.totalVariance()
            && Arrays.stream(spe).allMatch(value -> value <= found.speLimit());
    double[] y = whole ? new double[spe.length] : spe;
    double[] limitY = {whole ? Double.NaN : found.speLimit()};
    double[] rangeX = Plane.range(Drawn.joined(x, limitX));
    double[] rangeY = whole ? new double[] {0, 1} : Plane.range(Drawn.joined(y, limitY));
    Plane plane = new Plane(fromZero(rangeX), fromZero(rangeY), false);
    Chart chart =
        new Chart()
            .axis("x", "Hotelling's T²: distance within the model", plane.x())
            .axis("y", "SPE: squared distance to the model", plane.y());
    List<Integer> beyond =
        IntStream.range(0, known.length)
            .filter(i -> found.outlier(known[i]))
            .boxed()
            .sorted(
                Comparator.comparingDouble(
                    i -> -Math.max(times(x[i], limitX[0]), times(y[i], limitY[0]))))
            .toList();
    boolean both = Double.isFinite(limitY[0]);
    marks(points, known, found, x, y, plane, chart);
    Plane.limit(chart, "vline", "xintercept", limitX);
    if (both) {
      Plane.limit(chart, "hline", "yintercept", limitY);
    }
    List<String> notes = new ArrayList<>();
    Labels labels = new Labels(plane);
    beyond.stream().limit(MOST_NAMED).forEach(i -> labels.spare(x[i], y[i]));
    labels.avoidLines(limitX[0], limitY[0]);
    beyond.stream()
        .limit(scene.look().names() ? MOST_NAMED : scene.look().top())
        .forEach(i -> labels.add(x[i], y[i], points.name(known[i]), Math.PI / 2));
    labels.draw(chart, Palette.INK);
    labels.note().ifPresent(notes::add);
    if (whole) {
      notes.add("The model leaves nothing out, so that none of these rows is away from it.");
    } else if (!both) {
      notes.add(
          "The limit of the SPE is not known, so that rows far from the model are not marked: the"
              + " route that fitted it did not learn it, or variances are too large or too small to"
              + " be squared.");
    }
    if (beyond.size() > TOO_OFTEN * known.length && known.length >= 20) {
      notes.add(
          "That is %s of the rows, far more than of normal ones: take the limits for a guide."
              .formatted(Texts.percent((double) beyond.size() / known.length)));
    }
    return new Picture(
        "Outliers",
        String.format(
            Locale.ROOT,
            "%s. %s shown, %,d of them beyond %s normal rows exceeds%s.",
            scene.subject(),
            Texts.count(known.length, "row"),
            beyond.size(),
            both
                ? "either of two limits, each of which one in twenty"
                : "the limit of T², which one in twenty",
            beyond.isEmpty() ? "" : "; the farthest are named"),
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
      new Tiles(plane, x, y).draw(chart);
      return;
    }
    List<String> groups =
        Arrays.stream(known)
            .mapToObj(i -> found.outlier(i) ? "beyond a limit" : "within the limits")
            .toList();
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
            "color",
            "",
            List.of("within the limits", "beyond a limit"),
            List.of(Palette.MAIN, Palette.ACCENT))
        .legend("bottom");
  }
}
