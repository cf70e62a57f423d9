package org.eigenlens.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.eigenlens.ComponentRules;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.Model;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** The places of marks, read back by the axes they stand at, against numbers made by hand. */
class DrawnNumbersTest {

  /** Places have two decimals of a point, and axes some 60 points a unit at the least. */
  private static final double CLOSE = 1e-3;

  /**
   * Four points on two axes: the columns do not correlate, their variances are 8/3 and 2/3, so the
   * components are the columns, and the scores are the rows.
   */
  private static final DenseMatrix CROSS =
      DenseMatrix.copyOf(new double[][] {{2, 0}, {-2, 0}, {0, 1}, {0, -1}});

  private static Scene cross(int components) {
    Model model = Pca.builder().components(components).build().fit(CROSS, List.of("a", "b"));
    return Scenes.of(model, CROSS);
  }

  private static double[][] places(Drawing drawing, String shape, String tip) {
    Drawing.Axis x = drawing.axis("x");
    Drawing.Axis y = drawing.axis("y");
    return drawing.all(shape).stream()
        .filter(mark -> mark.getAttribute("data-tip").startsWith(tip))
        .map(mark -> new double[] {x.value(Drawing.left(mark)), y.value(Drawing.top(mark))})
        .toArray(double[][]::new);
  }

  private static void assertPlaces(double[][] found, double[][] expected) {
    assertThat(found).hasDimensions(expected.length, 2);
    for (int i = 0; i < expected.length; i++) {
      for (int c = 0; c < 2; c++) {
        assertThat(found[i][c]).isCloseTo(expected[i][c], within(CLOSE));
      }
    }
  }

  private static Drawing biplot(Look.Scaling scaling) {
    return Drawing.onPage(Kind.BIPLOT.draw(cross(2).with(Look.DEFAULT.withScaling(scaling))));
  }

  @Test
  void aBiplotInFormScalingHasScoresAndLoadings() {
    Drawing drawing = biplot(Look.Scaling.FORM);
    assertPlaces(places(drawing, "circle", "row"), CROSS.toArray());
    assertPlaces(places(drawing, "circle", "a ·"), new double[][] {{1, 0}});
    assertPlaces(places(drawing, "circle", "b ·"), new double[][] {{0, 1}});
  }

  @Test
  void aBiplotInCovarianceScalingHasUnitVarianceAndDeviations() {
    Drawing drawing = biplot(Look.Scaling.COVARIANCE);
    double x = 2 / Math.sqrt(8 / 3.0);
    double y = 1 / Math.sqrt(2 / 3.0);
    assertPlaces(
        places(drawing, "circle", "row"), new double[][] {{x, 0}, {-x, 0}, {0, y}, {0, -y}});
    assertPlaces(places(drawing, "circle", "a ·"), new double[][] {{Math.sqrt(8 / 3.0), 0}});
    assertPlaces(places(drawing, "circle", "b ·"), new double[][] {{0, Math.sqrt(2 / 3.0)}});
  }

  @Test
  void anAutomaticBiplotStretchesArrowsToTheRangeOfTheRows() {
    // The rows reach 2 and 1, the arrows 1 and 1; 85 % of the smaller ratio is left.
    Drawing drawing = biplot(Look.Scaling.AUTO);
    assertPlaces(places(drawing, "circle", "a ·"), new double[][] {{0.85, 0}});
    assertPlaces(places(drawing, "circle", "b ·"), new double[][] {{0, 0.85}});
  }

  @Test
  void arrowsOfTheCircleAreCorrelations() {
    // Two columns with r = 1/2: eigenvalues 3/2 and 1/2, so √(3/4) with the first, ±1/2 then.
    DenseMatrix rows = DenseMatrix.copyOf(new double[][] {{1, 1}, {2, 3}, {3, 2}});
    Model model =
        Pca.builder().components(2).standardize(true).build().fit(rows, List.of("a", "b"));
    Drawing drawing = Drawing.onPage(Kind.CORRELATION_CIRCLE.draw(Scene.of(model)));
    assertPlaces(places(drawing, "circle", "a ·"), new double[][] {{Math.sqrt(0.75), 0.5}});
    assertPlaces(places(drawing, "circle", "b ·"), new double[][] {{Math.sqrt(0.75), -0.5}});
  }

  @Test
  void outliersStandAtTheirStatisticsAndLinesAtTheLimits() {
    Drawing drawing = Drawing.onPage(Kind.OUTLIERS.draw(cross(1)));
    // T² = 2²/(8/3), SPE the squares across.
    assertPlaces(
        places(drawing, "circle", "row"), new double[][] {{1.5, 0}, {1.5, 0}, {0, 1}, {0, 1}});
    // 1·(4² − 1)/(4·3)·F(1, 3) by R: qf(.95, 1, 3) = 10.127964; 2/3·qchisq(.95, 1) = 2.560973.
    List<Element> lines =
        drawing.all("line").stream()
            .filter(line -> line.getAttribute("stroke").equals("rgb(178,24,43)"))
            .toList();
    assertThat(drawing.axis("x").value(Drawing.left(lines.get(0))))
        .isCloseTo(1.25 * 10.127964, within(5 * CLOSE));
    assertThat(drawing.axis("y").value(Drawing.top(lines.get(1))))
        .isCloseTo(2.560973, within(CLOSE));
  }

