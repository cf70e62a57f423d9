package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.LinearModel;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import smile.feature.extraction.PCA;
import smile.math.blas.BLAS;

/**
 * PCA by one of the Java libraries on data that it holds in its own way.
 *
 * @param version what runs
 * @param fit finds the components; may be called again and again
 */
record Fitter(String version, Supplier<Spectrum> fit) {

  static Fitter of(String engine, Path data, int components) throws IOException {
    return switch (engine) {
      case "eigenlens" -> eigenlens(data, components);
      case "ejml" -> ejml(data, components);
      case "smile" -> smile(data, components);
      default -> throw new IllegalArgumentException("There is no engine '" + engine + "'.");
    };
  }

  private static Fitter eigenlens(Path data, int components) throws IOException {
    DenseMatrix x = Npy.read(data);
    Pca pca = Pca.builder().components(components).build();
    return new Fitter(
        "Eigenlens with " + LinearAlgebra.backend().name(),
        () -> {
          LinearModel model = pca.fit(x);
          return new Spectrum(model.explainedVariance(), model.directions());
        });
  }

  /** Covariance or Gram matrix of a centred copy, then the symmetric eigenproblem. */
  private static Fitter ejml(Path data, int components) throws IOException {
    Npy.Header header = Npy.header(data);
    DMatrixRMaj x = new DMatrixRMaj(header.rows(), header.columns());
    Npy.read(data, (i, row) -> System.arraycopy(row, 0, x.data, i * row.length, row.length));
    String version = DMatrixRMaj.class.getPackage().getImplementationVersion();
    return new Fitter(
        "EJML" + (version == null ? "" : " " + version),
        () -> {
          int n = x.numRows;
          int d = x.numCols;
          DMatrixRMaj centred = x.copy();
          DMatrixRMaj mean = CommonOps_DDRM.sumCols(x, null);
          CommonOps_DDRM.divide(mean, n);
          for (int i = 0; i < n; i++) {
            for (int j = 0; j < d; j++) {
              centred.data[i * d + j] -= mean.data[j];
            }
          }
          boolean wide = n < d;
          DMatrixRMaj squared = new DMatrixRMaj(Math.min(n, d), Math.min(n, d));
          if (wide) {
            CommonOps_DDRM.multOuter(centred, squared);
          } else {
            CommonOps_DDRM.multInner(centred, squared);
          }
          CommonOps_DDRM.divide(squared, n - 1.0);
          EigenDecomposition_F64<DMatrixRMaj> eigen =
              DecompositionFactory_DDRM.eig(squared.numRows, true, true);
          if (!eigen.decompose(squared)) {
            throw new IllegalStateException("EJML did not decompose the matrix.");
          }
          Integer[] order = new Integer[squared.numRows];
          Arrays.setAll(order, i -> i);
          Arrays.sort(
              order,
              (a, b) -> Double.compare(eigen.getEigenvalue(b).real, eigen.getEigenvalue(a).real));
          double[] variances = new double[components];
          DenseMatrix directions = DenseMatrix.zeros(components, d);
          for (int c = 0; c < components; c++) {
            variances[c] = eigen.getEigenvalue(order[c]).real;
            DMatrixRMaj vector = eigen.getEigenVector(order[c]);
            if (wide) {
              DMatrixRMaj right = new DMatrixRMaj(d, 1);
              CommonOps_DDRM.multTransA(centred, vector, right);
              CommonOps_DDRM.divide(right, Math.sqrt(variances[c] * (n - 1.0)));
              vector = right;
            }
            directions.setRow(c, vector.data, 0);
          }
          return new Spectrum(variances, directions);
        });
  }

  private static Fitter smile(Path data, int components) throws IOException {
    Npy.Header header = Npy.header(data);
    double[][] x = new double[header.rows()][];
    Npy.read(data, (i, row) -> x[i] = row.clone());
    String version = PCA.class.getPackage().getImplementationVersion();
    return new Fitter(
        "Smile %s with %s"
            .formatted(version == null ? "" : version, BLAS.engine.getClass().getSimpleName()),
        () -> {
          PCA pca = PCA.fit(x);
          double[] variances = Arrays.copyOf(pca.variance(), components);
          // Its tall route does not divide, its wide one divides by n.
          double n = x.length;
          double unit = x.length > header.columns() ? 1 / (n - 1) : n / (n - 1);
          Arrays.setAll(variances, c -> variances[c] * unit);
          DenseMatrix directions = DenseMatrix.zeros(components, header.columns());
          double[] direction = new double[header.columns()];
          for (int c = 0; c < components; c++) {
            int column = c;
            Arrays.setAll(direction, j -> pca.loadings().get(j, column));
            directions.setRow(c, direction, 0);
          }
          return new Spectrum(variances, directions);
        });
  }
}
