package org.eigenlens.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Linear models as safetensors.
 *
 * <p>Tensors: {@code components} (k × d), {@code mean}, {@code scale} (if standardised) and {@code
 * eigenvalues}, all F64. Metadata: one entry {@code eigenlens}, a JSON object whose names are
 * listed in docs/model-file.md. Files of every earlier format version stay readable.
 */
final class LinearModelFile {

  static final int FORMAT = 1;
  private static final String KEY = "eigenlens";

  private LinearModelFile() {}

  static void save(LinearModel model, Path file) throws IOException {
    Map<String, double[]> vectors = new LinkedHashMap<>();
    vectors.put("mean", model.mean());
    if (model.isScaled()) {
      vectors.put("scale", model.scale());
    }
    vectors.put("eigenvalues", model.eigenvalues());
    Provenance p = model.provenance();
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("format", FORMAT);
    description.put("kind", "linear");
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
    description.put("leftSquares", model.leftSquares());
    description.put("maxRelativeResidual", p.maxRelativeResidual());
    description.put("orthogonality", p.orthogonality());
    description.put("signRule", "largest-positive");
    description.put("version", p.version());
    description.put("warnings", p.warnings());
    description.put("columns", model.columnNames());
    Map<String, String> metadata = Map.of(KEY, Json.write(description, false));
    Safetensors.write(
        file, new Safetensors.Content(Map.of("components", model.directions()), vectors, metadata));
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
    String kind = description.text("kind");
    if (!kind.equals("linear")) {
      throw new ModelFileException(file, "it is a model of the unknown kind '" + kind + "'.");
    }
    DenseMatrix components = content.matrices().get("components");
    if (components == null) {
      throw new ModelFileException(file, "the tensor 'components' is missing.");
    }
    int k = components.rows();
    int d = components.columns();
    for (int i = 0; i < k; i++) {
      check("components", components.row(i), Double.NEGATIVE_INFINITY, file);
    }
    checkDirections(components, description.number("orthogonality"), file);
    double[] mean = vector(content, "mean", d, file);
    double[] scale =
        content.vectors().containsKey("scale") ? vector(content, "scale", d, file) : null;
    double[] eigenvalues = vector(content, "eigenvalues", k, file);
    check("mean", mean, Double.NEGATIVE_INFINITY, file);
    check("eigenvalues", eigenvalues, -Double.MIN_VALUE, file);
    if (scale != null) {
      check("scale", scale, 0, file);
    }
    description.require("rows", description.whole("rows") >= 1);
    description.require("ddof", description.whole("ddof") == 0 || description.whole("ddof") == 1);
    description.require("standardized", description.flag("standardized") == (scale != null));
    double total = description.number("totalSquares");
    description.require("totalSquares", total >= 0 && total < Double.POSITIVE_INFINITY);
    List<String> columns = description.texts("columns");
    if (columns.size() != d) {
      throw new ModelFileException(
          file, "it names " + columns.size() + " columns, but its components have " + d + ".");
    }
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
    return new LinearModel(
        provenance,
        columns,
        mean,
        scale,
        components,
        eigenvalues,
        total,
        description.number("leftSquares"));
  }

  private static double[] vector(Safetensors.Content content, String name, int length, Path file) {
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
  private static void check(String name, double[] values, double above, Path file) {
    for (double value : values) {
      if (!(value > above && value < Double.POSITIVE_INFINITY)) {
        throw new ModelFileException(
            file, "tensor '" + name + "' holds " + value + "; the file is damaged.");
      }
    }
  }

  /**
   * Checks that directions are as orthonormal as the file's own certificate says.
   *
   * <p>Directions are unit vectors whatever the scaling and whitening, which are kept apart; those
   * of zero eigenvalues are zero. Allowed beyond the certificate is a millionth: eight times what
   * rounding to single precision does to the product of unit vectors, so that a file which went
   * through other programs still loads, and far less than any damage does. All lengths are
   * measured; the products through VVᵀs = s for a vector s of signs, where an error of one product
   * shows in full, at 4kd operations instead of 2k²d. What claims nothing (NaN) is not checked.
   */
  private static void checkDirections(DenseMatrix v, double claimed, Path file) {
    if (Double.isNaN(claimed)) {
      return;
    }
    int k = v.rows();
    int d = v.columns();
    double allowed = Math.abs(claimed) + 1e-6;
    SplittableRandom random = new SplittableRandom(k);
    double[] signs = new double[k];
    double[] sum = new double[d];
    double[] row = new double[d];
    for (int i = 0; i < k; i++) {
      v.getRow(i, row, 0);
      double square = dot(row, row);
      signs[i] = square == 0 ? 0 : random.nextBoolean() ? 1 : -1;
      if (square != 0 && !(Math.abs(square - 1) <= allowed)) {
        throw new ModelFileException(
            file,
            String.format(
                Locale.ROOT,
                "direction %d has length %.6g instead of 1; the file is damaged.",
                i + 1,
                Math.sqrt(square)));
      }
      for (int j = 0; j < d; j++) {
        sum[j] += signs[i] * row[j];
      }
    }
    for (int i = 0; i < k; i++) {
      v.getRow(i, row, 0);
      double deviation = Math.abs(dot(row, sum) - signs[i]);
      // Errors of k products add up like steps of random sign.
      if (signs[i] != 0 && !(deviation <= allowed * Math.sqrt(k))) {
        throw new ModelFileException(
            file,
            String.format(
                Locale.ROOT,
                "direction %d is not at right angles to the others (off by %.1e, allowed are"
                    + " %.1e); the file is damaged.",
                i + 1,
                deviation,
                allowed * Math.sqrt(k)));
      }
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }

  /** The JSON of the metadata, read with a complaint for whatever is missing or of another type. */
  private static final class Description {
    private final Path file;
    private final Map<?, ?> values;

    Description(Path file, String text) {
      this.file = file;
      try {
        if (Json.read(text) instanceof Map<?, ?> map) {
          values = map;
        } else {
          throw new IllegalArgumentException("This is not a JSON object.");
        }
      } catch (IllegalArgumentException e) {
        throw new ModelFileException(file, "its description cannot be read.", e);
      }
    }

    private <T> T get(String name, Class<T> type) {
      Object value = values.get(name);
      require(name, type.isInstance(value));
      return type.cast(value);
    }

    void require(String name, boolean proper) {
      if (!proper) {
        throw new ModelFileException(
            file, "its description has no proper '" + name + "', but " + values.get(name) + ".");
      }
    }

    String text(String name) {
      return get(name, String.class);
    }

    long whole(String name) {
      return get(name, Long.class);
    }

    double number(String name) {
      // What JSON cannot express was written as null.
      return values.containsKey(name) && values.get(name) == null
          ? Double.NaN
          : get(name, Number.class).doubleValue();
    }

    boolean flag(String name) {
      return get(name, Boolean.class);
    }

    List<String> texts(String name) {
      List<?> list = get(name, List.class);
      for (Object item : list) {
        if (!(item instanceof String)) {
          throw new ModelFileException(file, "'" + name + "' holds " + item + ", not a text.");
        }
      }
      return list.stream().map(String.class::cast).toList();
    }
  }
}
