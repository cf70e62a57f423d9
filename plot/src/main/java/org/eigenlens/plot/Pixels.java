package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleToIntFunction;
import java.util.function.IntFunction;
import org.eigenlens.model.Origin;

/** Rows of numbers as images in panels. */
final class Pixels {

  /** The fewest columns that pass for an image without a word from the user: 8 × 8. */
  private static final int FEWEST = 64;

  /**
   * How rows are images.
   *
   * @param channels 1 for grey, 3 for red, green and blue side by side
   * @param known whether they were images before they were rows: what is much is bright in them
   * @param guessed whether nobody said so
   */
  record Form(int height, int width, int channels, boolean known, boolean guessed) {

    int columns() {
      return height * width * channels;
    }
  }

  private final Form form;
  private final List<Double> x = new ArrayList<>();
  private final List<Double> y = new ArrayList<>();
  private final List<String> fill = new ArrayList<>();
  private final List<Integer> columns = new ArrayList<>();
  private final List<Integer> rows = new ArrayList<>();

  Pixels(Form form) {
    this.form = form;
  }

  /** Finds how rows are images: as the user or the model says, or square if there are so many. */
  static Optional<Form> form(Scene scene) {
    int features = scene.model().columns();
    boolean images = scene.model().provenance().origin() instanceof Origin.Images;
    if (scene.look().shape().isPresent()) {
      Look.Shape given = scene.look().shape().get();
      long pixels = (long) given.height() * given.width();
      if (pixels != features && 3 * pixels != features) {
        throw new PictureException(
            "%d × %d pixels are %d, but the model has %d columns"
                .formatted(given.height(), given.width(), pixels, features),
            "give the height and width of your images with --shape");
      }
      int channels = (int) (features / pixels);
      return Optional.of(new Form(given.height(), given.width(), channels, images, false));
    }
    if (scene.model().provenance().origin() instanceof Origin.Images own
        && own.columns() == features) {
      return Optional.of(new Form(own.height(), own.width(), own.channels(), true, false));
    }
    int side = (int) Math.round(Math.sqrt(features));
    return features >= FEWEST && side * side == features
        ? Optional.of(new Form(side, side, 1, false, true))
        : Optional.empty();
  }

  /** Says that a shape was guessed. */
  static Optional<String> note(Form form) {
    return form.guessed()
        ? Optional.of(
            "The %d columns are taken for images of %d × %d; say otherwise with --shape."
                .formatted(form.columns(), form.height(), form.width()))
        : Optional.empty();
  }

  /** Says how to read weights and differences. */
  static String reading(Form form) {
    return form.channels() == 1
        ? "Red: above zero, blue: below"
        : "Grey: zero; a colour is brighter above zero and darker below";
  }

  /**
   * Adds an image as it is; the range is that of all images alike. Where nothing is known of rows
   * much is dark, as ink is.
   */
  void addPlain(int column, int row, double[] values, double least, double most) {
    add(
        column,
        row,
        values,
        value -> {
          double share = clamp((value - least) / (most - least));
          return (int) Math.round(255 * (form.known() ? share : 1 - share));
        });
  }

  /** Adds an image of numbers of both signs: in two colours, or each channel about grey. */
  void addSigned(int column, int row, double[] values, double most) {
    if (form.channels() == 1) {
      colour(column, row, i -> signed(most > 0 ? values[i] / most : 0));
    } else {
      add(
          column,
          row,
          values,
          value -> (int) Math.round(255 * clamp(most > 0 ? 0.5 + value / most / 2 : 0.5)));
    }
  }

  /** Adds an image by what becomes of its numbers, from 0 to 255. */
  private void add(int column, int row, double[] values, DoubleToIntFunction shade) {
    int step = form.channels();
    int green = step == 1 ? 0 : 1;
    int blue = step == 1 ? 0 : 2;
    colour(
        column,
        row,
        i ->
            hex(
                shade.applyAsInt(values[i * step]),
                shade.applyAsInt(values[i * step + green]),
                shade.applyAsInt(values[i * step + blue])));
  }

  private void colour(int column, int row, IntFunction<String> colour) {
    for (int i = 0; i < form.height() * form.width(); i++) {
      x.add((double) (i % form.width()));
      y.add((double) (form.height() - 1 - i / form.width()));
      fill.add(colour.apply(i));
      columns.add(column);
      rows.add(row);
    }
  }

  private static double clamp(double share) {
    return Double.isNaN(share) ? 0 : Math.max(0, Math.min(1, share));
  }

  private static String hex(int red, int green, int blue) {
    return String.format("#%02X%02X%02X", red, green, blue);
  }

  /** Returns a colour for a number from −1 to 1. */
  private static String signed(double value) {
    return mixed(
        Palette.NEUTRAL, value < 0 ? Palette.NEGATIVE : Palette.POSITIVE, clamp(Math.abs(value)));
  }

  /** Mixes two colours; the share is that of the second. */
  static String mixed(String first, String second, double share) {
    int[] pale = rgb(first);
    int[] full = rgb(second);
    int[] mixed = new int[3];
    Arrays.setAll(mixed, i -> (int) Math.round(pale[i] + share * (full[i] - pale[i])));
    return hex(mixed[0], mixed[1], mixed[2]);
  }

  private static int[] rgb(String colour) {
    int value = Integer.parseInt(colour.substring(1), 16);
    return new int[] {value >> 16, value >> 8 & 255, value & 255};
  }

  /** Returns the images as a layer of a table of panels. */
  Layer inTable() {
    return layer().in(columns, rows);
  }

  /** Returns the images as a layer of panels in a row. */
  Layer inPanels() {
    return layer().in(columns);
  }

  private Layer layer() {
    return Layer.of("raster").with("x", x).with("y", y).with("fill", fill);
  }
}
