package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import org.eigenlens.Cca;
import org.eigenlens.KernelCca;
import org.eigenlens.KernelPca;
import org.eigenlens.Pca;
import org.eigenlens.Progress;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.Model;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.pca.Wanted;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is to be learned, and how: the options of fit that decide what the model becomes. */
final class ModelOptions {

  @Mixin private KernelOptions kernel;
  @Mixin private PairOptions pairs;

  @Option(
      names = {"-m", "--method"},
      paramLabel = "METHOD",
      defaultValue = "pca",
      converter = Method.Converter.class,
      description = "pca (the default), dual-pca, lsa, kernel-pca, cca or kernel-cca.")
  private Method method;

  @Option(
      names = {"-k", "--components"},
      paramLabel = "K",
      converter = WantedConverter.class,
      description =
          "How many components: a number, or a share of the variance such as 0.95. All that carry"
              + " variance by default, for kernel methods ten of them.")
  private Optional<Wanted> wanted = Optional.empty();

  @Option(names = "--standardize", description = "Divide each column by its standard deviation.")
  private boolean standardize;

  @Option(names = "--no-center", description = "Do not subtract the mean.")
  private boolean noCenter;

  @Option(names = "--whiten", description = "Scale coordinates to unit variance.")
  private boolean whiten;

  @Option(
      names = "--ddof",
      paramLabel = "0|1",
      defaultValue = "1",
      converter = Values.Ddof.class,
      description = "Variances divide by n − ddof; 1 by default.")
  private int ddof;

