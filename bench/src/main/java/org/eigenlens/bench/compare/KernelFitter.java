package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.eigenlens.KernelPca;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Precision;
import org.eigenlens.model.KernelModel;
import smile.manifold.KPCA;
import smile.math.blas.BLAS;
import smile.math.kernel.GaussianKernel;

/** Kernel PCA by one of the Java libraries. */
final class KernelFitter {

  private KernelFitter() {}

  static Fitter of(String engine, Path data, int components, KernelProblem problem)
      throws IOException {
    return switch (engine) {
      case "eigenlens" -> eigenlens(data, components, problem, Precision.DOUBLE);
      case "eigenlens-float" -> eigenlens(data, components, problem, Precision.FLOAT);
      case "smile" -> smile(data, components, problem);
      default -> throw new IllegalArgumentException("There is no engine '" + engine + "'.");
    };
  }

  private static Fitter eigenlens(
      Path data, int components, KernelProblem problem, Precision precision) throws IOException {
    DenseMatrix x = Npy.read(data);
    KernelPca.Builder builder =
        KernelPca.builder()
            .kernel(Kernels.rbf(problem.gamma()))
            .components(components)
            .tolerance(Judge.KERNEL_RESIDUAL)
            .precision(precision);
    KernelPca pca =
        problem.exact()
            ? builder.solver(KernelSolver.KRYLOV).build()
            : builder.landmarks(problem.landmarks()).build();
    return new Fitter(
        "Eigenlens with " + LinearAlgebra.backend().name(),
        () -> {
          KernelModel model = pca.fit(x);
          // A model of landmarks keeps no vector as long as the data.
          DenseMatrix vectors =
              problem.exact()
                  ? model.trainingCoordinates().transpose()
                  : DenseMatrix.zeros(components, 1);
          normalize(vectors);
          String remark = problem.exact() ? "" : model.provenance().solverReason();
          return new Spectrum(model.eigenvalues(), vectors, remark);
        });
  }

  private static Fitter smile(Path data, int components, KernelProblem problem) throws IOException {
    Npy.Header header = Npy.header(data);
    double[][] x = new double[header.rows()][];
    Npy.read(data, (i, row) -> x[i] = row.clone());
    String version = KPCA.class.getPackage().getImplementationVersion();
    // exp(−d²/2σ²)
    GaussianKernel kernel = new GaussianKernel(1 / Math.sqrt(2 * problem.gamma()));
    return new Fitter(
        "Smile %s with %s"
            .formatted(version == null ? "" : version, BLAS.engine.getClass().getSimpleName()),
        () -> {
          KPCA<double[]> pca = KPCA.fit(x, kernel, components);
          DenseMatrix vectors = DenseMatrix.zeros(components, x.length);
          double[] vector = new double[x.length];
          for (int c = 0; c < components; c++) {
            int row = c;
            Arrays.setAll(vector, i -> pca.projection().get(row, i));
            vectors.setRow(c, vector, 0);
          }
          normalize(vectors);
          return new Spectrum(pca.variances(), vectors);
        });
  }

  /** Scales rows to length one; a zero row stays. */
  private static void normalize(DenseMatrix rows) {
    double[] factors = new double[rows.rows()];
    for (int i = 0; i < factors.length; i++) {
      double length = Math.sqrt(Arrays.stream(rows.row(i)).map(v -> v * v).sum());
      factors[i] = length > 0 ? 1 / length : 0;
    }
    LinearAlgebra.scaleRows(rows, factors);
  }
}
