package org.eigenlens.kpca;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eigenlens.kernel.DataKernel;
import org.eigenlens.kernel.DistanceTable;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.KernelMatrix;
import org.eigenlens.kernel.LessOne;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.kernel.RoundedKernelMatrix;
import org.eigenlens.kernel.Sigmoid;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.matrix.Bytes;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.KernelSpectrum;
import org.eigenlens.model.Provenance;
import org.eigenlens.model.RowFrame;
import org.eigenlens.operator.CenteredOperator;
import org.eigenlens.pca.Extent;
import org.eigenlens.pca.PcaFit;
import org.eigenlens.pca.Wanted;

/** One fit: prepares the rows, takes a route, checks where it led, and makes the model. */
public final class KernelPcaFit {

  /** A negative eigenvalue beyond this, relative to the largest, is no rounding error. */
  private static final double NEGATIVE = 1e-5;

  /** Paths along a graph are never quite Euclidean; beyond this share they are far from it. */
  private static final double BENT = 0.05;

  /** A largest eigenvalue below this, relative to the lowest, is nothing but rounding. */
  private static final double NOTHING = 1e-12;

  /** Where the first eigenvalue is below this, relative to the trace, tanh has no slope left. */
  private static final double SATURATED = 1e-6;

  /** An eigenvalue below this, relative to the largest, is zero to working precision. */
  private static final double ZERO = 1e-12;

  private final KernelPcaOptions options;
  private final List<String> warnings = new ArrayList<>();
  private Wanted wanted;

  /** Whether rows are known to differ, whatever the kernel makes of them. */
  private boolean differ;

  /** The lowest eigenvalue, where somebody knows it. */
  private double lowest = Double.NaN;

  /** What eigenvalues are multiplied by before they are shown. */
  private double scale = 1;

  private KernelRoute route;

  /** Prepares a fit; an instance serves one fit only. */
  public KernelPcaFit(KernelPcaOptions options) {
    this.options = options;
  }

  /**
   * Fits to rows, whose columns are called x1, x2, … if no names are given; an exact fit needs them
   * in memory.
   */
  public KernelModel fit(RowSource source, List<String> columnNames) {
    List<String> names = PcaFit.names(source.columns(), columnNames);
    if (options.landmarks() != 0 || options.solver() == KernelSolver.NYSTROM) {
      return new LandmarkFit(options, warnings).fit(source, names);
    }
    if (!(source instanceof Matrix x)) {
      throw new NumericalException(
          "Kernel PCA of all pairs needs the rows in memory, and %s are allowed, which hold %.0f rows of %d columns at most; %s."
              .formatted(
                  Bytes.allowed(KernelRoute.allowed(options)),
                  KernelRoute.allowed(options) / (8.0 * Math.max(1, source.columns())),
                  source.columns(),
                  isPrecomputed() ? "allow more memory" : KernelRoute.LANDMARKS));
    }
    checkRows(x.rows());
    wanted = options.wanted(x.rows());
    checkCount(x.rows());
    Extent extent = Extent.of(x, names);
    differ = !isPrecomputed() && !extent.isConstant();
    return isPrecomputed() ? similarities(x, names) : exact(x, names);
  }

  private boolean isPrecomputed() {
    return options.kernel() instanceof KernelChoice.Fixed fixed
        && fixed.kernel() instanceof Precomputed;
  }

  /** Says what the lowest eigenvalue is, which an iteration for the largest only guesses. */
  public void lowest(double value) {
    lowest = value;
  }

  /** Says what eigenvalues will be multiplied by, as those of landmarks are: warnings do it too. */
  public void scale(double times) {
    scale = times;
  }

  private void checkRows(int rows) {
    if (rows < 1) {
      throw new NumericalException("There are no rows to fit to.");
    }
    if (rows < 2 && options.center()) {
      throw new NumericalException(
          "There is only 1 row, and a variance needs at least 2; give more rows, or do not centre.");
    }
  }

  private void checkCount(int rows) {
    if (wanted instanceof Wanted.Count count && count.components() > rows) {
      throw new NumericalException(
          "%s were asked for, but a kernel matrix of %s has at most %d; ask for %s."
              .formatted(count, Counted.of(rows, "row"), rows, Wanted.upTo(rows)));
    }
  }

