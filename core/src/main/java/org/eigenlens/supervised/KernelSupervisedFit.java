package org.eigenlens.supervised;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eigenlens.eigen.Certificate;
import org.eigenlens.eigen.DirectSolver;
import org.eigenlens.eigen.Eigenpairs;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.kernel.KernelMatrix;
import org.eigenlens.kernel.LowRank;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.kpca.KernelPcaOptions;
import org.eigenlens.kpca.KernelRoute;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.kpca.Points;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.KernelSpectrum;
import org.eigenlens.model.LabelUse;
import org.eigenlens.model.Provenance;
import org.eigenlens.model.Spread;
import org.eigenlens.model.Version;
import org.eigenlens.operator.CenteredOperator;
import org.eigenlens.operator.MatrixOperator;
import org.eigenlens.pca.Decomposition;
import org.eigenlens.pca.Extent;
import org.eigenlens.pca.PcaFit;
import org.eigenlens.pca.Wanted;

/**
 * One fit of kernel supervised PCA, by one of three routes to the same answer.
 *
 * <p>The dual route decomposes Δᵀ H K H Δ with K_y = ΔΔᵀ, as small as the rank of the labels: K is
 * applied once to as many vectors and never stored. The direct one writes K = GGᵀ and takes
 * supervised PCA of the rows of G, which allows for any blend with the identity. Landmarks do the
 * same with thin G.
 */
public final class KernelSupervisedFit {

  /** An eigenvalue below this, relative to the largest, is zero to working precision. */
  private static final double ZERO = 1e-12;

  /** How many components there are at most where nobody said how many. */
  private static final int DEFAULT = 10;

  private static final int AUTOMATIC_LANDMARKS = 2000;
  private static final double AUTOMATIC_TOLERANCE = 1e-3;

  private final KernelPcaOptions options;
  private final SupervisedOptions labelOptions;
  private final Allowance allowance;
  private final List<String> warnings = new ArrayList<>();

  /**
   * Prepares a fit; an instance serves one fit only.
   *
   * @param options of the kernel; {@code center} says whether coordinates are taken about the mean,
   *     and ten components are wanted, or as many of them as there are, where none are asked for
   * @param labelOptions of the labels
   */
  public KernelSupervisedFit(KernelPcaOptions options, SupervisedOptions labelOptions) {
    this.options = options;
    this.labelOptions = labelOptions;
    this.allowance = KernelRoute.allowance(options);
  }

  /**
   * A basis of feature space and what was found in it.
   *
   * @param coefficients of the reference points, a row for each component
   * @param offsets the means of the training rows' coordinates
   */
  private record Found(
      double[] values,
      double trace,
      DenseMatrix references,
      DenseMatrix coefficients,
      double[] offsets,
      double[] meanWeights,
      Spread spread,
      double traceError,
      Certificate certificate,
      String solver,
      String reason) {}

  /** Fits to rows, whose columns are called x1, x2, … if no names are given. */
  public KernelModel fit(Matrix x, Labels labels, List<String> columnNames) {
    List<String> names = PcaFit.names(x.columns(), columnNames);
    if (options.kernel() instanceof KernelChoice.Fixed fixed
        && fixed.kernel() instanceof Precomputed) {
      throw new IllegalArgumentException(
          "Kernel supervised PCA needs points, not a table of similarities; choose another kernel.");
    }
    Extent extent = Extent.of(x, names);
    if (x.rows() > 1 && extent.isConstant()) {
      throw Columns.allConstant();
    }
    LabelledRows rows = LabelledRows.of(x, labels);
    LabelFactor factor = LabelFactor.of(rows, labelOptions);
    boolean landmarks = options.landmarks() != 0 || options.solver() == KernelSolver.NYSTROM;
    boolean direct = options.solver() == KernelSolver.DENSE || labelOptions.blend() > 0;
    if (landmarks) {
      requireLandmarks(x);
    } else if (direct) {
      requireMatrix(x);
    }
    Points points = Points.of(options, x, names, warnings, allowance);
    Found found =
        landmarks
            ? byLandmarks(points, labels, factor)
            : direct ? direct(points, labels, factor) : dual(points, rows, factor);
    LabelUse use = rows.use(labels.counts(), factor.kernel(), labelOptions.blend());
    if (use.blend() == 1) {
      warnings.add(SupervisedFit.IDENTITY_ALONE);
    }
    return model(found, points, names, x.rows(), use);
  }

