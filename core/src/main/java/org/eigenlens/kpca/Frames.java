package org.eigenlens.kpca;

import java.util.ArrayList;
import java.util.List;
import org.eigenlens.kernel.ChiSquared;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Laplacian;
import org.eigenlens.kernel.Rbf;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.RowFrame;
import org.eigenlens.pca.ColumnStatistics;
import org.eigenlens.pca.Preprocessing;

/** What rows look like before a kernel sees them. */
final class Frames {

  private Frames() {}

  /** Finds mean and deviation of each column; constant columns are named, not divided. */
  static RowFrame measure(
      KernelPcaOptions options, RowSource x, List<String> names, List<String> warnings) {
    ColumnStatistics statistics = ColumnStatistics.of(x, true);
    boolean[] constant = Preprocessing.constantColumns(x, statistics);
    List<String> named = new ArrayList<>();
    for (int j = 0; j < constant.length; j++) {
      if (constant[j]) {
        named.add(names.get(j));
      }
    }
    if (!named.isEmpty() && options.standardize()) {
      warnings.add(
          Preprocessing.named(
              named,
              names.size(),
              "is constant and was not divided by its deviation",
              "are constant and were not divided by their deviation"));
    }
    double[] scale =
        new Preprocessing(true, options.standardize(), options.ddof()).scale(statistics, constant);
    statistics.requireFinite(x, names, scale != null);
    return new RowFrame(statistics.mean(), statistics.mean(), scale);
  }

  /** Tells whether k(x, x) = 1 for every point, so that the spectrum says how wide k is. */
  static boolean hasUnitDiagonal(Kernel kernel) {
    return kernel instanceof Rbf || kernel instanceof Laplacian || kernel instanceof ChiSquared;
  }
}
