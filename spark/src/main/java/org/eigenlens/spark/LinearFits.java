package org.eigenlens.spark;

import org.apache.spark.sql.Dataset;
import org.eigenlens.Pca;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.pca.SolverChoice;

/** From the parameters of an estimator to a fit by the library. */
final class LinearFits {

  private LinearFits() {}

  static Pca.Builder builder(Reduction<?> estimator, boolean center) {
    Pca.Builder builder =
        Pca.builder()
            .center(center)
            .standardize(estimator.is(estimator.standardize()))
            .whiten(estimator.is(estimator.whiten()))
            .ddof((Integer) estimator.getOrDefault(estimator.ddof()))
            .seed((Long) estimator.getOrDefault(estimator.seed()))
            .memory(DriverMemory.allowed());
    estimator.components(builder::components, builder::components);
    return builder;
  }

  static LinearModel fit(
      Reduction<?> estimator, Pca.Builder builder, PcaSolver solver, Dataset<?> data) {
    VectorColumn column = VectorColumn.of(data, estimator.getInputCol());
    try (SparkRows rows = column.rows(data)) {
      if (severalPasses(estimator, solver, column.width())) {
        rows.keep();
      }
      return builder.build().fit(rows, column.elements());
    }
  }

  /** Tells whether the rows will be read often enough to be kept packed. */
  static boolean severalPasses(Reduction<?> estimator, PcaSolver solver, int width) {
    if (solver != PcaSolver.AUTO || width == 0) {
      return solver != PcaSolver.AUTO && solver != PcaSolver.COVARIANCE;
    }
    return SolverChoice.ofDistributed(width, estimator.wanted()).solver() == PcaSolver.KRYLOV;
  }
}
