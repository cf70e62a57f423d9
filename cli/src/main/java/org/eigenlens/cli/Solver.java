package org.eigenlens.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.pca.PcaSolver;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The solvers of all methods, as users write them. */
enum Solver {
  AUTO(PcaSolver.AUTO, KernelSolver.AUTO),
  COVARIANCE(PcaSolver.COVARIANCE, null),
  GRAM(PcaSolver.GRAM, null),
  SVD(PcaSolver.SVD, null),
  KRYLOV(PcaSolver.KRYLOV, KernelSolver.KRYLOV),
  POWER(PcaSolver.POWER, KernelSolver.POWER),
  STREAMING(PcaSolver.STREAMING, null),
  NYSTROM(null, KernelSolver.NYSTROM),
  DENSE(null, KernelSolver.DENSE);

  private final PcaSolver pca;
  private final KernelSolver kernel;

  Solver(PcaSolver pca, KernelSolver kernel) {
    this.pca = pca;
    this.kernel = kernel;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns what PCA calls it, if PCA has it. */
  Optional<PcaSolver> pca() {
    return Optional.ofNullable(pca);
  }

  /** Returns what kernel methods call it, if they have it. */
  Optional<KernelSolver> kernel() {
    return Optional.ofNullable(kernel);
  }

  /** Lists the solvers of PCA or of kernel methods. */
  static String listed(boolean kernel) {
    return Arrays.stream(values())
        .filter(solver -> (kernel ? solver.kernel : solver.pca) != null)
        .map(Solver::label)
        .collect(Collectors.joining(", "));
  }

  /** Reads the name of a solver. */
  static final class Converter implements ITypeConverter<Solver> {
    @Override
    public Solver convert(String text) {
      return Arrays.stream(values())
          .filter(solver -> solver.label().equals(text.toLowerCase(Locale.ROOT)))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "there is no solver '"
                          + text
                          + "'; choose one of "
                          + Arrays.stream(values())
                              .map(Solver::label)
                              .collect(Collectors.joining(", "))));
    }
  }
}
