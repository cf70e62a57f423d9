package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;

/** One data set to be raced on, and what is to be found in it. */
record Case(String name, int rows, int columns, Problem problem) {

  /** Changes with the generator, so that old files are not taken for new ones. */
  private static final int GENERATION = 1;

  static List<Case> full() {
    return List.of(
        pca("100000x200", 100_000, 200, 0),
        pca("1000000x50", 1_000_000, 50, 0),
        pca("300x50000", 300, 50_000, 0),
        pca("20000x2000", 20_000, 2_000, 0),
        pca("mean1e6", 100_000, 200, 1e6),
        kernel("kernel5000", 5_000, 64, 0),
        kernel("kernel10000", 10_000, 64, 0),
        kernel("kernel20000", 20_000, 64, 0),
        kernel("kernel1m", 1_000_000, 64, 1_000),
        supervised("supervised1m", 1_000_000, 50),
        new Case("cca10000", 10_000, 180, new PairedProblem(100)),
        roll("isomap2000", 2_000, "isomap"),
        roll("isomap10000", 10_000, "isomap"),
        roll("lle2000", 2_000, "lle"),
        roll("lle10000", 10_000, "lle"),
        roll("mlle2000", 2_000, "modified-lle"),
        roll("mlle10000", 10_000, "modified-lle"),
        roll("laplacian2000", 2_000, "laplacian-eigenmaps"),
        roll("laplacian10000", 10_000, "laplacian-eigenmaps"));
  }

  static List<Case> quick() {
    return List.of(
        pca("2000x40", 2_000, 40, 0),
        pca("50x2000", 50, 2_000, 0),
        pca("mean1e6", 2_000, 40, 1e6),
        kernel("kernel600", 600, 64, 0),
        kernel("kernel12k", 12_000, 64, 200),
        supervised("supervised2000", 2_000, 40),
        new Case("cca2000", 2_000, 30, new PairedProblem(20)),
        roll("isomap800", 800, "isomap"));
  }

  /** Three columns of points, two of what they came from. */
  private static Case roll(String name, int rows, String method) {
    return new Case(name, rows, 5, new ManifoldProblem(method));
  }

  private static Case pca(String name, int rows, int columns, double offset) {
    return new Case(name, rows, columns, new LinearProblem(offset));
  }

  private static Case kernel(String name, int rows, int columns, int landmarks) {
    return new Case(name, rows, columns, new KernelProblem(1.0 / columns, landmarks));
  }

  /** One class more than components, and one column more for the class. */
  private static Case supervised(String name, int rows, int columns) {
    return new Case(name, rows, columns + 1, new SupervisedProblem(Problem.COMPONENTS + 1));
  }

  String title() {
    return problem.title(rows, columns);
  }

  /** Returns why an engine is not asked, or null. */
  String whyNot(String engine) {
    return problem.whyNot(engine, rows, columns);
  }

  /** Writes the data unless they are there. */
  Path data(Path folder) throws IOException {
    Path file = folder.resolve("%s-%dx%d-v%d.npy".formatted(name, rows, columns, GENERATION));
    if (!Files.exists(file)) {
      Files.createDirectories(folder);
      DenseMatrix x = problem.data(rows, columns);
      Npy.write(file, x);
      x.storage().release();
    }
    return file;
  }
}
