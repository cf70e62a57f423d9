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
 * eigenvalues}.
 */
final class LinearModelFile {

  private LinearModelFile() {}

  static void save(LinearModel model, Path file) throws IOException {
    Map<String, DenseMatrix> matrices = new LinkedHashMap<>();
    Map<String, double[]> vectors = new LinkedHashMap<>();
    Map<String, Object> description = describe(model, "", matrices, vectors);
    ModelFile.write(file, matrices, vectors, description);
  }

  /** Describes a model and adds its tensors, their names after a prefix. */
  static Map<String, Object> describe(
      LinearModel model,
      String prefix,
      Map<String, DenseMatrix> matrices,
      Map<String, double[]> vectors) {
    matrices.put(prefix + "components", model.directions());
    vectors.put(prefix + "mean", model.mean());
    if (model.isScaled()) {
      vectors.put(prefix + "scale", model.scale());
    }
    vectors.put(prefix + "eigenvalues", model.eigenvalues());
    Map<String, Object> description = ModelFile.describe(model, "linear");
    description.put("leftSquares", model.leftSquares());
    ModelFile.describe(model.spread(), vectors, description);
    OriginFile.describe(model.provenance().origin(), matrices, vectors, description);
    FillingFile.describe(model.provenance().filling(), prefix, matrices, vectors);
    return description;
  }

  static LinearModel read(Path file, Safetensors.Content content, Description description) {
    DenseMatrix components = ModelFile.matrix(content, "components", file);
    int k = components.rows();
    int d = components.columns();
    checkDirections(components, description.number("orthogonality"), file);
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
    LinearModel model =
        new LinearModel(
            ModelFile.provenance(description)
                .withOrigin(OriginFile.read(file, content, description, d, k))
                .withFilling(FillingFile.read(file, content, d)),
            columns,
            mean,
            scale,
            components,
            eigenvalues,
            ModelFile.total(description),
            description.number("leftSquares"),
            ModelFile.spread(content, description, k, file));
    components.storage().release(); // the model has a copy
    return model;
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
}
