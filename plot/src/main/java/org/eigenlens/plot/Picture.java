package org.eigenlens.plot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.eigenlens.model.WholeFile;

/**
 * A picture that can be written as SVG, as PNG or as an interactive page of its own.
 *
 * <p>Immutable; the same picture gives the same bytes. Nothing is fetched from anywhere, neither
 * when it is made nor when it is looked at.
 */
public final class Picture {

  /** What a picture can be written as, by the ending of the file. */
  public static final List<String> ENDINGS = List.of(".png", ".svg", ".html");

  /** What is left free around a picture, in points. */
  static final int EDGE = 10;

  private final String title;
  private final String subtitle;
  private final List<String> notes;
  private final Chart chart;
  private final Optional<Picture> below;

  /**
   * Puts a picture together.
   *
   * @param notes what a reader must know and cannot see, a sentence each
   */
  Picture(String title, String subtitle, List<String> notes, Chart chart) {
    this(title, subtitle, notes, chart, Optional.empty());
  }

  private Picture(
      String title, String subtitle, List<String> notes, Chart chart, Optional<Picture> below) {
    this.below = below;
    this.title = title;
    this.subtitle = subtitle;
    this.notes = List.copyOf(notes);
    this.chart = chart;
  }

  /** Returns this picture with another below it, in one. */
  Picture above(Picture other) {
    return new Picture(title, subtitle, notes, chart, Optional.of(other));
  }

  Optional<Picture> below() {
    return below;
  }

  /** Returns the width with what is left free on both sides, in points. */
  int width() {
    return chart.width() + 2 * EDGE;
  }

  /** Returns the height of everything with what is left free above and below, in points. */
  int height() {
    return chart.height() + below.map(other -> other.chart.height()).orElse(0) + 2 * EDGE;
  }

  /** Returns what the picture shows. */
  public String title() {
    return title;
  }

  /** Returns how to read it. */
  public String subtitle() {
    return subtitle;
  }

  /** Returns what a reader must know and cannot see, such as how many labels found no room. */
  public List<String> notes() {
    return Stream.concat(notes.stream(), below.map(Picture::notes).orElse(List.of()).stream())
        .distinct()
        .toList();
  }

  List<String> ownNotes() {
    return notes;
  }

  Chart chart() {
    return chart;
  }

  /** Returns the picture as SVG. */
  public String svg() {
    return Svg.still(this).text();
  }

  /** Returns a page with the picture in it: hover, zoom, and categories that can be hidden. */
  public String html() {
    return Page.of(this);
  }

  /**
   * Returns the picture as PNG, with two pixels to a point.
   *
   * @throws IOException if there is no font to write with
   */
  public byte[] png() throws IOException {
    return Png.of(svg(), 2 * width());
  }

  /**
   * Says which letters a picture lacks in a file, since no font of the machine has them: PNG only,
   * as browsers bring their own.
   */
  public Optional<String> unpainted(Path file) {
    return ending(file).equals(".png") ? Png.missingLetters(svg()) : Optional.empty();
  }

  /** Tells whether a file's ending says what to write. */
  public static boolean isSupported(Path file) {
    return ENDINGS.stream().anyMatch(ending(file)::equals);
  }

  private static String ending(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    return name.indexOf('.') < 0 ? "" : name.substring(name.lastIndexOf('.'));
  }

  /**
   * Writes the picture as the ending of the file says; the file appears whole or not at all.
   *
   * @throws IOException if the file cannot be written
   * @throws IllegalArgumentException for another ending
   */
  public void write(Path file) throws IOException {
    byte[] bytes =
        switch (ending(file)) {
          case ".png" -> png();
          case ".svg" -> svg().getBytes(UTF_8);
          case ".html" -> html().getBytes(UTF_8);
          default ->
              throw new IllegalArgumentException(
                  file + " ends in none of " + String.join(", ", ENDINGS) + ".");
        };
    write(file, bytes);
  }

  /** Writes a file that appears whole or not at all. */
  static void write(Path file, byte[] bytes) throws IOException {
    try (WholeFile whole = new WholeFile(file)) {
      Files.write(whole.path(), bytes);
      whole.commit();
    } catch (IOException e) {
      throw WholeFile.naming(file, e);
    }
  }
}
