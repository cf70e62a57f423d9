package org.eigenlens.hsic;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.eigenlens.Progress;
import org.eigenlens.kernel.Bandwidth;
import org.eigenlens.kernel.Draws;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.LowRank;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.kernel.Shift;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.kpca.KernelRoute;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.Bytes;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;

/** One computation: prepares both sides, compares their rows, and finds the p-value. */
public final class HsicRun {

  /** What landmarks may miss of a trace where nobody said how many there should be. */
  private static final double TOLERANCE = 1e-4;

  private static final int MOST_LANDMARKS = 200;

  /** A shuffle that comes within rounding of the value itself counts as reaching it. */
  private static final double TIE = 1e-12;

  private final HsicOptions options;

  /** Prepares a run. */
  public HsicRun(HsicOptions options) {
    this.options = options;
  }

  /** Measures how much the columns of two tables of the same rows depend. */
  public Dependence of(Matrix x, Matrix y) {
    int n = x.rows();
    if (n != y.rows()) {
      throw new IllegalArgumentException(
          "Both sides are of the same rows, but one has " + n + " and the other " + y.rows() + ".");
    }
    if (n < 2) {
      throw new NumericalException("Dependence needs at least 2 rows, not " + n + ".");
    }
    Allowance allowance = new Allowance((double) options.memory());
    requireRoom(x, y, allowance);
    DenseMatrix left = allowance.copy(x);
    DenseMatrix right = allowance.copy(y);
    Kernel xKernel = choose(options.x(), left, "first");
    Kernel yKernel = choose(options.y(), right, "second");
    center(xKernel, left);
    center(yKernel, right);
    return options.isExact(n)
        ? allPairs(xKernel, left, yKernel, right, allowance)
        : byLandmarks(xKernel, left, yKernel, right);
  }

  /** Refuses what has no room, as far as sizes tell, before both sides are copied. */
  private void requireRoom(Matrix x, Matrix y, Allowance allowance) {
    int n = x.rows();
    if (!options.isExact(n)) {
      int most = mostLandmarks(n);
      double sample =
          Math.max(
              LowRank.sampleBytes(n, x.columns(), most), LowRank.sampleBytes(n, y.columns(), most));
      allowance.require(
          most + " landmarks for " + n + " rows",
          ThinFactors.need(n, most) + sample,
          "take fewer landmarks, or allow more memory",
          x,
          y);
      return;
    }
    boolean permutes = options.test() == HsicOptions.Test.PERMUTATION;
    allowance.require(
        "Comparing all pairs of " + n + " rows",
        Math.max(AllPairs.sumsNeed(n), permutes ? ThinFactors.need(n, ShuffledFactor.MOST) : 0),
        Allowance.FEWER,
        x,
        y);
  }

  private int mostLandmarks(int rows) {
    return Math.min(rows, options.landmarks() > 0 ? options.landmarks() : MOST_LANDMARKS);
  }

  private Kernel choose(KernelChoice choice, DenseMatrix points, String side) {
    for (int i = 0; i < points.rows(); i++) {
      if (!Arrays.stream(points.row(i)).allMatch(Double::isFinite)) {
        throw new NumericalException(
            "Row %d of the %s group has a cell that is no finite number.".formatted(i + 1, side));
      }
    }
    if (points.rows() > 1 && isConstant(points)) {
      throw new NumericalException(
          "The %s group has the same value in every row, so there is nothing to depend on; choose other columns."
              .formatted(side));
    }
    Kernel kernel =
        choice == null
            ? Bandwidth.Family.RBF.kernel(
                Bandwidth.measure(points, Bandwidth.Family.RBF, options.seed()).median())
            : choice.of(points);
    if (kernel instanceof Precomputed) {
      throw new IllegalArgumentException("HSIC needs points on both sides, not similarities.");
    }
    return kernel;
  }

  private static boolean isConstant(DenseMatrix points) {
    double[] first = points.row(0);
    return IntStream.range(1, points.rows()).allMatch(i -> Arrays.equals(points.row(i), first));
  }

  /** Distances and centred products are the same around the mean, and lose no digits there. */
  private static void center(Kernel kernel, DenseMatrix points) {
    if (kernel.isShiftInvariant(true)) {
      LinearAlgebra.subtractFromRows(points, Shift.of(points));
    }
  }

  private Dependence allPairs(
      Kernel xKernel, DenseMatrix x, Kernel yKernel, DenseMatrix y, Allowance allowance) {
    int n = x.rows();
    boolean permutes = options.test() == HsicOptions.Test.PERMUTATION;
    LowRank xFactor = permutes ? factor(xKernel, x) : null;
    LowRank yFactor = permutes ? factor(yKernel, y) : null;
    boolean both = xFactor != null && yFactor != null;
    if (permutes && !both) {
      boolean neither = xFactor == null && yFactor == null;
      requireRoom(n, neither ? AllPairs.need(n) : ShuffledFactor.need(n), allowance.copies());
    }
    // Each side twice: for its means, and beside the other.
    String time = KernelRoute.passes(4, n, (x.columns() + y.columns() + 1) / 2);
    String comparing = "comparing all pairs of %d rows, which takes about %s".formatted(n, time);
    options.progress().at(comparing + ", by the first side");
    Side first = new Side(xKernel, x);
    options.progress().at(comparing + ", by the second side");
    Side second = new Side(yKernel, y);
    AllPairs pairs = new AllPairs(first, second);
    AllPairs.Sums sums = pairs.sums(options.progress());
    requireVariation(first.varies(sums.xSquares()), second.varies(sums.ySquares()));
    double p =
        switch (options.test()) {
          case NONE -> Double.NaN;
          case GAMMA -> pairs.gammaPValue(sums);
          case PERMUTATION -> {
            if (both) {
              yield share(n, new ThinFactors(xFactor, yFactor)::permuted);
            }
            yield yFactor != null
                ? share(n, ShuffledFactor.of(first, yFactor.features())::permuted)
                : xFactor != null
                    ? share(n, turned(ShuffledFactor.of(second, xFactor.features())::permuted))
                    : share(n, pairs::permuted);
          }
        };
    double lengths = Math.sqrt(sums.xSquares()) * Math.sqrt(sums.ySquares());
    return dependence(
        n,
        xKernel,
        yKernel,
        sums.product(),
        pairs.unbiased(sums),
        lengths,
        0,
        first.exponent() + second.exponent(),
        0,
        p);
  }

