package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/**
 * The pictures that a document shows beside those of the same name that its examples have drawn.
 *
 * <p>In SVG all words are the same, and numbers (coordinates in pixels, with two decimals) differ
 * by no more than a twentieth of a pixel: backends differ in the sixteenth digit, which may round
 * the second decimal to either side, and contours and ellipses are sums of such steps. In PNG
 * letters are painted with the fonts of the machine, so that only the size and, on average, the
 * colours are the same.
 *
 * <p>With {@value #REWRITE} the pictures of the document are replaced instead.
 */
final class DocumentedPictures {

  static final String REWRITE = "eigenlens.rewrite";

  private static final Pattern SHOWN = Pattern.compile("!\\[[^\\]]+\\]\\(([^)]+)\\)");
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w.#])-?\\d+(?:\\.\\d+)?(?![\\w.])");
  private static final double PIXEL = 0.05;

  /** Letters of another font cover some 2 % of a picture with other greys: 5 of 255 on average. */
  private static final double GREY = 8;

  private DocumentedPictures() {}

  /** Returns whether pictures are to be replaced instead of compared. */
  static boolean rewrites() {
    return Boolean.getBoolean(REWRITE);
  }

  /** Returns the files of the pictures that a document shows. */
  static List<Path> of(Path document) throws IOException {
    List<Path> pictures = new ArrayList<>();
    Matcher shown = SHOWN.matcher(Files.readString(document, UTF_8));
    while (shown.find()) {
      pictures.add(document.resolveSibling(shown.group(1)).normalize());
    }
    return pictures;
  }

  /** Compares the pictures of a document with those in or below a folder. */
  static Optional<String> complaint(Path document, Path folder) throws IOException {
    for (Path picture : of(document)) {
      Optional<Path> drawn = drawn(folder, picture.getFileName().toString());
      if (drawn.isPresent()) {
        Optional<String> wrong = complaint(picture, drawn.get(), rewrites());
        if (wrong.isPresent()) {
          return wrong;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> drawn(Path folder, String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.endsWith(name)).findFirst();
    }
  }

  private static Optional<String> complaint(Path shown, Path drawn, boolean rewrites)
      throws IOException {
    if (rewrites) {
      Files.copy(drawn, shown, StandardCopyOption.REPLACE_EXISTING);
      return Optional.empty();
    }
    boolean same =
        shown.toString().endsWith(".svg")
            ? sameDrawing(Files.readString(shown, UTF_8), Files.readString(drawn, UTF_8))
            : samePainting(ImageIO.read(shown.toFile()), ImageIO.read(drawn.toFile()));
    return same
        ? Optional.empty()
        : Optional.of(
            "%s is not the picture that the page draws; renew it with -D%s=true"
                .formatted(shown, REWRITE));
  }

  /** Returns whether two texts are the same but for hundredths of a pixel. */
  static boolean sameDrawing(String one, String other) {
    if (!NUMBER.matcher(one).replaceAll("0").equals(NUMBER.matcher(other).replaceAll("0"))) {
      return false;
    }
    Matcher ours = NUMBER.matcher(one);
    Matcher theirs = NUMBER.matcher(other);
    while (ours.find() && theirs.find()) {
      if (Math.abs(Double.parseDouble(ours.group()) - Double.parseDouble(theirs.group())) > PIXEL) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether two images have the same size and much the same colours. */
  static boolean samePainting(BufferedImage one, BufferedImage other) {
    if (one.getWidth() != other.getWidth() || one.getHeight() != other.getHeight()) {
      return false;
    }
    double sum = 0;
    for (int y = 0; y < one.getHeight(); y++) {
      for (int x = 0; x < one.getWidth(); x++) {
        int a = one.getRGB(x, y);
        int b = other.getRGB(x, y);
        for (int shift = 0; shift < 24; shift += 8) {
          sum += Math.abs((a >> shift & 255) - (b >> shift & 255)) / 3.0;
        }
      }
    }
    return sum <= GREY * one.getWidth() * one.getHeight();
  }
}
