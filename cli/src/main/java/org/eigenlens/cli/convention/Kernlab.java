package org.eigenlens.cli.convention;

import java.util.List;
import org.eigenlens.data.Words;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Linear;
import org.eigenlens.kernel.Polynomial;
import org.eigenlens.kernel.Rbf;
import org.eigenlens.kernel.Sigmoid;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;

/** Kernlab: the centred kernel matrix over n, and coordinates that are larger by √n. */
final class Kernlab {

  private static final String GIVEN = "as.kernelMatrix(K)";

  private Kernlab() {}

  static Translation of(Model model) {
    if (model instanceof PairedModel paired && !paired.isLinear()) {
      throw Principal.none(
          "kernlab", "its kcca does not centre the features, and those of this model are centred");
    }
    ExactKernel exact = ExactKernel.of(model, "kernlab");
    KernelModel kernel = exact.model();
    double n = exact.rows();
    double[] eig = Principal.times(kernel.eigenvalues(), 1 / n);
    DenseMatrix pcv = exact.vectors();
    LinearAlgebra.scaleColumns(pcv, ExactKernel.inverseRoots(eig));
    DenseMatrix rotated = exact.vectors();
    LinearAlgebra.scaleColumns(rotated, Principal.roots(Principal.times(kernel.eigenvalues(), n)));
    int k = kernel.components();
    List<String> names = Words.numbered("Comp.", k);
    String arguments = arguments(kernel);
    return Translation.of("kpca(%s, features = %d)".formatted(arguments, k))
        .with("eig", eig, names)
        .with("pcv", pcv, exact.rowNames(), names)
        .with("rotated", rotated, exact.rowNames(), names)
        .note(
            "rotated and predict are √n times our coordinates"
                + (kernel.provenance().whitened() ? " before whitening" : "")
                + "; signs are LAPACK's there")
        .notes(exact.matrix(arguments.equals(GIVEN)));
  }

  private static String arguments(KernelModel model) {
    String rows = "x";
    if (model.provenance().standardized()) {
      long n = model.provenance().rows();
      // R's scale divides by n − 1.
      rows =
          model.provenance().ddof() == 1
              ? "scale(x)"
              : "scale(x) * sqrt(%d/%d)".formatted(n, n - 1);
    }
    Kernel kernel = model.kernel();
    if (kernel instanceof Rbf rbf) {
      return rows + ", kernel = \"rbfdot\", kpar = list(sigma = %s)".formatted(rbf.gamma());
    }
    if (kernel instanceof Polynomial p) {
      return rows
          + ", kernel = \"polydot\", kpar = list(degree = %d, scale = %s, offset = %s)"
              .formatted(p.degree(), p.gamma(), p.coef0());
    }
    if (kernel instanceof Sigmoid s) {
      return rows
          + ", kernel = \"tanhdot\", kpar = list(scale = %s, offset = %s)"
              .formatted(s.gamma(), s.coef0());
    }
    return kernel instanceof Linear ? rows + ", kernel = \"vanilladot\", kpar = list()" : GIVEN;
  }
}
