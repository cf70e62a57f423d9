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
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/**
 * The pictures that a document shows beside those of the same name that its examples have drawn.
 *
 * <p>In SVG what is written is the same as {@link ShownOutput} sees it, and so are all words of the
 * tags; their numbers (coordinates in pixels, with two decimals) differ by no more than a twentieth
 * of a pixel: backends differ in the sixteenth digit, which may round the second decimal to either
 * side, and contours and ellipses are sums of such steps.
 *
 * <p>In PNG letters, which are grey, are painted with the fonts of the machine: all pixels are the
 * same on average only, and those with a colour, which are no letters, much more nearly.
 *
 * <p>With {@value #REWRITE} the pictures of the document are replaced instead.
 */
final class DocumentedPictures {

  static final String REWRITE = "eigenlens.rewrite";

  private static final Pattern SHOWN = Pattern.compile("!\\[[^\\]]+\\]\\(([^)]+)\\)");
  private static final Pattern TAG = Pattern.compile("<[^>]*>");

  /** A number of its own, or right after the letter of a path's step, as in M1.5. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?:(?<![\\w.#])|(?<=[\\s\"][MLHVCSQTAmlhvcsqta]))-?\\d+(?:\\.\\d+)?(?![\\w.])");

  private static final double PIXEL = 0.05;

  /** Letters of another font cover some 2 % of a picture with other greys: 5 of 255 on average. */
  private static final double GREY = 8;

  /** How far the largest part of a pixel is above its smallest where it is no shade of grey. */
  private static final int CHROMA = 32;

  /**
   * How far coloured pixels may differ on average. A twentieth of a pixel makes 1 of 255 where
   * marks are as small as those of the digits, of which a whole pixel makes 21; half a picture that
   * is blank, exchanged colours and greys make 11 to 86 in the pictures of the gallery.
   */
  private static final double COLOUR = 4;

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
    return complaint(document, folder, name -> false);
  }

  /** Does the same, and says which of the pictures that must have been drawn was not. */
  static Optional<String> complaint(Path document, Path folder, Predicate<String> promised)
      throws IOException {
    for (Path picture : of(document)) {
      String name = picture.getFileName().toString();
      Optional<Path> drawn = drawn(folder, name);
      if (drawn.isEmpty() && promised.test(name)) {
        return Optional.of(name + " was not drawn");
      }
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

  /** Returns whether two drawings are the same but for hundredths of a pixel. */
  static boolean sameDrawing(String one, String other) {
    List<String> ours = List.of(TAG.split(one, -1));
    List<String> theirs = List.of(TAG.split(other, -1));
    return ours.size() == theirs.size()
        && IntStream.range(0, ours.size())
            .allMatch(i -> ShownOutput.same(ours.get(i), theirs.get(i)))
        && sameTags(tags(one), tags(other));
  }

  private static String tags(String drawing) {
    return TAG.matcher(drawing).results().map(MatchResult::group).collect(Collectors.joining("\n"));
  }

  private static boolean sameTags(String one, String other) {
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
    double colours = 0;
    int coloured = 0;
    for (int y = 0; y < one.getHeight(); y++) {
      for (int x = 0; x < one.getWidth(); x++) {
        int a = one.getRGB(x, y);
        int b = other.getRGB(x, y);
        double difference = 0;
        for (int shift = 0; shift < 24; shift += 8) {
          difference += Math.abs((a >> shift & 255) - (b >> shift & 255)) / 3.0;
        }
        sum += difference;
        if (isColoured(a) || isColoured(b)) {
          colours += difference;
          coloured++;
        }
      }
    }
    return sum <= GREY * one.getWidth() * one.getHeight() && colours <= COLOUR * coloured;
  }

  private static boolean isColoured(int pixel) {
    int red = pixel >> 16 & 255;
    int green = pixel >> 8 & 255;
    int blue = pixel & 255;
    return Math.max(red, Math.max(green, blue)) - Math.min(red, Math.min(green, blue)) > CHROMA;
  }
}
