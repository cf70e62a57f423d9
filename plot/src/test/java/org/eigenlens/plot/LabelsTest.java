package org.eigenlens.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
}
