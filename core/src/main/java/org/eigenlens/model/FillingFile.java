package org.eigenlens.model;

import java.nio.file.Path;
import java.util.Map;
import org.eigenlens.matrix.DenseMatrix;

/**
 * What filled missing cells, as part of a model file: the tensors {@code filling.mean} and, unless
 * means alone did, {@code filling.scale}, {@code filling.weights} (d × k) and {@code
 * filling.ridges}.
 */
final class FillingFile {

  private static final String MEAN = "filling.mean";
  private static final String SCALE = "filling.scale";
  private static final String WEIGHTS = "filling.weights";
  private static final String RIDGES = "filling.ridges";

  private FillingFile() {}

  /** Adds what filled cells, if anything did, to what is about to be written. */
  static void describe(
      Filling filling,
      String prefix,
      Map<String, DenseMatrix> matrices,
      Map<String, double[]> vectors) {
    if (filling == null) {
      return;
    }
    Filling.Group group = filling.group();
    vectors.put(prefix + MEAN, group.mean());
    if (!filling.isByMeans()) {
      vectors.put(prefix + SCALE, group.scale());
      matrices.put(prefix + WEIGHTS, DenseMatrix.copyOf(group.weights()));
      vectors.put(prefix + RIDGES, group.ridges());
    }
  }

  /** Reads what filled cells of a model with so many columns; null if nothing did. */
  static Filling read(Path file, Safetensors.Content content, int columns) {
    if (!content.vectors().containsKey(MEAN)) {
      return null;
    }
    double[] mean = ModelFile.vector(content, MEAN, columns, file);
    ModelFile.check(MEAN, mean, Double.NEGATIVE_INFINITY, file);
    if (!content.matrices().containsKey(WEIGHTS)) {
      return Filling.byMeans(mean);
    }
    double[] scale = ModelFile.vector(content, SCALE, columns, file);
    ModelFile.check(SCALE, scale, 0, file);
    DenseMatrix matrix = ModelFile.matrix(content, WEIGHTS, file);
    int k = matrix.columns();
    if (matrix.rows() != columns || k > columns) {
      throw new ModelFileException(
          file,
          "tensor '%s' is %d × %d for %d columns.".formatted(WEIGHTS, matrix.rows(), k, columns));
    }
    double[] ridges = ModelFile.vector(content, RIDGES, k, file);
    ModelFile.check(RIDGES, ridges, 0, file);
    double[][] weights = matrix.toArray();
    matrix.storage().release();
    return Filling.of(new Filling.Group(mean, scale, weights, ridges));
  }
}
