package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.Origin;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.Provenance;

/**
 * The program that makes a model again: what the options of {@code fit} say, told to the library.
 */
final class Program {

  /** Options whose effect a program does not repeat: it would make another model. */
  private static final Set<String> UNTOLD = Set.of("--piece", "--align");

  /** Options of images and texts, which a program tells only where rows still are such. */
  private static final Set<String> OF_MEDIA =
      Set.of("--color", "--resize", "--text", "--language", "--weighting", "--min-df", "--max-df");

  /** Where the classes are that a program may use. */
  private static final Map<String, List<String>> PACKAGES =
      Map.of(
          "java.nio.file", List.of("Path"),
          "java.util", List.of("List", "ArrayList"),
          "java.util.stream", List.of("IntStream"),
          "org.eigenlens",
              List.of(
                  "Pca",
                  "KernelPca",
                  "SupervisedPca",
                  "KernelSupervisedPca",
                  "Fisher",
                  "Mds",
                  "Isomap",
                  "Lle",
                  "LaplacianEigenmaps",
                  "Cca",
                  "KernelCca",
                  "Imputation",
                  "Progress"),
          "org.eigenlens.data",
              List.of(
                  "Data",
                  "Table",
                  "Tables",
                  "ReadOptions",
                  "TextOptions",
                  "ImageOptions",
                  "Language",
                  "Weighting"),
          "org.eigenlens.kernel", List.of("Kernels", "Bandwidth"),
          "org.eigenlens.matrix", List.of("DenseMatrix", "Matrix", "Precision"),
          "org.eigenlens.model", List.of("Model", "LinearModel", "KernelModel", "PairedModel"),
          "org.eigenlens.supervised", List.of("Labels"),
          "",
              List.of(
                  "org.eigenlens.pca.PcaSolver",
                  "org.eigenlens.kpca.KernelSolver",
                  "org.eigenlens.kpca.KernelChoice",
                  "org.eigenlens.kernel.preimage.PreImageMethod",
                  "org.eigenlens.neighbors.NeighborSearch",
                  "org.eigenlens.cca.CcaSolver",
                  "org.eigenlens.cca.Ridge"));

  private static final String PICKED_LABELS = "IntStream.of(used).mapToObj(%s::get).toList()";

  /** More names of columns than this are no program to be read. */
  private static final int MOST_NAMES = 200;

  private final GivenOptions given;
  private final Model model;
  private final Provenance p;
  private final List<String> inputs;
  private final Method method;

  Program(GivenOptions given, Model model, List<String> inputs) {
    this.given = given;
    this.model = model;
    this.p = model.provenance();
    this.inputs = inputs;
    this.method = Method.of(p.method());
  }

  /** Returns the program; none where something was asked for that it does not say. */
  Optional<String> text() {
    boolean untold =
        UNTOLD.stream().anyMatch(given::has)
            || (method.isPaired() && given.has("--missing"))
            || (method.isPaired() && given.text("--folds").filter("loo"::equals).isPresent())
            || (method.isPaired() && inputs.size() == 2 && given.has("--target"))
            || (isSquare() && given.has("--id")) // columns may have been put in the order of ids
            || (!method.isSupervised() && given.has("--evaluate") && missing().equals("drop"))
            || (choosesColumns() && (p.origin() != null || OF_MEDIA.stream().anyMatch(given::has)))
            || (names().isPresent() && model.columns() > MOST_NAMES);
    if (untold) {
      return Optional.empty();
    }
    List<String> body = new ArrayList<>();
    String fit = method.isPaired() ? views(body) : rows(body);
    body.add("return " + entry() + ".builder()");
    new ProgramSettings(given, model).all().forEach(setting -> body.add("    ." + setting));
    body.add("    .build()");
    List<String> then = new ArrayList<>(List.of(fit));
    if (p.filling() != null) {
      then.add("withFilling(filled.filling())");
    }
    if (p.labels() != null && !p.labels().columns().isEmpty()) {
      then.add("withLabelColumns(List.of(" + quoted(p.labels().columns()) + "))");
    }
    if (p.origin() != null) {
      then.add("withOrigin(table.origin().orElseThrow())");
    }
    then.forEach(call -> body.add("    ." + call));
    body.set(body.size() - 1, body.get(body.size() - 1) + ";");
    String code = body.stream().map(line -> "    " + line + "\n").collect(Collectors.joining());
    String type = p.origin() == null ? model.getClass().getSimpleName() : "Model";
    String whole =
        """
        /** Makes the model again. */
        public final class Again {

          public static %s model() {
        %s  }

          public static void main(String[] args) {
            System.out.println(model().explained());
          }
        }
        """
            .formatted(type, code);
    return Optional.of(imports(whole) + "\n" + whole.strip());
  }

  private boolean isSquare() {
    return given.has("--distances") || (model instanceof KernelModel kernel && kernel.isTable());
  }

  private String missing() {
    return given.text("--missing").orElse("").toLowerCase(Locale.ROOT);
  }

