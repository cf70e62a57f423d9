package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntConsumer;
import org.eigenlens.KernelCca;
import org.eigenlens.KernelPca;
import org.eigenlens.data.Words;
import org.eigenlens.kernel.Bandwidth;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.pca.Wanted;
import picocli.CommandLine.Option;

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

    /** Returns the kernel with these parameters, of which it takes what it needs. */
    Kernel kernel(double width, double coef0, int degree) {
      return switch (this) {
        case LINEAR -> Kernels.linear();
        case POLY -> Kernels.polynomial(width, coef0, degree);
        case RBF -> Kernels.rbf(width);
        case SIGMOID -> Kernels.sigmoid(width, coef0);
        case LAPLACIAN -> Kernels.laplacian(width);
        case COSINE -> Kernels.cosine();
        case CHI2 -> Kernels.chiSquared(width);
        case PRECOMPUTED -> Kernels.precomputed();
      };
    }
  }

  static final double DEFAULT_COEF0 = 1;
  static final int DEFAULT_DEGREE = 3;

  @Option(
      names = "--kernel",
      paramLabel = "KERNEL",
      converter = KernelValues.NameConverter.class,
      description =
          "linear, poly, rbf (the default), sigmoid, laplacian, cosine, chi2, or precomputed (the"
              + " input is a square table of similarities).")
  private Optional<Name> kernel = Optional.empty();

  @Option(
      names = "--gamma",
      paramLabel = "NUMBER|median",
      converter = KernelValues.GammaConverter.class,
      description =
          "The factor of the distance or the product in rbf, laplacian, chi2, poly and sigmoid, as in"
              + " exp(−gamma·distance²); 1/columns by default. For rbf and laplacian median takes it"
              + " from the distances between rows. In laplacian-eigenmaps that of --weights heat.")
  private Optional<KernelValues.Gamma> gamma = Optional.empty();

  @Option(
      names = "--degree",
      paramLabel = "N",
      converter = KernelValues.DegreeConverter.class,
      description = "The degree of the poly kernel; 3 by default.")
  private Optional<Integer> degree = Optional.empty();

  @Option(
      names = "--coef0",
      paramLabel = "C",
      converter = KernelValues.NumberConverter.class,
      description = "The constant of the poly and sigmoid kernels; 1 by default.")
  private Optional<Double> coef0 = Optional.empty();

  @Option(
      names = "--landmarks",
      paramLabel = "N|auto",
      converter = KernelValues.LandmarksConverter.class,
      description =
          "Approximate by this many landmarks, for data too large for all pairs; auto takes as"
              + " many as it needs to miss at most a thousandth of the trace, up to 2000 (mds and"
              + " isomap: 1000).")
  private Optional<KernelValues.Landmarks> landmarks = Optional.empty();

  @Option(
      names = "--pre-image",
      paramLabel = "WAY",
      converter = KernelValues.PreImageConverter.class,
      description =
          "How reconstruct goes back: fixed-point, mds or ridge; by default what suits the kernel.")
  private Optional<PreImageMethod> preImage = Optional.empty();

  /** Returns the first option that was given, for methods that have no kernel. */
  Optional<String> given() {
    return givenBut("");
  }

  /** Returns the first option that was given beside one that may be. */
  Optional<String> givenBut(String allowed) {
    List<String> names = new ArrayList<>();
    kernel.ifPresent(value -> names.add("--kernel"));
    gamma.ifPresent(value -> names.add("--gamma"));
    degree.ifPresent(value -> names.add("--degree"));
    coef0.ifPresent(value -> names.add("--coef0"));
    landmarks.ifPresent(value -> names.add("--landmarks"));
    preImage.ifPresent(value -> names.add("--pre-image"));
    return names.stream().filter(name -> !name.equals(allowed)).findFirst();
  }

  /** Returns gamma, if a number was given. */
  OptionalDouble givenGamma() {
    return KernelValues.Gamma.number(gamma);
  }

  boolean isPrecomputed() {
    return name() == Name.PRECOMPUTED;
  }

  boolean asksForLandmarks() {
    return landmarks.isPresent();
  }

  private Name name() {
    return kernel.orElse(Name.RBF);
  }

  /** Returns what is computed in double whatever the precision asked for, if these options say. */
  Optional<String> doubleOnly(Solver solver) {
    if (isPrecomputed()) {
      return Optional.of("a precomputed kernel");
    }
    if (landmarks.isPresent() || solver == Solver.NYSTROM) {
      return Optional.of("landmarks");
    }
    return solver == Solver.DENSE ? Optional.of("the dense solver") : Optional.empty();
  }

  /** Returns what is wrong with these options, a solver and a number of components together. */
  Optional<String> problem(Solver solver, Wanted wanted) {
    Name name = name();
    if (isMedian() && name != Name.RBF && name != Name.LAPLACIAN) {
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
      return Optional.of(preImage.get().refusal(kernel(1)));
    }
    return landmarks.flatMap(count -> problem(count, solver, wanted));
  }

  private boolean isMedian() {
    return gamma.isPresent() && gamma.get().number().isEmpty();
  }

  private static Optional<String> problem(
      KernelValues.Landmarks landmarks, Solver solver, Wanted wanted) {
    if (solver != Solver.AUTO && solver != Solver.NYSTROM) {
      return Optional.of(
          "--solver %s is exact and takes no landmarks; leave one of the two out"
              .formatted(solver.label()));
    }
    int most = landmarks.number().orElse(Integer.MAX_VALUE);
    if (wanted instanceof Wanted.Count count && count.components() > most) {
      return Optional.of(
          "%s at most, not %d, can be had from %s; take more landmarks"
              .formatted(
                  new Wanted.Count(most), count.components(), Words.count(most, "landmark")));
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
    builder.kernels(choice(seed), choice(seed));
    landmarks(builder::landmarks, () -> {});
  }

  /** Hands the kernel and the landmarks to a fit. */
  void apply(KernelPca.Builder builder, long seed) {
    builder.kernel(choice(seed));
    landmarks(builder::landmarks, builder::automaticLandmarks);
    preImage.ifPresent(builder::preImage);
  }

  /** Hands on how many landmarks were asked for, if any were. */
  void landmarks(IntConsumer count, Runnable automatic) {
    landmarks.ifPresent(wanted -> wanted.number().ifPresentOrElse(count, automatic));
  }

  Optional<PreImageMethod> preImage() {
    return preImage;
  }

  /** Returns how the kernel is chosen when the data are known. */
  KernelChoice choice(long seed) {
    if (!name().hasGamma()) {
      return new KernelChoice.Fixed(kernel(1));
    }
    if (gamma.isEmpty()) {
      return new KernelChoice.OneOverColumns(this::kernel);
    }
    if (!isMedian()) {
      return new KernelChoice.Fixed(kernel(gamma.get().number().getAsDouble()));
    }
    return new KernelChoice.Median(
        name() == Name.RBF ? Bandwidth.Family.RBF : Bandwidth.Family.LAPLACIAN, seed);
  }

  private Kernel kernel(double width) {
    return name().kernel(width, coef0.orElse(DEFAULT_COEF0), degree.orElse(DEFAULT_DEGREE));
  }
}
