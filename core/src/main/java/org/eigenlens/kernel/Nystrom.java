package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.Progress;
import org.eigenlens.eigen.BlockKrylov;
import org.eigenlens.eigen.DirectSolver;
import org.eigenlens.eigen.Eigenpairs;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.operator.MatrixOperator;

/**
 * Kernel PCA of any number of rows by landmarks: the leading eigenvectors of H·FFᵀ·H instead of
 * H·K·H, where FFᵀ is the part of K that the landmarks S span (Nyström approximation).
 *
 * <p>Landmarks are chosen by {@link RandomPivotedCholesky} among the rows, or among a uniform
 * sample of 50,000 if there are more (fewer if they are very wide); those that are kept elsewhere
 * are all looked at, in several passes ({@link DistributedPivots}). Then one pass over all rows
 * computes f = L⁻¹k(S, x), with K_SS = LLᵀ, and sums the m × m scatter of f, whose eigenvectors V̂
 * give the components: scores(x) = k(x, S)·L⁻ᵀV̂ − f̄ᵀV̂. (Williams and Seeger 2001; Sterge and
 * Sriperumbudur 2022 for the centred form.) For kernels that a shift does not change, rows are
 * first moved by the sample's mean, without which squared distances lose digits.
 *
 * <p>The error is known, not estimated: with R = K − FFᵀ, a Schur complement and so positive, H·K·H
 * = H·FFᵀ·H + H·R·H and Weyl's inequality gives λ̂ⱼ ≤ λⱼ(HKH) ≤ λ̂ⱼ + ρ with ρ = tr R ≥ ‖HRH‖,
 * which the pass sums over all rows.
 *
 * <p>Costs n·m kernel values and 2n·m² operations at the speed of matrix products, and memory for a
 * few m × m matrices and, while landmarks are chosen, 50,000 × m. An instance is immutable and may
 * be used from any thread. The same seed gives the same bits on any number of threads, but for the
 * last ones where LAPACK decomposes a scatter of more than 300 landmarks itself: for more than an
 * eighth as many components, or eigenvalues too close for the iteration.
 *
 * @param kernel must be positive; an indefinite one is refused once it shows
 * @param components how many are wanted; there can be no more than landmarks
 * @param mostLandmarks how many landmarks to take at most
 * @param traceTolerance at which ρ/tr K on the sample to stop taking more; 0 for never
 * @param center whether to centre in feature space
 * @param method how landmarks are chosen
 * @param seed of the sample and of the landmarks
 */