  /** Refuses landmarks without room for their features, beside what they are chosen from. */
  private void requireLandmarks(Matrix x) {
    int n = x.rows();
    int most = mostLandmarks(n);
    allowance.require(
        most + " landmarks for " + n + " rows",
        8.0 * 2 * n * most + LowRank.sampleBytes(n, x.columns(), most),
        "take fewer landmarks, or allow more memory",
        x);
  }

  private int mostLandmarks(int rows) {
    return Math.min(rows, options.landmarks() <= 0 ? AUTOMATIC_LANDMARKS : options.landmarks());
  }

  /** Refuses the direct route without room for the kernel matrix and its factors. */
  private void requireMatrix(Matrix x) {
    double n = x.rows();
    allowance.require(
        "The kernel matrix of " + x.rows() + " rows and its factors",
        4 * 8 * n * n,
        KernelRoute.LANDMARKS,
        x);
  }

  /** Returns what sums may take beside the points. */
  private long left() {
    return (long) Math.min((double) labelOptions.memory(), allowance.left());
  }

  /** Takes the eigenvectors of the labels' own small matrix. */
  private Found dual(Points points, LabelledRows rows, LabelFactor factor) {
    LabelSums sums = LabelSums.of(rows, factor, left());
    String what = SupervisedFit.describe(rows, sums, warnings);
    int n = points.rows().rows();
    DenseMatrix vectors = factor.centered(rows, rows.areClasses() ? sums.counts().length : 0);
    int r = vectors.rows();
    double need = 8.0 * (2.0 * (r + 1) * n) + KernelMatrix.applyBytes(n, r + 1);
    allowance.require("The labels of " + n + " rows", need, KernelRoute.LANDMARKS);
    options
        .progress()
        .at(
            "comparing all pairs of %d rows, which takes about %s"
                .formatted(n, KernelRoute.pass(n, points.rows().columns(), r + 1)));
    DenseMatrix in = DenseMatrix.zeros(r + 1, n);
    LinearAlgebra.copy(vectors, in.rowRange(0, r));
    LinearAlgebra.fill(in.rowRange(r, r + 1), 1.0 / n);
    DenseMatrix out = DenseMatrix.zeros(r + 1, n);
    double kernelTrace;
    try (KernelMatrix k = KernelMatrix.recomputed(points.kernel(), points.rows())) {
      k.apply(in, out);
      kernelTrace = k.trace();
    }
    double[] rowMeans = out.row(r);
    DenseMatrix images = out.rowRange(0, r);
    DenseMatrix small = DenseMatrix.zeros(r, r);
    LinearAlgebra.multiply(1, images, false, vectors, true, 0, small);
    LinearAlgebra.mirror(small);
    Eigenpairs pairs = new DirectSolver().solve(new MatrixOperator(small), r, options.progress());
    double trace = new MatrixOperator(small).trace();
    int count = count(pairs.values(), sums.labelSquares() * kernelTrace / n, trace, what);
    warnIndefinite(pairs.values());
    DenseMatrix coefficients = DenseMatrix.zeros(count, n);
    DenseMatrix coordinates = DenseMatrix.zeros(count, n);
    DenseMatrix v = pairs.vectors().rowRange(0, count);
    LinearAlgebra.multiply(1, v, false, vectors, false, 0, coefficients);
    LinearAlgebra.multiply(1, v, false, images, false, 0, coordinates);
    double[] factors = new double[count];
    Arrays.setAll(factors, i -> 1 / Math.sqrt(pairs.values()[i]));
    LinearAlgebra.scaleRows(coefficients, factors);
    LinearAlgebra.scaleRows(coordinates, factors);
    double total = kernelTrace - n * Arrays.stream(rowMeans).average().orElse(0);
    return new Found(
        Arrays.copyOf(pairs.values(), count),
        trace,
        points.rows(),
        coefficients,
        centre(coordinates),
        even(n),
        spread(coordinates, total),
        factor.missed(0, Math.max(0, total)),
        pairs.certificate(),
        "gram",
        "dual: one pass over the kernel matrix, which is not kept, and a "
            + r
            + " × "
            + r
            + " matrix of the labels"
            + factor.remark(0, total));
  }

