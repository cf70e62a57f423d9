package org.eigenlens.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.eigenlens.kernel.preimage.PreImageMethod;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the values of the options of kernel methods. */
final class KernelValues {

  private KernelValues() {}

  /** A width: a number, or none for the median heuristic's. */
  record Gamma(OptionalDouble number) {

    /** Returns the number, or none where the median heuristic decides or nothing was given. */
    static OptionalDouble number(Optional<Gamma> given) {
      return given.map(Gamma::number).orElse(OptionalDouble.empty());
    }
  }

  /** How many landmarks: a number, or none for as many as it takes. */
  record Landmarks(OptionalInt number) {}

  static double number(String text) {
    try {
      double value = text.matches("[0-9.eE+-]+") ? Double.parseDouble(text) : Double.NaN;
      return Double.isFinite(value) ? value : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Reads the name of a kernel. */
  static final class NameConverter implements ITypeConverter<KernelOptions.Name> {
    @Override
    public KernelOptions.Name convert(String text) {
      return Arrays.stream(KernelOptions.Name.values())
          .filter(name -> name.label().equals(text.toLowerCase(Locale.ROOT)))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "there is no kernel '"
                          + text
                          + "'; choose linear, poly, rbf, sigmoid, laplacian, cosine, chi2 or"
                          + " precomputed"));
    }
  }

  /** Reads a width. */
  static final class GammaConverter implements ITypeConverter<Gamma> {
    @Override
    public Gamma convert(String text) {
      if (text.equalsIgnoreCase("median")) {
        return new Gamma(OptionalDouble.empty());
      }
      double value = number(text);
      if (!(value > 0)) {
        throw new TypeConversionException(
            "it must be a positive number, such as 0.25, or median, not " + text);
      }
      return new Gamma(OptionalDouble.of(value));
    }
  }

  /** Reads a degree. */
  static final class DegreeConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("0*[1-9]\\d{0,2}")) {
        throw new TypeConversionException("it must be a whole number from 1 to 999, not " + text);
      }
      return Integer.valueOf(text);
    }
  }

  /** Reads a number. */
  static final class NumberConverter implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      double value = number(text);
      if (Double.isNaN(value)) {
        throw new TypeConversionException("it must be a number, not " + text);
      }
      return value;
    }
  }

  /** Reads a number of landmarks. */
  static final class LandmarksConverter implements ITypeConverter<Landmarks> {
    @Override
    public Landmarks convert(String text) {
      if (text.equalsIgnoreCase("auto")) {
        return new Landmarks(OptionalInt.empty());
      }
      if (!text.matches("0*[1-9]\\d{0,6}")) {
        throw new TypeConversionException(
            "it must be a number of landmarks, such as 1000, or auto, not " + text);
      }
      return new Landmarks(OptionalInt.of(Integer.parseInt(text)));
    }
  }

  /** Reads a way back. */
  static final class PreImageConverter implements ITypeConverter<PreImageMethod> {
    @Override
    public PreImageMethod convert(String text) {
      return Arrays.stream(PreImageMethod.values())
          .filter(method -> method.label().equals(text.toLowerCase(Locale.ROOT)))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "there is no way back called '"
                          + text
                          + "'; choose fixed-point, mds or ridge"));
    }
  }
}
