package org.eigenlens.cli.convention;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.eigenlens.data.Words;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.KernelDescription;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;

/** A model of exact, centred kernel PCA, which is what other programs compute. */
record ExactKernel(KernelModel model) {

  static ExactKernel of(Model model, String program) {
    if (!(model instanceof KernelModel kernel)
        || !model.provenance().method().equals("kernel-pca")) {
      throw Principal.untranslated(program, model);
    }
    if (!kernel.provenance().centered()) {
      throw Principal.none(program, "its kernel PCA always centres, and this one is not centred");
    }
    if (!kernel.knowsItsRows()) {
      throw Principal.none(program, "its kernel PCA takes all rows, and this one has landmarks");
    }
    return new ExactKernel(kernel);
  }

  double rows() {
    return model.provenance().rows();
  }

  List<String> rowNames() {
    return rowNames(model);
  }

  static List<String> rowNames(KernelModel model) {
    return model.isTable()
        ? model.columnNames()
        : Words.numbered("", Math.toIntExact(model.provenance().rows()));
  }

  /** Returns V√Λ, a row for each row of the data, whether or not the model whitens. */
  static DenseMatrix coordinates(KernelModel model) {
    DenseMatrix coordinates = model.trainingCoordinates();
    if (model.provenance().whitened()) {
      LinearAlgebra.scaleColumns(coordinates, Principal.roots(model.explainedVariance()));
    }
    return coordinates;
  }

  /** Returns the unit eigenvectors, a column each, the largest entry positive. */
  DenseMatrix vectors() {
    DenseMatrix vectors = coordinates(model).transpose();
    LinearAlgebra.scaleRows(vectors, inverseRoots(model.eigenvalues()));
    SignRule.apply(vectors);
    return vectors.transpose();
  }

  /** Says what the matrix K of a call holds, if there is one that the user did not give. */
  List<String> matrix(boolean given) {
    return given && !model.isTable()
        ? List.of(
            "K holds the similarities of the rows by the kernel %s%s"
                .formatted(
                    described(model.kernel()),
                    model.provenance().standardized() ? ", after standardising" : ""))
        : List.of();
  }

  /** Puts a kernel in words with all its parameters, so that K can be made. */
  private static String described(Kernel kernel) {
    return KernelDescription.of(kernel).entrySet().stream()
        .map(part -> (part.getKey().equals("name") ? "" : part.getKey() + " ") + part.getValue())
        .collect(Collectors.joining(", "));
  }

  static double[] inverseRoots(double[] values) {
    return Arrays.stream(values).map(value -> value > 0 ? 1 / Math.sqrt(value) : 0).toArray();
  }
}
