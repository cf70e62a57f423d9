package org.eigenlens.cli;

import org.eigenlens.pca.Wanted;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how many components are wanted: a whole number, or a share such as 0.95. */
final class WantedConverter implements ITypeConverter<Wanted> {

  @Override
  public Wanted convert(String text) {
    try {
      if (text.matches("\\d{1,9}")) {
        return new Wanted.Count(Integer.parseInt(text));
      }
      if (text.matches("(\\d+\\.?|\\d*\\.\\d+)([eE][-+]?\\d+)?")) {
        return new Wanted.Share(Double.parseDouble(text));
      }
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "'%s' is neither a number of components from 1 on, such as 10, nor a share above 0 and"
                  .formatted(text)
              + " up to 1, such as 0.95");
    }
    throw new TypeConversionException(
        "'%s' is neither a number of components, such as 10, nor a share, such as 0.95"
            .formatted(text));
  }
}
