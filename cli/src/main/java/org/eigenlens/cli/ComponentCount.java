package org.eigenlens.cli;

import java.util.Optional;
import java.util.stream.Collectors;
import org.eigenlens.pca.Wanted;
import org.eigenlens.rules.Rule;
import org.eigenlens.rules.Rules;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How many components were asked for: a number, a share such as 0.95, or what a rule says.
 *
 * @param wanted the number or the share; all components where a rule decides
 * @param rule the rule, if one decides
 */
record ComponentCount(Wanted wanted, Optional<Rule> rule) {

  /** Reads {@code -k}. */
  static final class Converter implements ITypeConverter<ComponentCount> {
    @Override
    public ComponentCount convert(String text) {
      try {
        if (text.matches("\\d{1,9}")) {
          return fixed(new Wanted.Count(Integer.parseInt(text)));
        }
        if (text.matches("\\d{10,}")) {
          throw new TypeConversionException(
              text + " components are more than any data have; ask for fewer");
        }
        if (text.matches("(\\d+\\.?|\\d*\\.\\d+)([eE][-+]?\\d+)?")) {
          return fixed(new Wanted.Share(Double.parseDouble(text)));
        }
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(
            "'%s' is neither a number of components from 1 on, such as 10, nor a share above 0 and"
                    .formatted(text)
                + " up to 1, such as 0.95");
      }
      return Rules.named(text)
          .map(rule -> new ComponentCount(new Wanted.All(), Optional.of(rule)))
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'%s' is neither a number of components, such as 10, nor a share, such as 0.95,"
                              .formatted(text)
                          + " nor a rule: "
                          + Rules.choosing().stream()
                              .map(Rule::label)
                              .collect(Collectors.joining(", "))));
    }

    private static ComponentCount fixed(Wanted wanted) {
      return new ComponentCount(wanted, Optional.empty());
    }
  }
}
