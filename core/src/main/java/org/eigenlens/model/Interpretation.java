package org.eigenlens.model;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;

/**
 * What the components of a linear model are made of, and how well they show columns and rows (Abdi
 * and Williams, 2010, sections 4 and 5; the numbers are those of FactoMineR).
 *
 * <p>Each answer costs a pass over what it is about. Thread-safe, as the model is.
 */
public final class Interpretation {

  private final LinearModel model;

  /** Looks at a model. */
  public Interpretation(LinearModel model) {
    this.model = model;
  }

  /**
   * Returns the contribution of each column (a row each) to each component, w²: the contributions
   * to a component add up to 1, and would be 1/d each if all columns mattered the same.
   */
  public DenseMatrix columnContributions() {
    DenseMatrix loadings = model.directions().transpose();
    for (int j = 0; j < loadings.rows(); j++) {
      double[] row = loadings.row(j);
      Arrays.setAll(row, i -> row[i] * row[i]);
      loadings.setRow(j, row, 0);
    }
    return loadings;
  }

  /**
   * Returns the correlation of each column (a row each) with each component, w·√variance.
   *
   * @throws IllegalStateException unless they are principal components of standardised columns
   */
  public DenseMatrix columnCorrelations() {
    if (!model.provenance().standardized() || !model.provenance().centered()) {
      throw new IllegalStateException(
          "Correlations with columns follow from the model only if columns were standardised.");
    }
    if (model.spread() != null) {
      throw new IllegalStateException(
          "Correlations with columns follow from principal components only, and these are of "
              + model.provenance().method()
              + ".");
    }
    double[] deviation = Arrays.stream(model.explainedVariance()).map(Math::sqrt).toArray();
    DenseMatrix loadings = model.directions().transpose();
    LinearAlgebra.scaleColumns(loadings, deviation);
    return loadings;
  }

  /**
   * Returns how well each component shows each row, cos² = z²/‖x‖², where x is the prepared row:
   * over all components that there are they add up to 1. A row at the mean has none (NaN).
   *
   * @param coordinates of the rows
   */
  public DenseMatrix rowQualities(Matrix rows, DenseMatrix coordinates) {
    double[] mean = model.mean();
    double[] scale = model.scale();
    double[] units = units();
    DenseMatrix qualities = DenseMatrix.zeros(rows.rows(), model.components());
    for (int i = 0; i < rows.rows(); i++) {
      double[] x = rows.row(i);
      double squares = 0;
      for (int j = 0; j < x.length; j++) {
        double deviation = (x[j] - mean[j]) / scale[j];
        squares += deviation * deviation;
      }
      double[] z = coordinates.row(i);
      double all = squares;
      Arrays.setAll(z, c -> z[c] * z[c] * units[c] / all);
      qualities.setRow(i, z, 0);
    }
    return qualities;
  }

  /**
   * Returns the contribution of each training row to each component, z²/λ: over the training rows
   * the contributions to a component add up to 1.
   */
  public DenseMatrix rowContributions(DenseMatrix coordinates) {
    double[] units = units();
    double[] variance = model.explainedVariance();
    double divisor = model.provenance().divisor();
    DenseMatrix contributions = coordinates.copy();
    for (int i = 0; i < coordinates.rows(); i++) {
      double[] z = coordinates.row(i);
      Arrays.setAll(z, c -> variance[c] > 0 ? z[c] * z[c] * units[c] / (variance[c] * divisor) : 0);
      contributions.setRow(i, z, 0);
    }
    return contributions;
  }

  /** Returns what squared coordinates are multiplied by to undo whitening. */
  private double[] units() {
    double[] units = model.explainedVariance();
    if (!model.provenance().whitened()) {
      Arrays.fill(units, 1);
    }
    return units;
  }

