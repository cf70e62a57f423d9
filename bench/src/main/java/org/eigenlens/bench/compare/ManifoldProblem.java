package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.eigenlens.Isomap;
import org.eigenlens.LaplacianEigenmaps;
import org.eigenlens.Lle;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.KernelModel;

/**
 * A rolled-up sheet to be unrolled by one of the manifold methods, with ten neighbours.
 *
 * <p>What is compared is not eigenvalues, which every library scales in its own way, but how much
 * of the two true parameters of the sheet the two coordinates explain: the R² of a least squares
 * fit of each parameter, along the roll and across it.
 *
 * @param method isomap, lle, modified-lle or laplacian-eigenmaps
 */
record ManifoldProblem(String method) implements Problem {

  private static final String NAME = "manifold";
  private static final int NEIGHBORS = 10;

  static boolean isWritten(List<String> arguments) {
    return !arguments.isEmpty() && arguments.get(0).equals(NAME);
  }

  /** Reads what {@link #arguments} wrote, and prepares our engine. */
  static Fitter fitter(Path data, int components, List<String> arguments) throws IOException {
    DenseMatrix all = Npy.read(data);
    DenseMatrix x = all.columnRange(0, 3).copy();
    return new Fitter(
        "Eigenlens with " + LinearAlgebra.backend().name(),
        () -> {
          KernelModel model = fit(arguments.get(1), x, components);
          DenseMatrix map = model.trainingCoordinates();
          return new Spectrum(
              Unrolled.explained(all, map), map.transpose(), model.provenance().solver());
        });
  }

  private static KernelModel fit(String method, DenseMatrix x, int k) {
    return switch (method) {
      case "isomap" -> Isomap.builder().neighbors(NEIGHBORS).components(k).fit(x);
      case "lle" -> Lle.builder().neighbors(NEIGHBORS).components(k).fit(x);
      case "modified-lle" -> Lle.builder().neighbors(NEIGHBORS).modified(true).components(k).fit(x);
      default -> LaplacianEigenmaps.builder().neighbors(NEIGHBORS).binary().components(k).fit(x);
    };
  }

  @Override
  public String title(int rows, int columns) {
    return String.format(Locale.ROOT, "%s of a swiss roll, %,d × 3", method, rows);
  }

  /** Three columns of the roll, then the length along it and the height. */
  @Override
  public DenseMatrix data(int rows, int columns) {
    SplittableRandom random = new SplittableRandom(7);
    DenseMatrix x = DenseMatrix.zeros(rows, columns);
    for (int i = 0; i < rows; i++) {
      double t = 1.5 * Math.PI * (1 + 2 * random.nextDouble());
      double height = 21 * random.nextDouble();
      double root = Math.sqrt(1 + t * t);
      double along = (t * root + Math.log(t + root)) / 2;
      x.setRow(i, new double[] {t * Math.cos(t), height, t * Math.sin(t), along, height}, 0);
    }
    return x;
  }

  @Override
  public int components() {
    return 2;
  }

  @Override
  public List<String> java() {
    return List.of("eigenlens");
  }

  @Override
  public List<String> python() {
    return List.of("sklearn-" + method);
  }

  @Override
  public String whyNot(String engine, int rows, int columns) {
    return null;
  }

  @Override
  public List<String> arguments() {
    return List.of(NAME, method);
  }

  @Override
  public List<String> commandOptions() {
    return List.of();
  }

  @Override
  public Judge judge(DenseMatrix x, int components, String task) {
    return Unrolled.judge(method);
  }

  @Override
  public Effort effort() {
    return new Effort(3, 60, 600);
  }
}
