package org.eigenlens.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The methods of this version, as users write them. */
enum Method {
  PCA("principal component analysis"),
  DUAL_PCA("dual principal component analysis"),
  LSA("latent semantic analysis");

  private final String title;

  Method(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Method of(String label) {
    return Arrays.stream(values())
        .filter(method -> method.label().equals(label.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "there is no method '%s' in this version; choose %s"
                        .formatted(
                            label,
                            Arrays.stream(values())
                                .map(Method::label)
                                .collect(Collectors.joining(", ")))));
  }

  /** Reads a method. */
  static final class Converter implements ITypeConverter<Method> {
    @Override
    public Method convert(String text) {
      return of(text);
    }
  }
}
