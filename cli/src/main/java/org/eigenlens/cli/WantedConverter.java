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
      if (text.matches("\\d*\\.\\d*([eE][-+]?\\d+)?") && text.length() > 1) {
        return new Wanted.Share(Double.parseDouble(text));
      }
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
    throw new TypeConversionException(
        "'%s' is neither a number of components, such as 10, nor a share, such as 0.95"
            .formatted(text));
  }
}
