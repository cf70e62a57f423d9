package org.eigenlens.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.ComponentRules;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.Test;

/** What pictures show, and what they say beside it. */
class PictureContentsTest {

  @Test
  void scoresHaveAMarkARowAnEllipseACategoryAndSharesInTheAxes() {
    Drawing drawing = Drawing.onPage(Kind.SCORES.draw(Scenes.standardised()));
    assertThat(drawing.texts()).contains("PC1 (73.0 %)", "PC2 (22.9 %)", "setosa", "virginica");
    assertThat(drawing.values("data-tip")).hasSize(150);
    assertThat(drawing.values("data-tip").get(0)).startsWith("row 1 · setosa · (-2.257,");
    assertThat(drawing.values("data-group")).hasSize(153);
  }

  @Test
  void aNumericColumnColoursByAGradient() {
    Scene scene = Scenes.plain();
    double[] numbers = IntStream.range(0, 150).asDoubleStream().toArray();
    Drawing drawing =
        Drawing.onPage(
            Kind.SCORES.draw(
                scene.with(
                    scene.points().orElseThrow().withColour(new Points.Numbers("age", numbers)))));
    assertThat(drawing.texts()).contains("age");
    assertThat(drawing.values("data-tip").get(7)).contains("age 7");
  }

  @Test
  void namesOfRowsDoNotCollideAndThoseWithoutRoomAreCounted() {
    Picture picture = Kind.SCORES.draw(Scenes.plain().with(Look.DEFAULT.withNames(true)));
    assertThat(picture.notes()).anyMatch(note -> note.matches("\\d+ of 150 names found no room.*"));
    assertThat(Drawing.of(picture).texts()).contains("row 132", "row 42");
  }

  @Test
  void thePairsPlotNamesItsPanels() {
    Drawing drawing =
        Drawing.onPage(Kind.SCORES.draw(Scenes.standardised().with(Look.DEFAULT.withPairs(true))));
    assertThat(drawing.texts()).contains("PC1 (73.0 %)", "PC3 (3.7 %)", "PC4 (0.5 %)");
    assertThat(drawing.values("data-tip")).hasSize(6 * 150);
  }

  @Test
  void beyondTwentyThousandRowsThereIsDensityInsteadOfInk() {
    Picture picture = Kind.SCORES.draw(Scenes.many(30_000));
    assertThat(Drawing.of(picture).all("circle")).isEmpty();
    assertThat(picture.subtitle()).contains("too many rows to draw each");
    long rows =
        Drawing.onPage(picture).values("data-tip").stream()
            .mapToLong(tip -> Long.parseLong(tip.replaceAll("[^0-9]", "")))
            .sum();
    assertThat(rows).isEqualTo(30_000);
  }

  @Test
  void beyondTenCategoriesTheSmallerOnesShareAColour() {
    Scene scene = Scenes.plain();
    List<String> labels = IntStream.range(0, 150).mapToObj(i -> "c" + i * i % 97 % 13).toList();
    Picture picture = Kind.SCORES.draw(scene.with(scene.points().orElseThrow().withLabels(labels)));
    assertThat(picture.notes()).anyMatch(note -> note.startsWith("Of 13 categories the ten"));
    assertThat(Drawing.of(picture).texts()).contains("others (3)");
  }

  @Test
  void theScreeShowsEveryRule() {
    Scene scene = Scenes.standardised();
    Picture picture =
        Kind.SCREE.draw(
            scene.with(ComponentRules.builder().standardize(true).build().select(Scenes.iris())));
    assertThat(String.join(" ", Drawing.of(picture).texts()))
        .contains("kaiser", "parallel-normal", "elbow", "mle", "model", "73.0");
  }

  @Test
  void aBiplotSaysItsScaling() {
    for (Look.Scaling scaling : Look.Scaling.values()) {
      Picture picture =
          Kind.BIPLOT.draw(Scenes.standardised().with(Look.DEFAULT.withScaling(scaling)));
      assertThat(picture.subtitle().toUpperCase(java.util.Locale.ROOT))
          .contains(scaling == Look.Scaling.AUTO ? "AUTOMATIC" : scaling.name());
    }
  }

