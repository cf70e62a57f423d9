package org.eigenlens.cli;

import java.util.List;
import java.util.Optional;
import org.eigenlens.cca.CcaSolver;
import org.eigenlens.cca.Ridge;
import org.eigenlens.pca.Wanted;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of methods of two views. */
final class PairOptions {

  @Option(
      names = "--views",
      arity = "2",
      paramLabel = "COLS",
      description = "For cca: the columns of the first and of the second view.")
  private List<String> views = List.of();

  @Option(names = "--x", paramLabel = "COLS", description = "The columns of the first view.")
  private Optional<String> x = Optional.empty();

  @Option(names = "--y", paramLabel = "COLS", description = "The columns of the second view.")
  private Optional<String> y = Optional.empty();

  @Option(
      names = "--ridge",
      paramLabel = "R|R1,R2|cv|pls",
      converter = RidgeConverter.class,
      description =
          "For cca: added to the diagonal of each view's covariance; cv chooses by"
              + " cross-validation (the default of kernel-cca), pls is the limit of ever more.")
  private Optional<Ridge> ridge = Optional.empty();

  @Option(
      names = "--permutations",
      paramLabel = "N",
      converter = PermutationsConverter.class,
      description = "For cca: test each dimension by N shuffles of the rows of one view.")
  private Optional<Integer> permutations = Optional.empty();

  /** Returns the first option that was given, for methods of one view. */
  Optional<String> given() {
    return !views.isEmpty()
        ? Optional.of("--views")
        : x.map(value -> "--x")
            .or(() -> y.map(value -> "--y"))
            .or(() -> ridge.map(value -> "--ridge"))
            .or(() -> permutations.map(value -> "--permutations"));
  }

  /** Returns the columns of the first view, if they were named. */
  Optional<String> x() {
    return views.isEmpty() ? x : Optional.of(views.get(0));
  }

  /** Returns the columns of the second view, if they were named. */
  Optional<String> y() {
    return views.isEmpty() ? y : Optional.of(views.get(1));
  }

  Optional<Ridge> ridge() {
    return ridge;
  }

  int permutations() {
    return permutations.orElse(0);
  }

  /** Tells whether nothing is asked for that needs rows more than once in an order. */
  boolean fitsInPasses() {
    return permutations.isEmpty() && !(ridge.orElse(null) instanceof Ridge.CrossValidated);
  }

  /** Returns what is wrong with these options and others together, if anything. */
  Optional<String> problem(Method method, Solver solver, Wanted wanted, boolean noCenter) {
    if (!views.isEmpty() && (x.isPresent() || y.isPresent())) {
      return Optional.of("--views names both views; leave --x and --y out");
    }
    if (x().isPresent() != y().isPresent()) {
      return Optional.of("--x and --y name the two views; give both");
    }
    if (noCenter) {
      return Optional.of("correlations are about the mean; leave --no-center out");
    }
    if (wanted instanceof Wanted.Share) {
      return Optional.of(
          method.label() + " takes a number of components (-k 2), not a share of the variance");
    }
    if (method == Method.KERNEL_CCA) {
      boolean zero =
          ridge.orElse(Ridge.PLS) instanceof Ridge.Fixed fixed
              && Math.min(fixed.x(), fixed.y()) == 0;
      return zero
          ? Optional.of(
              "kernel-cca needs a ridge above 0: without one any two views correlate perfectly")
          : solver == Solver.AUTO || solver == Solver.NYSTROM
              ? Optional.empty()
              : noSolver(method, solver, "auto, nystrom");
    }
    return solver(solver).isPresent()
        ? Optional.empty()
        : noSolver(method, solver, "auto, covariance, gram, svd, streaming");
  }

  /** Returns what a ridge that cross-validation chooses does not go with, if it was given. */
  Optional<String> chosenRidge(Method method, Optional<Integer> folds) {
    boolean chosen =
        ridge.map(Ridge.CrossValidated.class::isInstance).orElse(method == Method.KERNEL_CCA);
    if (chosen && permutations.isPresent()) {
      return Optional.of(
          "--permutations test a ridge that was fixed before, and cross-validation would choose it"
              + " for these very pairs; give --ridge R, or leave --permutations out");
    }
    return chosen && folds.filter(count -> count < 3).isPresent()
        ? Optional.of("a ridge by cross-validation needs --folds 3 or more")
        : Optional.empty();
  }

  private static Optional<String> noSolver(Method method, Solver solver, String choices) {
    return Optional.of(
        "%s has no solver '%s'; choose one of %s"
            .formatted(method.label(), solver.label(), choices));
  }

  /** Returns what CCA calls a solver, if it has it. */
  static Optional<CcaSolver> solver(Solver solver) {
    return switch (solver) {
      case AUTO -> Optional.of(CcaSolver.AUTO);
      case COVARIANCE -> Optional.of(CcaSolver.COVARIANCE);
      case GRAM -> Optional.of(CcaSolver.GRAM);
      case SVD -> Optional.of(CcaSolver.SVD);
      case STREAMING -> Optional.of(CcaSolver.STREAMING);
      case KRYLOV, POWER, NYSTROM, DENSE -> Optional.empty();
    };
  }

  /** Reads a ridge. */
  static final class RidgeConverter implements ITypeConverter<Ridge> {
    @Override
    public Ridge convert(String text) {
      if (text.equalsIgnoreCase("cv")) {
        return new Ridge.CrossValidated();
      }
      String[] parts = text.split(",", -1);
      double first = amount(parts[0].strip());
      double second = parts.length == 2 ? amount(parts[1].strip()) : first;
      if (parts.length > 2 || !(first >= 0 && second >= 0)) {
        throw new TypeConversionException(
            "it must be a number from 0 on, such as 0.1, two of them as in 0.1,0.5, cv or pls, not "
                + text);
      }
      return new Ridge.Fixed(first, second);
    }

    private static double amount(String text) {
      if (text.equalsIgnoreCase("pls")) {
        return Double.POSITIVE_INFINITY;
      }
      return KernelValues.number(text);
    }
  }

  private static int whole(String text, int from, int to) {
    boolean number = text.matches("\\d{1,9}");
    int value = number ? Integer.parseInt(text) : -1;
    if (value < from || value > to) {
      throw new TypeConversionException(
          "it must be a whole number from %d to %d, not %s".formatted(from, to, text));
    }
    return value;
  }

  /** Reads a number of permutations. */
  static final class PermutationsConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return whole(text, 1, 10_000_000);
    }
  }
}