  private static String imports(String code) {
    Set<String> lines = new TreeSet<>();
    PACKAGES.forEach(
        (where, names) -> {
          for (String name : names) {
            String simple = name.substring(name.lastIndexOf('.') + 1);
            if (Pattern.compile("(?<![\\w.\"])" + simple + "(?!\\w)").matcher(code).find()) {
              lines.add("import " + (where.isEmpty() ? "" : where + ".") + name + ";\n");
            }
          }
        });
    return String.join("", lines);
  }

  /** Writes how one table is read and prepared, and returns the call that fits. */
  private String rows(List<String> body) {
    body.add("Table table = " + table(inputs, names()) + ";");
    if (given.has("--target") && method.isSupervised()) {
      body.add(
          "table = table.select(table.selection().withTargets("
              + quoted(given.text("--target").get())
              + "));");
    }
    body.add("Data data = table.load();");
    boolean classes = !given.has("--target");
    String rows = "data.matrix()";
    String labels = "data.labels().orElseThrow()";
    String targets = "data.targets()";
    switch (missing()) {
      case "mean", "em" -> {
        // Rows without any value have no part in a fit.
        choose(body, "!Imputation.isEmpty(data.matrix().row(i))", false);
        rows = picked("data.matrix()");
        targets = picked(targets);
        labels = PICKED_LABELS.formatted(labels);
        if (p.filling() != null) {
          body.add("Imputation filled = " + imputation() + ";");
          rows = "filled.filled()";
        }
      }
      case "drop" -> {
        boolean byLabel = method.isSupervised() && classes;
        choose(body, "!data.incompleteRows().get(i)", byLabel);
        rows = picked("data.matrix()");
        targets = picked(targets);
        labels = PICKED_LABELS.formatted(labels);
      }
      default -> {
        // Missing cells are an error.
      }
    }
    if (given.has("--distances")) {
      return "fitDistances(" + rows + ", data.featureNames())";
    }
    if (!method.isSupervised()) {
      return "fit(" + rows + ", data.featureNames())";
    }
    body.add(
        "Labels labels = "
            + (classes
                ? "Labels.ofClasses(" + labels + ".stream().map(String::strip).toList());"
                : "Labels.ofTargets(" + targets + ");"));
    return "fit(" + rows + ", labels, data.featureNames())";
  }

  /** Writes which rows are used. */
  private static void choose(List<String> body, String condition, boolean byLabel) {
    body.add("int[] used =");
    body.add("    IntStream.range(0, data.matrix().rows())");
    body.add("        .filter(i -> " + condition + ")");
    if (byLabel) {
      body.add("        .filter(i -> !Labels.isMissing(data.labels().orElseThrow().get(i)))");
    }
    body.add("        .toArray();");
  }

  private static String picked(String matrix) {
    return "DenseMatrix.copyOf(\n            IntStream.of(used).mapToObj("
        + matrix
        + "::row).toArray(double[][]::new))";
  }

  private String imputation() {
    if (missing().equals("mean") || !Rows.haveComponents(p.rows(), model.columns())) {
      return "Imputation.byMean(" + picked("data.matrix()") + ")";
    }
    long most = Math.min(p.rows() - 1, model.columns()) - 1;
    long asked =
        given.text("-k").filter(text -> text.matches("\\d+")).map(Long::parseLong).orElse(2L);
    return "Imputation.byComponents(%s, %d, %s, Progress.NONE)"
        .formatted(picked("data.matrix()"), Math.min(asked, most), p.standardized());
  }

  /** Writes how two views are read, and returns the call that fits. */
  private String views(List<String> body) {
    PairedModel paired = (PairedModel) model;
    boolean two = inputs.size() == 2;
    boolean named = !two || given.has("--x") || given.has("--views") || given.has("--label");
    for (PairedModel.Side side : PairedModel.Side.values()) {
      String name = side.name().toLowerCase(Locale.ROOT);
      List<String> files = two ? List.of(inputs.get(side == PairedModel.Side.X ? 0 : 1)) : inputs;
      Optional<List<String>> only =
          named ? Optional.of(paired.columnNames(side)) : Optional.empty();
      body.add("Data " + name + " = " + view(files, only) + ".load();");
    }
    if (!two || !given.has("--id")) {
      return "fit(x.matrix(), x.featureNames(), y.matrix(), y.featureNames())";
    }
    body.add("List<String> idsX = x.ids().orElseThrow();");
    body.add("List<String> idsY = y.ids().orElseThrow();");
    body.add("List<String> shared = new ArrayList<>(idsX);");
    body.add("shared.retainAll(idsY);");
    for (String view : List.of("x", "y")) {
      body.add("Matrix rows%s =".formatted(view.toUpperCase(Locale.ROOT)));
      body.add("    DenseMatrix.copyOf(");
      body.add("        shared.stream()");
      body.add(
          "            .map(id -> %s.matrix().row(ids%s.indexOf(id)))"
              .formatted(view, view.toUpperCase(Locale.ROOT)));
      body.add("            .toArray(double[][]::new));");
    }
    return "fit(rowsX, x.featureNames(), rowsY, y.featureNames())";
  }

