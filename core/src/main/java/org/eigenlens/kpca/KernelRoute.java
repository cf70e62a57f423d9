package org.eigenlens.kpca;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.eigenlens.eigen.BlockKrylov;
import org.eigenlens.kernel.KernelMatrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.pca.Wanted;

/**
 * Which exact route to take, and why, in words for the user.
 *
 * <p>The choice changes time and memory, never the answer: nothing here approximates.
 *
 * @param solver dense, krylov or power
 * @param stored whether the kernel matrix is kept in memory
 * @param reason one sentence
 */
public record KernelRoute(KernelSolver solver, boolean stored, String reason) {

  /** Up to here LAPACK needs about a second, and knows the whole spectrum. */
  private static final int SMALL = 1500;

  /** Beyond here LAPACK needs minutes. */
  private static final int LARGEST_DENSE = 8000;

  /** Operations a second and core while tiles are computed and multiplied. */
  private static final double RATE = 1.5e10;

  /** What a similarity costs beside its product: exp and memory traffic. */
  private static final double SIMILARITY = 60;

  /** Whoever waits longer than this should have been asked first. */
  private static final double PATIENCE_SECONDS = 3600;

  /** A share of the machine's memory is left to others. */
  private static final double USABLE = 0.85;

  static KernelRoute of(KernelPcaOptions options, Wanted asked, int rows, int columns) {
    int wanted = asked instanceof Wanted.Count count ? count.components() : rows;
    double allowed = allowed(options);
    double dense = 3 * 8.0 * rows * rows;
    KernelSolver solver = options.solver();
    if (solver == KernelSolver.DENSE) {
      if (dense > allowed) {
        throw tooLarge("The dense route for " + rows + " rows", dense, allowed);
      }
      return new KernelRoute(KernelSolver.DENSE, true, "asked for");
    }
    boolean small = rows <= SMALL || (wanted > rows / 8 && rows <= LARGEST_DENSE);
    if (solver == KernelSolver.AUTO && small && dense <= allowed) {
      return new KernelRoute(
          KernelSolver.DENSE,
          true,
          rows <= SMALL
              ? rows + " rows are few: the whole matrix is decomposed"
              : "many components of " + rows + " rows: the whole matrix is decomposed");
    }
    int count = Math.min(wanted, Math.max(64, rows / 8));
    double vectors = 16.0 * BlockKrylov.basisSize(rows, count, KernelMatrix.BLOCK) * rows;
    double working =
        vectors
            + KernelMatrix.applyBytes(rows, BlockKrylov.blockSize(rows, count, KernelMatrix.BLOCK));
    if (working > allowed) {
      throw tooLarge("The vectors of " + rows + " rows", working, allowed);
    }
    double triangle = KernelMatrix.storedBytes(rows, options.precision());
    KernelSolver iterative = solver == KernelSolver.POWER ? solver : KernelSolver.KRYLOV;
    String why = solver == KernelSolver.AUTO ? asked + " of " + rows + " rows" : "asked for";
    if (working + triangle <= allowed) {
      return new KernelRoute(
          iterative,
          true,
          String.format(
              Locale.ROOT,
              "%s: one triangle of the kernel matrix in %s takes %s",
              why,
              options.precision().name().toLowerCase(Locale.ROOT),
              size(triangle)));
    }
    double seconds = seconds(rows, columns, count);
    if (solver == KernelSolver.AUTO && seconds > PATIENCE_SECONDS) {
      throw new NumericalException(
          String.format(
              Locale.ROOT,
              "The kernel matrix of %d rows takes %s, and %s are allowed; computing it anew in each"
                  + " pass would take about %s. Use landmarks (1000 take %s), fewer rows, or ask"
                  + " for the krylov solver to wait.",
              rows,
              size(triangle),
              size(allowed),
              duration(seconds),
              size(8.0 * (50_000 + 8_000) * 1000)));
    }
    return new KernelRoute(
        iterative,
        false,
        String.format(
            Locale.ROOT,
            "%s: the kernel matrix would take %s, more than allowed, so it is computed anew in each"
                + " pass (estimated at %s)",
            why,
            size(triangle),
            duration(seconds)));
  }

  /** Returns how many bytes may be taken. */
  public static double allowed(KernelPcaOptions options) {
    return Math.min((double) options.memory(), USABLE * physicalBytes());
  }

  private static double seconds(double rows, int columns, int count) {
    double pairs = rows * rows / 2;
    double block = BlockKrylov.blockSize((int) rows, count, KernelMatrix.BLOCK);
    double passes = 9 + count / 5.0;
    return passes * pairs * (2.0 * columns + SIMILARITY + 4 * block) / (RATE * Parallel.threads());
  }

  /** Refuses what would not fit. */
  public static NumericalException tooLarge(String what, double need, double allowed) {
    return new NumericalException(
        "%s would take %s, and %s are allowed; use landmarks, or allow more memory."
            .formatted(what, size(need), size(allowed)));
  }

  private static double physicalBytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean machine
        ? machine.getTotalMemorySize()
        : Double.MAX_VALUE;
  }

  private static String size(double bytes) {
    return bytes < 1e9
        ? String.format(Locale.ROOT, "%.0f MB", Math.ceil(bytes / 1e6))
        : String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
  }

  private static String duration(double seconds) {
    return seconds < 120
        ? String.format(Locale.ROOT, "%.0f s", seconds)
        : seconds < 7200
            ? String.format(Locale.ROOT, "%.0f minutes", seconds / 60)
            : String.format(Locale.ROOT, "%.0f hours", seconds / 3600);
  }
}