  /** Fits to a square table of similarities. */
  private KernelModel similarities(Matrix given, List<String> names) {
    if (options.standardize()) {
      throw new IllegalArgumentException(
          "A precomputed kernel has no columns to standardise; standardise the data before their"
              + " similarities are computed.");
    }
    Similarities.checkSquare(given);
    route = KernelRoute.ofSimilarities(options, wanted, given.rows());
    DenseMatrix matrix = KernelRoute.allowance(options).copy(given);
    Similarities.makeSymmetric(matrix, warnings);
    return ofMatrix(matrix, names, new Precomputed(), null, null);
  }

  private KernelModel ofMatrix(
      DenseMatrix matrix, List<String> names, Kernel kernel, RowFrame frame, DenseMatrix points) {
    Spectral.Found found = new Spectral(options, route, wanted).of(matrix, false);
    matrix.storage().release();
    return model(found, names, kernel, frame, points, null);
  }

  /**
   * Decides how a kernel matrix that will be made from data is to be decomposed.
   *
   * @param beside how many bytes there are besides, as long as it is
   * @throws NumericalException if there is no room for it, or no such component
   */
  public void prepare(int rows, String what, String remedy, double beside) {
    checkRows(rows);
    wanted = options.wanted(rows);
    checkCount(rows);
    route = KernelRoute.ofMatrix(options, wanted, rows, what, remedy, beside);
  }

  /**
   * Fits to a symmetric kernel matrix made from data, after {@link #prepare}; the matrix is given
   * up.
   *
   * @param said what the user should know of the kernel
   */
  public KernelModel fit(
      DenseMatrix matrix,
      List<String> names,
      Kernel kernel,
      RowFrame frame,
      DenseMatrix points,
      List<String> said) {
    warnings.addAll(said);
    return ofMatrix(matrix, names, kernel, frame, points);
  }

  /** Fits to all pairs of rows. */
  private KernelModel exact(Matrix x, List<String> names) {
    route = KernelRoute.of(options, wanted, x.rows(), x.columns());
    Points points = Points.of(options, x, names, warnings, KernelRoute.allowance(options));
    // Float rounds what is stored anyway, and its certificate counts on k(x, x) = 1.
    boolean exactly = options.center() && options.precision() == Precision.DOUBLE;
    Kernel compared = exactly ? LessOne.inPlaceOf(points.kernel(), points.rows()) : points.kernel();
    Spectral.Found found = decompose(compared, points.rows());
    return model(found, names, points.kernel(), points.frame(), points.rows(), points.way());
  }

  private Spectral.Found decompose(Kernel kernel, DenseMatrix points) {
    Spectral spectral = new Spectral(options, route, wanted);
    if (route.solver() == KernelSolver.DENSE) {
      try (Scratch scratch = new Scratch()) {
        DenseMatrix matrix = scratch.matrix(points.rows(), points.rows());
        kernel.evaluate(points, points, matrix);
        double[] diagonal = kernel.self(points);
        for (int i = 0; i < diagonal.length; i++) {
          matrix.set(i, i, diagonal[i]);
        }
        LinearAlgebra.mirror(matrix);
        return spectral.of(matrix, kernel.isPositive());
      }
    }
    if (options.center() && AlikeRows.are(kernel, points, options.seed())) {
      int count = wanted instanceof Wanted.Count asked ? asked.components() : 1;
      return AlikeRows.found(kernel, points, count);
    }
    if (route.kept() == KernelRoute.Kept.SHARPENED) {
      // What is too large for the kernel is told as such, not as too large for float.
      Spectral.checkFinite(kernel.self(points));
      try (RoundedKernelMatrix matrix =
          RoundedKernelMatrix.of(kernel, points, options.progress())) {
        return spectral.of(matrix, kernel.isPositive());
      }
    }
    try (KernelMatrix matrix =
        route.kept() == KernelRoute.Kept.NOTHING
            ? KernelMatrix.recomputed(kernel, points)
            : KernelMatrix.stored(kernel, points, options.precision(), options.progress())) {
      return spectral.of(matrix, kernel.isPositive());
    }
  }

