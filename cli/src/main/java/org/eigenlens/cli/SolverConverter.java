package org.eigenlens.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.eigenlens.pca.PcaSolver;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a solver. */
final class SolverConverter implements ITypeConverter<PcaSolver> {

  @Override
  public PcaSolver convert(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.equals("nystrom") || lower.equals("dense")) {
      throw new TypeConversionException(
          "'" + lower + "' is for kernel methods; the methods of this version take " + all());
    }
    return Arrays.stream(PcaSolver.values())
        .filter(solver -> solver.label().equals(lower))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "there is no solver '" + text + "'; choose one of " + all()));
  }

  private static String all() {
    return Arrays.stream(PcaSolver.values())
        .map(PcaSolver::label)
        .collect(Collectors.joining(", "));
  }
}
