package org.eigenlens.operator;

import org.eigenlens.matrix.DenseMatrix;

/** AᵀA, the d × d scatter of the observations, applied in one pass over the data. */
public record ScatterOperator(Observations observations) implements SymmetricOperator {

  @Override
  public int size() {
    return observations.columns();
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out) {
    observations.scatter(in, out);
  }

  @Override
  public double trace() {
    return observations.squaredNorm();
  }
}
