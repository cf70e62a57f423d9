package org.eigenlens.kpca;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.eigenlens.Progress;
import org.eigenlens.eigen.Certificate;
import org.eigenlens.kernel.Bandwidth;
import org.eigenlens.kernel.ChiSquared;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.LandmarkMethod;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.Provenance;
import org.eigenlens.model.Version;
import org.eigenlens.pca.Wanted;

/**
 * Everything that decides what a fit does.
 *
 * @param method the name models are labelled with
 * @param kernel the similarity
 * @param wanted how many components; null for ten, or as many of them as carry variance
 * @param center whether feature space is centred
 * @param standardize whether columns are centred and divided by their deviation first
 * @param whiten whether coordinates are scaled to unit variance
 * @param ddof variances divide by n − ddof
 * @param solver the route
 * @param landmarks how many landmarks to use: 0 for an exact model, {@link #AUTOMATIC} for as many
 *     as it takes
 * @param landmarkMethod how they are chosen
 * @param tolerance of iterative solvers
 * @param seed of whatever is random
 * @param memory bytes that may be taken beside the data
 * @param precision of the stored kernel matrix
 * @param preImage the way back to points; null for what suits the kernel
 * @param progress hears how far the work has come
 */
public record KernelPcaOptions(
    String method,
    KernelChoice kernel,
    Wanted wanted,
    boolean center,
    boolean standardize,
    boolean whiten,
    int ddof,
    KernelSolver solver,
    int landmarks,
    LandmarkMethod landmarkMethod,
    double tolerance,
    long seed,
    long memory,
    Precision precision,
    PreImageMethod preImage,
    Progress progress) {

  /** As many landmarks as it takes to see all but a thousandth of the trace. */
  public static final int AUTOMATIC = -1;

  private static final int DEFAULT = 10;

  /** Checks the numbers. */
  public KernelPcaOptions {
    checkedTolerance(tolerance);
    checkedMemory(memory);
    if (landmarks < AUTOMATIC) {
      throw new IllegalArgumentException(
          "The landmarks must be a positive number, not " + landmarks + ".");
    }
    boolean exact = solver != KernelSolver.AUTO && solver != KernelSolver.NYSTROM;
    if (exact && landmarks != 0) {
      throw new IllegalArgumentException(
          "The "
              + solver.label()
              + " solver is exact and takes no landmarks; leave them out, or use nystrom.");
    }
  }

  /** Returns a tolerance that can be reached. */
  public static double checkedTolerance(double tolerance) {
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "The tolerance must lie between 0 and 1, not be " + tolerance + ".");
    }
    return tolerance;
  }

  /** Returns a number of bytes that something can be done with. */
  public static long checkedMemory(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("The memory must be positive, not " + bytes + " bytes.");
    }
    return bytes;
  }

  /** Returns the same with another number of components. */
  public KernelPcaOptions withWanted(Wanted other) {
    return with(other, solver, landmarks);
  }

  /** Returns the same without landmarks. */
  public KernelPcaOptions exact() {
    return with(wanted, solver == KernelSolver.NYSTROM ? KernelSolver.AUTO : solver, 0);
  }

  private KernelPcaOptions with(Wanted other, KernelSolver route, int count) {
    return new KernelPcaOptions(
        method,
        kernel,
        other,
        center,
        standardize,
        whiten,
        ddof,
        route,
        count,
        landmarkMethod,
        tolerance,
        seed,
        memory,
        precision,
        preImage,
        progress);
  }

  /** Returns how many components are wanted of so many rows. */
  public Wanted wanted(long rows) {
    return wanted == null ? new Wanted.Count((int) Math.max(1, Math.min(DEFAULT, rows))) : wanted;
  }

  /**
   * Says what a spectrum tells of the kernel's width, and that no component carries anything.
   *
   * @param differ tells whether rows differ, which is asked only where no component says so
   */
  void judge(
      double[] eigenvalues,
      double total,
      long rows,
      Kernel kernel,
      BooleanSupplier differ,
      List<String> warnings) {
    int rank = (int) Arrays.stream(eigenvalues).filter(value -> value > 0).count();
    if (rank == 0) {
      boolean hidden = differ.getAsBoolean();
      warnings.add(
          (hidden
                  ? "the rows differ, but the kernel's values by less than their rounding"
                  : "all rows are alike to the kernel")
              + ": no component carries variance, and every coordinate is 0; "
              + (hidden
                  ? "standardise the data, subtract their means, or choose another kernel or gamma"
                  : "choose another kernel or gamma, or rows that differ"));
    } else if (rank < eigenvalues.length) {
      warnings.add(
          "only %d of %d components carry variance that can be told from zero; the others are 0"
              .formatted(rank, eigenvalues.length));
    }
    if (center && rank > 0 && Frames.hasUnitDiagonal(kernel)) {
      boolean median = this.kernel instanceof KernelChoice.Median;
      Bandwidth.warning(eigenvalues[0], total, rows, median).ifPresent(warnings::add);
    }
    if (!center) {
      warnings.add(
          "feature space was not centred: shares are of the sum of squares, not of variance");
    }
  }

  /** Returns the kernel for these data, after refusing one that cannot be. */
  Kernel choose(RowSource prepared) {
    Kernel chosen = kernel.of(prepared);
    if (chosen instanceof Precomputed) {
      throw new IllegalArgumentException(
          "A precomputed kernel is fitted to a square table of similarities, without landmarks.");
    }
    if (standardize && chosen instanceof ChiSquared) {
      throw new IllegalArgumentException(
          "The chi2 kernel is for counts, and standardised columns have negative values; leave"
              + " either out.");
    }
    return chosen;
  }

  /** Returns the way back to points that models with this kernel take; null if there is none. */
  PreImageMethod preImage(Kernel kernel) {
    if (kernel instanceof Precomputed) {
      return null;
    }
    if (preImage == null) {
      return PreImageMethod.defaultFor(kernel);
    }
    preImage.check(kernel);
    return preImage;
  }

  /**
   * Returns where a model comes from.
   *
   * @param rounding what the storage of the kernel matrix adds to the residuals measured on it
   */
  public Provenance provenance(
      KernelSolver taken,
      String reason,
      long rows,
      Certificate certificate,
      double rounding,
      List<String> warnings) {
    return new Provenance(
        method,
        taken.label(),
        reason,
        rows,
        center,
        standardize,
        whiten,
        ddof,
        seed,
        tolerance,
        certificate.maxRelativeResidual() + rounding,
        certificate.orthogonality(),
        Version.current(),
        warnings);
  }
}
