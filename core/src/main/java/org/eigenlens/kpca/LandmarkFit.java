package org.eigenlens.kpca;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.LandmarkMethod;
import org.eigenlens.kernel.Nystrom;
import org.eigenlens.kernel.NystromPca;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.KernelSpectrum;
import org.eigenlens.model.RowFrame;
import org.eigenlens.pca.Extent;
import org.eigenlens.pca.Wanted;

/** A fit by landmarks, of any number of rows, with a bound on what they miss. */
final class LandmarkFit {

  /** With fewer rows nobody waits for either way. */
  private static final int MANY = 50;

  private final KernelPcaOptions options;
  private final List<String> warnings;

  LandmarkFit(KernelPcaOptions options, List<String> warnings) {
    this.options = options;
    this.warnings = warnings;
  }

  KernelModel fit(RowSource source, List<String> names) {
    checkMemory(source);
    RowFrame measured = Frames.measure(options, source, names, warnings);
    RowSource prepared = options.standardize() ? framed(source, measured) : source;
    Kernel kernel = options.choose(prepared);
    // Refuses what does not go together before any time is spent on it.
    PreImageMethod way = options.preImage(kernel);
    NystromPca found = nystrom(kernel).fit(prepared, options.progress());
    if (found.rows() < 2 && options.center()) {
      throw new NumericalException(
          "There is only 1 row, and a variance needs at least 2; give more rows, or do not centre.");
    }
    return model(found, names, measured, way, () -> !Extent.of(source, names).isConstant());
  }

  private boolean automatic() {
    return options.landmarks() <= 0;
  }

  private int most() {
    return automatic() ? Math.max(Nystrom.AUTO_LANDMARKS, asked()) : options.landmarks();
  }

  private Nystrom nystrom(Kernel kernel) {
    Nystrom centered =
        automatic()
            ? Nystrom.auto(kernel, components(), options.seed())
            : Nystrom.landmarks(kernel, components(), options.landmarks(), options.seed());
    return (options.center() ? centered : centered.uncentered()).choosing(options.landmarkMethod());
  }

  /** Returns how many components were asked for by number, or 0. */
  private int asked() {
    return options.wanted() instanceof Wanted.Count count ? count.components() : 0;
  }

  /** A share may take as many as there are landmarks. */
  private int components() {
    if (!automatic() && asked() > options.landmarks()) {
      throw new NumericalException(
          "%s were asked for, but %s have at most as many; ask for fewer, or for more landmarks."
              .formatted(options.wanted(), landmarks(options.landmarks())));
    }
    return options.wanted(most()) instanceof Wanted.Count count ? count.components() : most();
  }

  /** Refuses to start what would not fit. */
  private void checkMemory(RowSource source) {
    long rows =
        source instanceof Matrix matrix
            ? matrix.rows()
            // What others keep comes here a few candidates at a time.
            : source.isDistributed() ? most() : Long.MAX_VALUE;
    double need = Nystrom.bytes(rows, source.columns(), most());
    double allowed = KernelRoute.allowed(options);
    if (need > allowed) {
      throw KernelRoute.tooLarge(
          "A fit by " + landmarks(most()),
          need,
          allowed,
          "take fewer landmarks, or allow more memory");
    }
  }

  private static RowSource framed(RowSource source, RowFrame frame) {
    return source.mapped(
        source.columns(),
        tile -> {
          frame.enter(tile);
          return tile;
        });
  }

