package org.eigenlens.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Names that are told apart by where they stand. */
final class LabelsTest {

  private static final Plane PLANE = new Plane(new double[] {0, 1}, new double[] {0, 1}, false);

  private static List<String> lines(int names) {
    Labels labels = new Labels(PLANE);
    for (int i = 0; i < names; i++) {
      labels.addSurely(0.5, 0.5, "a rather long name " + i, 0);
    }
    Chart chart = new Chart();
    PLANE.frame(chart, "x", "y");
    labels.draw(chart, Palette.INK);
    Picture picture = new Picture("Names", "", List.of(), chart);
    return Drawing.of(picture).all("line").stream()
        .map(line -> line.getAttribute("stroke"))
        .filter(colour -> colour.equals("rgb(140,140,140)") || colour.equals("#8C8C8C"))
        .toList();
  }

  @Test
  void aNameBesideItsPointNeedsNoLine() {
    assertThat(lines(1)).isEmpty();
  }

  @Test
  void fromNamesThatAreFarALineLeadsToTheirPoint() {
    assertThat(lines(8)).isNotEmpty().hasSizeLessThan(8);
  }

  /**
   * Correlations of the columns of the wine data, standardised, with their first two components.
   */
  private static final Arrows WINE =
      new Arrows(
          List.of(
              "flavanoids",
              "total_phenols",
              "color_intensity",
              "od280_od315_of_diluted_wines",
              "proline",
              "alcohol",
              "hue",
              "proanthocyanins",
              "nonflavanoid_phenols",
              "malic_acid"),
          new double[] {0.917, 0.856, -0.192, 0.816, 0.622, 0.313, 0.644, 0.68, -0.648, -0.532},
          new double[] {-0.005, 0.103, 0.837, -0.26, 0.577, 0.764, -0.441, 0.062, 0.045, 0.355});

  /**
   * Draws arrows in a plane as that of a correlation circle, and returns the middle of each name.
   */
  private static Map<String, double[]> middles(Arrows arrows) {
    double half = 1.12 * Plane.WIDTH / Plane.HEIGHT;
    Plane plane = new Plane(new double[] {-half, half}, new double[] {-1.12, 1.12}, true);
    Labels labels = new Labels(plane);
    arrows.name(labels);
    Chart chart = new Chart();
    plane.frame(chart, "x", "y");
    labels.draw(chart, Palette.INK);
    Drawing drawing = Drawing.of(new Picture("Names", "", List.of(), chart));
    Drawing.Axis across = drawing.axis("x");
    Drawing.Axis up = drawing.axis("y");
    Map<String, double[]> found = new HashMap<>();
    drawing.all("text").stream()
        .filter(text -> arrows.names().contains(text.getTextContent().strip()))
        .forEach(
            text ->
                found.put(
                    text.getTextContent().strip(),
                    new double[] {across.value(Drawing.left(text)), up.value(Drawing.top(text))}));
    return found;
  }

  @Test
  void noAxisCrossesTheNameOfAnArrow() {
    Map<String, double[]> middles = middles(WINE);
    assertThat(middles).hasSize(10);
    // Half a line is about 0.03 here, and half a letter 0.015.
    middles.forEach(
        (name, at) -> {
          assertThat(Math.abs(at[1])).as(name).isGreaterThan(0.03);
          assertThat(Math.abs(at[0])).as(name).isGreaterThan(0.015 * name.length());
        });
  }

  @Test
  void theNameOfAnArrowIsNearestToItsOwnTip() {
    middles(WINE)
        .forEach(
            (name, at) -> {
              int own = WINE.names().indexOf(name);
              double half = 0.0135 * name.length();
              for (int i = 0; i < WINE.names().size(); i++) {
                assertThat(distance(at, half, own))
                    .as("%s from %s", name, WINE.names().get(i))
                    .isLessThanOrEqualTo(distance(at, half, i));
              }
            });
  }

  /** Returns how far a tip is from a name, which is so wide on both sides of its middle. */
  private static double distance(double[] at, double half, int i) {
    double x = Math.max(at[0] - half, Math.min(at[0] + half, WINE.x()[i]));
    return Math.hypot(x - WINE.x()[i], at[1] - WINE.y()[i]);
  }
}
