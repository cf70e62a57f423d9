package org.eigenlens.cca;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.kernel.ChiSquared;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.kernel.Shift;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.Provenance;
import org.eigenlens.model.RowFrame;
import org.eigenlens.pca.ColumnStatistics;
import org.eigenlens.pca.MemoryNeed;
import org.eigenlens.pca.Preprocessing;

/**
 * One fit of kernel CCA: each view becomes features of its kernel, and the pairs of features are
 * those of ridge CCA.
 *
 * <p>With centred features K = FFᵀ a ridge R on their covariance is the problem of Hardoon and
 * others (2004), K² + κK with κ = (n − ddof)·R, so that the linear kernel gives ridge CCA back.
 */
public final class KernelCcaFit {

  /** Up to so many rows landmarks leave nothing but rounding, as all pairs cost little. */
  private static final int EXACT_ROWS = 500;

  private static final int MOST_AUTOMATIC = 500;
  private static final double AUTOMATIC_TOLERANCE = 1e-3;

  private final CcaOptions options;
  private final KernelChoice kernelX;
  private final KernelChoice kernelY;
  private final int landmarks;

  /**
   * Prepares a fit; an instance serves one fit only.
   *
   * @param landmarks of each view; 0 for as many as it takes to miss nothing but rounding of at
   *     most 500 rows, and a thousandth of the trace of more
   */
  public KernelCcaFit(
      CcaOptions options, KernelChoice kernelX, KernelChoice kernelY, int landmarks) {
    this.options = options;
    this.kernelX = kernelX;
    this.kernelY = kernelY;
    this.landmarks = landmarks;
  }

  /** Fits to two matrices with the same rows; columns are called x1, …, y1, … without names. */
  public PairedModel fit(Matrix x, List<String> namesX, Matrix y, List<String> namesY) {
    List<String> first = namesX == null ? CcaFit.numbered("x", x.columns()) : namesX;
    List<String> second = namesY == null ? CcaFit.numbered("y", y.columns()) : namesY;
    CcaFit.checkViews(new JoinedRows(x, y), JoinedRows.names(first, second), x.columns());
    int most = Math.min(x.rows(), landmarks > 0 ? landmarks : MOST_AUTOMATIC);
    need(x, y, most).check(options.memory());
    options.progress().at("choosing landmarks of the first view");
    KernelFeatures fx = features(x, first, kernelX, most, 0);
    options.progress().at("choosing landmarks of the second view");
    KernelFeatures fy = features(y, second, kernelY, most, 1);
    CcaFit fit = new CcaFit(options);
    return model(fit, solved(fit, fx, fy), fx, fy, first, second);
  }

  /**
   * Returns what features of both views take, and their landmarks, which the model keeps; beside
   * them one view at a time is copied, and afterwards the pairs are found.
   */
  private static MemoryNeed need(Matrix x, Matrix y, int most) {
    double landmarks = Allowance.copyBytes(most, (double) x.columns() + y.columns());
    double copy = Allowance.copyBytes(x.rows(), Math.max(x.columns(), y.columns()));
    double features = 8.0 * 4 * most * x.rows();
    double pairs = 8.0 * 160 * most * most;
    boolean wide = landmarks + copy > features + pairs;
    return new MemoryNeed(
        "features of " + most + " landmarks a view" + (wide ? ", and a copy of its rows" : ""),
        landmarks + features + Math.max(copy, pairs),
        wide ? "give fewer rows or columns" : "take fewer landmarks");
  }

  private static Solution solved(CcaFit fit, KernelFeatures fx, KernelFeatures fy) {
    try {
      return fit.solve(
          new JoinedRows(fx.rows(), fy.rows()),
          fx.rows().rows(),
          JoinedRows.names(
              CcaFit.numbered("feature ", fx.count()), CcaFit.numbered("feature ", fy.count())),
          fx.count(),
          false);
    } catch (NumericalException e) {
      if (e.view().isEmpty()) {
        throw e;
      }
      // The columns vary, or it would have been said before; the features do not.
      throw new NumericalException(
              "To its kernel all rows of view %s are alike; choose another kernel or gamma."
                  .formatted(e.view().getAsInt() == 0 ? "x" : "y"))
          .inView(e.view().getAsInt());
    }
  }

  /** Sees a view through its kernel; what is wrong with it is said of this view. */
  private KernelFeatures features(
      Matrix x, List<String> names, KernelChoice choice, int most, int view) {
    try {
      return features(x, names, choice, most, view, options.seed() + view);
    } catch (NumericalException e) {
      throw e.inView(view);
    }
  }

