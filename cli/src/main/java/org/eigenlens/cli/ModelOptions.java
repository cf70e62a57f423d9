package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import org.eigenlens.Cca;
import org.eigenlens.ComponentRules;
import org.eigenlens.KernelCca;
import org.eigenlens.KernelPca;
import org.eigenlens.Pca;
import org.eigenlens.Progress;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.pca.Wanted;
import org.eigenlens.rules.Answer;
import org.eigenlens.rules.KernelEvidence;
import org.eigenlens.rules.Rule;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is to be learned, and how: the options of fit that decide what the model becomes. */
final class ModelOptions extends MethodOption {

  @Mixin private KernelOptions kernel;
  @Mixin private PreparationOptions preparation;
  @Mixin private LabelOptions labels;
  @Mixin private PairOptions pairs;
  @Mixin private RuleOptions rules;
  @Mixin private SeedOption seed;
  @Mixin private NeighborOptions neighbors;

  @Option(
      names = {"-k", "--components"},
      paramLabel = "K",
      converter = ComponentCount.Converter.class,
      description =
          "How many components: a number, a share of the variance such as 0.95, or a rule: mle,"
              + " kaiser, broken-stick, elbow, parallel, gavish-donoho, cv and others, see select."
              + " All that carry variance by default, for kernel-pca and kernel-supervised-pca ten"
              + " of them at most, for mds, isomap, lle, laplacian-eigenmaps and kernel-cca two.")
  private Optional<ComponentCount> wanted = Optional.empty();

