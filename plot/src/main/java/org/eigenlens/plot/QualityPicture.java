package org.eigenlens.plot;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.Interpretation;
import org.eigenlens.model.LinearModel;

/** How well two components show rows, where there are some, and otherwise columns: their cos². */
final class QualityPicture {

  private QualityPicture() {}

  static Picture draw(Scene scene) {
    LinearModel model = scene.requireLinear("cos²");
    scene.requireAxes();
    return scene.points().isPresent() ? rows(scene, model) : columns(scene, model);
  }

  private static Picture rows(Scene scene, LinearModel model) {
    Points points = scene.requirePoints("cos²");
    Look look = scene.look();
    if (scene.isAskew()) {
      throw new PictureException(
          "cos² adds up over directions at right angles, and those of "
              + model.provenance().method()
              + " are askew",
          "see plot scores");
    }
    Matrix cells = scene.requireCells("cos²");
    DenseMatrix qualities = new Interpretation(model).rowQualities(cells, points.coordinates());
    double[] plane =
        IntStream.range(0, qualities.rows())
            .mapToDouble(
                i -> {
                  double both = qualities.get(i, look.first()) + qualities.get(i, look.second());
                  // A row at the mean is in every plane; of one with gaps nothing is known.
                  return Double.isNaN(both) && isComplete(cells.row(i)) ? 1 : both;
                })
            .toArray();
    Picture scores =
        ScoresPicture.draw(
            scene
                .with(points.withColour(new Points.Numbers("cos²", plane)))
                .with(look.withPairs(false)));
    return new Picture(
        "How well the plane shows each row",
        scores.subtitle()
            + " cos² is the share of a row's squared distance to the "
            + (model.provenance().centered() ? "mean." : "origin."),
        scores.notes(),
        scores.chart());
  }

  private static boolean isComplete(double[] row) {
    return Arrays.stream(row).noneMatch(Double::isNaN);
  }

  private static Picture columns(Scene scene, LinearModel model) {
    if (!model.provenance().standardized()
        || !model.provenance().centered()
        || model.spread() != null) {
      throw new PictureException(
          "cos² of columns follows from a model of centred and standardised principal components only",
          "name the input to see the cos² of rows, or fit with --standardize");
    }
    DenseMatrix correlations = new Interpretation(model).columnCorrelations();
    return columns(scene, correlations, scene.look().first())
        .above(columns(scene, correlations, scene.look().second()));
  }

  private static Picture columns(Scene scene, DenseMatrix correlations, int component) {
    double[] squares = Arrays.stream(correlations.column(component)).map(r -> r * r).toArray();
    Bars bars = new Bars(scene.model().columnNames(), squares, Math.max(scene.look().top(), 20));
    return new Picture(
        "How well " + scene.axis(component) + " shows each column",
        scene.subject() + ". cos² is the squared correlation of a column and the component.",
        bars.notes(),
        bars.chart("cos²", Optional.empty()));
  }
}
