package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import org.eigenlens.matrix.DenseMatrix;

/**
 * What an engine found: variances with divisor n − 1, and the directions, a row each. For kernel
 * PCA they are the eigenvalues and eigenvectors of the centred kernel matrix.
 *
 * <p>In a file it is a matrix whose first column holds the variances; the remark is not in it.
 *
 * @param remark what should be known beside; may be empty
 */
record Spectrum(double[] variances, DenseMatrix directions, String remark) {

  Spectrum(double[] variances, DenseMatrix directions) {
    this(variances, directions, "");
  }

  static Spectrum read(Path file) throws IOException {
    DenseMatrix both = Npy.read(file);
    return new Spectrum(both.column(0), both.columnRange(1, both.columns()));
  }

  void write(Path file) throws IOException {
    int d = directions.columns();
    DenseMatrix both = DenseMatrix.zeros(variances.length, 1 + d);
    double[] row = new double[1 + d];
    for (int i = 0; i < variances.length; i++) {
      row[0] = variances[i];
      directions.getRow(i, row, 1);
      both.setRow(i, row, 0);
    }
    Npy.write(file, both);
  }
}
