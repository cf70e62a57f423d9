package org.eigenlens.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.eigenlens.cli.convention.Convention;
import org.eigenlens.data.ImageOptions;
import org.eigenlens.model.PairedModel;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the values of options, and says in plain words what is allowed where one is wrong. */
final class Values {

  private Values() {}

  /** Puts plain words in the place of picocli's, which are those of Java. */
  static void register(CommandLine command) {
    command.registerConverter(long.class, Values::whole);
    command.registerConverter(Convention.class, text -> choice(Convention.class, text));
    command.registerConverter(
        InputOptions.MissingCells.class, text -> choice(InputOptions.MissingCells.class, text));
    command.registerConverter(PairedModel.Side.class, text -> choice(PairedModel.Side.class, text));
    command.registerConverter(
        org.eigenlens.matrix.Precision.class,
        text -> choice(org.eigenlens.matrix.Precision.class, text));
  }

  private static long whole(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a whole number");
    }
  }

  private static <E extends Enum<E>> E choice(Class<E> type, String text) {
    E[] all = type.getEnumConstants();
    return Arrays.stream(all)
        .filter(value -> value.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'%s' is none of %s"
                        .formatted(
                            text,
                            Arrays.stream(all)
                                .map(value -> value.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", ")))));
  }

  /** Reads a size in pixels. */
  static final class SizeConverter implements ITypeConverter<ImageOptions.Size> {
    @Override
    public ImageOptions.Size convert(String text) {
      if (!text.matches("[1-9]\\d{0,4}[xX×][1-9]\\d{0,4}")) {
        throw new TypeConversionException(
            "it must be a width and a height in pixels, such as 64x64, not " + text);
      }
      String[] sides = text.split("[xX×]", -1);
      return new ImageOptions.Size(Integer.parseInt(sides[0]), Integer.parseInt(sides[1]));
    }
  }

  /** Reads a divisor's correction. */
  static final class Ddof implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.equals("0") && !text.equals("1")) {
        throw new TypeConversionException("it can be 0 or 1, not " + text);
      }
      return Integer.valueOf(text);
    }
  }

  /** Reads a number between 0 and 1. */
  static final class Fraction implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      double value = text.matches("[0-9.eE+-]+") ? parsed(text) : Double.NaN;
      if (!(value > 0 && value < 1)) {
        throw new TypeConversionException(
            "it must be a number between 0 and 1, such as 1e-8, not " + text);
      }
      return value;
    }

    private static double parsed(String text) {
      try {
        return Double.parseDouble(text);
      } catch (NumberFormatException e) {
        return Double.NaN;
      }
    }
  }
}
