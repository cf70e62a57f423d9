package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eigenlens.KernelCca;
import org.eigenlens.KernelPca;
import org.eigenlens.kernel.Bandwidth;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.pca.Wanted;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of kernel methods. */
final class KernelOptions {

  /** What kernels there are, and which parameters each takes. */
  enum Name {
    LINEAR,
    POLY,
    RBF,
    SIGMOID,
    LAPLACIAN,
    COSINE,
    CHI2,
    PRECOMPUTED;

    boolean hasGamma() {
      return this != LINEAR && this != COSINE && this != PRECOMPUTED;
    }

    boolean hasCoef0() {
      return this == POLY || this == SIGMOID;
    }

    boolean hasDegree() {
      return this == POLY;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--kernel",
      paramLabel = "KERNEL",
      converter = NameConverter.class,
      description =
          "linear, poly, rbf (the default), sigmoid, laplacian, cosine, chi2, or precomputed (the"
              + " input is a square table of similarities).")
  private Optional<Name> kernel = Optional.empty();

  @Option(
      names = "--gamma",
      paramLabel = "NUMBER|median",
      converter = GammaConverter.class,
      description =
          "The factor of the distance or the product in rbf, laplacian, chi2, poly and sigmoid, as in"
              + " exp(−gamma·distance²); 1/columns by default. For rbf and laplacian median takes it"
              + " from the distances between rows.")
  private Optional<Double> gamma = Optional.empty();

  @Option(
      names = "--degree",
      paramLabel = "N",
      converter = DegreeConverter.class,
      description = "The degree of the poly kernel; 3 by default.")
  private Optional<Integer> degree = Optional.empty();

  @Option(
      names = "--coef0",
      paramLabel = "C",
      converter = NumberConverter.class,
      description = "The constant of the poly and sigmoid kernels; 1 by default.")
  private Optional<Double> coef0 = Optional.empty();

  @Option(
      names = "--landmarks",
      paramLabel = "N|auto",
      converter = LandmarksConverter.class,
      description =
          "Approximate by this many landmarks, for data too large for all pairs; auto takes as"
              + " many as it needs to miss at most a thousandth of the trace, up to 2000.")
  private Optional<Integer> landmarks = Optional.empty();

  @Option(
      names = "--pre-image",
      paramLabel = "WAY",
      converter = PreImageConverter.class,
      description =
          "How reconstruct goes back: fixed-point, mds or ridge; by default what suits the kernel.")
  private Optional<PreImageMethod> preImage = Optional.empty();

  /** Stands for the median heuristic. */
  private static final double MEDIAN = -1;

  private static final int AUTO = -1;

  /** Returns the first option that was given, for methods that have no kernel. */
  Optional<String> given() {
    List<String> names = new ArrayList<>();
    kernel.ifPresent(value -> names.add("--kernel"));
    gamma.ifPresent(value -> names.add("--gamma"));
    degree.ifPresent(value -> names.add("--degree"));
    coef0.ifPresent(value -> names.add("--coef0"));
    landmarks.ifPresent(value -> names.add("--landmarks"));
    preImage.ifPresent(value -> names.add("--pre-image"));
    return names.stream().findFirst();
  }

  boolean isPrecomputed() {
    return name() == Name.PRECOMPUTED;
  }

  private Name name() {
    return kernel.orElse(Name.RBF);
  }

  /** Returns what is wrong with these options, a solver and a number of components together. */
  Optional<String> problem(Solver solver, Wanted wanted) {
    Name name = name();
    boolean median = gamma.isPresent() && gamma.get() == MEDIAN;
    if (median && name != Name.RBF && name != Name.LAPLACIAN) {
      return Optional.of(
          "--gamma median is for rbf and laplacian, whose gamma is a width; give a number for "
              + name.label());
    }
    if (isPrecomputed() && (landmarks.isPresent() || solver == Solver.NYSTROM)) {
      return Optional.of("landmarks need points, and a precomputed kernel has none");
    }
    if (isPrecomputed() && preImage.isPresent()) {
      return Optional.of("--pre-image needs points, and a precomputed kernel has none");
    }
    if (preImage.isPresent() && !preImage.get().supports(kernel(1))) {
      return Optional.of(
          "there are no pre-images by %s for the %s kernel; choose another way"
              .formatted(preImage.get().label(), name.label()));
    }
    return landmarks.flatMap(count -> problem(count, solver, wanted));
  }

