package org.eigenlens.matrix;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;

/** Matrices on which eigensolvers are known to stumble, as arrays of rows. */
public final class TestMatrices {

  /** The seed of every random matrix here; it appears in the name of each. */
  public static final long SEED = 20_170_412;

  private static final int[] ODD_SIZES = {1, 2, 3, 5, 17, 64, 65, 130, 257};

  private TestMatrices() {}

  /** Returns sizes around the blocks and vector widths of the backends. */
  public static int[] oddSizes() {
    return ODD_SIZES.clone();
  }

  /** A matrix with a name for the test report. */
  public record Named(String name, double[][] values) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Returns uniform values in (−1, 1). */
  public static double[][] random(int rows, int columns, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] a = new double[rows][columns];
    for (double[] row : a) {
      Arrays.setAll(row, j -> 2 * random.nextDouble() - 1);
    }
    return a;
  }

  /** Returns a random symmetric matrix. */
  public static double[][] symmetric(int size, long seed) {
    double[][] a = random(size, size, seed);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        a[i][j] = a[j][i];
      }
    }
    return a;
  }

  /** Returns the diagonal matrix of f(0), f(1), …. */
  public static double[][] diagonal(int size, IntToDoubleFunction f) {
    double[][] a = new double[size][size];
    for (int i = 0; i < size; i++) {
      a[i][i] = f.applyAsDouble(i);
    }
    return a;
  }

  /** Returns H·diag(f)·H with random reflections H, so with the eigenvalues f(0), f(1), …. */
  public static double[][] withSpectrum(int size, long seed, IntToDoubleFunction f) {
    double[][] a = diagonal(size, f);
    for (int step = 0; step < 3; step++) {
      double[] v = random(1, size, seed + step)[0];
      double norm = Arrays.stream(v).map(x -> x * x).sum();
      double[][] h = new double[size][size];
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          h[i][j] = (i == j ? 1 : 0) - 2 * v[i] * v[j] / norm;
        }
      }
      a = Reference.multiply(Reference.multiply(h, a), h);
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        a[i][j] = a[j][i];
      }
    }
    return a;
  }

  /** Returns 1/(i + j + 1): eigenvalues from about 1.8 down to far below machine precision. */
  public static double[][] hilbert(int rows, int columns) {
    double[][] a = new double[rows][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        a[i][j] = 1.0 / (i + j + 1);
      }
    }
    return a;
  }

  /** Returns W21+: tridiagonal, its leading eigenvalues in pairs that agree to 14 digits. */
  public static double[][] wilkinson() {
    double[][] a = diagonal(21, i -> Math.abs(i - 10));
    for (int i = 0; i + 1 < 21; i++) {
      a[i][i + 1] = 1;
      a[i + 1][i] = 1;
    }
    return a;
  }

  /** Returns a row of ones above η·I: singular values √(n + η²) and η, which aᵀa loses. */
  public static double[][] lauchli(int size, double eta) {
    double[][] a = new double[size + 1][size];
    Arrays.fill(a[0], 1);
    for (int i = 0; i < size; i++) {
      a[i + 1][i] = eta;
    }
    return a;
  }

  /** Returns a copy multiplied by a factor. */
  public static double[][] scaled(double[][] a, double factor) {
    double[][] b = new double[a.length][];
    for (int i = 0; i < a.length; i++) {
      b[i] = Arrays.stream(a[i]).map(x -> factor * x).toArray();
    }
    return b;
  }

  private static double[][] graded(double[][] a, int decades) {
    double[][] b = scaled(a, 1);
    int last = Math.max(a.length, a[0].length) - 1;
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[i].length; j++) {
        b[i][j] *= Math.pow(10, -(double) decades * (i + j) / (2.0 * last));
      }
    }
    return b;
  }

  /** Returns symmetric matrices of every difficult kind. */
  public static List<Named> symmetricFamily() {
    List<Named> all = new ArrayList<>();
    for (int n : ODD_SIZES) {
      all.add(new Named("random " + n + " seed " + SEED, symmetric(n, SEED)));
    }
    all.add(new Named("empty", new double[0][0]));
    all.add(new Named("single negative", new double[][] {{-3}}));
    all.add(new Named("single zero", new double[][] {{0}}));
    all.add(new Named("identity", diagonal(17, i -> 1)));
    all.add(new Named("zero", new double[17][17]));
    all.add(new Named("diagonal in falling order", diagonal(9, i -> 9 - i)));
    all.add(new Named("repeated", withSpectrum(30, SEED, i -> 1 + i / 10)));
    all.add(new Named("clustered", withSpectrum(30, SEED, i -> 1 + 1e-14 * i)));
    all.add(new Named("rank one", withSpectrum(30, SEED, i -> i == 0 ? 5 : 0)));
    all.add(new Named("rank deficient", withSpectrum(65, SEED, i -> i < 7 ? i + 1 : 0)));
    all.add(new Named("centring", withSpectrum(130, SEED, i -> i == 0 ? 0 : 1)));
    all.add(new Named("two blocks alike", diagonal(40, i -> i % 20)));
    all.add(new Named("opposite signs", withSpectrum(20, SEED, i -> i % 2 == 0 ? 1 : -1)));
    all.add(new Named("graded down", graded(symmetric(31, SEED), 30)));
    all.add(new Named("graded spectrum", withSpectrum(31, SEED, i -> Math.pow(10, -i))));
    all.add(new Named("hilbert", hilbert(13, 13)));
    all.add(new Named("wilkinson", wilkinson()));
    all.add(new Named("huge", scaled(symmetric(17, SEED), 1e150)));
    all.add(new Named("near overflow", scaled(symmetric(5, SEED), 1e307)));
    all.add(new Named("small", scaled(symmetric(17, SEED), 1e-150)));
    all.add(new Named("denormal", scaled(symmetric(17, SEED), 1e-310)));
    all.add(new Named("huge beside tiny", diagonal(6, i -> i % 2 == 0 ? 1e150 : 1e-150)));
    return all;
  }

  /** Returns matrices with at least as many rows as columns, of every difficult kind. */
  public static List<Named> tallFamily() {
    List<Named> all = new ArrayList<>();
    for (int n : ODD_SIZES) {
      all.add(new Named("square " + n + " seed " + SEED, random(n, n, SEED)));
      all.add(new Named("tall " + n + " seed " + SEED, random(3 * n + 2, n, SEED)));
    }
    all.add(new Named("very tall", random(1500, 3, SEED)));
    all.add(new Named("one column", random(40, 1, SEED)));
    all.add(new Named("identity", diagonal(17, i -> 1)));
    all.add(new Named("zero", new double[19][6]));
    all.add(
        new Named(
            "one zero column", Reference.multiply(random(9, 4, SEED), diagonal(4, i -> i % 3))));
    all.add(
        new Named(
            "rank deficient", Reference.multiply(random(70, 3, SEED), random(3, 20, SEED + 1))));
    all.add(new Named("graded", graded(random(40, 31, SEED), 30)));
    all.add(new Named("hilbert", hilbert(20, 13)));
    all.add(new Named("läuchli", lauchli(6, 1e-9)));
    all.add(new Named("repeated", scaled(diagonal(8, i -> i < 4 ? 2 : 1), -1)));
    all.add(new Named("huge", scaled(random(20, 7, SEED), 1e150)));
    all.add(new Named("small", scaled(random(20, 7, SEED), 1e-150)));
    all.add(new Named("denormal", scaled(random(20, 7, SEED), 1e-310)));
    return all;
  }

  /** Returns tall and wide matrices of every difficult kind. */
  public static List<Named> rectangularFamily() {
    List<Named> all = new ArrayList<>(tallFamily());
    for (Named tall : tallFamily()) {
      if (tall.values().length > tall.values()[0].length) {
        all.add(new Named(tall.name() + ", lying", Reference.transpose(tall.values())));
      }
    }
    return all;
  }
}
