package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.kernel.Bandwidth;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kpca.KernelChoice;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of methods that learn from labels, and of their evaluation. */
final class LabelOptions {

  /** How labels are compared. */
  enum LabelKernel {
    DELTA,
    LINEAR,
    RBF;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--label-kernel",
      paramLabel = "KERNEL",
      converter = LabelKernelConverter.class,
      description =
          "How labels are compared: delta (classes are the same or not), linear or rbf. By default"
              + " delta for --label and linear for --target.")
  private Optional<LabelKernel> kernel = Optional.empty();

  @Option(
      names = "--label-gamma",
      paramLabel = "NUMBER|median",
      converter = KernelValues.GammaConverter.class,
      description = "The gamma of the rbf label kernel; median by default.")
  private Optional<KernelValues.Gamma> gamma = Optional.empty();

  @Option(
      names = "--blend",
      paramLabel = "B",
      converter = BlendConverter.class,
      description =
          "Blend the label kernel with the identity, (1 − B)·K + B·I, for more components than the"
              + " labels determine; 0 by default, 1 is PCA.")
  private Optional<Double> blend = Optional.empty();

  @Option(
      names = "--evaluate",
      description =
          "Report how well the first 1, 2, … components predict the labels of held-out rows (nearest"
              + " neighbour's class, or R² of the targets), beside PCA on the same folds.")
  private boolean evaluate;

  @Option(
      names = "--folds",
      paramLabel = "N|loo",
      converter = FoldsConverter.class,
      description =
          "The folds of --evaluate, or loo to leave out one row at a time; 10 by default. For -k cv"
              + " and -k likelihood: in how many parts the rows are cut, 5 by default. For cca: give"
              + " correlations on rows left out too, in N parts; kernel-cca always does, in 5.")
  private Optional<Integer> folds = Optional.empty();

  private static final int DEFAULT_FOLDS = 10;
  private static final int LEAVE_ONE_OUT = 0;

  boolean evaluates() {
    return evaluate;
  }

  double blend() {
    return blend.orElse(0.0);
  }

  /** Returns the number of folds, if it was given. */
  Optional<Integer> givenFolds() {
    return folds;
  }

  /** Returns in how many parts a rule cuts the rows, if that was given; at most one a row. */
  Optional<Integer> parts() {
    return folds.map(count -> count == LEAVE_ONE_OUT ? Integer.MAX_VALUE : count);
  }

  /** Returns how many folds so many rows are dealt out to. */
  int folds(int rows) {
    int asked = folds.orElse(Math.min(DEFAULT_FOLDS, rows));
    return asked == LEAVE_ONE_OUT ? rows : asked;
  }

  /** Returns the first option that was given, for methods that do not look at labels. */
  private Optional<String> given() {
    List<String> names = new ArrayList<>();
    kernel.ifPresent(value -> names.add("--label-kernel"));
    gamma.ifPresent(value -> names.add("--label-gamma"));
    blend.ifPresent(value -> names.add("--blend"));
    return names.stream().findFirst();
  }

  /**
   * Returns what is wrong with these options, a method and the columns that were named.
   *
   * @param cuts whether a rule cuts the rows in parts
   */
  Optional<String> problem(Method method, InputOptions input, boolean cuts) {
    boolean labelled = input.label().isPresent();
    boolean targeted = input.target().isPresent();
    if (method.isPaired()) {
      return pairedProblem(method);
    }
    if (evaluate && !labelled && !targeted) {
      return Optional.of("--evaluate needs labels to predict; name them with --label or --target");
    }
    MissingCells missing = input.missing().orElse(MissingCells.DROP);
    if (evaluate && missing != MissingCells.DROP) {
      return Optional.of(
          "--evaluate keeps held-out rows unseen, and --missing "
              + missing.name().toLowerCase(Locale.ROOT)
              + " fills cells in from all rows; use --missing drop");
    }
    if (folds.isPresent() && !evaluate && !cuts) {
      return Optional.of(
          "--folds is for --evaluate, -k cv, -k likelihood and cca; give one of them too");
    }
    if (!method.isSupervised()) {
      return given()
          .map(
              name ->
                  name
                      + " is for supervised methods, not for "
                      + method.label()
                      + "; use -m supervised-pca");
    }
    if (labelled && targeted) {
      return Optional.of("give classes with --label or numbers with --target, not both");
    }
    if (method == Method.FISHER) {
      return fisherProblem(labelled);
    }
    if (!labelled && !targeted) {
      return Optional.of(
          method.label()
              + " learns from labels; name their column with --label, or with --target if they are"
              + " numbers");
    }
    boolean rbf = kernel.equals(Optional.of(LabelKernel.RBF));
    if (labelled && rbf) {
      return Optional.of(
          "--label-kernel rbf is for numbers; name their columns with --target, or use delta");
    }
    if (targeted && kernel.equals(Optional.of(LabelKernel.DELTA))) {
      return Optional.of(
          "--label-kernel delta is for classes; name their column with --label, or use linear or"
              + " rbf");
    }
    return gamma.isPresent() && !rbf
        ? Optional.of("--label-gamma is for --label-kernel rbf; give both")
        : Optional.empty();
  }

  private Optional<String> pairedProblem(Method method) {
    if (evaluate) {
      return Optional.of(
          "--evaluate predicts labels, which %s does not look at; leave it out, and see --folds"
              .formatted(method.label()));
    }
    return folds.equals(Optional.of(LEAVE_ONE_OUT))
        ? Optional.of(method.label() + " takes a number of --folds, not loo")
        : given().map(name -> name + " is for supervised methods, not for " + method.label());
  }

  private Optional<String> fisherProblem(boolean labelled) {
    if (!labelled) {
      return Optional.of("fisher tells classes apart; name their column with --label");
    }
    return given()
        .map(name -> name + " has no meaning for fisher; leave it out, or use -m supervised-pca");
  }

  /** Returns how labels are compared; null for what suits them. */
  KernelChoice kernel(long seed) {
    if (kernel.isEmpty()) {
      return null;
    }
    return switch (kernel.get()) {
      case DELTA -> new KernelChoice.Fixed(Kernels.delta());
      case LINEAR -> new KernelChoice.Fixed(Kernels.linear());
      case RBF ->
          labels ->
              Kernels.rbf(
                  KernelValues.Gamma.number(gamma)
                      .orElseGet(
                          () -> Bandwidth.measure(labels, Bandwidth.Family.RBF, seed).median()));
    };
  }

  /** Reads the name of a label kernel. */
  static final class LabelKernelConverter implements ITypeConverter<LabelKernel> {
    @Override
    public LabelKernel convert(String text) {
      return Arrays.stream(LabelKernel.values())
          .filter(kernel -> kernel.label().equals(text.toLowerCase(Locale.ROOT)))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "there is no label kernel '" + text + "'; choose delta, linear or rbf"));
    }
  }

  /** Reads a share from 0 to 1. */
  static final class BlendConverter implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      double value = KernelValues.number(text);
      if (!(value >= 0 && value <= 1)) {
        throw new TypeConversionException("it must be a number from 0 to 1, not " + text);
      }
      return value;
    }
  }

  /** Reads a number of folds. */
  static final class FoldsConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (text.equalsIgnoreCase("loo")) {
        return LEAVE_ONE_OUT;
      }
      if (!text.matches("0*([2-9]|[1-9]\\d{1,6})")) {
        throw new TypeConversionException(
            "it must be a number of folds from 2, such as 10, or loo, not " + text);
      }
      return Integer.valueOf(text);
    }
  }
}
