package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/** Rows of numbers as images in panels. */
final class Pixels {

  /** The fewest columns that pass for an image without a word from the user: 8 × 8. */
  private static final int FEWEST = 64;

  private final Look.Shape shape;
  private final List<Double> x = new ArrayList<>();
  private final List<Double> y = new ArrayList<>();
  private final List<String> fill = new ArrayList<>();
  private final List<Integer> columns = new ArrayList<>();
  private final List<Integer> rows = new ArrayList<>();

  Pixels(Look.Shape shape) {
    this.shape = shape;
  }

  /** Finds the shape of images: as the user says, or square where there are so many columns. */
  static Optional<Look.Shape> shape(Look look, int features) {
    if (look.shape().isPresent()) {
      Look.Shape given = look.shape().get();
      if ((long) given.height() * given.width() != features) {
        throw new PictureException(
            "%d × %d pixels are %d, but the model has %d columns"
                .formatted(given.height(), given.width(), given.height() * given.width(), features),
            "give the height and width of your images with --shape");
      }
      return look.shape();
    }
    int side = (int) Math.round(Math.sqrt(features));
    return features >= FEWEST && side * side == features
        ? Optional.of(new Look.Shape(side, side))
        : Optional.empty();
  }

  /** Says that a shape was guessed. */
  static Optional<String> note(Look look, Look.Shape shape) {
    return look.shape().isPresent()
        ? Optional.empty()
        : Optional.of(
            "The %d columns are taken for images of %d × %d; say otherwise with --shape."
                .formatted(shape.height() * shape.width(), shape.height(), shape.width()));
  }

  /** Adds an image in grey, dark where there is much; the range is that of all images alike. */
  void addGrey(int column, int row, double[] values, double least, double most) {
    add(
        column,
        row,
        values,
        value -> {
          int shade = (int) Math.round(255 * (1 - clamp((value - least) / (most - least))));
          return hex(shade, shade, shade);
        });
  }

  /** Adds an image in two colours, pale at zero. */
  void addSigned(int column, int row, double[] values, double most) {
    add(column, row, values, value -> signed(most > 0 ? value / most : 0));
  }

  private void add(int column, int row, double[] values, DoubleFunction<String> colour) {
    for (int i = 0; i < values.length; i++) {
      x.add((double) (i % shape.width()));
      y.add((double) (shape.height() - 1 - i / shape.width()));
      fill.add(colour.apply(values[i]));
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
    int[] pale = rgb(Palette.NEUTRAL);
    int[] full = rgb(value < 0 ? Palette.NEGATIVE : Palette.POSITIVE);
    double share = clamp(Math.abs(value));
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
