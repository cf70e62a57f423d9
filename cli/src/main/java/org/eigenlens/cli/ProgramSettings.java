package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.model.KernelDescription;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.Provenance;

/** What a program tells the builder of a method, beyond its defaults. */
final class ProgramSettings {

  private final GivenOptions given;
  private final Model model;
  private final Provenance p;
  private final Method method;

  ProgramSettings(GivenOptions given, Model model) {
    this.given = given;
    this.model = model;
    this.p = model.provenance();
    this.method = Method.of(p.method());
  }

  /** Returns the calls, without their dots. */
  List<String> all() {
    List<String> settings = new ArrayList<>();
    kernel().ifPresent(settings::add);
    settings.add("components(" + model.components() + ")");
    boolean uncentredPca = method == Method.PCA && !p.centered(); // LSA, unless told otherwise
    if (uncentredPca
        || method == Method.DUAL_PCA
        || method == Method.LSA
        || method == Method.DUAL_SUPERVISED_PCA) {
      settings.add("method(" + Program.quoted(method.label()) + ")");
    }
    if (!p.centered() && !method.isManifold() && !method.isPaired()) {
      settings.add("center(false)");
    }
    if (p.standardized()) {
      settings.add("standardize(true)");
    }
    if (p.whitened()) {
      settings.add("whiten(true)");
    }
    if (p.ddof() != 1) {
      settings.add("ddof(" + p.ddof() + ")");
    }
    solver().ifPresent(settings::add);
    if (!method.isPaired() && method != Method.FISHER && method != Method.KERNEL_SUPERVISED_PCA) {
      given
          .text("--tolerance")
          .map(Program::number)
          .ifPresent(text -> settings.add("tolerance(" + text + ")"));
    }
    if (given.isFloat() && method == Method.KERNEL_PCA) {
      settings.add("precision(Precision.FLOAT)");
    }
    if (p.seed() != 0) {
      settings.add("seed(" + p.seed() + ")");
    }
    landmarks().ifPresent(settings::add);
    given
        .text("--pre-image")
        .ifPresent(text -> settings.add("preImage(PreImageMethod." + preImage(text) + ")"));
    labels(settings);
    neighbors(settings);
    pairs(settings);
    return settings;
  }

  private static String preImage(String text) {
    return Arrays.stream(PreImageMethod.values())
        .filter(way -> way.label().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow()
        .name();
  }

  private Optional<String> solver() {
    if (method == Method.DUAL_PCA || method == Method.DUAL_SUPERVISED_PCA) {
      return Optional.of("solver(PcaSolver.GRAM)");
    }
    String type =
        method == Method.CCA
            ? "CcaSolver"
            : method.hasKernelSolver() ? "KernelSolver" : "PcaSolver";
    return given
        .text("--solver")
        .filter(name -> method != Method.KERNEL_CCA && !name.equalsIgnoreCase("auto"))
        .map(name -> "solver(" + type + "." + name.toUpperCase(Locale.ROOT) + ")");
  }

  private Optional<String> landmarks() {
    return given
        .text("--landmarks")
        .map(
            text ->
                text.matches("\\d+")
                    ? "landmarks(" + Program.number(text) + ")"
                    : method == Method.MDS
                        ? "landmarks(" + Math.min(1000, p.rows()) + ")"
                        : "automaticLandmarks()")
        .filter(call -> method != Method.KERNEL_CCA || !call.startsWith("automatic"));
  }

  private Optional<String> kernel() {
    return switch (method) {
      case KERNEL_PCA, KERNEL_SUPERVISED_PCA ->
          Optional.of("kernel(" + kernel((KernelModel) model) + ")");
      case KERNEL_CCA ->
          Optional.of(
              Arrays.stream(PairedModel.Side.values())
                  .map(side -> kernel(((PairedModel) model).kernelSide(side)))
                  .collect(Collectors.joining(", ", "kernels(", ")")));
      default -> Optional.empty();
    };
  }

  private static String kernel(KernelModel fitted) {
    Map<String, Object> kernel = KernelDescription.of(fitted.kernel());
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

  private void labels(List<String> settings) {
    given
        .text("--label-kernel")
        .map(name -> name.toLowerCase(Locale.ROOT))
        .ifPresent(
            name -> {
              String width =
                  given
                      .text("--label-gamma")
                      .filter(text -> !text.equalsIgnoreCase("median"))
                      .orElse(null);
              settings.add(
                  !name.equals("rbf")
                      ? "labelKernel(Kernels." + name + "())"
                      : width != null
                          ? "labelKernel(Kernels.rbf(" + Program.number(width) + "))"
                          : "labelKernel(\n            new KernelChoice.Median(Bandwidth.Family.RBF, "
                              + p.seed()
                              + "))");
            });
    given.text("--blend").map(Program::number).ifPresent(eta -> settings.add("blend(" + eta + ")"));
  }

  private void neighbors(List<String> settings) {
    if (!method.isManifold()) {
      return;
    }
    if (method != Method.MDS) {
      given
          .text("--neighbors")
          .map(Program::number)
          .ifPresent(n -> settings.add("neighbors(" + n + ")"));
    }
    given.text("--radius").map(Program::number).ifPresent(r -> settings.add("radius(" + r + ")"));
    given
        .text("--neighbor-search")
        .ifPresent(
            how ->
                settings.add(
                    "neighborSearch(NeighborSearch." + how.toUpperCase(Locale.ROOT) + ")"));
    given
        .text("--regularization")
        .map(Program::number)
        .ifPresent(r -> settings.add("regularization(" + r + ")"));
    Map<String, String> switches =
        Map.of(
            "--bridge", "bridge(true)",
            "--additive-constant", "additiveConstant(true)",
            "--modified", "modified(true)",
            "--unnormalized", "normalized(false)");
    switches.keySet().stream()
        .sorted()
        .filter(given::has)
        .forEach(name -> settings.add(switches.get(name)));
    if (method == Method.LAPLACIAN_EIGENMAPS) {
      given
          .text("--gamma")
          .filter(text -> !text.equalsIgnoreCase("median"))
          .ifPresent(gamma -> settings.add("heat(" + Program.number(gamma) + ")"));
      if (given.text("--weights").filter("binary"::equalsIgnoreCase).isPresent()) {
        settings.add("binary()");
      }
    }
  }

  private void pairs(List<String> settings) {
    if (!method.isPaired()) {
      return;
    }
    given
        .text("--ridge")
        .map(
            text ->
                Arrays.stream(text.toLowerCase(Locale.ROOT).split(",", -1))
                    .map(Program::number)
                    .map(part -> part.replace("pls", "Double.POSITIVE_INFINITY"))
                    .collect(Collectors.joining(",")))
        .ifPresent(
            text ->
                settings.add(
                    text.equals("cv")
                        ? "ridge(new Ridge.CrossValidated())"
                        : "ridge("
                            + (text.contains(",") ? text.replace(",", ", ") : text + ", " + text)
                            + ")"));
    given.text("--folds").map(Program::number).ifPresent(n -> settings.add("folds(" + n + ")"));
    given
        .text("--permutations")
        .map(Program::number)
        .ifPresent(n -> settings.add("permutations(" + n + ")"));
  }
}
