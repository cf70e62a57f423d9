package org.eigenlens.plot;

import java.awt.Font;
import java.awt.GraphicsEnvironment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.batik.transcoder.SVGAbstractTranscoder;
import org.apache.batik.transcoder.TranscoderException;
import org.apache.batik.transcoder.TranscoderInput;
import org.apache.batik.transcoder.TranscoderOutput;
import org.apache.batik.transcoder.image.PNGTranscoder;

/** Paints SVG as PNG by Apache Batik; works without a screen, but not without a font. */
final class Png {

  /** What every font has. */
  private static final int LATIN = 0x24F;

  private Png() {}

  static byte[] of(String svg, int width) throws IOException {
    requireFont();
    PNGTranscoder painter = new PNGTranscoder();
    painter.addTranscodingHint(SVGAbstractTranscoder.KEY_WIDTH, (float) width);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      // Batik knows pixels that stay pixels by the older name, and complains of the newer one.
      String known = svg.replace("image-rendering: pixelated", "image-rendering: optimizeSpeed");
      painter.transcode(new TranscoderInput(new StringReader(known)), new TranscoderOutput(bytes));
    } catch (TranscoderException e) {
      throw new IOException("the picture cannot be painted: " + e.getMessage(), e);
    }
    return bytes.toByteArray();
  }

  /** Says which letters of a picture no installed font has. */
  static Optional<String> missingLetters(String svg) {
    int[] rare = svg.codePoints().filter(point -> point > LATIN).distinct().toArray();
    if (rare.length == 0) {
      return Optional.empty();
    }
    Font[] fonts = GraphicsEnvironment.getLocalGraphicsEnvironment().getAllFonts();
    String missing =
        IntStream.of(rare)
            .filter(point -> Arrays.stream(fonts).noneMatch(font -> font.canDisplay(point)))
            .limit(10)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "no font of this machine has the letters "
                + missing
                + ", which are boxes in the picture; install one, or write .svg or .html");
  }

  private static void requireFont() throws IOException {
    boolean there;
    try {
      there =
          GraphicsEnvironment.getLocalGraphicsEnvironment().getAvailableFontFamilyNames().length
              > 0;
    } catch (RuntimeException | LinkageError e) {
      there = false; // without fonts the Java runtime fails in several ways
    }
    if (!there) {
      throw new IOException(
          "a PNG needs a font, and none is installed; install one (Debian: apt-get install"
              + " fonts-dejavu-core fontconfig), or write .svg or .html");
    }
  }
}