  @Option(
      names = "--solver",
      paramLabel = "SOLVER",
      defaultValue = "auto",
      converter = Solver.Converter.class,
      description =
          "auto (the default), covariance, gram, svd, krylov, power or streaming; for kernel"
              + " methods auto, dense, krylov, power or nystrom.")
  private Solver solver;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      converter = Values.Fraction.class,
      description =
          "The relative residual at which iterative solvers stop; 1e-10 by default, for kernel"
              + " methods 1e-8.")
  private Optional<Double> tolerance = Optional.empty();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "The seed of whatever is random; 0 by default.")
  private long seed;

  @Option(
      names = "--precision",
      paramLabel = "double|float",
      defaultValue = "double",
      description = "How the data, or the kernel matrix, are stored; float takes half the memory.")
  private Precision precision;

  /** What learns a model from rows, in memory or not. */
  @FunctionalInterface
  interface Fitter {
    Model fit(RowSource rows, List<String> columnNames);
  }

  /** Returns how many components are wanted, to fill in missing cells with. */
  Wanted wanted() {
    return wanted.orElse(new Wanted.All());
  }

  boolean standardize() {
    return standardize;
  }

  /** Returns how data are read; kernels work on doubles, only their matrix may be in float. */
  Precision dataPrecision() {
    return method.hasKernel() ? Precision.DOUBLE : precision;
  }

  /** Tells whether rows are never to be all in memory. */
  boolean mustStream() {
    return solver == Solver.STREAMING;
  }

  /** Tells whether rows can be read in passes. */
  boolean canStream() {
    return method != Method.DUAL_PCA;
  }

  boolean isPaired() {
    return method.isPaired();
  }

  PairOptions pairs() {
    return pairs;
  }

  /** Returns what was given and has no effect. */
  List<String> unused() {
    List<String> unused = new ArrayList<>(method.hasKernel() ? kernel.unused() : List.of());
    if (method.isPaired() && whiten) {
      unused.add("--whiten has no effect on " + method.label() + ": scores have unit variance");
    }
    return unused;
  }

  /** Returns what is wrong with these options together, if anything. */
  Optional<String> problem(Optional<MissingCells> missing) {
    if (method == Method.DUAL_PCA && solver != Solver.AUTO && solver != Solver.GRAM) {
      return Optional.of("dual-pca is the gram solver; leave --solver out, or use -m pca");
    }
    if (!method.isPaired() && pairs.given().isPresent()) {
      return Optional.of(
          "%s is for methods of two views, not for %s; use -m cca"
              .formatted(pairs.given().get(), method.label()));
    }
    if (method.isPaired()) {
      Optional<String> problem = pairs.problem(method, solver, wanted(), noCenter);
      if (problem.isPresent() || (method == Method.CCA && kernel.given().isEmpty())) {
        return problem;
      }
    }
    if (!method.isPaired() && (method.hasKernel() ? solver.kernel() : solver.pca()).isEmpty()) {
      return Optional.of(
          "%s has no solver '%s'; choose one of %s"
              .formatted(method.label(), solver.label(), Solver.listed(method.hasKernel())));
    }
    if (!method.hasKernel() && kernel.given().isPresent()) {
      return Optional.of(
          "%s is for kernel methods, not for %s; use -m kernel-%s"
              .formatted(
                  kernel.given().get(), method.label(), method == Method.CCA ? "cca" : "pca"));
    }
    if (solver == Solver.STREAMING && missing.equals(Optional.of(MissingCells.EM))) {
      return Optional.of("--missing em needs the data in memory, which --solver streaming avoids");
    }
    if (!method.hasKernel()) {
      return Optional.empty();
    }
    if (method == Method.KERNEL_CCA && (kernel.isPrecomputed() || kernel.hasPreImage())) {
      return Optional.of(
          "kernel-cca compares rows and has no way back; leave precomputed and --pre-image out");
    }
    if (kernel.isPrecomputed() && missing.isPresent()) {
      return Optional.of(
          "--missing is for columns of data, and a precomputed kernel has none; complete the table");
    }
    if (kernel.isPrecomputed() && standardize) {
      return Optional.of("--standardize is for columns of data, and a precomputed kernel has none");
    }
    return kernel.problem(solver, wanted());
  }

  /** Returns what fits as these options say. */
  Fitter fitter(long memory, Progress progress) {
    return method.hasKernel() ? kernelPca(memory, progress)::fit : pca(memory, progress)::fit;
  }

  private Pca pca(long memory, Progress progress) {
    Pca.Builder builder =
        Pca.builder()
            .method(method.label())
            .center(!noCenter && method != Method.LSA)
            .standardize(standardize)
            .whiten(whiten)
            .ddof(ddof)
            .solver(method == Method.DUAL_PCA ? PcaSolver.GRAM : solver.pca().orElseThrow())
            .seed(seed)
            .memory(memory)
            .progress(progress);
    tolerance.ifPresent(builder::tolerance);
    setComponents(builder::components, builder::components);
    return builder.build();
  }

  private KernelPca kernelPca(long memory, Progress progress) {
    KernelPca.Builder builder =
        KernelPca.builder()
            .method(method.label())
            .center(!noCenter)
            .standardize(standardize)
            .whiten(whiten)
            .ddof(ddof)
            .solver(solver.kernel().orElseThrow())
            .seed(seed)
            .memory(memory)
            .precision(precision)
            .progress(progress);
    kernel.apply(builder, seed);
    tolerance.ifPresent(builder::tolerance);
    setComponents(builder::components, builder::components);
    return builder.build();
  }

  /** Returns what fits to two views as these options say. */
  PairedFit.Fitter pairedFitter(long memory, Progress progress) {
    return method == Method.CCA ? cca(memory, progress) : kernelCca(memory, progress);
  }

  private PairedFit.Fitter cca(long memory, Progress progress) {
    Cca.Builder builder =
        Cca.builder()
            .standardize(standardize)
            .ddof(ddof)
            .folds(pairs.folds().orElse(0))
            .permutations(pairs.permutations())
            .solver(PairOptions.solver(solver).orElseThrow())
            .seed(seed)
            .memory(memory)
            .progress(progress);
    pairs.ridge().ifPresent(builder::ridge);
    setComponents(builder::components, share -> {});
    Cca cca = builder.build();
    return new PairedFit.Fitter(cca::fit, cca::fit);
  }

  private PairedFit.Fitter kernelCca(long memory, Progress progress) {
    KernelCca.Builder builder =
        KernelCca.builder()
            .standardize(standardize)
            .ddof(ddof)
            .permutations(pairs.permutations())
            .seed(seed)
            .memory(memory)
            .progress(progress);
    kernel.apply(builder, seed);
    pairs.folds().ifPresent(builder::folds);
    pairs.ridge().ifPresent(builder::ridge);
    setComponents(builder::components, share -> {});
    KernelCca cca = builder.build();
    return new PairedFit.Fitter(
        cca::fit,
        (rows, names, split) -> {
          throw new NumericalException(
              "kernel-cca needs the rows in memory; allow more with --memory, or fit to fewer rows");
        });
  }

  private void setComponents(IntConsumer byCount, DoubleConsumer byShare) {
    if (wanted.orElse(null) instanceof Wanted.Count count) {
      byCount.accept(count.components());
    } else if (wanted.orElse(null) instanceof Wanted.Share share) {
      byShare.accept(share.share());
    }
  }
}
