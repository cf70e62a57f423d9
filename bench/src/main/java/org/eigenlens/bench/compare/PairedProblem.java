package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.eigenlens.Cca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.PairedModel;

/**
 * CCA of two views that lie side by side in one matrix.
 *
 * @param split how many columns the first view has
 */
record PairedProblem(int split) implements Problem {

  private static final String NAME = "cca";
  private static final int SHARED = 8;

  static boolean isWritten(List<String> arguments) {
    return !arguments.isEmpty() && arguments.get(0).equals(NAME);
  }

  /** Reads what {@link #arguments} wrote, and prepares our engine. */
  static Fitter fitter(Path data, int components, List<String> arguments) throws IOException {
    int split = Integer.parseInt(arguments.get(1));
    DenseMatrix both = Npy.read(data);
    DenseMatrix x = both.columnRange(0, split).copy();
    DenseMatrix y = both.columnRange(split, both.columns()).copy();
    both.storage().release();
    Cca cca = Cca.builder().components(components).build();
    return new Fitter(
        "Eigenlens with " + LinearAlgebra.backend().name(),
        () -> {
          PairedModel model = cca.fit(x, y);
          return new Spectrum(
              model.correlations(), model.weights(PairedModel.Side.X), model.provenance().solver());
        });
  }

  @Override
  public String title(int rows, int columns) {
    return String.format(Locale.ROOT, "CCA, %,d × (%d + %d)", rows, split, columns - split);
  }

  /** Noise of unit variance, and eight factors that both views have, of falling strength. */
  @Override
  public DenseMatrix data(int rows, int columns) {
    SplittableRandom random = new SplittableRandom(7);
    DenseMatrix x = DenseMatrix.zeros(rows, columns);
    double[] row = new double[columns];
    double[] shared = new double[SHARED];
    for (int i = 0; i < rows; i++) {
      Arrays.setAll(shared, f -> random.nextGaussian() / (f + 1));
      Arrays.setAll(row, j -> random.nextGaussian() + shared[j % SHARED]);
      x.setRow(i, row, 0);
    }
    return x;
  }

  @Override
  public int components() {
    return 5;
  }

  @Override
  public List<String> java() {
    return List.of("eigenlens");
  }

  @Override
  public List<String> python() {
    return List.of("numpy-qr", "sklearn-cca");
  }

  @Override
  public String whyNot(String engine, int rows, int columns) {
    return null;
  }

  @Override
  public List<String> arguments() {
    return List.of(NAME, Integer.toString(split));
  }

  @Override
  public List<String> commandOptions() {
    return List.of();
  }

  @Override
  public Judge judge(DenseMatrix x, int components, String task) {
    return Judge.ofCca(x, split, components);
  }

  @Override
  public Effort effort() {
    return new Effort(7, 30, 300);
  }
}
