package org.eigenlens.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eigenlens.kernel.DataKernel;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Kernel models as safetensors.
 *
 * <p>Tensors: {@code coefficients} (k × m), {@code references} (m × d) with {@code mean}, {@code
 * shift} and {@code scale} (if standardised) unless the kernel is precomputed, {@code offsets},
 * {@code eigenvalues} and {@code meanWeights}.
 */
final class KernelModelFile {

  private KernelModelFile() {}

  static void save(KernelModel model, Path file) throws IOException {
    Map<String, DenseMatrix> matrices = new LinkedHashMap<>();
    Map<String, double[]> vectors = new LinkedHashMap<>();
    Map<String, Object> description = describe(model, "", matrices, vectors);
    ModelFile.write(file, matrices, vectors, description);
  }

  /** Describes a model and adds its tensors, their names after a prefix. */
  static Map<String, Object> describe(
      KernelModel model,
      String prefix,
      Map<String, DenseMatrix> matrices,
      Map<String, double[]> vectors) {
    matrices.put(prefix + "coefficients", model.coefficients());
    if (model.referencePoints() != null) {
      matrices.put(prefix + "references", model.referencePoints());
      vectors.put(prefix + "mean", model.frame().mean());
      vectors.put(prefix + "shift", model.frame().shift());
      if (model.frame().scale() != null) {
        vectors.put(prefix + "scale", model.frame().scale());
      }
    }
    vectors.put(prefix + "offsets", model.offsets());
    vectors.put(prefix + "eigenvalues", model.eigenvalues());
    vectors.put(prefix + "meanWeights", model.meanWeights());
    Map<String, Object> description = ModelFile.describe(model, "kernel");
    description.put("kernel", KernelDescription.of(model.kernel()));
    description.put("traceError", model.spectrum().traceError());
    ModelFile.describe(model.spread(), vectors, description);
    DataKernelFile.addTensors(model.kernel(), vectors);
    if (!model.measures().isEmpty()) {
      description.put("measures", new LinkedHashMap<>(model.measures()));
    }
    OriginFile.describe(model.provenance().origin(), matrices, vectors, description);
    FillingFile.describe(model.provenance().filling(), prefix, matrices, vectors);
    if (model.preImage() != null) {
      description.put("preImage", model.preImage().label());
    }
    return description;
  }

  static KernelModel read(Path file, Safetensors.Content content, Description description) {
    DenseMatrix coefficients = ModelFile.matrix(content, "coefficients", file);
    int k = coefficients.rows();
    int m = coefficients.columns();
    DenseMatrix references = null;
    RowFrame frame = null;
    boolean made = DataKernelFile.describes(description);
    Kernel kernel = made ? null : KernelDescription.read(description);
    boolean table = made ? DataKernelFile.isTable(description) : KernelEncoder.isTable(kernel);
    int d = made ? description.texts("columns").size() : m;
    if (!table) {
      references = ModelFile.matrix(content, "references", file);
      d = references.columns();
      if (references.rows() != m && !made) {
        throw new ModelFileException(
            file,
            "it has %d reference points, but coefficients for %d.".formatted(references.rows(), m));
      }
      double[] mean = ModelFile.vector(content, "mean", d, file);
      ModelFile.check("mean", mean, Double.NEGATIVE_INFINITY, file);
      double[] shift = ModelFile.vector(content, "shift", d, file);
      ModelFile.check("shift", shift, Double.NEGATIVE_INFINITY, file);
      double[] scale = null;
      if (content.vectors().containsKey("scale")) {
        scale = ModelFile.vector(content, "scale", d, file);
        ModelFile.check("scale", scale, 0, file);
      }
      frame = new RowFrame(mean, shift, scale);
    }
    if (made) {
      kernel = DataKernelFile.read(file, content, description, references);
      if (((DataKernel) kernel).size() != m) {
        throw new ModelFileException(
            file,
            "its kernel gives %d similarities, but there are coefficients for %d."
                .formatted(((DataKernel) kernel).size(), m));
      }
    }
    double[] offsets = ModelFile.vector(content, "offsets", k, file);
    double[] eigenvalues = ModelFile.vector(content, "eigenvalues", k, file);
    double[] meanWeights = ModelFile.vector(content, "meanWeights", m, file);
    ModelFile.check("offsets", offsets, Double.NEGATIVE_INFINITY, file);
    ModelFile.check("eigenvalues", eigenvalues, -Double.MIN_VALUE, file);
    ModelFile.check("meanWeights", meanWeights, Double.NEGATIVE_INFINITY, file);
    double error = description.number("traceError");
    description.require("traceError", error >= 0 && error < Double.POSITIVE_INFINITY);
    return new KernelModel(
            ModelFile.provenance(description)
                .withOrigin(OriginFile.read(file, content, description, d, k))
                .withFilling(FillingFile.read(file, content, d)),
            ModelFile.columns(description, d, file),
            kernel,
            frame,
            references,
            coefficients,
            offsets,
            meanWeights,
            new KernelSpectrum(
                eigenvalues,
                ModelFile.total(description),
                error,
                ModelFile.spread(content, description, k, file)),
            made || table ? null : preImage(kernel, description))
        .measured(measures(description));
  }

  private static Map<String, Double> measures(Description description) {
    Map<String, Double> measures = new LinkedHashMap<>();
    if (description.value("measures") instanceof Map<?, ?> map) {
      map.forEach(
          (name, value) -> {
            double measure = value instanceof Number number ? number.doubleValue() : Double.NaN;
            // What is no number is not written either.
            description.require("measures", Double.isFinite(measure));
            measures.put((String) name, measure);
          });
    }
    return measures;
  }

  private static PreImageMethod preImage(Kernel kernel, Description description) {
    String label = description.text("preImage");
    PreImageMethod found = null;
    for (PreImageMethod method : PreImageMethod.values()) {
      found = method.label().equals(label) && method.supports(kernel) ? method : found;
    }
    description.require("preImage", found != null);
    return found;
  }
}
