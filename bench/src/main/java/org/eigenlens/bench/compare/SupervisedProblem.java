package org.eigenlens.bench.compare;

import java.util.List;
import java.util.Locale;
import org.eigenlens.bench.SyntheticData;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/**
 * Supervised PCA of rows in classes, and PCA of the same rows beside it.
 *
 * <p>The last column of the data is the class of each row.
 *
 * @param classes how many; one more than components
 */
record SupervisedProblem(int classes) implements Problem {

  /** The first of the arguments, which tells workers the problem. */
  static final String NAME = "supervised";

  /** The engine that does PCA instead, without looking at the labels. */
  static final String PCA = "eigenlens-pca";

  @Override
  public String title(int rows, int columns) {
    return String.format(
        Locale.ROOT, "Supervised PCA, %,d × %,d in %d classes", rows, columns - 1, classes);
  }

  /** Returns rows of which those of class c lie 3(c + 1) further along column c. */
  @Override
  public DenseMatrix data(int rows, int columns) {
    DenseMatrix x = SyntheticData.of(rows, columns - 1, 0, 7);
    DenseMatrix all = DenseMatrix.zeros(rows, columns);
    LinearAlgebra.copy(x, all.columnRange(0, columns - 1));
    x.storage().release();
    for (int i = 0; i < rows; i++) {
      int label = i % classes;
      all.set(i, columns - 1, label);
      all.set(i, label, all.get(i, label) + 3.0 * (label + 1));
    }
    return all;
  }

  @Override
  public List<String> java() {
    return List.of("eigenlens", PCA);
  }

  @Override
  public List<String> python() {
    return List.of("numpy-classes");
  }

  @Override
  public String whyNot(String engine, int rows, int columns) {
    return null;
  }

  @Override
  public List<String> arguments() {
    return List.of(NAME, Integer.toString(classes));
  }

  @Override
  public List<String> commandOptions() {
    return List.of();
  }

  @Override
  public String task(String engine) {
    return engine.equals(PCA) ? PCA : NAME;
  }

  @Override
  public Judge judge(DenseMatrix x, int components, String task) {
    if (task.equals(PCA)) {
      return Judge.ofPca(x.columnRange(0, x.columns() - 1).copy(), components);
    }
    return Judge.ofSupervisedPca(x, classes, components);
  }

  @Override
  public Effort effort() {
    return new Effort(3, 20, 60);
  }
}