  private KernelModel model(
      NystromPca found,
      List<String> names,
      RowFrame measured,
      PreImageMethod way,
      BooleanSupplier differ) {
    // What landmarks miss of the trace belongs to the total: shares are lower bounds then.
    double total = found.total() + found.traceError();
    if (!Double.isFinite(total)) {
      throw Points.overflowing(found.rows());
    }
    if (total > 0 && total < Points.VANISHING) {
      throw Points.vanishing();
    }
    int kept = Math.min(found.eigenvalues().length, kept(found, total));
    if (kept == 0) {
      throw new NumericalException(
          "All rows are alike to the kernel, and no landmark can be taken; choose another kernel, or"
              + " rows that differ.");
    }
    DenseMatrix coefficients = found.coefficients().transpose().rowRange(0, kept).copy();
    double[] eigenvalues = Arrays.copyOf(found.eigenvalues(), kept);
    warn(found, eigenvalues, total, differ);
    String reason =
        String.format(
            Locale.ROOT,
            "%s, missing %.2g of the trace: every eigenvalue is at most %.4g too small",
            counted(found.landmarks().rows()),
            total > 0 ? found.traceError() / total : 0,
            found.traceError());
    return new KernelModel(
        options.provenance(
            KernelSolver.NYSTROM, reason, found.rows(), found.certificate(), 0, warnings),
        names,
        found.kernel(),
        frame(found, measured),
        found.landmarks(),
        coefficients,
        Arrays.copyOf(found.offset(), kept),
        found.meanWeights(),
        new KernelSpectrum(eigenvalues, total, found.traceError()),
        way);
  }

  /** Says how many landmarks there are, and why as many. */
  private String counted(int count) {
    String why =
        automatic()
            ? " chosen by themselves"
            : count < options.landmarks() ? ", since more would add nothing" : " as asked for";
    boolean uniform = options.landmarkMethod() == LandmarkMethod.UNIFORM;
    return landmarks(count) + why + (uniform ? ", drawn uniformly" : "");
  }

  private static String landmarks(int count) {
    return Counted.of(count, "landmark");
  }

  /** Returns how many components to keep: as many as were asked for, or as a share takes. */
  private int kept(NystromPca found, double total) {
    double[] values = found.eigenvalues();
    int rank = (int) Arrays.stream(values).filter(value -> value > 0).count();
    if (options.wanted() instanceof Wanted.Count) {
      return values.length;
    }
    if (!(options.wanted() instanceof Wanted.Share share) || rank == 0) {
      return Math.max(1, rank);
    }
    double sum = 0;
    for (int count = 0; count < rank; count++) {
      sum += values[count];
      if (sum >= share.share() * total) {
        return count + 1;
      }
    }
    throw new NumericalException(
        String.format(
            Locale.ROOT,
            "%s cannot see more than %.4g of the trace, and %s was asked for; take more landmarks, or a smaller"
                + " share.",
            landmarks(found.landmarks().rows()),
            total > 0 ? sum / total : 0,
            share.share()));
  }

  private static RowFrame frame(NystromPca found, RowFrame measured) {
    if (measured.scale() == null) {
      return new RowFrame(measured.mean(), found.shift(), null);
    }
    // (x − μ)/σ − s = (x − (μ + σs))/σ
    double[] mean = measured.mean();
    double[] scale = measured.scale();
    double[] shift = new double[mean.length];
    Arrays.setAll(shift, j -> mean[j] + scale[j] * found.shift()[j]);
    return new RowFrame(mean, shift, scale);
  }

  private void warn(NystromPca found, double[] eigenvalues, double total, BooleanSupplier differ) {
    if (eigenvalues.length < asked()) {
      warnings.add(
          "%d components were asked for, but the rows span only %d"
              .formatted(asked(), eigenvalues.length));
    }
    if (automatic()
        && found.landmarks().rows() >= most()
        && found.traceError() > 2 * Nystrom.AUTO_TOLERANCE * total) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%d landmarks, the most that are chosen by themselves, still miss %.2g of the trace;"
                  + " ask for more, or use a wider kernel (smaller gamma)",
              found.landmarks().rows(),
              found.traceError() / total));
    }
    if (automatic() && found.rows() >= MANY && 2L * found.landmarks().rows() > found.rows()) {
      warnings.add(
          "%d of %d rows were needed as landmarks: without landmarks the fit is exact, and no slower"
              .formatted(found.landmarks().rows(), found.rows()));
    }
    options.judge(eigenvalues, total, found.rows(), found.kernel(), differ, warnings);
  }
}