  private static Optional<String> problem(int landmarks, Solver solver, Wanted wanted) {
    if (solver != Solver.AUTO && solver != Solver.NYSTROM) {
      return Optional.of(
          "--solver %s is exact and takes no landmarks; leave one of the two out"
              .formatted(solver.label()));
    }
    if (landmarks != AUTO
        && wanted instanceof Wanted.Count count
        && count.components() > landmarks) {
      return Optional.of(
          "%d landmarks have at most %d components, not %d; take more landmarks"
              .formatted(landmarks, landmarks, count.components()));
    }
    return Optional.empty();
  }

  /** Returns what was given and has no effect. */
  List<String> unused() {
    List<String> unused = new ArrayList<>();
    if (gamma.isPresent() && !name().hasGamma()) {
      unused.add("--gamma has no effect on the " + name().label() + " kernel");
    }
    if (degree.isPresent() && !name().hasDegree()) {
      unused.add("--degree has no effect on the " + name().label() + " kernel");
    }
    if (coef0.isPresent() && !name().hasCoef0()) {
      unused.add("--coef0 has no effect on the " + name().label() + " kernel");
    }
    return unused;
  }

  /** Hands a kernel for each view and the landmarks to a fit. */
  void apply(KernelCca.Builder builder, long seed) {
    KernelChoice choice = rows -> kernel(gamma(rows.columns(), rows, seed));
    builder.kernels(choice, choice);
    landmarks.filter(count -> count != AUTO).ifPresent(builder::landmarks);
  }

  boolean hasPreImage() {
    return preImage.isPresent();
  }

  /** Hands the kernel and the landmarks to a fit. */
  void apply(KernelPca.Builder builder, long seed) {
    KernelChoice choice = rows -> kernel(gamma(rows.columns(), rows, seed));
    builder.kernel(name() == Name.PRECOMPUTED ? new KernelChoice.Fixed(kernel(1)) : choice);
    if (landmarks.isPresent()) {
      if (landmarks.get() == AUTO) {
        builder.automaticLandmarks();
      } else {
        builder.landmarks(landmarks.get());
      }
    }
    preImage.ifPresent(builder::preImage);
  }

  private double gamma(int columns, RowSource rows, long seed) {
    if (!name().hasGamma()) {
      return 1;
    }
    double value = gamma.orElse(1.0 / columns);
    if (value != MEDIAN) {
      return value;
    }
    Bandwidth.Family family =
        name() == Name.RBF ? Bandwidth.Family.RBF : Bandwidth.Family.LAPLACIAN;
    return Bandwidth.measure(rows, family, seed).median();
  }

  private Kernel kernel(double width) {
    return switch (name()) {
      case LINEAR -> Kernels.linear();
      case POLY -> Kernels.polynomial(width, coef0.orElse(1.0), degree.orElse(3));
      case RBF -> Kernels.rbf(width);
      case SIGMOID -> Kernels.sigmoid(width, coef0.orElse(1.0));
      case LAPLACIAN -> Kernels.laplacian(width);
      case COSINE -> Kernels.cosine();
      case CHI2 -> Kernels.chiSquared(width);
      case PRECOMPUTED -> Kernels.precomputed();
    };
  }

  static double number(String text) {
    try {
      double value = text.matches("[0-9.eE+-]+") ? Double.parseDouble(text) : Double.NaN;
      return Double.isFinite(value) ? value : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Reads the name of a kernel. */
  static final class NameConverter implements ITypeConverter<Name> {
    @Override
    public Name convert(String text) {
      return Arrays.stream(Name.values())
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
  static final class GammaConverter implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      if (text.equalsIgnoreCase("median")) {
        return MEDIAN;
      }
      double value = number(text);
      if (!(value > 0)) {
        throw new TypeConversionException(
            "it must be a positive number, such as 0.25, or median, not " + text);
      }
      return value;
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
  static final class LandmarksConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (text.equalsIgnoreCase("auto")) {
        return AUTO;
      }
      if (!text.matches("0*[1-9]\\d{0,6}")) {
        throw new TypeConversionException(
            "it must be a number of landmarks, such as 1000, or auto, not " + text);
      }
      return Integer.valueOf(text);
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
