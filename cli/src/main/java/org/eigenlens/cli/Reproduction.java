package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eigenlens.model.KernelDescription;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.Provenance;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** How to make a model again: as a command, and as a program. */
final class Reproduction {

  /** The options that a program says, or that change no model. */
  private static final Set<String> TOLD =
      Set.of(
          "-m",
          "-k",
          "-o",
          "--report",
          "--scores",
          "--json",
          "--threads",
          "--memory",
          "--label",
          "--id",
          "--columns",
          "--exclude",
          "--sql",
          "--x",
          "--y",
          "--no-center",
          "--standardize",
          "--whiten",
          "--ddof",
          "--seed",
          "--kernel",
          "--gamma",
          "--degree",
          "--coef0",
          "--landmarks",
          "--blend",
          "--ridge",
          "--folds",
          "--permutations");

  private static final String RIDGES = "[0-9.eE+-]+(,[0-9.eE+-]+)?";

  private final ParseResult given;
  private final List<String> words;
  private final Model model;
  private final List<String> inputs;

  Reproduction(CommandSpec command, Model model, List<String> inputs) {
    this.given = command.commandLine().getParseResult();
    this.words = command.root().commandLine().getParseResult().originalArgs();
    this.model = model;
    this.inputs = inputs;
  }

  /** Returns what the rows were read from. */
  String source() {
    return option("--sql").map(sql -> "the query " + sql).orElse(String.join(", ", inputs));
  }

  /** Returns how many components were asked for, in words. */
  Optional<String> asked() {
    return option("-k").map(text -> "asked for with -k " + text);
  }

  private Optional<String> option(String name) {
    return given.hasMatchedOption(name)
        ? Optional.of(String.join(",", given.matchedOption(name).stringValues()))
        : Optional.empty();
  }

  /** Returns the command, quoted for a shell where it has to be. */
  String command() {
    return "eigenlens "
        + words.stream()
            .map(
                word ->
                    word.matches("[A-Za-z0-9_./,:=@%+-]+")
                        ? word
                        : "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
  }

  /**
   * Returns a program that does the same through the library; none where something was asked for
   * that it does not say, since it would make another model.
   */
  Optional<String> program() {
    boolean told =
        given.matchedOptionsSet().stream()
            .allMatch(option -> Arrays.stream(option.names()).anyMatch(TOLD::contains));
    boolean automatic =
        option("--landmarks").filter(text -> !text.matches("\\d+")).isPresent()
            || option("--ridge").filter(text -> !text.matches(RIDGES)).isPresent();
    boolean uncentredKernel = model instanceof KernelModel && !model.provenance().centered();
    boolean joinedById = inputs.size() > 1 && given.hasMatchedOption("--id");
    return told
            && !automatic
            && !uncentredKernel
            && !joinedById
            && !model.provenance().method().equals(Method.KERNEL_CCA.label())
            && model.provenance().origin() == null
        ? Optional.of(written())
        : Optional.empty();
  }

  private String written() {
    List<String> lines = new ArrayList<>();
    Provenance p = model.provenance();
    boolean supervised = p.method().contains("supervised") || p.method().equals("fisher");
    if (model instanceof PairedModel && inputs.size() == 2) {
      lines.add("Data x = " + table(List.of(inputs.get(0)), Optional.empty()) + ".load();");
      lines.add("Data y = " + table(List.of(inputs.get(1)), Optional.empty()) + ".load();");
    } else if (model instanceof PairedModel paired) {
      lines.add("Data x = " + table(inputs, names(paired, PairedModel.Side.X)) + ".load();");
      lines.add("Data y = " + table(inputs, names(paired, PairedModel.Side.Y)) + ".load();");
    } else {
      boolean chosen = given.hasMatchedOption("--columns") || given.hasMatchedOption("--exclude");
      lines.add(
          "Data data = "
              + table(inputs, chosen ? Optional.of(model.columnNames()) : Optional.empty())
              + ".load();");
    }
    if (supervised) {
      lines.add("Labels labels = Labels.ofClasses(data.labels().orElseThrow());");
    }
    String type = model.getClass().getSimpleName();
    lines.add(type + " model =");
    lines.add("    " + entry(p.method()) + ".builder()");
    options(p).forEach(option -> lines.add("        ." + option));
    lines.add(
        "        ."
            + (model instanceof PairedModel
                ? "fit(x.matrix(), x.featureNames(), y.matrix(), y.featureNames());"
                : supervised
                    ? "fit(data.matrix(), labels, data.featureNames());"
                    : "fit(data.matrix(), data.featureNames());"));
    return String.join("\n", lines);
  }

  private static Optional<List<String>> names(PairedModel model, PairedModel.Side side) {
    return Optional.of(model.columnNames(side));
  }

  private String table(List<String> files, Optional<List<String>> only) {
    StringBuilder code = new StringBuilder();
    if (option("--sql").isPresent()) {
      code.append("Tables.query(").append(quoted(option("--sql").get()));
      code.append(", ReadOptions.DEFAULT)");
    } else if (files.size() == 1 && files.get(0).matches("[^*?{}\\[\\]]+")) {
      code.append("Tables.read(Path.of(").append(quoted(files.get(0))).append("))");
    } else {
      code.append("Tables.open(List.of(").append(quoted(files)).append("), ReadOptions.DEFAULT)");
    }
    option("--label").ifPresent(name -> code.append(".label(").append(quoted(name)).append(")"));
    option("--id").ifPresent(name -> code.append(".id(").append(quoted(name)).append(")"));
    only.ifPresent(names -> code.append(".only(").append(quoted(names)).append(")"));
    return code.toString();
  }

  private static String quoted(List<String> texts) {
    return texts.stream().map(Reproduction::quoted).collect(Collectors.joining(", "));
  }

  private static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r")
        + '"';
  }

