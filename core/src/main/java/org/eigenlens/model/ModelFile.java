package org.eigenlens.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Models as safetensors: what all kinds have in common.
 *
 * <p>Tensors are F64. Metadata: one entry {@code eigenlens}, a JSON object whose names are listed
 * in docs/model-file.md. Files of every earlier format version stay readable.
 */
final class ModelFile {

  private static final int FORMAT = 1;
  static final String KEY = "eigenlens";

  private ModelFile() {}

  /** Describes what every model knows of itself. */
  static Map<String, Object> describe(Model model, String kind) {
    Provenance p = model.provenance();
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("format", FORMAT);
    description.put("kind", kind);
    description.put("method", p.method());
    description.put("solver", p.solver());
    description.put("solverReason", p.solverReason());
    description.put("rows", p.rows());
    description.put("centered", p.centered());
    description.put("standardized", p.standardized());
    description.put("whitened", p.whitened());
    description.put("ddof", p.ddof());
    description.put("seed", p.seed());
    description.put("tolerance", p.tolerance());
    description.put("totalSquares", model.totalSquares());
    description.put("maxRelativeResidual", p.maxRelativeResidual());
    description.put("orthogonality", p.orthogonality());
    description.put("signRule", p.signRule());
    description.put("version", p.version());
    description.put("warnings", p.warnings());
    if (p.labels() != null) {
      description.put("labels", p.labels().describe());
    }
    description.put("columns", model.columnNames());
    return description;
  }

  /** Adds how far rows spread, where the eigenvalues do not say. */
  static void describe(Spread spread, Map<String, double[]> vectors, Map<String, Object> into) {
    if (spread != null) {
      vectors.put("squares", spread.squares());
      into.put("spread", spread.total());
    }
  }

  static Spread spread(Safetensors.Content content, Description description, int k, Path file) {
    if (!content.vectors().containsKey("squares")) {
      return null;
    }
    double[] squares = vector(content, "squares", k, file);
    check("squares", squares, -Double.MIN_VALUE, file);
    double total = description.number("spread");
    description.require("spread", total >= 0 && total < Double.POSITIVE_INFINITY);
    return new Spread(squares, total);
  }

  static void write(
      Path file,
      Map<String, DenseMatrix> matrices,
      Map<String, double[]> vectors,
      Map<String, Object> description)
      throws IOException {
    Map<String, String> metadata = Map.of(KEY, Json.write(description, false));
    Safetensors.write(file, new Safetensors.Content(matrices, vectors, metadata));
  }

  static Model load(Path file) throws IOException {
    Safetensors.Content content = Safetensors.read(file);
    String text = content.metadata().get(KEY);
    if (text == null) {
      throw new ModelFileException(
          file, "this is a safetensors file, but not a model of Eigenlens.");
    }
    Description description = new Description(file, text);
    long format = description.whole("format");
    if (format < 1 || format > FORMAT) {
      throw new ModelFileException(
          file,
          "it has format "
              + format
              + ", but this version reads up to "
              + FORMAT
              + "; use a newer version of Eigenlens.");
    }
    description.require("rows", description.whole("rows") >= 1);
    description.require("ddof", description.whole("ddof") == 0 || description.whole("ddof") == 1);
    String kind = description.text("kind");
    return switch (kind) {
      case "linear" -> LinearModelFile.read(file, content, description);
      case "kernel" -> KernelModelFile.read(file, content, description);
      case "paired" -> PairedModelFile.read(file, content, description);
      default ->
          throw new ModelFileException(
              file,
              "it is a model of the unknown kind '"
                  + kind
                  + "'; use a newer version of Eigenlens.");
    };
  }

  static Provenance provenance(Description description) {
    Provenance provenance =
        new Provenance(
            description.text("method"),
            description.text("solver"),
            description.text("solverReason"),
            description.whole("rows"),
            description.flag("centered"),
            description.flag("standardized"),
            description.flag("whitened"),
            (int) description.whole("ddof"),
            description.whole("seed"),
            description.number("tolerance"),
            description.number("maxRelativeResidual"),
            description.number("orthogonality"),
            description.text("version"),
            description.texts("warnings"));
    return provenance
        .withLabels(LabelUse.read(description))
        .withAligned(Provenance.ALIGNED.equals(description.value("signRule")));
  }

  static double total(Description description) {
    double total = description.number("totalSquares");
    description.require("totalSquares", total >= 0 && total < Double.POSITIVE_INFINITY);
    return total;
  }

  static List<String> columns(Description description, int count, Path file) {
    List<String> columns = description.texts("columns");
    if (columns.size() != count) {
      throw new ModelFileException(
          file,
          "it names "
              + Counted.of(columns.size(), "column")
              + ", but its tensors have "
              + count
              + ".");
    }
    return columns;
  }

  /** Returns a matrix of finite numbers. */
  static DenseMatrix matrix(Safetensors.Content content, String name, Path file) {
    DenseMatrix matrix = content.matrices().get(name);
    if (matrix == null) {
      throw new ModelFileException(file, "the tensor '" + name + "' is missing.");
    }
    for (int i = 0; i < matrix.rows(); i++) {
      check(name, matrix.row(i), Double.NEGATIVE_INFINITY, file);
    }
    return matrix;
  }

  static double[] vector(Safetensors.Content content, String name, int length, Path file) {
    double[] vector = content.vectors().get(name);
    if (vector == null) {
      throw new ModelFileException(file, "the tensor '" + name + "' is missing.");
    }
    if (vector.length != length) {
      throw new ModelFileException(
          file,
          "tensor '%s' has %d numbers where %d are needed.".formatted(name, vector.length, length));
    }
    return vector;
  }

  /** Checks that numbers are finite and above a bound. */
  static void check(String name, double[] values, double above, Path file) {
    for (double value : values) {
      if (!(value > above && value < Double.POSITIVE_INFINITY)) {
        throw new ModelFileException(
            file, "tensor '" + name + "' holds " + value + "; the file is damaged.");
      }
    }
  }
}