  private LowRank factor(Kernel kernel, DenseMatrix points) {
    return ShuffledFactor.exact(kernel, points, options.seed(), options.progress());
  }

  private Dependence byLandmarks(Kernel xKernel, DenseMatrix x, Kernel yKernel, DenseMatrix y) {
    int n = x.rows();
    boolean asked = options.landmarks() > 0;
    int most = mostLandmarks(n);
    options.progress().at("choosing landmarks for " + n + " rows");
    double tolerance = asked ? 0 : TOLERANCE;
    ThinFactors factors =
        new ThinFactors(
            LowRank.of(xKernel, x, most, tolerance, options.seed()),
            LowRank.of(yKernel, y, most, tolerance, options.seed()));
    double lengths = factors.lengths();
    requireVariation(factors.xVaries(), factors.yVaries());
    double product = factors.product();
    double p = options.test() == HsicOptions.Test.NONE ? Double.NaN : share(n, factors::permuted);
    return dependence(
        n,
        xKernel,
        yKernel,
        product,
        factors.unbiased(),
        lengths,
        factors.missed(),
        factors.exponent(),
        factors.landmarks(),
        p);
  }

  private static void requireVariation(boolean xVaries, boolean yVaries) {
    if (!xVaries || !yVaries) {
      throw new NumericalException(
          "To its kernel, the %s group has the same value in every row, so there is nothing to depend on; choose other columns, or another kernel or gamma."
              .formatted(xVaries ? "second" : "first"));
    }
  }

  /**
   * Puts the answer together.
   *
   * @param exponent the power of two that products of both sides were divided by
   */
  private Dependence dependence(
      int n,
      Kernel x,
      Kernel y,
      double product,
      double unbiased,
      double lengths,
      double missed,
      int exponent,
      int landmarks,
      double p) {
    double divisor = (n - 1.0) * (n - 1.0);
    double hsic = Math.scalb(product / divisor, exponent);
    double slip = Math.scalb(missed / divisor, exponent);
    boolean vanishes = product != 0 && Math.abs(hsic) < Double.MIN_NORMAL;
    if (vanishes || !Double.isFinite(hsic) || !Double.isFinite(slip)) {
      throw beyondNumbers(vanishes, Math.log10(Math.abs(product) / divisor), exponent);
    }
    double error =
        options.test() == HsicOptions.Test.PERMUTATION
            ? Math.sqrt(p * (1 - p) / (options.permutations() + 1))
            : options.test() == HsicOptions.Test.NONE ? Double.NaN : 0;
    return new Dependence(
        n,
        x,
        y,
        hsic,
        Math.scalb(unbiased, exponent),
        product / lengths,
        slip,
        landmarks,
        options.test(),
        p,
        error);
  }

  /** Creates the complaint about a criterion of 10^digits times 2^exponent. */
  private static NumericalException beyondNumbers(boolean small, double digits, int exponent) {
    double power = digits + exponent * Math.log10(2);
    return new NumericalException(
        "HSIC would be %s, and double numbers keep their digits from 1e-307 to 1e308; use other units, or another kernel."
            .formatted(
                Double.isFinite(power)
                    ? String.format(Locale.ROOT, "about 1e%.0f", power)
                    : small ? "less" : "more"));
  }

  /** Gives the value for each of so many shuffles. */
  private interface Shuffler {
    double[] permuted(Supplier<int[]> shuffles, int count, Progress progress);
  }

  /** Shuffles the first side instead of the second, to the same end. */
  private static Shuffler turned(Shuffler shuffler) {
    return (shuffles, count, progress) ->
        shuffler.permuted(() -> ThinFactors.inverse(shuffles.get()), count, progress);
  }

  /**
   * Returns (1 + how many shuffles reach the value)/(1 + how many there are). The value itself is
   * that of a shuffle which changes nothing: what is compared was computed alike.
   */
  private double share(int n, Shuffler shuffler) {
    Random seeds = Draws.of(options.seed());
    boolean[] begun = {false};
    Supplier<int[]> shuffles =
        () -> {
          if (begun[0]) {
            return Draws.order(n, seeds.nextLong());
          }
          begun[0] = true;
          return IntStream.range(0, n).toArray();
        };
    int count = options.permutations();
    double[] values = shuffler.permuted(shuffles, count + 1, options.progress());
    double least = values[0] - TIE * Math.abs(values[0]);
    // The first reaches itself.
    long reached = Arrays.stream(values).filter(value -> value >= least).count();
    return reached / (1.0 + count);
  }

  /** Refuses permutations that have no room in the heap, or beside copies that are not there. */
  private void requireRoom(int n, double onHeap, double copies) {
    double heap = 0.8 * Runtime.getRuntime().maxMemory();
    double most = Math.min((double) options.memory(), heap + copies);
    double need = onHeap + copies;
    if (need > most) {
      throw new NumericalException(
          String.format(
              Locale.ROOT,
              "Permutations of all pairs of %d rows would take %s, and %s are allowed; use"
                  + " landmarks, or the gamma approximation.",
              n,
              Bytes.needed(need),
              Bytes.allowed(most)));
    }
  }
}
