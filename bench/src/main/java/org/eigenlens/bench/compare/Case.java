package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eigenlens.bench.SyntheticData;
import org.eigenlens.matrix.DenseMatrix;

/**
 * One data set to be raced on.
 *
 * @param offset where the column means lie; zero for ordinary data
 */
record Case(String name, int rows, int columns, double offset) {

  /** Changes with the generator, so that old files are not taken for new ones. */
  private static final int GENERATION = 1;

  static List<Case> full() {
    return List.of(
        new Case("100000x200", 100_000, 200, 0),
        new Case("1000000x50", 1_000_000, 50, 0),
        new Case("300x50000", 300, 50_000, 0),
        new Case("20000x2000", 20_000, 2_000, 0),
        new Case("mean1e6", 100_000, 200, 1e6));
  }

  static List<Case> quick() {
    return List.of(
        new Case("2000x40", 2_000, 40, 0),
        new Case("50x2000", 50, 2_000, 0),
        new Case("mean1e6", 2_000, 40, 1e6));
  }

  String title() {
    String shape = "%,d × %,d".formatted(rows, columns);
    return offset == 0 ? shape : shape + ", mean about %.0e, spread about 1".formatted(offset);
  }

  /** Returns why an engine is not asked, or null. */
  String whyNot(String engine) {
    boolean square = engine.equals("sklearn-covariance_eigh") || engine.equals("smile");
    if (square && rows < columns && columns > 1000) {
      return "it would decompose a matrix of %,d × %,d".formatted(columns, columns);
    }
    return null;
  }

  /** Writes the data unless they are there. */
  Path data(Path folder) throws IOException {
    Path file = folder.resolve("%s-%dx%d-v%d.npy".formatted(name, rows, columns, GENERATION));
    if (!Files.exists(file)) {
      Files.createDirectories(folder);
      DenseMatrix x = SyntheticData.of(rows, columns, offset, 7);
      Npy.write(file, x);
      x.storage().release();
    }
    return file;
  }
}