  /** Supervised PCA of the rows of G, with HKH = GGᵀ. */
  private Found direct(Points points, Labels labels, LabelFactor factor) {
    int n = points.rows().rows();
    options.progress().at("decomposing the kernel matrix of " + n + " rows");
    DenseMatrix k = DenseMatrix.zeros(n, n);
    points.kernel().evaluate(points.rows(), points.rows(), k);
    double[] self = points.kernel().self(points.rows());
    for (int i = 0; i < n; i++) {
      k.set(i, i, self[i]);
    }
    LinearAlgebra.mirror(k);
    double[] rowMeans = CenteredOperator.centerMatrix(k);
    double[] ascending = LinearAlgebra.symmetricEigen(k);
    double noise = Math.max(8 * n * Math.ulp(1.0), ZERO) * Math.max(0, ascending[n - 1]);
    int p = 0;
    while (p < n && ascending[n - 1 - p] > noise) {
      p++;
    }
    int rank = p;
    if (rank == 0) {
      throw new NumericalException(
          "All rows are alike to the kernel, so there is no component; choose another kernel or"
              + " gamma.");
    }
    double[] roots = new double[rank];
    Arrays.setAll(roots, i -> Math.sqrt(ascending[n - rank + i]));
    DenseMatrix q = k.rowRange(n - rank, n);
    DenseMatrix g = q.transpose();
    LinearAlgebra.scaleColumns(g, roots);
    LabelledRows rows = LabelledRows.of(g, labels);
    LabelOperator.Leading found = leading(rows, factor, LabelSums.of(rows, factor, left()));
    DenseMatrix coordinates = DenseMatrix.zeros(found.directions().rows(), n);
    LinearAlgebra.multiply(1, found.directions(), false, g, true, 0, coordinates);
    DenseMatrix weights = found.directions().copy();
    LinearAlgebra.scaleColumns(weights, Arrays.stream(roots).map(root -> 1 / root).toArray());
    DenseMatrix coefficients = LinearAlgebra.multiply(weights, q);
    CenteredOperator.center(coefficients);
    double total = Arrays.stream(roots).map(root -> root * root).sum();
    return new Found(
        found.values(),
        found.trace(),
        points.rows(),
        coefficients,
        products(coefficients, rowMeans),
        even(n),
        spread(coordinates, total),
        factor.missed(labelOptions.blend(), total),
        found.found().certificate(),
        "dense",
        "direct: supervised PCA of "
            + n
            + " rows in the "
            + rank
            + " dimensions the kernel gives them"
            + found.identity(labelOptions.blend(), total)
            + factor.remark(labelOptions.blend(), total));
  }

  /** Supervised PCA of features that landmarks span. */
  private Found byLandmarks(Points points, Labels labels, LabelFactor factor) {
    boolean automatic = options.landmarks() <= 0;
    int n = points.rows().rows();
    int most = mostLandmarks(n);
    options.progress().at("choosing landmarks among " + n + " rows");
    LowRank thin =
        LowRank.byLandmarks(
            points.kernel(),
            points.rows(),
            most,
            automatic ? AUTOMATIC_TOLERANCE : 0,
            options.seed());
    LabelledRows rows = LabelledRows.of(thin.features(), labels);
    LabelSums sums = LabelSums.of(rows, factor, left());
    LabelOperator.Leading found = leading(rows, factor, sums);
    double[] mean = LinearAlgebra.sumOfRows(thin.features());
    Arrays.setAll(mean, j -> mean[j] / n);
    DenseMatrix coordinates = DenseMatrix.zeros(found.directions().rows(), n);
    LinearAlgebra.multiply(1, found.directions(), false, thin.features(), true, 0, coordinates);
    double[] offsets = centre(coordinates);
    DenseMatrix coefficients = found.directions().copy();
    LinearAlgebra.solveLower(thin.factor(), true, coefficients);
    DenseMatrix weights = DenseMatrix.copyOf(1, mean.length, mean);
    LinearAlgebra.solveLower(thin.factor(), true, weights);
    // λ(KL) − λ(K′L′) ≤ tr(K − K′)·‖L′‖ + tr(HKH)·tr(L − L′), where primes are what landmarks see.
    double total = sums.columns().total() + thin.traceError();
    double error = thin.traceError() * labelNorm(sums) + factor.missed(labelOptions.blend(), total);
    return new Found(
        found.values(),
        found.trace(),
        thin.landmarks(),
        coefficients,
        offsets,
        weights.row(0),
        spread(coordinates, total),
        error,
        found.found().certificate(),
        KernelSolver.NYSTROM.label(),
        String.format(
            Locale.ROOT,
            "%d landmarks %s: every eigenvalue is at most %.4g too small%s",
            thin.landmarks().rows(),
            automatic ? "chosen by themselves" : "as asked for",
            error,
            found.identity(labelOptions.blend(), sums.columns().total())));
  }