  @Test
  void barsOfContributionsAreSquaredWeightsFromTheLargestDown() {
    // Two columns with r = 1/3, and one apart: weights (√½, √½, 0) and (0, 0, 1).
    DenseMatrix rows =
        DenseMatrix.copyOf(
            new double[][] {
              {1, 1, 1}, {-1, -1, 1}, {1, 1, -1}, {-1, -1, -1}, {1, -1, 0}, {-1, 1, 0}
            });
    Model model =
        Pca.builder().components(2).standardize(true).build().fit(rows, List.of("a", "b", "c"));
    Drawing drawing = Drawing.onPage(Kind.CONTRIBUTIONS.draw(Scene.of(model)));
    List<Element> bars =
        drawing.all("rect").stream().filter(bar -> bar.hasAttribute("data-tip")).toList();
    double[] expected = {50, 50, 0, 100, 0, 0};
    assertThat(bars).hasSize(6);
    // The two charts have axes of their own: 50 and 100 are as wide as the longest bar of each.
    double[] longest = {width(bars.get(0)) / 50, width(bars.get(3)) / 100};
    for (int i = 0; i < 6; i++) {
      assertThat(width(bars.get(i)) / longest[i / 3]).isCloseTo(expected[i], within(0.1));
      double told =
          Double.parseDouble(bars.get(i).getAttribute("data-tip").replaceFirst(".* · ", ""));
      assertThat(told).isCloseTo(expected[i], within(1e-9));
    }
    assertThat(bars.get(3).getAttribute("data-tip")).startsWith("c ·");
  }

  private static double width(Element bar) {
    return Double.parseDouble(bar.getAttribute("width"));
  }

  @Test
  void barsOfTheScreeAreShares() {
    Scene scene = cross(1).with(ComponentRules.builder().build().select(CROSS));
    Drawing drawing = Drawing.onPage(Kind.SCREE.draw(scene));
    List<Element> bars =
        drawing.all("rect").stream().filter(bar -> bar.hasAttribute("data-tip")).toList();
    double[] shares = {80, 20};
    Drawing.Axis y = drawing.axis("y");
    for (int i = 0; i < 2; i++) {
      assertThat(y.value(Drawing.top(bars.get(i)))).isCloseTo(shares[i], within(100 * CLOSE));
      assertThat(bars.get(i).getAttribute("data-tip")).startsWith("PC" + (i + 1) + ":");
    }
    assertThat(drawing.values("data-tip")).contains("PC2: 20.0 %, together 100.0 %");
  }

  @Test
  void tilesOfManyRowsHaveTheColourOfTheirMeanOrOfTheCategoryMostSeen() {
    Scene many = Scenes.many(30_000);
    Points points = many.points().orElseThrow();
    double[] first = points.coordinates().column(0);
    Picture means =
        Kind.SCORES.draw(many.with(points.withColour(new Points.Numbers("age", first))));
    assertThat(means.subtitle()).contains("colour is the mean of a tile");
    assertThat(Drawing.of(means).texts()).contains("age");
    List<String> sides =
        java.util.Arrays.stream(first).mapToObj(x -> x < 0 ? "left" : "right").toList();
    Picture most = Kind.SCORES.draw(many.with(points.withLabels(sides)));
    Drawing drawing = Drawing.onPage(most);
    assertThat(most.subtitle()).contains("the category most seen in it", "Ellipses");
    assertThat(drawing.texts()).contains("left", "right");
    List<Element> tiles =
        drawing.all("rect").stream().filter(rect -> rect.hasAttribute("data-group")).toList();
    Drawing.Axis axis = drawing.axis("x");
    for (Element tile : tiles) {
      double middle =
          axis.value(Drawing.left(tile) + Double.parseDouble(tile.getAttribute("width")) / 2);
      // A tile is about 0.2 wide; the one across zero may be of either side.
      if (Math.abs(middle) > 0.3) {
        assertThat(tile.getAttribute("data-group")).isEqualTo(middle < 0 ? "left" : "right");
      }
    }
    assertThat(tiles).hasSizeGreaterThan(1000);
  }

  @Test
  void aModelOfOneComponentIsAStripOfLines() {
    Scene scene = Scenes.one();
    Picture picture = Kind.SCORES.draw(scene);
    Drawing drawing = Drawing.onPage(picture);
    assertThat(drawing.values("data-tip")).hasSize(150);
    assertThat(drawing.values("data-tip").get(0)).matches("row 1 · setosa · -?[\\d.]+");
    Drawing.Axis axis = drawing.axis("x");
    double[] scores = scene.points().orElseThrow().coordinates().column(0);
    List<Element> marks =
        drawing.all("circle").stream().filter(mark -> mark.hasAttribute("data-tip")).toList();
    for (int i = 0; i < 150; i++) {
      // Places have two decimals of a point; a unit is some eighty points.
      assertThat(axis.value(Drawing.left(marks.get(i)))).isCloseTo(scores[i], within(1e-3));
    }
  }
}
