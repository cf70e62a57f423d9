package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.eigenlens.Pca;
import org.eigenlens.SupervisedPca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.LinearModel;
import org.eigenlens.supervised.Labels;

/** Supervised PCA, and PCA of the same rows; the last column of the data is the class. */
final class SupervisedFitter {

  private SupervisedFitter() {}

  static Fitter of(String engine, Path data, int components) throws IOException {
    DenseMatrix all = Npy.read(data);
    int d = all.columns() - 1;
    DenseMatrix x = all.columnRange(0, d).copy();
    Labels labels =
        Labels.ofClasses(Arrays.stream(all.column(d)).mapToInt(value -> (int) value).toArray());
    all.storage().release();
    String version = "Eigenlens with " + LinearAlgebra.backend().name();
    if (engine.equals(SupervisedProblem.PCA)) {
      Pca pca = Pca.builder().components(components).build();
      return new Fitter(version, () -> spectrum(pca.fit(x), true));
    }
    if (!engine.equals("eigenlens")) {
      throw new IllegalArgumentException("There is no engine '" + engine + "'.");
    }
    SupervisedPca supervised = SupervisedPca.builder().components(components).build();
    return new Fitter(version, () -> spectrum(supervised.fit(x, labels), false));
  }

  private static Spectrum spectrum(LinearModel model, boolean variances) {
    return new Spectrum(
        variances ? model.explainedVariance() : model.eigenvalues(), model.directions());
  }
}