  @Test
  void onlyTheLongestArrowsOfManyAreDrawn() {
    Picture picture = Kind.BIPLOT.draw(Scenes.digits());
    assertThat(picture.notes()).contains("Arrows: the 10 longest of 64 columns.");
  }

  @Test
  void contributionsHaveTheLineAtWhichAllAreEqual() {
    Picture picture = Kind.CONTRIBUTIONS.draw(Scenes.standardised());
    assertThat(picture.subtitle()).contains("Dashed: 25.0 %");
    // FactoMineR: contribution of the first column to the first axis 27.1509687.
    assertThat(Drawing.onPage(picture).values("data-tip")).contains("sepal_length · 27.15");
  }

  @Test
  void theQualityOfRowsIsThatOfFactoMineR() {
    Picture picture = Kind.COS2.draw(Scenes.standardised().with(Look.DEFAULT.withAxes(0, 3)));
    // cos² of the first row: .95399751 on the first axis; the fourth has next to nothing.
    assertThat(Drawing.onPage(picture).values("data-tip").get(0)).contains("cos² 0.954");
  }

  @Test
  void imagesAreImagesAndTheGuessIsSaid() {
    Picture picture = Kind.RECONSTRUCTION.draw(Scenes.digits());
    assertThat(Drawing.of(picture).all("image")).hasSize(8 * 3);
    assertThat(picture.notes()).anyMatch(note -> note.contains("taken for images of 8 × 8"));
    Picture said =
        Kind.COMPONENTS.draw(
            Scenes.digits().with(Look.DEFAULT.withShape(new Look.Shape(4, 16)).withTop(3)));
    assertThat(Drawing.of(said).all("image")).hasSize(4); // the mean first
    assertThat(said.notes()).noneMatch(note -> note.contains("taken for"));
    assertThatThrownBy(
            () ->
                Kind.COMPONENTS.draw(
                    Scenes.digits().with(Look.DEFAULT.withShape(new Look.Shape(9, 9)))))
        .hasMessageContaining("9 × 9 pixels are 81, but the model has 64 columns");
  }

  @Test
  void supplementaryRowsAndColumnsAreShownAsSuch() {
    Scene scene = Scenes.standardised();
    DenseMatrix more = Scenes.iris().rowRange(0, 2).copy();
    Picture rows =
        Kind.SCORES.draw(
            scene.withMore(Points.of(scene.model().transform(more)).withIds(List.of("a", "b"))));
    assertThat(rows.notes()).contains("Triangles: 2 rows that took no part in the fit.");
    assertThat(Drawing.onPage(rows).values("data-tip")).contains("a · supplementary");
    Picture columns =
        Kind.CORRELATION_CIRCLE.draw(
            scene.with(
                new Scene.Columns(List.of("guest"), Scenes.iris().columnRange(0, 1).copy())));
    assertThat(Drawing.of(columns).texts()).contains("guest");
  }

  @Test
  void pairsOfScoresAreShownWithTheirCorrelationAndLoadings() {
    List<String> texts = Drawing.of(Kind.CORRELATIONS.draw(Scenes.paired())).texts();
    assertThat(texts).anyMatch(text -> text.startsWith("pair 1: r = 0.94"));
    assertThat(texts).contains("Loadings of both views", "x: sepal_length", "y: petal_width");
  }

