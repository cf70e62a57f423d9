package org.eigenlens.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.Hsic;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Words;
import org.eigenlens.hsic.Dependence;
import org.eigenlens.hsic.HsicOptions;
import org.eigenlens.kernel.Delta;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelDescription;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Measures how much two groups of columns depend. */
@Command(
    name = "hsic",
    description = {
      "Measure how much two groups of columns depend (Hilbert-Schmidt independence criterion), with"
          + " a p-value for independence."
    },
    footer = {"", "Example: eigenlens hsic iris.csv --x sepal_length,sepal_width --y species"})
final class HsicCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private InputOptions input;
  @Mixin private SeedOption seed;
  @Mixin private RunOptions run;
  @Mixin private JsonOption json;

  @Parameters(arity = "0..*", paramLabel = "INPUT", description = "Files or patterns.")
  private List<String> inputs = List.of();

  @Option(
      names = "--x",
      paramLabel = "COLS",
      description = "The first group: names, a..d ranges and * patterns; by default all others.")
  private Optional<String> x = Optional.empty();

  @Option(
      names = "--y",
      paramLabel = "COLS",
      description = "The second group; by default what --label or --target names.")
  private Optional<String> y = Optional.empty();

  @Option(
      names = "--x-kernel",
      paramLabel = "KERNEL",
      converter = SideKernel.Converter.class,
      description =
          "linear, poly (of degree 3), rbf (the default), sigmoid, laplacian, cosine, chi2 or delta"
              + " (the default for text). The coef0 of poly and sigmoid is 1.")
  private Optional<SideKernel> xKernel = Optional.empty();

  @Option(
      names = "--y-kernel",
      paramLabel = "KERNEL",
      converter = SideKernel.Converter.class,
      description = "The same for the second group.")
  private Optional<SideKernel> yKernel = Optional.empty();

  @Option(
      names = "--x-gamma",
      paramLabel = "NUMBER|median",
      converter = KernelValues.GammaConverter.class,
      description =
          "The gamma of the first kernel; median by default for rbf and laplacian, else 1/columns.")
  private Optional<KernelValues.Gamma> xGamma = Optional.empty();

  @Option(
      names = "--y-gamma",
      paramLabel = "NUMBER|median",
      converter = KernelValues.GammaConverter.class,
      description = "The same for the second group.")
  private Optional<KernelValues.Gamma> yGamma = Optional.empty();

  @Option(
      names = "--test",
      paramLabel = "permutation|gamma",
      defaultValue = "permutation",
      converter = TestConverter.class,
      description = "How the p-value is found: by shuffling rows, or by a gamma approximation.")
  private HsicOptions.Test test;

  @Option(
      names = "--permutations",
      paramLabel = "N",
      converter = CountConverter.class,
      description = "How many shuffles; 999 by default.")
  private Optional<Integer> permutations = Optional.empty();

  @Option(
      names = "--landmarks",
      paramLabel = "N|none",
      converter = LandmarksConverter.class,
      description =
          "Let this many rows stand for all, or none to compare all pairs; by default all pairs are"
              + " compared up to 5000 rows.")
  private Optional<Integer> landmarks = Optional.empty();

  private static final int NONE = 0;

  /** Of more rows the median heuristic draws some. */
  private static final int SAMPLED = 2000;

  private static final int PERMUTATIONS = 999;

  @Override
  public Integer call() {
    long start = System.nanoTime();
    run.start();
    if (input.missing().isPresent() && input.missing().get() != MissingCells.DROP) {
      throw wrong("hsic leaves rows with missing cells out or refuses them; use --missing drop");
    }
    boolean seeded = spec.commandLine().getParseResult().hasMatchedOption("--seed");
    requireAgreement();
    String second =
        y.or(input::label)
            .or(input::target)
            .orElseThrow(
                () ->
                    wrong(
                        "there is no second group of columns; name it with --y, --label or"
                            + " --target"));
    boolean classes = y.isEmpty() && input.label().isPresent();
    TwoSides sides;
    Dependence found;
    try (StatusLine status = StatusLine.on(spec.commandLine().getErr())) {
      status.at("reading");
      sides = TwoSides.read(input, inputs, x, second, classes, run);
      found = Located.during(() -> measure(sides, status), sides::located);
    }
    if (seeded && test == HsicOptions.Test.GAMMA && found.rows() <= SAMPLED) {
      sides.remarks().add("--seed has no effect on --test gamma, where nothing is random");
    }
    TextWriter.warn(spec.commandLine().getErr(), sides.remarks());
    answer(sides, found, (System.nanoTime() - start) / 1e9);
    return 0;
  }

  /** Refuses options of which one would silently have no part. */
  private void requireAgreement() {
    if (input.label().isPresent() && input.target().isPresent()) {
      throw wrong("--label and --target both name the second group; leave one of them out");
    }
    if (y.isPresent() && (input.label().isPresent() || input.target().isPresent())) {
      throw wrong(
          "--y names the second group; leave "
              + (input.label().isPresent() ? "--label" : "--target")
              + " out");
    }
    if (test == HsicOptions.Test.GAMMA && permutations.isPresent()) {
      throw wrong("--test gamma shuffles nothing; leave --permutations out");
    }
  }

  private static long bytes(Matrix side) {
    return (long) Double.BYTES * side.rows() * side.columns();
  }

  private Dependence measure(TwoSides sides, StatusLine status) {
    try {
      Hsic.Builder builder =
          Hsic.builder()
              .xKernel(
                  SideKernel.choice(
                      xKernel,
                      xGamma,
                      sides.xText(),
                      seed.value(),
                      "--x-kernel",
                      "name numbers with --x"))
              .yKernel(
                  SideKernel.choice(
                      yKernel,
                      yGamma,
                      sides.yText(),
                      seed.value(),
                      "--y-kernel",
                      y.isEmpty() && sides.yIsNumeric()
                          ? "name numbers with --target instead of --label"
                          : "name numbers with --y or --target"))
              .seed(seed.value())
              .memory(run.workMemory(bytes(sides.x()) + bytes(sides.y())))
              .progress(status);
      if (test == HsicOptions.Test.GAMMA) {
        builder.gammaApproximation();
      } else {
        builder.permutations(permutations.orElse(PERMUTATIONS));
      }
      landmarks.ifPresent(
          count -> {
            if (count == NONE) {
              builder.allPairs();
            } else {
              builder.landmarks(count);
            }
          });
      return builder.test(sides.x(), sides.y());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void answer(TwoSides sides, Dependence found, double seconds) {
    PrintWriter out = spec.commandLine().getOut();
    if (json.wanted()) {
      json.print(out, report(sides, found, seconds));
      return;
    }
    out.printf(
        Locale.ROOT,
        "dependence in %s of%n  x  %s, kernel %s%n  y  %s, kernel %s%n%n",
        Words.count(found.rows(), "row"),
        sides.names(sides.xNames()),
        Report.words(KernelDescription.of(found.x())),
        sides.names(sides.yNames()),
        Report.words(KernelDescription.of(found.y())));
    out.printf(
        Locale.ROOT,
        "HSIC         %s (%s)%n",
        Report.number(found.hsic()),
        Double.isNaN(found.unbiased())
            ? "an unbiased estimate needs at least 4 rows"
            : "unbiased estimate " + Report.number(found.unbiased()));
    if (found.landmarks() > 0) {
      out.printf(
          Locale.ROOT,
          "             by at most %d landmarks a side; all pairs would give at most %s more%n",
          found.landmarks(),
          Report.number(found.missed()));
    }
    out.printf(Locale.ROOT, "alignment    %s of 1%n", Report.number(found.alignment()));
    out.printf(
        Locale.ROOT,
        "p-value      %s%n",
        found.test() == HsicOptions.Test.GAMMA
            ? Report.pValue(found.pValue()) + " by the gamma approximation"
            : String.format(
                Locale.ROOT,
                "%s ± %.1g by %s",
                Report.number(found.pValue()),
                found.pValueError(),
                Words.count(permutations.orElse(PERMUTATIONS), "permutation")));
    TextWriter.warn(out, warnings(sides, found));
  }

  /** Returns what is to be known of the answer. */
  private static List<String> warnings(TwoSides sides, Dependence found) {
    List<String> warnings = new ArrayList<>();
    warnings.addAll(sides.dropped());
    if (found.landmarks() > 0 && found.missed() > found.hsic()) {
      warnings.add(
          "landmarks may miss more of HSIC than they see; take more with --landmarks N, or compare"
              + " all pairs with --landmarks none");
    }
    if (areAllClasses(found.x(), sides.x()) || areAllClasses(found.y(), sides.y())) {
      warnings.add(
          "every row is a class of its own, so that no shuffle can tell one from another; group the"
              + " classes, or give numbers");
    }
    return warnings;
  }

  /** Tells whether a kernel of classes sees no two rows alike. */
  private static boolean areAllClasses(Kernel kernel, Matrix rows) {
    return kernel instanceof Delta
        && IntStream.range(0, rows.rows())
                .mapToObj(i -> Arrays.toString(rows.row(i)))
                .distinct()
                .count()
            == rows.rows();
  }

  private Map<String, Object> report(TwoSides sides, Dependence found, double seconds) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("method", "hsic");
    report.put("rows", found.rows());
    report.put("columns", sides.xNames().size() + sides.yNames().size());
    report.put("x", sides.xNames());
    report.put("y", sides.yNames());
    report.put("hsic", found.hsic());
    if (!Double.isNaN(found.unbiased())) {
      report.put("hsicUnbiased", found.unbiased());
    }
    report.put("alignment", found.alignment());
    report.put("test", found.test().name().toLowerCase(Locale.ROOT));
    report.put("pValue", found.pValue());
    if (found.test() == HsicOptions.Test.PERMUTATION) {
      report.put("pValueError", found.pValueError());
      report.put("permutations", permutations.orElse(PERMUTATIONS));
      report.put("seed", seed.value());
    }
    report.put("xKernel", KernelDescription.of(found.x()));
    report.put("yKernel", KernelDescription.of(found.y()));
    if (found.landmarks() > 0) {
      report.put("landmarks", found.landmarks());
      report.put("missed", found.missed());
    }
    report.put(
        "warnings",
        Stream.concat(sides.remarks().stream(), warnings(sides, found).stream()).toList());
    report.put("seconds", seconds);
    return report;
  }

  /** Reads the name of a test. */
  static final class TestConverter implements ITypeConverter<HsicOptions.Test> {
    @Override
    public HsicOptions.Test convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "permutation" -> HsicOptions.Test.PERMUTATION;
        case "gamma" -> HsicOptions.Test.GAMMA;
        default ->
            throw new TypeConversionException(
                "there is no test '" + text + "'; choose permutation or gamma");
      };
    }
  }

  /** Reads a positive number. */
  static final class CountConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("0*[1-9]\\d{0,6}")) {
        throw new TypeConversionException("it must be a whole number from 1, not " + text);
      }
      return Integer.valueOf(text);
    }
  }

  /** Reads a number of landmarks. */
  static final class LandmarksConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return text.equalsIgnoreCase("none") ? NONE : new CountConverter().convert(text);
    }
  }
}
