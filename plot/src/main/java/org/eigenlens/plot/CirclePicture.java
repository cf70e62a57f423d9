package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.Interpretation;
import org.eigenlens.model.LinearModel;

/** Correlations of standardised columns with two components, in the unit circle. */
final class CirclePicture {

  private static final double EDGE = 1.12;

  private CirclePicture() {}

  static Picture draw(Scene scene) {
    LinearModel model = scene.requireLinear("a correlation circle");
    if (!model.provenance().standardized() || !model.provenance().centered()) {
      throw new PictureException(
          "a correlation circle is for standardised columns: those of this model keep their own"
              + " units, so their arrows would be no correlations",
          "fit with --standardize, or see plot biplot or loadings");
    }
    if (model.spread() != null) {
      throw new PictureException(
          "a correlation circle is of principal components, and these are of "
              + model.provenance().method(),
          "see plot loadings");
    }
    scene.requireAxes();
    Look look = scene.look();
    Arrows all =
        Arrows.of(
            model.columnNames(),
            new Interpretation(model).columnCorrelations(),
            look.first(),
            look.second());
    Arrows arrows = all.longest(look.top());
    // A circle is round: the plane has the same units, and the room that is over.
    double half = EDGE * Plane.WIDTH / Plane.HEIGHT;
    Plane plane = new Plane(new double[] {-half, half}, new double[] {-EDGE, EDGE}, true);
    Chart chart = new Chart();
    List<String> notes = new ArrayList<>();
    plane.frame(chart, scene.axis(look.first()), scene.axis(look.second()));
    chart.add(circle());
    double[] quality = new double[arrows.x().length];
    Arrays.setAll(quality, i -> arrows.x()[i] * arrows.x()[i] + arrows.y()[i] * arrows.y()[i]);
    chart
        .add(arrows.layer().with("color", quality))
        .gradient("color", "cos²", Palette.SEQUENTIAL)
        .add(arrows.tips());
    Labels labels = new Labels(plane);
    arrows.name(labels);
    supplementary(scene, chart, labels, notes);
    labels.draw(chart, Palette.INK);
    labels.note().ifPresent(notes::add);
    if (arrows.names().size() < model.columns()) {
      notes.add(
          "The %d of %d columns that the plane shows best."
              .formatted(arrows.names().size(), model.columns()));
    }
    return new Picture(
        "Correlation circle",
        scene.subject() + ". An arrow that reaches the circle lies wholly in this plane.",
        notes,
        chart);
  }

  private static Layer circle() {
    int steps = 360;
    double[] x = new double[steps + 1];
    double[] y = new double[steps + 1];
    Arrays.setAll(x, i -> Math.cos(2 * Math.PI * i / steps));
    Arrays.setAll(y, i -> Math.sin(2 * Math.PI * i / steps));
    return Layer.of("path").with("x", x).with("y", y).all("color", Palette.GUIDE).all("size", 0.6);
  }

  private static void supplementary(Scene scene, Chart chart, Labels labels, List<String> notes) {
    if (scene.columns().isEmpty()) {
      return;
    }
    Points points = scene.requirePoints("supplementary columns");
    Scene.Columns columns = scene.columns().get();
    DenseMatrix correlations = Interpretation.correlations(columns.values(), points.coordinates());
    int[] vary =
        IntStream.range(0, correlations.rows())
            .filter(j -> Double.isFinite(correlations.get(j, scene.look().first())))
            .filter(j -> Double.isFinite(correlations.get(j, scene.look().second())))
            .toArray();
    if (vary.length < correlations.rows()) {
      notes.add(
          Texts.count(correlations.rows() - vary.length, "supplementary column")
              + " without an arrow: what does not vary correlates with nothing.");
    }
    if (vary.length == 0) {
      return;
    }
    Arrows arrows =
        Arrows.of(
            Arrays.stream(vary).mapToObj(columns.names()::get).toList(),
            DenseMatrix.copyOf(
                Arrays.stream(vary).mapToObj(correlations::row).toArray(double[][]::new)),
            scene.look().first(),
            scene.look().second());
    chart
        .add(arrows.dashed().all("color", Palette.SUPPLEMENTARY))
        .add(arrows.heads().all("color", Palette.SUPPLEMENTARY))
        .add(arrows.tips());
    arrows.name(labels);
    notes.add("Dashed orange arrows: columns that took no part in the fit.");
  }
}