  /** Of more columns than have room each component has its own, not only the first. */
  @Test
  void loadingsAreTheLargestOfEachComponent() {
    double[][] rows = new double[200][60];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < 60; j++) {
        // Forty columns say much of one thing, twenty little of another; none repeats.
        double thing = j < 40 ? 10 * Math.sin(i) : Math.cos(2 * i);
        rows[i][j] = thing * (1 + j / 100.0) + 0.01 * Math.sin(i * (j + 3.7));
      }
    }
    LinearModel model = Pca.builder().components(2).fit(Matrix.of(rows));
    List<String> texts = Drawing.of(Kind.LOADINGS.draw(Scene.of(model))).texts();
    assertThat(texts).contains("x40", "x31", "x60", "x51").doesNotContain("x1", "x30", "x41");
    assertThat(texts).contains("The 20 of 60 columns with the largest values of each component.");
  }

  /** The drawing library takes one value for a range, which the scale of colours must hold. */
  @Test
  void loadingsThatAreAllTheSameAreDrawn() {
    for (double[][] rows :
        List.of(
            new double[][] {{1}, {2}, {4}},
            new double[][] {{1, 2}, {3, 4}, {5, 6}},
            new double[][] {{1, 2}, {2, 5}, {4, 4}},
            new double[][] {{1, 2, 0}, {2, 4, 0}, {3, 6, 0}})) {
      LinearModel model = Pca.builder().components(1).standardize(true).fit(Matrix.of(rows));
      String weight = String.format(Locale.ROOT, "%.2f", model.directions().get(0, 0));
      assertThat(Drawing.of(Kind.LOADINGS.draw(Scene.of(model))).texts()).contains("x1", weight);
    }
    LinearModel none = Pca.builder().components(1).fit(Matrix.of(new double[][] {{7}, {7}}));
    assertThat(Drawing.of(Kind.LOADINGS.draw(Scene.of(none))).texts()).contains("0.00");
  }

  @Test
  void outliersAreNamedAndCounted() {
    Picture picture = Kind.OUTLIERS.draw(Scenes.plain());
    assertThat(picture.subtitle()).containsPattern("150 rows shown, [1-9]\\d* of them beyond");
    assertThat(Drawing.of(picture).texts()).anyMatch(text -> text.matches("row \\d+"));
  }

  @Test
  void aModelAgreesWithItselfUpsideDown() {
    Scene scene = Scenes.plain();
    DenseMatrix turned = scene.points().orElseThrow().coordinates().copy();
    org.eigenlens.matrix.LinearAlgebra.scaleColumns(turned, new double[] {-1, 2});
    org.eigenlens.matrix.LinearAlgebra.scaleColumns(turned, new double[] {1, 0.5});
    Picture picture =
        Kind.COMPARE.draw(scene.with(new Scene.Other("again", scene.model(), turned)));
    assertThat(picture.subtitle()).containsPattern("m² = (0|\\d\\.\\d+e-1[4-7])");
  }

  @Test
  void whereOnlyCoordinatesAreAtHandRowsAreAskedFor() {
    for (Kind kind : List.of(Kind.OUTLIERS, Kind.COS2, Kind.RECONSTRUCTION)) {
      Scene scene = Scenes.plain();
      Points bare = Points.of(scene.points().orElseThrow().coordinates());
      assertThatThrownBy(() -> kind.draw(scene.with(bare)))
          .as(kind.label())
          .isInstanceOf(PictureException.class)
          .hasMessageContaining("needs the rows themselves");
    }
    Scene toy = Scenes.toy();
    Points bare = Points.of(toy.points().orElseThrow().coordinates());
    assertThatThrownBy(() -> Kind.CONTOURS.draw(toy.with(bare)))
        .isInstanceOf(PictureException.class);
  }

  /** Twelve rows whose first column is this far from zero. */
  private static Scene away(double far) {
    double[][] rows = new double[12][];
    Arrays.setAll(rows, i -> new double[] {far + i, i * i % 7});
    DenseMatrix x = DenseMatrix.copyOf(rows);
    return Scenes.of(Pca.builder().components(2).build().fit(x, List.of("a", "b")), x);
  }

  @Test
  void contoursFarFromZeroAreDrawnWhileNumbersCanTellPointsApart() {
    assertThat(Drawing.of(Kind.CONTOURS.draw(away(1e8))).texts()).contains("100,000,005");
    assertThatThrownBy(() -> Kind.CONTOURS.draw(away(1e13)))
        .isInstanceOf(PictureException.class)
        .hasMessageContaining("column 'a' spreads too little");
    assertThat(report(away(1e13), "PCA"))
        .contains("are not drawn: column &#39;a&#39; spreads too little");
    assertThat(report(away(1e8), "PCA")).doesNotContain("not drawn");
  }

  private static String report(Scene scene, String method) {
    return new ModelReport(
            scene,
            new ModelReport.Circumstances(
                method,
                "iris",
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of()))
        .html();
  }

  @Test
  void aRowWithGapsDoesNotPassForOneThatThePlaneShowsWhole() {
    Scene scene = Scenes.plain();
    DenseMatrix rows = Scenes.iris().copy();
    rows.set(0, 1, Double.NaN);
    Picture picture = Kind.COS2.draw(scene.with(scene.points().orElseThrow().withRows(rows)));
    assertThat(Drawing.onPage(picture).values("data-tip").get(0)).contains("cos² no number");
  }

  @Test
  void sharesOfAskewDirectionsAreNotAddedUp() {
    Picture scree = Kind.SCREE.draw(Scenes.fisher());
    assertThat(Drawing.onPage(scree).values("data-tip")).noneMatch(tip -> tip.contains("together"));
    assertThat(scree.notes()).noneMatch(note -> note.contains("left out"));
    assertThat(scree.subtitle()).contains("do not add up");
  }

  @Test
  void costsAreNoShares() {
    Scene scene = Scenes.of(Scenes.costs().model(), Scenes.iris());
    for (Kind kind : List.of(Kind.SCREE, Kind.SCORES)) {
      Picture picture = kind.draw(scene);
      assertThat(Drawing.of(picture).texts()).noneMatch(text -> text.contains("%"));
      assertThat(Drawing.onPage(picture).values("data-tip")).noneMatch(tip -> tip.contains("%"));
      assertThat(picture.title() + picture.subtitle() + picture.notes()).doesNotContain("%");
    }
    assertThat(Drawing.of(Kind.SCREE.draw(scene)).texts()).contains("eigenvalue (cost)");
    String report = report(scene, "Laplacian eigenmaps");
    // Texts put a space before the sign; style sheets do not.
    assertThat(report).contains("3 components.").doesNotContainPattern("\\d[ \u00A0\u202F]%");
  }

  @Test
  void modelsWithoutAMeanHoldSquares() {
    Scene scene =
        Scenes.of(
            org.eigenlens.Pca.builder()
                .components(2)
                .center(false)
                .standardize(true)
                .build()
                .fit(Scenes.iris()),
            Scenes.iris());
    assertThat(Drawing.of(Kind.SCREE.draw(scene)).texts()).contains("share of the squares, %");
    assertThat(Kind.COS2.draw(scene).subtitle()).contains("origin");
    assertThatThrownBy(() -> Kind.COS2.draw(Scene.of(scene.model())))
        .isInstanceOf(PictureException.class);
  }

  @Test
  void theColumnsThatMatterToEitherComponentAreShown() {
    int count = 30;
    DenseMatrix rows = DenseMatrix.zeros(40, count);
    java.util.Random random = new java.util.Random(3);
    for (int i = 0; i < rows.rows(); i++) {
      double first = 10 * random.nextGaussian();
      for (int j = 0; j < count - 1; j++) {
        rows.set(i, j, first + 0.01 * random.nextGaussian());
      }
      rows.set(i, count - 1, 5 * random.nextGaussian());
    }
    Scene scene = Scenes.of(org.eigenlens.Pca.builder().components(2).build().fit(rows), rows);
    // The last column is nearly all of the second component, and next to nothing of the first.
    assertThat(Drawing.onPage(Kind.CONTRIBUTIONS.draw(scene)).values("data-tip"))
        .anyMatch(tip -> tip.matches(".* · (99|100)(\\.\\d+)?"));
  }

  @Test
  void reconstructionsGetBetterWithMoreComponents() {
    Scene scene = Scenes.digits().with(Look.DEFAULT.withCounts(List.of(2, 12)).withTop(3));
    Picture picture = Kind.RECONSTRUCTION.draw(scene);
    assertThat(Drawing.of(picture).all("image")).hasSize(3 * 3);
    assertThat(Drawing.of(picture).texts()).contains("original", "k = 2", "k = 12");
    java.util.regex.Matcher errors =
        java.util.regex.Pattern.compile("([\\d.]+) for k = 2, ([\\d.]+) for k = 12\\.")
            .matcher(picture.subtitle().replace('\u00A0', ' '));
    assertThat(errors.find()).as(picture.subtitle()).isTrue();
    assertThat(Double.parseDouble(errors.group(2))).isLessThan(Double.parseDouble(errors.group(1)));
    assertThatThrownBy(
            () -> Kind.RECONSTRUCTION.draw(scene.with(Look.DEFAULT.withCounts(List.of(13)))))
        .hasMessageContaining("from 13 components, but the model has 12");
  }

  @Test
  void imagesAreShownAsTheyWere() {
    DenseMatrix rows = DenseMatrix.zeros(6, 18);
    java.util.Random random = new java.util.Random(4);
    for (int i = 0; i < 6; i++) {
      rows.setRow(i, random.doubles(18).toArray(), 0);
    }
    org.eigenlens.model.LinearModel model =
        org.eigenlens.Pca.builder()
            .components(2)
            .build()
            .fit(rows)
            .withOrigin(new org.eigenlens.model.Origin.Images(3, 2, 3));
    Scene scene = Scenes.of(model, rows);
    Picture components = Kind.COMPONENTS.draw(scene);
    assertThat(Drawing.of(components).all("image")).hasSize(3);
    assertThat(Drawing.of(components).texts()).contains("mean");
    assertThat(components.notes()).isEmpty();
    assertThat(Drawing.of(Kind.RECONSTRUCTION.draw(scene)).all("image")).hasSize(6 * 3);
  }

  @Test
  void columnsThatDoNotVaryHaveNoArrow() {
    Picture picture =
        Kind.CORRELATION_CIRCLE.draw(
            Scenes.standardised()
                .with(new Scene.Columns(List.of("constant"), DenseMatrix.zeros(150, 1))));
    assertThat(picture.notes()).anyMatch(note -> note.startsWith("1 supplementary column without"));
    assertThat(Drawing.of(picture).texts()).doesNotContain("constant");
  }

  @Test
  void namesCanBeWrittenInABiplotAndCoverNoArrow() {
    Picture picture = Kind.BIPLOT.draw(Scenes.plain().with(Look.DEFAULT.withNames(true)));
    assertThat(Drawing.of(picture).texts()).contains("row 132", "petal_length");
  }

  @Test
  void equallyLargeCategoriesAreNotCalledTheLargest() {
    Scene scene = Scenes.plain();
    List<String> labels = IntStream.range(0, 150).mapToObj(i -> "c" + i % 15).toList();
    Picture picture = Kind.SCORES.draw(scene.with(scene.points().orElseThrow().withLabels(labels)));
    assertThat(picture.notes())
        .contains(
            "Of 15 categories the first ten of equally large ones have a colour; the others are"
                + " grey.");
    // Ellipses are of the ten; what is left is no category.
    assertThat(Drawing.onPage(picture).values("data-group")).hasSize(150 + 10);
  }

  @Test
  void thePairedScoresTakeNeitherAxesNorNames() {
    for (Look look :
        List.of(
            Look.DEFAULT.withAxes(1, 0),
            Look.DEFAULT.withPairs(true),
            Look.DEFAULT.withNames(true))) {
      assertThatThrownBy(() -> Kind.SCORES.draw(Scenes.paired().with(look)))
          .isInstanceOf(PictureException.class)
          .hasMessageContaining("pair by pair");
    }
  }

  @Test
  void theScreeSaysThatItsBarsAreOfOtherRows() {
    Scene scene = Scenes.plain();
    DenseMatrix some = Scenes.iris().rowRange(0, 50).copy();
    Scene other =
        scene
            .with(Points.of(scene.model().transform(some)).withRows(some))
            .with(ComponentRules.builder().build().select(some));
    assertThat(Kind.SCREE.draw(other).notes())
        .anyMatch(note -> note.startsWith("Bars and rules are of the 50 rows named here"));
    Scene own = scene.with(ComponentRules.builder().build().select(Scenes.iris()));
    assertThat(Kind.SCREE.draw(own).notes()).noneMatch(note -> note.contains("named here"));
  }

  @Test
  void modelsAreComparedAlongAnyAxes() {
    Scene digits = Scenes.digits();
    DenseMatrix same = digits.points().orElseThrow().coordinates();
    Picture picture =
        Kind.COMPARE.draw(
            digits
                .with(new Scene.Other("again", digits.model(), same))
                .with(Look.DEFAULT.withAxes(10, 11)));
    assertThat(picture.subtitle()).contains("The first 12 components");
  }
}
