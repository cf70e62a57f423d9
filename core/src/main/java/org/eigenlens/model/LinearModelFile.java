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
 * eigenvalues}.
 */
final class LinearModelFile {

  private LinearModelFile() {}

  static void save(LinearModel model, Path file) throws IOException {
    Map<String, double[]> vectors = new LinkedHashMap<>();
    vectors.put("mean", model.mean());
    if (model.isScaled()) {
      vectors.put("scale", model.scale());
    }
    vectors.put("eigenvalues", model.eigenvalues());
    Map<String, Object> description = ModelFile.describe(model, "linear");
    description.put("leftSquares", model.leftSquares());
    ModelFile.write(file, Map.of("components", model.directions()), vectors, description);
  }

  static LinearModel read(Path file, Safetensors.Content content, Description description) {
    DenseMatrix components = ModelFile.matrix(content, "components", file);
    int k = components.rows();
    int d = components.columns();
    double[] mean = ModelFile.vector(content, "mean", d, file);
    double[] scale =
        content.vectors().containsKey("scale") ? ModelFile.vector(content, "scale", d, file) : null;
    double[] eigenvalues = ModelFile.vector(content, "eigenvalues", k, file);
    ModelFile.check("mean", mean, Double.NEGATIVE_INFINITY, file);
    ModelFile.check("eigenvalues", eigenvalues, -Double.MIN_VALUE, file);
    if (scale != null) {
      ModelFile.check("scale", scale, 0, file);
    }
    description.require("standardized", description.flag("standardized") == (scale != null));
    List<String> columns = ModelFile.columns(description, d, file);
    return new LinearModel(
        ModelFile.provenance(description),
        columns,
        mean,
        scale,
        components,
        eigenvalues,
        ModelFile.total(description),
        description.number("leftSquares"));
  }
}
