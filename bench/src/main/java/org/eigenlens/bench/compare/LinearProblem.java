package org.eigenlens.bench.compare;

import java.util.List;
import org.eigenlens.bench.SyntheticData;
import org.eigenlens.matrix.DenseMatrix;

/**
 * PCA.
 *
 * @param offset where the column means lie; zero for ordinary data
 */
record LinearProblem(double offset) implements Problem {

  @Override
  public String title(int rows, int columns) {
    String shape = "%,d × %,d".formatted(rows, columns);
    return offset == 0 ? shape : shape + ", mean about %.0e, spread about 1".formatted(offset);
  }

  @Override
  public DenseMatrix data(int rows, int columns) {
    return SyntheticData.of(rows, columns, offset, 7);
  }

  @Override
  public List<String> java() {
    return List.of("eigenlens", "ejml", "smile");
  }

  @Override
  public List<String> python() {
    return List.of(
        "numpy-gram",
        "sklearn-auto",
        "sklearn-covariance_eigh",
        "sklearn-randomized",
        "sklearn-arpack",
        "sklearn-full");
  }

  @Override
  public String whyNot(String engine, int rows, int columns) {
    boolean square = engine.equals("sklearn-covariance_eigh") || engine.equals("smile");
    if (square && rows < columns && columns > 1000) {
      return "it would decompose a matrix of %,d × %,d".formatted(columns, columns);
    }
    return null;
  }

  @Override
  public List<String> arguments() {
    return List.of();
  }

  @Override
  public List<String> commandOptions() {
    return List.of();
  }

  @Override
  public Judge judge(DenseMatrix x, int components, String task) {
    return Judge.ofPca(x, components);
  }

  @Override
  public Effort effort() {
    return new Effort(20, 20, 60);
  }
}
