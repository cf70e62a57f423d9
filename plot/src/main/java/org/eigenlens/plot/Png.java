package org.eigenlens.plot;

import java.awt.GraphicsEnvironment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import org.apache.batik.transcoder.SVGAbstractTranscoder;
import org.apache.batik.transcoder.TranscoderException;
import org.apache.batik.transcoder.TranscoderInput;
import org.apache.batik.transcoder.TranscoderOutput;
import org.apache.batik.transcoder.image.PNGTranscoder;

/** Paints SVG as PNG by Apache Batik; works without a screen, but not without a font. */
final class Png {

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
