package org.eigenlens.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Coordinates far from zero beside their spread, as those of data that were not centred. */
class FarScoresTest {

  /** Returns rows about a value, whose spread is relative to it. */
  private static DenseMatrix rows(double center, double spread) {
    Random random = new Random(3);
    double[][] rows = new double[12][3];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> center * (1 + spread * random.nextGaussian()));
    }
    return DenseMatrix.copyOf(rows);
  }

  /** Returns a scene with coordinates that are the rows themselves. */
  private static Scene scene(DenseMatrix rows) {
    Model model =
        Pca.builder()
            .components(3)
            .build()
            .fit(DenseMatrix.copyOf(new double[][] {{2, 0, 1}, {-2, 0, 3}, {0, 1, 1}, {0, -1, 5}}));
    List<String> labels =
        IntStream.range(0, rows.rows()).mapToObj(i -> i % 2 == 0 ? "even" : "odd").toList();
    return Scene.of(model).with(Points.of(rows).withRows(rows).withLabels(labels));
  }

  private static Scene uncentred(DenseMatrix rows) {
    return Scenes.of(Pca.builder().components(3).center(false).build().fit(rows), rows);
  }

  @SuppressWarnings("unchecked")
  private static List<String> ticks(Picture picture, int axis) {
    Map<String, Object> chart = picture.chart().specification("", "", "");
    Map<String, Object> scale = ((List<Map<String, Object>>) chart.get("scales")).get(axis);
    return (List<String>) scale.getOrDefault("labels", List.of());
  }

  /** From the rows to zero there would be a thousand million ticks. */
  @Test
  void pairsHaveTicksWhereRowsAreAndNowhereElse() {
    for (double center : new double[] {0, 1e3, 1e9}) {
      Scene scene = scene(rows(center + 1, 2 / (center + 1)));
      Picture pairs = Kind.SCORES.draw(scene.with(scene.look().withPairs(true)));
      for (int axis = 0; axis < 2; axis++) {
        assertThat(ticks(pairs, axis)).hasSizeLessThan(40).doesNotHaveDuplicates();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0",
    "1e9, 0",
    "1e9, 1e-16",
    "1e9, 1e-9",
    "1e12, 1e-12",
    "-1e15, 0",
    "-1e15, 1e-16",
    "-1e15, 1e-13",
    "1e200, 1e-9"
  })
  void everyPictureIsDrawn(double center, double spread) throws IOException {
    DenseMatrix rows = rows(center, spread);
    // The squares of the largest are no numbers, so that nothing can be fitted to them.
    List<Scene> scenes =
        center < 1e100 ? List.of(scene(rows), uncentred(rows)) : List.of(scene(rows));
    for (Scene scene : scenes) {
      for (boolean pairs : new boolean[] {false, true}) {
        Picture scores = Kind.SCORES.draw(scene.with(scene.look().withPairs(pairs)));
        assertThat(scores.svg())
            .as("pairs: %s", pairs)
            .doesNotContain("NaN", "Infinity", "width=\"-", "height=\"-");
        assertThat(scores.png()).isNotEmpty();
      }
      if (center < 1e100) {
        report(scene);
      }
    }
  }

  private static void report(Scene scene) {
    ModelReport report =
        new ModelReport(
            scene,
            new ModelReport.Circumstances(
                "pca",
                "rows",
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of()));
    assertThat(report.html()).doesNotContain("width=\"-", "height=\"-");
  }
}
