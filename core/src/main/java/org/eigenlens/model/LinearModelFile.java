package org.eigenlens.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    double[] mean = vector(content, "mean", d, file);
    double[] scale =
        content.vectors().containsKey("scale") ? vector(content, "scale", d, file) : null;
    double[] eigenvalues = vector(content, "eigenvalues", k, file);
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
        description.number("totalSquares"),
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

  /** The JSON of the metadata, read with a complaint for whatever is missing or of another type. */
  private static final class Description {
    private final Path file;
    private final Map<?, ?> values;

    Description(Path file, String text) {
      this.file = file;
      try {
        values = (Map<?, ?>) Json.read(text);
      } catch (IllegalArgumentException | ClassCastException e) {
        throw new ModelFileException(file, "its description cannot be read.", e);
      }
    }

    private <T> T get(String name, Class<T> type) {
      Object value = values.get(name);
      if (!type.isInstance(value)) {
        throw new ModelFileException(
            file, "its description has no proper '" + name + "', but " + value + ".");
      }
      return type.cast(value);
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