  /**
   * Returns the correlation of each column (a row each) with each coordinate, over rows where both
   * are known: also of columns that a model was not fitted to. NaN where one does not vary.
   */
  public static DenseMatrix correlations(Matrix columns, Matrix coordinates) {
    if (columns.rows() != coordinates.rows()) {
      throw new IllegalArgumentException(
          columns.rows() + " rows of columns, but " + coordinates.rows() + " of coordinates.");
    }
    int d = columns.columns();
    int k = coordinates.columns();
    DenseMatrix x = known(columns, coordinates);
    DenseMatrix z = known(coordinates, coordinates);
    boolean[] gaps = new boolean[d];
    for (int i = 0; i < x.rows(); i++) {
      double[] row = x.row(i);
      for (int j = 0; j < d; j++) {
        gaps[j] |= Double.isNaN(row[j]);
      }
    }
    DenseMatrix products = DenseMatrix.zeros(d, k);
    double[] squaresX = new double[d];
    double[] squaresZ = new double[k];
    if (x.rows() > 0) {
      DenseMatrix fromMean = fromMean(x);
      DenseMatrix scores = fromMean(z);
      addSquares(fromMean, squaresX);
      addSquares(scores, squaresZ);
      LinearAlgebra.multiply(1, fromMean, true, scores, false, 0, products);
    }
    for (int j = 0; j < d; j++) {
      for (int c = 0; c < k; c++) {
        double r =
            gaps[j]
                ? correlation(x, j, z, c)
                : bounded(products.get(j, c) / Math.sqrt(squaresX[j]) / Math.sqrt(squaresZ[c]));
        products.set(j, c, r);
      }
    }
    return products;
  }

  /** Copies the rows that have all coordinates. */
  private static DenseMatrix known(Matrix rows, Matrix coordinates) {
    double[][] known =
        IntStream.range(0, rows.rows())
            .filter(i -> Arrays.stream(coordinates.row(i)).noneMatch(Double::isNaN))
            .mapToObj(rows::row)
            .toArray(double[][]::new);
    return known.length == 0 ? DenseMatrix.zeros(0, rows.columns()) : DenseMatrix.copyOf(known);
  }

  private static DenseMatrix fromMean(DenseMatrix rows) {
    DenseMatrix centered = rows.copy();
    // From the first row, so that columns that do not vary are exactly zero and large means go.
    LinearAlgebra.subtractFromRows(centered, rows.row(0));
    double[] mean = LinearAlgebra.sumOfRows(centered);
    Arrays.setAll(mean, j -> mean[j] / rows.rows());
    LinearAlgebra.subtractFromRows(centered, mean);
    return centered;
  }

  private static void addSquares(DenseMatrix rows, double[] squares) {
    for (int i = 0; i < rows.rows(); i++) {
      double[] row = rows.row(i);
      for (int j = 0; j < row.length; j++) {
        squares[j] += row[j] * row[j];
      }
    }
  }

  private static double bounded(double r) {
    return Double.isFinite(r) ? Math.max(-1, Math.min(1, r)) : Double.NaN;
  }

  /**
   * Returns the mean squared difference of the cells of two matrices of one size; unknown cells
   * (NaN) do not count.
   */
  public static double meanSquaredDifference(Matrix a, Matrix b) {
    if (a.rows() != b.rows() || a.columns() != b.columns()) {
      throw new IllegalArgumentException(
          "%d × %d cells cannot be compared with %d × %d."
              .formatted(a.rows(), a.columns(), b.rows(), b.columns()));
    }
    double squares = 0;
    long known = 0;
    for (int i = 0; i < a.rows(); i++) {
      double[] x = a.row(i);
      double[] y = b.row(i);
      for (int j = 0; j < x.length; j++) {
        double difference = x[j] - y[j];
        if (Double.isFinite(difference)) {
          squares += difference * difference;
          known++;
        }
      }
    }
    return squares / known;
  }

  /** Returns a correlation over the rows where a column is known. */
  private static double correlation(DenseMatrix x, int j, DenseMatrix z, int c) {
    double count = 0;
    double meanX = 0;
    double meanZ = 0;
    double xx = 0;
    double zz = 0;
    double xz = 0;
    for (int i = 0; i < x.rows(); i++) {
      double a = x.get(i, j);
      double b = z.get(i, c);
      if (Double.isNaN(a)) {
        continue;
      }
      // Welford's updates lose nothing where means are large.
      count++;
      double da = a - meanX;
      double db = b - meanZ;
      meanX += da / count;
      meanZ += db / count;
      xx += da * (a - meanX);
      zz += db * (b - meanZ);
      xz += da * (b - meanZ);
    }
    return bounded(xz / Math.sqrt(xx) / Math.sqrt(zz));
  }
}
