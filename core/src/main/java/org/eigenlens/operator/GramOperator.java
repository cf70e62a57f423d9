package org.eigenlens.operator;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Scratch;

/** AAᵀ, the n × n Gram matrix of the observations, applied in two passes over the data. */
public record GramOperator(Observations observations) implements SymmetricOperator {

  @Override
  public int size() {
    return observations.rows();
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix sums = scratch.matrix(in.rows(), observations.columns());
      observations.combine(in, sums);
      observations.project(sums, out);
    }
  }

  @Override
  public double trace() {
    return observations.squaredNorm();
  }
}
