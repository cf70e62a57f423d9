package org.eigenlens.bench.compare;

import java.util.List;
import java.util.Locale;
import org.eigenlens.bench.ManifoldData;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Kernel PCA with the Gaussian kernel.
 *
 * @param gamma of exp(−γ‖x − y‖²)
 * @param landmarks how many to approximate by; 0 for all pairs
 */
record KernelProblem(double gamma, int landmarks) implements Problem {

  /** Up to here even those take part who need the whole spectrum, or a library call a pair. */
  private static final int LARGEST_DENSE = 5_000;

  /** Reads what {@link #arguments} wrote. */
  static KernelProblem of(List<String> arguments) {
    return new KernelProblem(
        Double.parseDouble(arguments.get(0)), Integer.parseInt(arguments.get(1)));
  }

  boolean exact() {
    return landmarks == 0;
  }

  @Override
  public String title(int rows, int columns) {
    String shape =
        String.format(Locale.ROOT, "Kernel PCA, %,d × %,d, γ = %s", rows, columns, gamma);
    return exact() ? shape : shape + String.format(Locale.ROOT, ", %,d landmarks", landmarks);
  }

  @Override
  public DenseMatrix data(int rows, int columns) {
    return ManifoldData.of(rows, columns, 7);
  }

  @Override
  public List<String> java() {
    return exact() ? List.of("eigenlens", "eigenlens-float", "smile") : List.of("eigenlens");
  }

  @Override
  public List<String> python() {
    return exact() ? List.of("sklearn-arpack", "sklearn-randomized", "sklearn-dense") : List.of();
  }

  @Override
  public String whyNot(String engine, int rows, int columns) {
    boolean slow = engine.equals("sklearn-dense") || engine.equals("smile");
    return slow && rows > LARGEST_DENSE
        ? String.format(Locale.ROOT, "slow already with %,d rows", LARGEST_DENSE)
        : null;
  }

  @Override
  public List<String> arguments() {
    return List.of(Double.toString(gamma), Integer.toString(landmarks));
  }

  @Override
  public List<String> commandOptions() {
    String width = Double.toString(gamma);
    return exact()
        ? List.of("-m", "kernel-pca", "--gamma", width, "--solver", "krylov")
        : List.of("-m", "kernel-pca", "--gamma", width, "--landmarks", "" + landmarks);
  }

  @Override
  public Judge judge(DenseMatrix x, int components, String task) {
    return exact()
        ? Judge.ofKernelPca(x, gamma, components)
        : Judge.ofLandmarks(x, gamma, components);
  }

  @Override
  public Effort effort() {
    return new Effort(20, 30, 240);
  }
}