  private LabelOperator.Leading leading(LabelledRows rows, LabelFactor factor, LabelSums sums) {
    String what = SupervisedFit.describe(rows, sums, warnings);
    double[] ones = new double[rows.columns()];
    Arrays.fill(ones, 1);
    LabelOperator operator =
        LabelOperator.of(
            rows.rows(), sums, ones, sums.columns().total(), factor.rounding(), labelOptions);
    LabelOperator.Leading found =
        operator.leading(labelOptions, PcaFit.names(rows.columns(), null), what);
    return options.wanted() == null ? found.first(DEFAULT) : found;
  }

  /** Bounds the largest eigenvalue of (1 − η)HRRᵀH + ηI. */
  private double labelNorm(LabelSums sums) {
    double norm =
        sums.counts() == null ? sums.labelSquares() : Arrays.stream(sums.counts()).max().orElse(0);
    return (1 - labelOptions.blend()) * norm + labelOptions.blend();
  }

  private int count(double[] values, double scale, double trace, String what) {
    double noise = Math.max(ZERO * Math.max(0, values[0]), 10 * Math.ulp(1.0) * scale);
    int rank = 0;
    while (rank < values.length && values[rank] > noise) {
      rank++;
    }
    Wanted wanted = labelOptions.wanted();
    if (rank == 0) {
      throw LabelOperator.nothing(what);
    }
    if (wanted instanceof Wanted.Count count) {
      if (count.components() > rank) {
        throw LabelOperator.tooMany(count.components(), rank, what, 0);
      }
      return count.components();
    }
    return wanted instanceof Wanted.Share share
        ? Decomposition.countForShare(Arrays.copyOf(values, rank), trace, share.share())
        : Math.min(rank, options.wanted() == null ? DEFAULT : rank);
  }

  private void warnIndefinite(double[] values) {
    double lowest = values[values.length - 1];
    if (lowest < -1e-5 * Math.abs(values[0])) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the kernel is not positive: the labels' matrix has eigenvalues down to %.4g, which no"
                  + " coordinates can show",
              lowest));
    }
  }

  /** Subtracts from each row its mean, and returns the means. */
  private static double[] centre(DenseMatrix coordinates) {
    double[] means = new double[coordinates.rows()];
    for (int i = 0; i < means.length; i++) {
      means[i] = Arrays.stream(coordinates.row(i)).average().orElse(0);
    }
    CenteredOperator.center(coordinates);
    return means;
  }

  private static Spread spread(DenseMatrix centred, double total) {
    double[] squares = new double[centred.rows()];
    Arrays.setAll(squares, i -> Arrays.stream(centred.row(i)).map(value -> value * value).sum());
    return new Spread(squares, Math.max(0, total));
  }

  private static double[] even(int n) {
    double[] weights = new double[n];
    Arrays.fill(weights, 1.0 / n);
    return weights;
  }

  private static double[] products(DenseMatrix rows, double[] vector) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix one = scratch.matrix(1, vector.length);
      one.setRow(0, vector, 0);
      DenseMatrix products = scratch.matrix(1, rows.rows());
      LinearAlgebra.multiply(1, one, false, rows, true, 0, products);
      return products.row(0);
    }
  }

  private KernelModel model(
      Found found, Points points, List<String> names, int rows, LabelUse use) {
    int k = found.values().length;
    applySigns(found);
    boolean about = options.center();
    Provenance provenance =
        new Provenance(
            options.method(),
            found.solver(),
            found.reason(),
            rows,
            about,
            options.standardize(),
            options.whiten(),
            options.ddof(),
            options.seed(),
            options.tolerance(),
            found.certificate().maxRelativeResidual(),
            found.certificate().orthogonality(),
            Version.current(),
            warnings);
    return new KernelModel(
        provenance.withLabels(use),
        names,
        points.kernel(),
        points.frame(),
        found.references(),
        found.coefficients(),
        about ? found.offsets() : new double[k],
        about ? found.meanWeights() : new double[found.references().rows()],
        new KernelSpectrum(found.values(), found.trace(), found.traceError(), found.spread()),
        points.way());
  }

  /** Makes the largest coefficient of each component positive. */
  private static void applySigns(Found found) {
    DenseMatrix coefficients = found.coefficients();
    for (int i = 0; i < coefficients.rows(); i++) {
      double[] row = coefficients.row(i);
      if (SignRule.sign(row) < 0) {
        Arrays.setAll(row, j -> -row[j]);
        coefficients.setRow(i, row, 0);
        found.offsets()[i] = -found.offsets()[i];
      }
    }
  }
}