  /** Returns the columns that are features, where options chose some. */
  private Optional<List<String>> names() {
    return choosesColumns() && !method.isPaired() && p.origin() == null
        ? Optional.of(model.columnNames())
        : Optional.empty();
  }

  private boolean choosesColumns() {
    return given.has("--columns")
        || given.has("--exclude")
        || (given.has("--target") && !method.isSupervised());
  }

  private String table(List<String> files, Optional<List<String>> only) {
    StringBuilder code = new StringBuilder(view(files, only));
    given
        .text("--label")
        .ifPresent(name -> code.append(".label(").append(quoted(name)).append(')'));
    if (method.isSupervised() && !given.has("--label") && !given.has("--target")) {
      code.append(".label(\"folder\")");
    }
    return code.toString();
  }

  private String view(List<String> files, Optional<List<String>> only) {
    StringBuilder code = new StringBuilder();
    String reading = reading();
    boolean plain = reading.equals("ReadOptions.DEFAULT");
    if (given.has("--sql")) {
      code.append("Tables.query(").append(quoted(given.text("--sql").get()));
      code.append(", ").append(reading).append(')');
    } else if (plain && files.size() == 1 && files.get(0).matches("[^*?{}\\[\\]]+")) {
      code.append("Tables.read(Path.of(").append(quoted(files.get(0))).append("))");
    } else {
      code.append("Tables.open(List.of(").append(quoted(files)).append("), ");
      code.append(reading).append(')');
    }
    given.text("--id").ifPresent(name -> code.append(".id(").append(quoted(name)).append(')'));
    only.ifPresent(names -> code.append(".only(").append(quoted(names)).append(')'));
    return code.toString();
  }

  /** Returns how inputs are read. */
  private String reading() {
    StringBuilder code = new StringBuilder("ReadOptions.DEFAULT");
    if (given.has("--no-header")) {
      code.append(".withHeader(ReadOptions.Header.NO)");
    }
    if (given.isFloat() && !method.hasKernelSolver()) {
      code.append(".withPrecision(Precision.FLOAT)");
    }
    if (p.origin() instanceof Origin.Images && (given.has("--color") || given.has("--resize"))) {
      code.append(".withImages(ImageOptions.DEFAULT");
      if (given.has("--color")) {
        code.append(".withColor(true)");
      }
      given
          .text("--resize")
          .ifPresent(
              size ->
                  code.append(".withResize(new ImageOptions.Size(")
                      .append(
                          Stream.of(size.split("[xX×]", -1))
                              .map(Program::number)
                              .collect(Collectors.joining(", ")))
                      .append("))"));
      code.append(')');
    }
    if (p.origin() instanceof Origin.Texts) {
      StringBuilder texts = new StringBuilder();
      given
          .text("--text")
          .ifPresent(name -> texts.append(".withColumn(").append(quoted(name)).append(')'));
      given
          .text("--language")
          .ifPresent(name -> texts.append(".withLanguage(Language.of(" + quoted(name) + "))"));
      given
          .text("--weighting")
          .ifPresent(name -> texts.append(".withWeighting(Weighting.of(" + quoted(name) + "))"));
      if (given.has("--min-df") || given.has("--max-df")) {
        texts.append(
            ".withDocuments(%s, %s)"
                .formatted(
                    given.text("--min-df").map(Program::number).orElse("1.0"),
                    given.text("--max-df").map(Program::number).orElse("1.0")));
      }
      if (texts.length() > 0) {
        code.append(".withTexts(TextOptions.DEFAULT").append(texts).append(')');
      }
    }
    return code.toString();
  }

  private static String quoted(List<String> texts) {
    return texts.stream().map(Program::quoted).collect(Collectors.joining(", "));
  }

  /** Writes a number as Java does, to which a zero in front means another base. */
  static String number(String text) {
    String bare = text.strip();
    if (bare.matches("[+-]?\\d{1,18}")) {
      return String.valueOf(Long.parseLong(bare));
    }
    return bare.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?")
        ? String.valueOf(Double.parseDouble(bare))
        : bare;
  }

  /** Writes a text as Java does. */
  static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r")
        + '"';
  }

  /** Returns the entry class of the method. */
  private String entry() {
    return switch (method) {
      case PCA, DUAL_PCA, LSA -> "Pca";
      case SUPERVISED_PCA, DUAL_SUPERVISED_PCA -> "SupervisedPca";
      case KERNEL_PCA -> "KernelPca";
      case KERNEL_SUPERVISED_PCA -> "KernelSupervisedPca";
      case FISHER -> "Fisher";
      case MDS -> "Mds";
      case ISOMAP -> "Isomap";
      case LLE -> "Lle";
      case LAPLACIAN_EIGENMAPS -> "LaplacianEigenmaps";
      case CCA -> "Cca";
      case KERNEL_CCA -> "KernelCca";
    };
  }
}
