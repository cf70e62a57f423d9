package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.eigenlens.Isomap;
import org.eigenlens.LaplacianEigenmaps;
import org.eigenlens.Lle;
import org.eigenlens.ManifoldBuilder;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.KernelModel;

/**
 * A rolled-up sheet to be unrolled by one of the manifold methods, with ten neighbours.
 *
 * <p>Of Isomap is compared how much of the two true parameters of the sheet the two coordinates
 * explain: the R² of a least squares fit of each parameter, along the roll and across it. The
 * others bend the sheet, rightly; of them the two costs are compared, which are the eigenvalues of
 * the same matrix whoever finds them: (I − W)ᵀ(I − W), or the normalised Laplacian. Of modified LLE
 * scikit-learn tells only their sum, which then is both values.
 *
 * @param method isomap, lle, modified-lle or laplacian-eigenmaps
 */
record ManifoldProblem(String method) implements Problem {

  private static final String NAME = "manifold";
  private static final int NEIGHBORS = 10;
  private static final int DENSE = 2_000;

  static boolean isWritten(List<String> arguments) {
    return !arguments.isEmpty() && arguments.get(0).equals(NAME);
  }

  /** Reads what {@link #arguments} wrote, and prepares our engine. */
  static Fitter fitter(Path data, int components, List<String> arguments) throws IOException {
    DenseMatrix all = Npy.read(data);
    DenseMatrix x = all.columnRange(0, 3).copy();
    String method = arguments.get(1);
    return new Fitter(
        "Eigenlens with " + LinearAlgebra.backend().name(),
        () -> {
          KernelModel model = fit(method, x, components, KernelSolver.AUTO, 0);
          DenseMatrix map = model.trainingCoordinates();
          double[] explained = Unrolled.explained(all, map);
          double[] values = isJudgedByCosts(method) ? costs(method, model) : explained;
          return new Spectrum(
              values,
              map.transpose(),
              String.format(
                  Locale.ROOT,
                  "%s; explains %.4f and %.4f of the sheet",
                  model.provenance().solver(),
                  explained[0],
                  explained[1]));
        });
  }

  private static boolean isJudgedByCosts(String method) {
    return !method.equals("isomap");
  }

  private static double[] costs(String method, KernelModel model) {
    double[] costs = model.eigenvalues();
    double sum = Arrays.stream(costs).sum();
    return method.equals("modified-lle") ? new double[] {sum, sum} : costs;
  }

  private static KernelModel fit(
      String method, DenseMatrix x, int k, KernelSolver solver, long seed) {
    return switch (method) {
      case "isomap" -> set(Isomap.builder(), k, solver, seed).fit(x);
      case "lle" -> set(Lle.builder(), k, solver, seed).fit(x);
      case "modified-lle" -> set(Lle.builder(), k, solver, seed).modified(true).fit(x);
      default -> set(LaplacianEigenmaps.builder(), k, solver, seed).binary().fit(x);
    };
  }

  private static <B extends ManifoldBuilder<B>> B set(
      B builder, int k, KernelSolver solver, long seed) {
    return builder.neighbors(NEIGHBORS).components(k).solver(solver).seed(seed);
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
    if (!isJudgedByCosts(method)) {
      return Unrolled.judge();
    }
    // LAPACK where it can; otherwise from another start, and scikit-learn's values are the check.
    KernelSolver solver = x.rows() <= DENSE ? KernelSolver.DENSE : KernelSolver.KRYLOV;
    DenseMatrix points = x.columnRange(0, 3).copy();
    // Costs of LLE are 1e-9 of the largest eigenvalue, to whose rounding errors all are found.
    return Judge.ofValues(
        costs(method, fit(method, points, components, solver, 99)),
        method.equals("laplacian-eigenmaps") ? Judge.RIGHT : 1e-3);
  }

  @Override
  public Effort effort() {
    return new Effort(3, 60, 600);
  }
}
