package org.eigenlens.manifold;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.kernel.DataKernel;
import org.eigenlens.kpca.KernelPcaOptions;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.KernelSpectrum;
import org.eigenlens.model.Spread;
import org.eigenlens.neighbors.Neighbors;

/** Makes models of the smallest eigenvectors: coordinates of nodes become those of rows. */
final class CostModel {

  private CostModel() {}

  /**
   * Makes a model.
   *
   * @param coordinates of the nodes, a row for each component
   * @param trace of the matrix whose eigenvectors they come from
   */
  static KernelModel of(
      KernelPcaOptions options,
      Surroundings around,
      List<String> names,
      DataKernel kernel,
      SmallestPairs.Found found,
      DenseMatrix coordinates,
      double trace,
      List<String> warnings) {
    Neighbors neighbors = around.neighbors();
    int rows = neighbors.rows();
    int k = coordinates.rows();
    DenseMatrix ofRows = DenseMatrix.zeros(k, rows);
    double[] squares = new double[k];
    for (int c = 0; c < k; c++) {
      double[] nodes = coordinates.row(c);
      double[] row = new double[rows];
      Arrays.setAll(row, i -> nodes[neighbors.node(i)]);
      ofRows.setRow(c, row, 0);
    }
    SignRule.apply(ofRows);
    for (int c = 0; c < k; c++) {
      double[] row = ofRows.row(c);
      double mean = Arrays.stream(row).sum() / rows;
      squares[c] = Arrays.stream(row).map(v -> (v - mean) * (v - mean)).sum();
    }
    double[] values = found.pairs().values();
    double[] factors = new double[k];
    Arrays.setAll(factors, c -> 1 / kernel.trainingFactor(values[c]));
    LinearAlgebra.scaleRows(ofRows, factors);
    KernelModel model =
        new KernelModel(
            options.provenance(
                found.solver(), found.reason(), rows, found.pairs().certificate(), 0, warnings),
            names,
            kernel,
            around.frame(),
            around.points(),
            ofRows,
            new double[k],
            new double[rows],
            new KernelSpectrum(values, trace, 0, new Spread(squares, Arrays.stream(squares).sum())),
            null);
    return model.measured(around.measures());
  }
}
