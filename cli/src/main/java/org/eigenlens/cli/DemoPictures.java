package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.plot.Kind;
import org.eigenlens.plot.ModelReport;
import org.eigenlens.plot.Points;
import org.eigenlens.plot.Scene;

/** The picture and the report of the demo. */
final class DemoPictures {

  static final String PICTURE = "digits.svg";
  static final String REPORT = "digits.html";

  private static final String PROGRAM =
      """
      Data digits = Samples.digits().load();
      DenseMatrix training = ((DenseMatrix) digits.matrix()).rowRange(0, %d);
      LinearModel model =
          Pca.builder().components(%d).build().fit(training, digits.featureNames());""";

  private DemoPictures() {}

  /** Writes both files; returns what they are. */
  static List<String> write(
      PrintWriter out, Path folder, LinearModel model, DenseMatrix training, List<String> labels)
      throws IOException {
    Headless.start();
    Points points =
        Points.of(model.transform(training))
            .withRows(training)
            .withLabels(labels.subList(0, training.rows()));
    Scene scene = PlottedRules.of(Scene.of(model).with(points), points, out::println);
    Path picture = folder.resolve(PICTURE);
    Path report = folder.resolve(REPORT);
    Kind.SCORES.draw(scene).write(picture);
    new ModelReport(
            scene,
            new ModelReport.Circumstances(
                Method.PCA.title(),
                "the first %d embedded digits".formatted(training.rows()),
                List.of(),
                model.provenance().warnings(),
                Optional.of("enough to tell digits apart and to remove noise"),
                Optional.of("eigenlens demo"),
                Optional.of(PROGRAM.formatted(training.rows(), model.components())),
                Optional.empty(),
                Traces.of(List.of())))
        .write(report);
    return List.of("the picture to " + picture, "the report to " + report);
  }
}
