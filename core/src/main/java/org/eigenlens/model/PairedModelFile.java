package org.eigenlens.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Paired models as safetensors.
 *
 * <p>Tensors of each side as in a file of its own, their names after {@code x.} and {@code y.};
 * {@code correlations}, {@code singularValues}, and what applies of {@code crossValidated}, {@code
 * permutationPValues}, {@code wilks} (lambda, F, two degrees of freedom, p-value a row) and {@code
 * loadings}. The description holds those of the sides as {@code x} and {@code y}.
 */
final class PairedModelFile {

  private static final int WILKS_COLUMNS = 5;

  /** Tensors hold finite numbers, so this stands for a ridge without end, and for such an F. */
  private static final double LIMIT = -1;

  private PairedModelFile() {}

  static void save(PairedModel model, Path file) throws IOException {
    Map<String, DenseMatrix> matrices = new LinkedHashMap<>();
    Map<String, double[]> vectors = new LinkedHashMap<>();
    Map<String, Object> description = ModelFile.describe(model, "paired");
    for (PairedModel.Side side : PairedModel.Side.values()) {
      String name = side == PairedModel.Side.X ? "x" : "y";
      description.put(name, describe(model.encoder(side), name + ".", matrices, vectors));
    }
    Findings found = model.findings();
    vectors.put("correlations", found.correlations());
    vectors.put("singularValues", found.singularValues());
    vectors.put("ridge", new double[] {finite(found.ridgeX()), finite(found.ridgeY())});
    description.put("permutations", found.permutations());
    description.put("folds", found.folds());
    if (found.permutations() > 0) {
      vectors.put("permutationPValues", found.permutationPValues());
    }
    if (found.crossValidated().length > 0) {
      vectors.put("crossValidated", found.crossValidated());
    }
    if (found.crossValidatedSpread().length > 0) {
      vectors.put("crossValidatedSpread", found.crossValidatedSpread());
    }
    if (!found.wilks().isEmpty()) {
      matrices.put("wilks", DenseMatrix.copyOf(rows(found.wilks())));
    }
    if (found.loadings() != null) {
      matrices.put("loadings", found.loadings());
    }
    ModelFile.write(file, matrices, vectors, description);
  }

  private static Map<String, Object> describe(
      Model side, String prefix, Map<String, DenseMatrix> matrices, Map<String, double[]> vectors) {
    return side instanceof LinearModel linear
        ? LinearModelFile.describe(linear, prefix, matrices, vectors)
        : KernelModelFile.describe((KernelModel) side, prefix, matrices, vectors);
  }

  private static double finite(double amount) {
    return Double.isInfinite(amount) ? LIMIT : amount;
  }

  private static double infinite(double amount) {
    return amount == LIMIT ? Double.POSITIVE_INFINITY : amount;
  }

  private static double[][] rows(List<Wilks> tests) {
    return tests.stream()
        .map(t -> new double[] {t.lambda(), finite(t.f()), t.df1(), t.df2(), t.pValue()})
        .toArray(double[][]::new);
  }

  static PairedModel read(Path file, Safetensors.Content content, Description description) {
    Model x = side("x", file, content, description);
    Model y = side("y", file, content, description);
    int k = x.components();
    boolean alike = x.getClass().equals(y.getClass()) && y.components() == k;
    if (!alike) {
      throw new ModelFileException(
          file,
          "its sides do not belong together: %d and %d components.".formatted(k, y.components()));
    }
    int folds = (int) description.whole("folds");
    int permutations = (int) description.whole("permutations");
    double[] ridge = ModelFile.vector(content, "ridge", 2, file);
    for (double amount : ridge) {
      if (!(amount == LIMIT || (amount >= 0 && Double.isFinite(amount)))) {
        throw new ModelFileException(file, "tensor 'ridge' holds " + amount + ".");
      }
    }
    Findings findings =
        new Findings(
            checked(content, "correlations", k, file),
            checked(content, "singularValues", k, file),
            ModelFile.total(description),
            infinite(ridge[0]),
            infinite(ridge[1]),
            wilks(content, k, file),
            permutations,
            permutations > 0 ? checked(content, "permutationPValues", k, file) : new double[0],
            folds,
            upTo(content, "crossValidated", k, file),
            upTo(content, "crossValidatedSpread", k, file),
            x instanceof LinearModel
                ? shaped(content, "loadings", x.columns() + y.columns(), 2 * k, file)
                : null);
    return new PairedModel(ModelFile.provenance(description), x, y, findings);
  }

  private static Model side(
      String name, Path file, Safetensors.Content content, Description description) {
    Description own = description.part(name);
    Safetensors.Content tensors = content.part(name + ".");
    String kind = own.text("kind");
    own.require("kind", kind.equals("linear") || kind.equals("kernel"));
    return kind.equals("linear")
        ? LinearModelFile.read(file, tensors, own)
        : KernelModelFile.read(file, tensors, own);
  }

  private static double[] checked(Safetensors.Content content, String name, int k, Path file) {
    double[] values = ModelFile.vector(content, name, k, file);
    ModelFile.check(name, values, Double.NEGATIVE_INFINITY, file);
    return values;
  }

  /** Returns a vector of so many numbers at most; an empty one where there is none. */
  private static double[] upTo(Safetensors.Content content, String name, int most, Path file) {
    double[] values = content.vectors().getOrDefault(name, new double[0]);
    return values.length == 0
        ? values
        : checked(content, name, Math.min(most, values.length), file);
  }

  private static List<Wilks> wilks(Safetensors.Content content, int most, Path file) {
    List<Wilks> tests = new ArrayList<>();
    if (content.matrices().containsKey("wilks")) {
      for (double[] t : shaped(content, "wilks", -1, WILKS_COLUMNS, file).toArray()) {
        tests.add(new Wilks(t[0], infinite(t[1]), t[2], t[3], t[4]));
      }
      if (tests.size() > most) {
        throw new ModelFileException(
            file, "tensor 'wilks' has %d tests of %d pairs.".formatted(tests.size(), most));
      }
    }
    return tests;
  }

  /** Returns a matrix of so many rows (any number if −1) and columns. */
  private static DenseMatrix shaped(
      Safetensors.Content content, String name, int rows, int columns, Path file) {
    DenseMatrix matrix = ModelFile.matrix(content, name, file);
    if ((rows >= 0 && matrix.rows() != rows) || matrix.columns() != columns) {
      throw new ModelFileException(
          file,
          "tensor '%s' is %d × %d where %s × %d is needed."
              .formatted(
                  name, matrix.rows(), matrix.columns(), rows < 0 ? "any" : "" + rows, columns));
    }
    return matrix;
  }
}
