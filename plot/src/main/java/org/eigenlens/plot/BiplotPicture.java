package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.LinearModel;

/** Rows as points and columns as arrows in the plane of two components (Gabriel, 1971). */
final class BiplotPicture {

  /** How far the longest arrow of automatic scaling reaches into the range of the points. */
  private static final double REACH = 0.85;

  private BiplotPicture() {}

  static Picture draw(Scene scene) {
    LinearModel model = scene.requireLinear("a biplot");
    Points points = scene.requirePoints("a biplot");
    scene.requireAxes();
    Look look = scene.look();
    double[] deviation = {
      deviation(model, look.first()), deviation(model, look.second()),
    };
    // Whitened scores are divided by their deviation already.
    double[] stored = model.provenance().whitened() ? deviation : new double[] {1, 1};
    boolean covariance = look.scaling() == Look.Scaling.COVARIANCE;
    double unitX = covariance ? stored[0] / deviation[0] : stored[0];
    double unitY = covariance ? stored[1] / deviation[1] : stored[1];
    Drawn placed = scaled(Drawn.of(points, look), unitX, unitY);
    Optional<Drawn> more = scene.more().map(other -> scaled(Drawn.of(other, look), unitX, unitY));
    DenseMatrix loadings = model.directions().transpose();
    Arrows all =
        new Arrows(
            model.columnNames(),
            times(loadings.column(look.first()), covariance ? deviation[0] : 1),
            times(loadings.column(look.second()), covariance ? deviation[1] : 1));
    Arrows arrows = all.longest(look.top());
    double factor = look.scaling() == Look.Scaling.AUTO ? fit(placed, arrows) : 1;
    Arrows drawn = arrows.stretched(factor);

    Plane plane =
        Plane.around(
            Drawn.joined(placed.allX(more), drawn.x()), Drawn.joined(placed.allY(more), drawn.y()));
    Chart chart = new Chart();
    List<String> notes = new ArrayList<>();
    plane.frame(chart, scene.axis(look.first()), scene.axis(look.second()));
    placed.draw(chart, plane, false, notes);
    more.ifPresent(other -> other.drawAsMore(chart, notes));
    Labels labels = new Labels(plane);
    placed.spare(labels);
    more.ifPresent(other -> other.spare(labels));
    drawn.name(labels);
    if (look.names()) {
      more.ifPresent(other -> other.name(labels, plane, notes));
      placed.name(labels, plane, notes);
    }
    chart.add(drawn.layer().under()).add(drawn.layer().all("color", Palette.INK)).add(drawn.tips());
    labels.draw(chart, Palette.INK);
    labels.note().ifPresent(notes::add);
    if (arrows.names().size() < model.columns()) {
      notes.add(
          "Arrows: the %d longest of %d columns."
              .formatted(arrows.names().size(), model.columns()));
    }
    return new Picture(
        "Biplot",
        scene.subject() + placed.reading(false) + " " + said(look.scaling(), factor),
        notes,
        chart);
  }

  private static String said(Look.Scaling scaling, double factor) {
    return switch (scaling) {
      case AUTO ->
          "Automatic scaling: rows as in form scaling, arrows are the loadings × %s."
              .formatted(Texts.number(factor));
      case FORM -> "Form scaling: distances of rows are true, arrows are the loadings.";
      case COVARIANCE ->
          "Covariance scaling: arrows are loadings × standard deviations, rows have unit variance.";
    };
  }

  private static double deviation(LinearModel model, int component) {
    double variance = model.explainedVariance()[component];
    return variance > 0 ? Math.sqrt(variance) : 1;
  }

  private static double[] times(double[] values, double factor) {
    return Arrays.stream(values).map(value -> factor * value).toArray();
  }

  private static Drawn scaled(Drawn rows, double unitX, double unitY) {
    return rows.at(times(rows.x, unitX), times(rows.y, unitY));
  }

  private static double fit(Drawn rows, Arrows arrows) {
    double reach = Math.min(most(rows.x) / most(arrows.x()), most(rows.y) / most(arrows.y()));
    return Double.isFinite(reach) && reach > 0 ? REACH * reach : 1;
  }

  private static double most(double[] values) {
    return Arrays.stream(values).map(Math::abs).max().orElse(0);
  }
}