  private KernelModel model(
      Spectral.Found found,
      List<String> names,
      Kernel kernel,
      RowFrame frame,
      DenseMatrix points,
      PreImageMethod way) {
    double[] values = found.pairs().values();
    if (isOfDistances(kernel)) {
      judgeDistances(values, found, kernel instanceof DataKernel);
    } else {
      judge(values, found);
    }
    int n = found.rowMeans().length;
    double noise = noise(found);
    int rank = zeroBeyondRank(values, noise);
    int kept = options.wanted() instanceof Wanted.Count ? values.length : Math.max(1, rank);
    double[] eigenvalues = Arrays.copyOf(values, kept);
    DenseMatrix coefficients = found.pairs().vectors().rowRange(0, kept).copy();
    found.pairs().vectors().storage().release();
    if (options.center()) {
      // Rows that sum to zero make the terms of a new point's own mean vanish.
      CenteredOperator.center(coefficients);
    }
    double[] factors = new double[kept];
    Arrays.setAll(factors, i -> eigenvalues[i] > 0 ? 1 / Math.sqrt(eigenvalues[i]) : 0);
    LinearAlgebra.scaleRows(coefficients, factors);
    for (int i = 0; i < kept; i++) {
      if (factors[i] == 0) {
        coefficients.setRow(i, new double[n], 0); // No zero is a negative one.
      }
    }
    double[] offsets = offsets(coefficients, found.rowMeans());
    double[] meanWeights = new double[n];
    Arrays.fill(meanWeights, options.center() ? 1.0 / n : 0);
    warn(found, kernel, eigenvalues);
    Provenance provenance =
        options.provenance(
            route.solver(),
            route.reason(),
            n,
            found.pairs().certificate(),
            rounding(found),
            warnings);
    return new KernelModel(
        provenance,
        names,
        kernel,
        frame,
        points,
        coefficients,
        offsets,
        meanWeights,
        new KernelSpectrum(eigenvalues, found.total() > noise ? found.total() : 0, 0),
        way);
  }

  /** Tells whether negative eigenvalues are to be expected, and the user's to judge. */
  private static boolean isOfDistances(Kernel kernel) {
    return kernel instanceof DistanceTable || kernel instanceof DataKernel;
  }

