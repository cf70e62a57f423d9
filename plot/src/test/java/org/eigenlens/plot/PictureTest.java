package org.eigenlens.plot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureTest {

  private static final Picture PICTURE = Kind.SCORES.draw(Scenes.plain());

  @TempDir Path folder;

  @Test
  void theEndingSaysWhatIsWritten() throws IOException {
    PICTURE.write(folder.resolve("a.SVG"));
    PICTURE.write(folder.resolve("a.html"));
    PICTURE.write(folder.resolve("a.png"));
    assertThat(Files.readString(folder.resolve("a.SVG"), UTF_8)).startsWith("<svg ");
    assertThat(Files.readString(folder.resolve("a.html"), UTF_8)).startsWith("<!DOCTYPE html>");
    BufferedImage image = ImageIO.read(folder.resolve("a.png").toFile());
    assertThat(List.of(image.getWidth(), image.getHeight())).containsExactly(1640, 1240);
    assertThatThrownBy(() -> PICTURE.write(folder.resolve("a.gif")))
        .hasMessageContaining("ends in none of .png, .svg, .html");
  }

  @Test
  void aFileThatCannotBeWrittenIsNamed() {
    assertThatThrownBy(() -> PICTURE.write(folder.resolve("nowhere/a.svg")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a.svg");
  }

  @Test
  void theSameSceneGivesTheSameBytes() throws IOException {
    Picture again = Kind.SCORES.draw(Scenes.plain());
    assertThat(again.svg()).isEqualTo(PICTURE.svg());
    assertThat(again.html()).isEqualTo(PICTURE.html());
    assertThat(again.png()).isEqualTo(PICTURE.png());
  }

  @Test
  void pagesForbidEveryFetch() {
    assertThat(PICTURE.html())
        .contains("default-src 'none'")
        .doesNotContainPattern("(src|href)=\"(https?:)?//");
  }

  @Test
  void numbersInTheDrawingAreShort() {
    assertThat(Svg.shortNumbers("M1.23456 -0.5 L2.84E-14 10.0 7.129E-5"))
        .isEqualTo("M1.23 -0.5 L0 10 0");
    assertThat(PICTURE.svg()).doesNotContainPattern("c[xy]=\"[0-9]+\\.[0-9]{3}");
  }

  @Test
  void imagesArePaintedWithoutComplaint() throws java.io.IOException {
    java.io.PrintStream usual = System.err;
    java.io.ByteArrayOutputStream said = new java.io.ByteArrayOutputStream();
    System.setErr(new java.io.PrintStream(said, true, java.nio.charset.StandardCharsets.UTF_8));
    try {
      assertThat(Kind.COMPONENTS.draw(Scenes.digits()).png()).isNotEmpty();
    } finally {
      System.setErr(usual);
    }
    assertThat(said.toString(java.nio.charset.StandardCharsets.UTF_8)).isEmpty();
  }
}
