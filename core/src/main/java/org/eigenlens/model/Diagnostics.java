package org.eigenlens.model;

/**
 * How unusual rows are: within the model's subspace (T²) and away from it (SPE).
 *
 * @param tSquared Hotelling's T² = Σ zᵢ²/λᵢ of each row
 * @param spe the squared prediction error ‖x − x̂‖² of each row, in the model's scaled units
 * @param tSquaredLimit what a new row of the same population exceeds with probability 1 − level
 * @param speLimit the same for the SPE; the size of rounding errors where the model leaves nothing
 *     out, NaN where the route that fitted it (krylov, power) does not learn what it leaves out, or
 *     squares of variances are no numbers
 * @param level such as 0.95
 */
public record Diagnostics(
    double[] tSquared, double[] spe, double tSquaredLimit, double speLimit, double level) {

  /** Tells whether a row exceeds either limit. */
  public boolean outlier(int row) {
    return tSquared[row] > tSquaredLimit || spe[row] > speLimit;
  }
}