  /** Names negative eigenvalues; components along which there are none but such become 0. */
  private void judgeDistances(double[] values, Spectral.Found found, boolean paths) {
    boolean known = !Double.isNaN(lowest);
    double least = known ? lowest : found.lowest();
    double largest = Math.max(Math.abs(values[0]), Math.abs(least));
    double positive = Arrays.stream(values).map(v -> Math.max(0, v)).sum();
    boolean beyond = paths && positive > (1 + NEGATIVE) * found.total();
    if (beyond || least < -(paths ? BENT : NEGATIVE) * largest) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the %s are not Euclidean: there are negative eigenvalues down to %s%.6g (%.2g of the"
                  + " largest), which no coordinates can show; %s",
              paths ? "lengths of paths" : "distances",
              known ? "" : "about ",
              least * scale,
              Math.abs(least) / largest,
              shares(found.total())));
    }
  }

  /** Refuses components along which squared lengths are negative. */
  private void judge(double[] values, Spectral.Found found) {
    double largest = Math.max(Math.abs(values[0]), Math.abs(found.lowest()));
    if (found.lowest() < 0 && values[0] <= NOTHING * largest) {
      throw new NumericalException(
          String.format(
              Locale.ROOT,
              "The kernel has no positive eigenvalue (the lowest is about %.4g), so there is no"
                  + " component; are these distances, or similarities with the wrong sign?",
              found.lowest()));
    }
    int positive = 0;
    while (positive < values.length && values[positive] >= -NEGATIVE * largest) {
      positive++;
    }
    boolean counted = options.wanted() instanceof Wanted.Count;
    if (positive < values.length && (counted || positive == 0)) {
      throw new NumericalException(
          String.format(
              Locale.ROOT,
              "The kernel is not positive: of the %d components asked for only %d have an eigenvalue"
                  + " that is not significantly negative (number %d is %.6g, the largest %.6g); ask"
                  + " for at most %d components.",
              values.length,
              positive,
              positive + 1,
              values[positive],
              values[0],
              positive));
    }
    if (found.lowest() < -NEGATIVE * largest) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the kernel is not positive: its matrix has negative eigenvalues down to about %.4g"
                  + " (the largest is %.4g), which no coordinates can show; %s",
              found.lowest(),
              values[0],
              shares(found.total())));
    }
  }

  /** Says what shares of a trace are worth that negative eigenvalues have made smaller. */
  private String shares(double total) {
    if (total > 0) {
      return "shares are of the trace, in which they count, so they may exceed 100 %";
    }
    if (wanted instanceof Wanted.Share) {
      throw new NumericalException(
          "The kernel is not positive: its negative eigenvalues outweigh the others, so that no"
              + " components make up a share of the trace; ask for a number of components.");
    }
    return "they outweigh the others, so shares mean nothing and are given as 0";
  }

  /** Sets what cannot be told from zero to zero, and returns how many are left. */
  private static int zeroBeyondRank(double[] values, double noise) {
    int rank = 0;
    for (int i = 0; i < values.length; i++) {
      if (values[i] > noise) {
        rank++;
      } else {
        values[i] = 0;
      }
    }
    return rank;
  }

  /**
   * Returns what rounding may make of an eigenvalue that is zero.
   *
   * <p>Relative to the largest eigenvalue, since vectors are orthogonal to rounding only; and
   * relative to the trace of K, whose entries are rounded before centring cancels their common
   * part. Entries stored in float err independently of each other, by ε/2 each: a matrix of such
   * errors has a norm of about ε·tr K/√n, far less than n·ε times the largest eigenvalue.
   */
  private double noise(Spectral.Found found) {
    double n = found.rowMeans().length;
    double largest = Math.max(0, found.pairs().values()[0]);
    double trace = Math.abs(found.kernelTrace());
    if (isNarrow()) {
      return Math.max(2e-7 * largest, 4 * Math.ulp(1.0f) * trace / Math.sqrt(n));
    }
    double relative = Math.max(8 * n * Math.ulp(1.0), ZERO);
    return Math.max(relative * largest, 10 * Math.ulp(1.0) * trace);
  }

  /** Tells whether what was decomposed is the kernel matrix rounded to float. */
  private boolean isNarrow() {
    return route.kept() == KernelRoute.Kept.FLOAT;
  }

  /**
   * Returns how far the matrix that was decomposed may be from the true one, relative to the
   * largest eigenvalue: in float every entry errs by at most 2⁻²⁵ of itself, so that ‖E‖ ≤
   * 2⁻²⁵‖K‖_F ≤ 2⁻²⁵·tr K.
   */
  private double rounding(Spectral.Found found) {
    double largest = found.pairs().values()[0];
    return isNarrow() && largest > 0 ? 0x1p-25 * Math.abs(found.kernelTrace()) / largest : 0;
  }

  private static double[] offsets(DenseMatrix coefficients, double[] rowMeans) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix means = scratch.matrix(1, rowMeans.length);
      means.setRow(0, rowMeans, 0);
      DenseMatrix products = scratch.matrix(1, coefficients.rows());
      LinearAlgebra.multiply(1, means, false, coefficients, true, 0, products);
      return products.row(0);
    }
  }

  private void warn(Spectral.Found found, Kernel kernel, double[] eigenvalues) {
    if (!found.pairs().certificate().converged()) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%s did not converge: the largest relative residual is %.1e, above the tolerance"
                  + " %.1e; use another solver, or a larger tolerance",
              route.solver().label(),
              found.pairs().certificate().maxRelativeResidual(),
              options.tolerance()));
    }
    double share = eigenvalues[0] / Math.abs(found.kernelTrace());
    if (kernel instanceof Sigmoid && options.center() && share > 0 && share < SATURATED) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the kernel is saturated: its values are all nearly 1 or -1, and what tells rows apart is"
                  + " %.1g of them; choose a smaller gamma, or standardise the columns",
              share));
    }
    options.judge(
        eigenvalues, found.total(), found.rowMeans().length, kernel, () -> differ, warnings);
  }
}