  private KernelFeatures features(
      Matrix x, List<String> names, KernelChoice choice, int most, int view, long seed) {
    ColumnStatistics statistics = ColumnStatistics.of(x, true);
    boolean standardize = options.preprocessing().standardize();
    statistics.requireFinite(x, names, true);
    boolean[] constant = Preprocessing.constantColumns(x, statistics);
    if (x.rows() > 1 && IntStream.range(0, constant.length).allMatch(j -> constant[j])) {
      throw Reduction.allConstant(constant.length, view);
    }
    double[] scale = options.preprocessing().scale(statistics, constant);
    double[] mean = statistics.mean();
    double[] none = new double[mean.length];
    RowFrame plain = new RowFrame(mean, standardize ? mean : none, scale);
    Allowance allowance = new Allowance((double) options.memory());
    DenseMatrix seen = allowance.copy(x);
    plain.enter(seen);
    Kernel kernel = choice.of(seen);
    if (kernel instanceof Precomputed) {
      throw new IllegalArgumentException(
          "Kernel CCA compares rows by themselves; a precomputed kernel has none.");
    }
    if (standardize && kernel instanceof ChiSquared) {
      throw new IllegalArgumentException(
          "The chi2 kernel is for counts, and standardised columns have negative values; leave"
              + " either out.");
    }
    RowFrame frame = plain;
    if (kernel.isShiftInvariant(true) && !standardize) {
      // Nothing was subtracted from them yet, nor are they divided by anything.
      frame = new RowFrame(mean, Shift.of(seen, mean), scale);
      frame.enter(seen);
    }
    double tolerance = landmarks > 0 || x.rows() <= EXACT_ROWS ? 0 : AUTOMATIC_TOLERANCE;
    KernelFeatures features = KernelFeatures.of(kernel, frame, seen, most, tolerance, seed);
    allowance.release(seen);
    return features;
  }

  private PairedModel model(
      CcaFit fit,
      Solution found,
      KernelFeatures fx,
      KernelFeatures fy,
      List<String> namesX,
      List<String> namesY) {
    Reduction reduced = found.reduced();
    int split = fx.count();
    double[] meanX = Arrays.copyOf(reduced.mean(), split);
    double[] meanY = Arrays.copyOfRange(reduced.mean(), split, reduced.mean().length);
    DenseMatrix scores = fx.landmarkScores(inUnits(reduced, 0, found.weightsX()), meanX);
    double[] signs = new double[found.count()];
    Arrays.setAll(signs, i -> SignRule.sign(scores.row(i)));
    Solution signed = found.signed(signs);
    Provenance provenance = fit.provenance(signed, "nystrom", reason(fx, fy), warnings(fx, fy));
    Provenance part = provenance.asPart();
    double total = found.pairs().total();
    return new PairedModel(
        provenance,
        fx.encoder(
            part, namesX, inUnits(reduced, 0, signed.weightsX()), meanX, found.squares(), total),
        fy.encoder(
            part,
            namesY,
            inUnits(reduced, split, signed.weightsY()),
            meanY,
            found.squares(),
            total),
        signed.findings().withLoadings(null));
  }

  /** Returns weights for features as they are, and scores of unit variance. */
  private DenseMatrix inUnits(Reduction reduced, int from, DenseMatrix weights) {
    DenseMatrix scaled = weights.copy();
    double unit = Math.sqrt(reduced.rows() - (double) options.preprocessing().ddof());
    double[] factors = new double[weights.columns()];
    Arrays.setAll(factors, j -> reduced.factors()[from + j] * unit);
    LinearAlgebra.scaleColumns(scaled, factors);
    return scaled;
  }

  private static String reason(KernelFeatures fx, KernelFeatures fy) {
    return String.format(
        Locale.ROOT,
        "%d and %d landmarks, missing %.2g and %.2g of the traces of the kernels",
        fx.count(),
        fy.count(),
        fx.missed(),
        fy.missed());
  }

  private List<String> warnings(KernelFeatures fx, KernelFeatures fy) {
    List<String> warnings = new ArrayList<>();
    double missed = Math.max(fx.missed(), fy.missed());
    if (landmarks == 0 && missed > 2 * AUTOMATIC_TOLERANCE) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%d landmarks, the most that are chosen by themselves, miss %.2g of the trace of a"
                  + " kernel; ask for more, or use a wider kernel (smaller gamma)",
              MOST_AUTOMATIC,
              missed));
    }
    return warnings;
  }
}
