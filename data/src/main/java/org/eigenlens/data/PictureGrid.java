package org.eigenlens.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.imageio.ImageIO;
import org.eigenlens.model.Origin;
import org.eigenlens.model.WholeFile;

/**
 * Lines of small images with a title each, side by side to be compared, as one SVG file.
 *
 * <p>The images are embedded as PNG, each pixel a square; text is left to whoever shows the file,
 * so that no font is needed here. Not for several threads.
 */
public final class PictureGrid {

  private static final int SIDE = 56;
  private static final int GAP = 12;
  private static final int LEFT = 200;

  private final Origin.Images shape;
  private final double black;
  private final double white;
  private final List<Line> lines = new ArrayList<>();

  private record Line(String title, String note, List<double[]> images) {}

  /**
   * Starts a grid.
   *
   * @param black the value drawn in black; what is beyond is drawn like it
   * @param white the value drawn in white
   */
  public PictureGrid(Origin.Images shape, double black, double white) {
    this.shape = shape;
    this.black = black;
    this.white = white;
  }

  /**
   * Adds a line.
   *
   * @param note a few words below the title; may be empty
   */
  public void line(String title, String note, List<double[]> images) {
    lines.add(new Line(title, note, List.copyOf(images)));
  }

  /** Writes the file, whole or not at all. */
  public void write(Path file) {
    try (WholeFile whole = new WholeFile(file)) {
      Files.writeString(whole.path(), svg(), StandardCharsets.UTF_8);
      whole.commit();
    } catch (IOException e) {
      throw PictureWriter.unwritable(file, e);
    }
  }

  private String svg() throws IOException {
    int height = Math.round((float) SIDE * shape.height() / shape.width());
    int most = lines.stream().mapToInt(line -> line.images().size()).max().orElse(0);
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif">
        <rect width="100%%" height="100%%" fill="white"/>
        """
            .formatted(LEFT + most * (SIDE + GAP), GAP + lines.size() * (height + GAP)));
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      int top = GAP + i * (height + GAP);
      svg.append(
          """
          <text x="%d" y="%d" font-size="15" fill="#222">%s</text>
          <text x="%d" y="%d" font-size="12" fill="#555">%s</text>
          """
              .formatted(
                  GAP,
                  top + height / 2,
                  escaped(line.title()),
                  GAP,
                  top + height / 2 + 18,
                  escaped(line.note())));
      for (int j = 0; j < line.images().size(); j++) {
        svg.append(
            """
            <image x="%d" y="%d" width="%d" height="%d" style="image-rendering:pixelated" \
            href="data:image/png;base64,%s"/>
            """
                .formatted(LEFT + j * (SIDE + GAP), top, SIDE, height, png(line.images().get(j))));
      }
    }
    return svg.append("</svg>\n").toString();
  }

  private String png(double[] values) throws IOException {
    double[] pixels = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      pixels[i] = 255 * (values[i] - black) / (white - black);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(PictureWriter.image(shape, pixels), "png", bytes);
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