  @Option(names = "--whiten", description = "Scale coordinates to unit variance.")
  private boolean whiten;

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
      names = "--precision",
      paramLabel = "double|float",
      defaultValue = "double",
      description = "How the data, or the kernel matrix, are stored; float takes half the memory.")
  private Precision precision;

  private Answer chosen;

  /** What learns a model from rows, in memory or not. */
  @FunctionalInterface
  interface Fitter {
    Model fit(RowSource rows, List<String> columnNames);
  }

  /** Returns how many components are wanted, to fill in missing cells with. */
  Wanted wanted() {
    return wanted.map(ComponentCount::wanted).orElse(new Wanted.All());
  }

  /** Returns what the rule said that decided, if one did; known after the fit. */
  Optional<Answer> chosen() {
    return Optional.ofNullable(chosen);
  }

  boolean standardize() {
    return preparation.standardize();
  }

  /** Tells whether the mean is subtracted, so that one row would say nothing. */
  boolean centers() {
    return preparation.center(method);
  }

  /** Tells whether the input is a table of similarities. */
  boolean isPrecomputed() {
    return method.hasKernel() && kernel.isPrecomputed();
  }

  /** Tells whether the input is a table of distances. */
  boolean isOfDistances() {
    return neighbors.isTable();
  }

  /** Returns the options of methods whose kernel is made from the data. */
  NeighborOptions neighbors() {
    return neighbors;
  }

  long seed() {
    return seed.value();
  }

  /** Returns what methods whose kernel is made from the data share with others. */
  NeighborOptions.Settings settings(long memory, Progress progress) {
    return new NeighborOptions.Settings(
        method,
        wanted(),
        standardize(),
        whiten,
        preparation.ddof(),
        solver,
        tolerance,
        seed.value(),
        memory,
        progress);
  }

  /** Returns how data are read; kernels work on doubles, only their matrix may be in float. */
  Precision dataPrecision() {
    return method.hasKernelSolver() ? Precision.DOUBLE : precision;
  }

  /**
   * Tells whether data of so many bytes are to be read in passes: as asked, or because of their
   * size, which is refused where the method needs them all.
   */
  boolean streams(RunOptions run, long bytes) {
    if (solver == Solver.STREAMING || (canStream() && !run.holds(bytes))) {
      return true;
    }
    run.require(bytes, "what is read, which " + method.label() + " needs in memory as a whole,");
    return false;
  }

  /** Tells whether rows can be read in passes. */
  private boolean canStream() {
    boolean asksAll = method == Method.KERNEL_PCA && rule().isPresent();
    return !asksAll
        && method != Method.KERNEL_CCA
        && method != Method.DUAL_PCA
        && method != Method.DUAL_SUPERVISED_PCA
        && method != Method.KERNEL_SUPERVISED_PCA
        && !method.isManifold();
  }

  /** Tells whether rows may be summed up elsewhere. */
  boolean canRunOnEngine() {
    boolean plain = method == Method.PCA || method == Method.LSA;
    boolean landmarks = method == Method.KERNEL_PCA && kernel.asksForLandmarks();
    boolean labelled = method == Method.SUPERVISED_PCA && labels.blend() == 0;
    boolean paired = method == Method.CCA && pairs.fitsInPasses() && labels.givenFolds().isEmpty();
    return rule().isEmpty() && (plain || landmarks || labelled || paired);
  }

  boolean isSupervised() {
    return method.isSupervised();
  }

  /** Tells whether components are to be judged by how they predict labels. */
  boolean evaluates() {
    return labels.evaluates();
  }

  /** Returns what kind of model comes out. */
  Class<? extends Model> kind() {
    return method.isPaired()
        ? PairedModel.class
        : method.hasKernelSolver() ? KernelModel.class : LinearModel.class;
  }

  Method method() {
    return method;
  }

  PairOptions pairs() {
    return pairs;
  }

  /** Returns what was given and has no effect. */
  List<String> unused() {
    List<String> unused = new ArrayList<>(method.hasKernel() ? kernel.unused() : List.of());
    if (method.hasKernel() && precision == Precision.FLOAT) {
      kernel
          .doubleOnly(solver)
          .ifPresent(what -> unused.add("--precision float has no effect on " + what));
    }
    if (method.isPaired() && whiten) {
      unused.add("--whiten has no effect on " + method.label() + ": scores have unit variance");
    }
    if (method.isPaired() && tolerance.isPresent()) {
      unused.add("--tolerance has no effect on " + method.label() + ": nothing is iterated");
    }
    return unused;
  }

  /** Returns what is wrong with these options together, if anything. */
  Optional<String> problem(Optional<MissingCells> missing) {
    if (isPrecomputed() && evaluates()) {
      return Optional.of(
          "--evaluate holds rows out, and similarities are between all of them; choose another"
              + " --kernel");
    }
    Optional<String> objection = rule().flatMap(this::objection).or(() -> rules.problem(rule()));
    if (objection.isPresent()) {
      return objection;
    }
    Optional<String> wrongNeighbors =
        method.isManifold() ? problemOfManifold(missing) : neighbors.problemElsewhere(method);
    if (wrongNeighbors.isPresent()) {
      return wrongNeighbors;
    }
    boolean gram = solver == Solver.AUTO || solver == Solver.GRAM;
    if (method == Method.DUAL_SUPERVISED_PCA && !gram) {
      return Optional.of(
          "dual-supervised-pca is the gram solver; leave --solver out, or use -m supervised-pca");
    }
    boolean iterates = solver == Solver.KRYLOV || solver == Solver.POWER;
    if (method == Method.KERNEL_SUPERVISED_PCA && (iterates || kernel.isPrecomputed())) {
      return Optional.of(
          iterates
              ? "kernel-supervised-pca has no solver '"
                  + solver.label()
                  + "'; choose one of auto, dense, nystrom"
              : "kernel-supervised-pca needs points, not similarities; choose another --kernel");
    }
    if (method == Method.DUAL_PCA && solver != Solver.AUTO && solver != Solver.GRAM) {
      return Optional.of("dual-pca is the gram solver; leave --solver out, or use -m pca");
    }
    if (!method.isPaired() && pairs.given().isPresent()) {
      return Optional.of(
          "%s is for methods of two views, not for %s; use -m cca"
              .formatted(pairs.given().get(), method.label()));
    }
    if (method.isPaired()) {
      Optional<String> problem =
          pairs
              .problem(method, solver, wanted(), !centers())
              .or(() -> pairs.chosenRidge(method, labels.givenFolds()));
      if (problem.isPresent()) {
        return problem;
      }
    }
    if (!method.isPaired()
        && (method.hasKernelSolver() ? solver.kernel() : solver.pca()).isEmpty()) {
      return Optional.of(
          "%s has no solver '%s'; choose one of %s"
              .formatted(method.label(), solver.label(), Solver.listed(method.hasKernelSolver())));
    }
    if (!method.hasKernelSolver() && kernel.given().isPresent()) {
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
    if (method == Method.KERNEL_CCA && isPrecomputed()) {
      return Optional.of(
          "kernel-cca needs points, not similarities; choose another --kernel than precomputed");
    }
    if (method == Method.KERNEL_CCA && kernel.preImage().isPresent()) {
      return Optional.of("kernel-cca has no way back from scores to rows; leave --pre-image out");
    }
    if (isPrecomputed() && missing.isPresent()) {
      return Optional.of(
          "--missing is for columns of data, and a precomputed kernel has none; complete the"
              + " table");
    }
    if (isPrecomputed() && standardize()) {
      return Optional.of("--standardize is for columns of data, and a precomputed kernel has none");
    }
    return kernel.problem(solver, wanted());
  }

  /** Returns what is wrong with the labels that there are, or are not. */
  Optional<String> labelProblem(InputOptions input) {
    return labels.problem(method, input, rule().filter(RuleOptions::cuts).isPresent());
  }

  private Optional<String> problemOfManifold(Optional<MissingCells> missing) {
    if (!centers()) {
      return Optional.of("--no-center has no meaning for " + method.label() + "; leave it out");
    }
    if (precision == Precision.FLOAT) {
      return Optional.of(
          "--precision float is not for %s, which works in double".formatted(method.label()));
    }
    if (isOfDistances() && (missing.isPresent() || standardize() || evaluates())) {
      return Optional.of(
          (missing.isPresent() ? "--missing" : standardize() ? "--standardize" : "--evaluate")
              + " is for columns of data, and distances are none; leave it out");
    }
    return neighbors.problem(method, solver, kernel, wanted());
  }

  /** Says why a rule cannot decide with these options, if so. */
  private Optional<String> objection(Rule rule) {
    if (method.isPaired()) {
      return Optional.of(
          "-k %s judges variance, and %s correlation; give a number, and see the tests of fit"
              .formatted(rule.label(), method.label()));
    }
    if (method.isSupervised()) {
      return Optional.of(
          "-k %s judges variance, and %s looks at labels; give a number, and see --evaluate"
              .formatted(rule.label(), method.label()));
    }
    if (method.isManifold()) {
      return Optional.of(
          "-k %s is not for %s; give a number, and see --quality"
              .formatted(rule.label(), method.label()));
    }
    if (method.hasKernel()) {
      return KernelEvidence.has(rule)
          ? Optional.empty()
          : Optional.of(
              "-k %s is for linear models; %s takes elbow, cv, a share or a number"
                  .formatted(rule.label(), method.label()));
    }
    return rule.objection(preparation.of(method))
        .map(objection -> "-k " + rule.label() + " does not apply: " + objection);
  }

  private Optional<Rule> rule() {
    return wanted.flatMap(ComponentCount::rule);
  }

  /** Returns what fits as these options say, after asking the rule where one decides. */
  Fitter fitter(long memory, Progress progress) {
    return (rows, names) -> {
      Answer answer = rule().map(rule -> ask(rule, rows, names, memory, progress)).orElse(null);
      // The first fit is that of all rows; those of folds come after it.
      chosen = chosen == null ? answer : chosen;
      if (method.isManifold()) {
        return neighbors.fit(settings(memory, progress), kernel, (Matrix) rows, names);
      }
      return method.hasKernel()
          ? kernelPca(memory, progress, answer).fit(rows, names)
          : pca(memory, progress, answer).fit(rows, names);
    };
  }

  private Answer ask(
      Rule rule, RowSource rows, List<String> names, long memory, Progress progress) {
    ComponentRules asked =
        rules.rules(preparation.of(method), labels.parts(), seed.value(), memory, progress);
    return switch (method) {
      case PCA, DUAL_PCA, LSA -> asked.answer(rule, rows, names);
      case KERNEL_PCA ->
          asked.answer(rule, kernelPca(memory, progress, null), (Matrix) rows, names);
      case SUPERVISED_PCA,
          DUAL_SUPERVISED_PCA,
          KERNEL_SUPERVISED_PCA,
          FISHER,
          MDS,
          ISOMAP,
          LLE,
          LAPLACIAN_EIGENMAPS,
          CCA,
          KERNEL_CCA ->
          throw new IllegalStateException("No rule is for " + method.label() + ".");
    };
  }

  /** Returns what fits methods that learn from labels, and evaluates all methods by them. */
  SupervisedFits supervised(long memory, Progress progress) {
    return new SupervisedFits(
        new SupervisedFits.Common(
            method,
            wanted.map(ComponentCount::wanted),
            centers(),
            standardize(),
            whiten,
            preparation.ddof(),
            solver,
            tolerance,
            seed.value(),
            memory,
            progress),
        kernel,
        labels);
  }

  private Pca pca(long memory, Progress progress, Answer answer) {
    Pca.Builder builder =
        Pca.builder()
            .method(method.label())
            .center(centers())
            .standardize(standardize())
            .whiten(whiten)
            .ddof(preparation.ddof())
            .solver(method == Method.DUAL_PCA ? PcaSolver.GRAM : solver.pca().orElseThrow())
            .seed(seed.value())
            .memory(memory)
            .progress(progress);
    tolerance.ifPresent(builder::tolerance);
    setComponents(answer, builder::components, builder::components);
    return builder.build();
  }

  private KernelPca kernelPca(long memory, Progress progress, Answer answer) {
    KernelPca.Builder builder =
        KernelPca.builder()
            .method(method.label())
            .center(centers())
            .standardize(standardize())
            .whiten(whiten)
            .ddof(preparation.ddof())
            .solver(solver.kernel().orElseThrow())
            .seed(seed.value())
            .memory(memory)
            .precision(precision)
            .progress(progress);
    kernel.apply(builder, seed.value());
    tolerance.ifPresent(builder::tolerance);
    setComponents(answer, builder::components, builder::components);
    return builder.build();
  }

  /** Returns what fits to two views as these options say. */
  PairedFit.Fitter pairedFitter(long memory, Progress progress) {
    return method == Method.CCA ? cca(memory, progress) : kernelCca(memory, progress);
  }

  private PairedFit.Fitter cca(long memory, Progress progress) {
    Cca.Builder builder =
        Cca.builder()
            .standardize(standardize())
            .ddof(preparation.ddof())
            .folds(labels.givenFolds().orElse(0))
            .permutations(pairs.permutations())
            .solver(PairOptions.solver(solver).orElseThrow())
            .seed(seed.value())
            .memory(memory)
            .progress(progress);
    pairs.ridge().ifPresent(builder::ridge);
    setComponents(null, builder::components, share -> {});
    Cca cca = builder.build();
    return new PairedFit.Fitter(cca::fit, cca::fit);
  }

  private PairedFit.Fitter kernelCca(long memory, Progress progress) {
    KernelCca.Builder builder =
        KernelCca.builder()
            .standardize(standardize())
            .ddof(preparation.ddof())
            .permutations(pairs.permutations())
            .seed(seed.value())
            .memory(memory)
            .progress(progress);
    kernel.apply(builder, seed.value());
    labels.givenFolds().ifPresent(builder::folds);
    pairs.ridge().ifPresent(builder::ridge);
    setComponents(null, builder::components, share -> {});
    KernelCca cca = builder.build();
    return new PairedFit.Fitter(
        cca::fit,
        (rows, names, split) -> {
          throw new IllegalStateException("Kernel CCA reads nothing in passes.");
        });
  }

  private void setComponents(Answer answer, IntConsumer byCount, DoubleConsumer byShare) {
    if (answer != null) {
      byCount.accept(answer.required());
    } else if (wanted() instanceof Wanted.Count count) {
      byCount.accept(count.components());
    } else if (wanted() instanceof Wanted.Share share) {
      byShare.accept(share.share());
    }
  }
}