public record Nystrom(
    Kernel kernel,
    int components,
    int mostLandmarks,
    double traceTolerance,
    boolean center,
    LandmarkMethod method,
    long seed) {

  private static final int SAMPLE = 50_000;

  /** A sample takes at most a gigabyte. */
  private static final int SAMPLE_NUMBERS = 1 << 27;

  /** The most landmarks that are taken where none are asked for by number. */
  public static final int AUTO_LANDMARKS = 2_000;

  /** The part of the trace that landmarks may miss where none are asked for by number. */
  public static final double AUTO_TOLERANCE = 1e-3;

  /** Up to this size LAPACK runs on one thread and is as fast as an iteration. */
  private static final int DIRECT = 300;

  /** Checks the options. */
  public Nystrom {
    if (components < 0) {
      throw new IllegalArgumentException("The number of components cannot be " + components + ".");
    }
    new RandomPivotedCholesky(mostLandmarks, traceTolerance, seed);
  }

  /** Takes exactly so many landmarks, unless the data have lower rank. */
  public static Nystrom landmarks(Kernel kernel, int components, int landmarks, long seed) {
    return new Nystrom(kernel, components, landmarks, 0, true, LandmarkMethod.PIVOTED, seed);
  }

  /** Takes landmarks until they leave less than a thousandth of tr K, and at most 2,000. */
  public static Nystrom auto(Kernel kernel, int components, long seed) {
    return new Nystrom(
        kernel,
        components,
        Math.max(components, AUTO_LANDMARKS),
        AUTO_TOLERANCE,
        true,
        LandmarkMethod.PIVOTED,
        seed);
  }

  /** Returns the same without centring in feature space. */
  public Nystrom uncentered() {
    return new Nystrom(kernel, components, mostLandmarks, traceTolerance, false, method, seed);
  }

  /** Returns the same with landmarks that are chosen in another way. */
  public Nystrom choosing(LandmarkMethod other) {
    return new Nystrom(kernel, components, mostLandmarks, traceTolerance, center, other, seed);
  }

  /**
   * Finds the components.
   *
   * @throws NumericalException if there are no rows, a cell is not finite, or the kernel is not
   *     positive
   */
  public NystromPca fit(RowSource rows, Progress progress) {
    Chosen chosen =
        rows.isDistributed() && method == LandmarkMethod.PIVOTED
            ? new DistributedPivots(this, rows).choose(progress)
            : sampled(rows, progress);
    LandmarkFeatures features = chosen.features();
    int m = features.points().rows();
    progress.at("comparing all rows with " + m + " landmarks");
    double[] origin = center ? chosen.featureMean() : new double[m];
    return solve(chosen, origin, new FeatureSums(features, origin).over(rows), progress);
  }

  /**
   * Landmarks.
   *
   * @param numbers which rows they are; none where rows have no numbers
   * @param featureMean the mean of the features of some rows that are like all
   */
  record Chosen(LandmarkFeatures features, long[] numbers, double[] featureMean) {}

  /** Chooses landmarks among a sample of rows. */
  private Chosen sampled(RowSource rows, Progress progress) {
    progress.at("sampling rows");
    RowSample sample = RowSample.of(rows, candidates(rows), seed);
    if (sample.total() == 0) {
      throw new NumericalException("There are no rows; at least 1 is needed.");
    }
    for (int s = 0; s < sample.rows().rows(); s++) {
      kernel.check(sample.rows().rowRange(s, s + 1), sample.numbers()[s]);
    }
    double[] shift =
        kernel.isShiftInvariant(center) ? Shift.of(sample.rows()) : new double[rows.columns()];
    LinearAlgebra.subtractFromRows(sample.rows(), shift);
    progress.at("choosing landmarks among " + sample.rows().rows() + " rows");
    Landmarks landmarks = choose(sample);
    DenseMatrix points = DenseMatrix.unset(landmarks.size(), rows.columns(), Precision.DOUBLE);
    long[] numbers = new long[landmarks.size()];
    for (int s = 0; s < numbers.length; s++) {
      points.setRow(s, sample.rows().row(landmarks.indices()[s]), 0);
      numbers[s] = sample.numbers()[landmarks.indices()[s]];
    }
    sample.rows().storage().release();
    return new Chosen(
        new LandmarkFeatures(kernel, shift, points, landmarks.factor()),
        rows.isDistributed() ? new long[0] : numbers,
        landmarks.featureMean());
  }

  /**
   * Chooses landmarks until they leave less than the tolerance of what centring leaves of the
   * trace, and as many as components are wanted.
   *
   * <p>The selection knows tr K only, most of which may be the mean. Where that stopped it too
   * early it runs again with the tolerance that is needed; the same seed chooses the same landmarks
   * first.
   */
  private Landmarks choose(RowSample sample) {
    double tolerance = traceTolerance;
    while (true) {
      Landmarks found =
          sample.choose(new RandomPivotedCholesky(mostLandmarks, tolerance, seed), kernel);
      double left = found.traceError();
      if (tolerance == 0 || found.size() >= mostLandmarks || found.trace() <= 0) {
        return found;
      }
      if (found.size() < Math.min(components, mostLandmarks)) {
        tolerance = tolerance > 1e-12 ? tolerance / 10 : 0;
        continue;
      }
      double mean = Blocks.dot(found.featureMean(), found.featureMean());
      double seen = found.trace() - left - (center ? sample.rows().rows() * mean : 0);
      if (left <= traceTolerance * (Math.max(0, seen) + left)) {
        return found;
      }
      double needed = 0.5 * traceTolerance * (Math.max(0, seen) + left) / found.trace();
      tolerance = needed > 1e-14 ? Math.min(needed, tolerance / 2) : 0;
    }
  }

  private int candidates(RowSource rows) {
    return method == LandmarkMethod.UNIFORM
        ? mostLandmarks
        : sampleSize(rows.columns(), mostLandmarks);
  }

  private static int sampleSize(int columns, int landmarks) {
    int narrow = Math.min(SAMPLE, SAMPLE_NUMBERS / Math.max(1, columns));
    return Math.max(landmarks, narrow);
  }

  /**
   * Returns about how many bytes a fit takes: the sample and its factor, and a few matrices of the
   * landmarks' size.
   *
   * @param rows how many there are; {@link Long#MAX_VALUE} if that is not known
   */
  public static double bytes(long rows, int columns, int landmarks) {
    double sample = Math.min(rows, sampleSize(columns, landmarks));
    return 8 * (sample * ((double) landmarks + columns) + 10.0 * landmarks * landmarks);
  }

  private NystromPca solve(
      Chosen chosen, double[] origin, FeatureSums.Totals totals, Progress progress) {
    LandmarkFeatures features = chosen.features();
    DenseMatrix points = features.points();
    DenseMatrix factor = features.factor();
    int m = points.rows();
    DenseMatrix scatter = totals.scatter();
    double[] mean = new double[m];
    if (center) {
      // Σ(f − f̄)(f − f̄)ᵀ = Σ(f − f₀)(f − f₀)ᵀ − n·δδᵀ with δ = f̄ − f₀, which is small.
      double[] delta = totals.sum();
      Arrays.setAll(delta, j -> delta[j] / totals.rows());
      LinearAlgebra.addOuter(-(double) totals.rows(), delta, delta, scatter);
      Arrays.setAll(mean, j -> origin[j] + delta[j]);
    }
    LinearAlgebra.mirror(scatter);
    MatrixOperator operator = new MatrixOperator(scatter);
    Eigenpairs pairs = decompose(operator, progress);
    double[] values = pairs.values();
    DenseMatrix vectors = pairs.vectors();
    double floor = floor(values, m, totals.trace());
    int k = values.length;
    double[] offset = new double[k];
    // The landmarks' scores L·V̂ − c decide the signs: they are what the result keeps of the rows.
    DenseMatrix scores = DenseMatrix.zeros(k, m);
    LinearAlgebra.multiply(1, vectors, false, factor, true, 0, scores);
    for (int i = 0; i < k; i++) {
      double[] v = vectors.row(i);
      if (values[i] <= floor) {
        values[i] = 0;
        Arrays.fill(v, 0);
      }
      double along = Blocks.dot(v, mean);
      double[] score = scores.row(i);
      Arrays.setAll(score, s -> score[s] - along);
      int sign = SignRule.sign(score);
      Arrays.setAll(v, j -> sign * v[j]);
      offset[i] = along == 0 ? 0 : sign * along;
      vectors.setRow(i, v, 0);
    }
    LinearAlgebra.solveLower(factor, true, vectors);
    DenseMatrix meanWeights = DenseMatrix.copyOf(1, m, mean);
    LinearAlgebra.solveLower(factor, true, meanWeights);
    NystromPca result =
        new NystromPca(
            kernel,
            features.shift(),
            points,
            chosen.numbers(),
            vectors.transpose(),
            offset,
            values,
            Math.max(0, operator.trace()),
            totals.trace(),
            totals.residual(),
            meanWeights.row(0),
            totals.rows(),
            pairs.certificate());
    scatter.storage().release();
    return result;
  }

  private Eigenpairs decompose(MatrixOperator operator, Progress progress) {
    int count = Math.min(components, operator.size());
    if (operator.size() > DIRECT && count < operator.size() / 8) {
      Eigenpairs pairs = new BlockKrylov(1e-11, seed, 200).solve(operator, count, progress);
      if (pairs.certificate().converged()) {
        return pairs;
      }
    }
    return new DirectSolver().solve(operator, count, progress);
  }

  /**
   * Returns below what an eigenvalue is rounding: relative to the largest, and to tr K, since f
   * itself is right only to the residual at which landmarks were dropped.
   */
  private static double floor(double[] values, int m, double trace) {
    double largest = values.length == 0 ? 0 : values[0];
    double epsilon = Math.ulp(1.0);
    return Math.max(Math.max(8 * m * epsilon, 1e-12) * largest, 10 * m * epsilon * trace);
  }
}