  /** Returns the entry class of a method. */
  private static String entry(String method) {
    return switch (method) {
      case "pca", "dual-pca", "lsa" -> "Pca";
      case "supervised-pca", "dual-supervised-pca" -> "SupervisedPca";
      default -> {
        StringBuilder name = new StringBuilder();
        for (String word : method.split("-", -1)) {
          name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
        }
        yield name.toString();
      }
    };
  }

  /** Returns what the builder is told, beyond its defaults. */
  private List<String> options(Provenance p) {
    List<String> options = new ArrayList<>();
    if (model instanceof KernelModel kernel) {
      options.add("kernel(" + kernel(KernelDescription.of(kernel.kernel())) + ")");
    }
    options.add("components(" + model.components() + ")");
    if (!p.centered() && model instanceof org.eigenlens.model.LinearModel) {
      options.add("center(false)");
    }
    if (p.standardized()) {
      options.add("standardize(true)");
    }
    if (p.whitened()) {
      options.add("whiten(true)");
    }
    if (p.ddof() != 1) {
      options.add("ddof(" + p.ddof() + ")");
    }
    if (p.seed() != 0) {
      options.add("seed(" + p.seed() + ")");
    }
    option("--landmarks")
        .filter(text -> text.matches("\\d+"))
        .ifPresent(n -> options.add("landmarks(" + n + ")"));
    option("--blend").ifPresent(eta -> options.add("blend(" + eta + ")"));
    option("--ridge")
        .filter(text -> text.matches(RIDGES))
        .ifPresent(
            text ->
                options.add(
                    "ridge("
                        + (text.contains(",") ? text.replace(",", ", ") : text + ", " + text)
                        + ")"));
    if (model instanceof PairedModel) {
      option("--folds").ifPresent(n -> options.add("folds(" + n + ")"));
      option("--permutations").ifPresent(n -> options.add("permutations(" + n + ")"));
    }
    return options;
  }

  private static String kernel(Map<String, Object> kernel) {
    String name = (String) kernel.get("name");
    return switch (name) {
      case "poly" ->
          "Kernels.polynomial(%s, %s, %s)"
              .formatted(kernel.get("gamma"), kernel.get("coef0"), kernel.get("degree"));
      case "sigmoid" ->
          "Kernels.sigmoid(%s, %s)".formatted(kernel.get("gamma"), kernel.get("coef0"));
      case "chi2" -> "Kernels.chiSquared(%s)".formatted(kernel.get("gamma"));
      case "rbf", "laplacian" -> "Kernels.%s(%s)".formatted(name, kernel.get("gamma"));
      default -> "Kernels." + name + "()";
    };
  }
}
