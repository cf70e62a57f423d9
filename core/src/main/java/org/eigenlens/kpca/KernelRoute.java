package org.eigenlens.kpca;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Optional;
import org.eigenlens.eigen.BlockKrylov;
import org.eigenlens.kernel.KernelMatrix;
import org.eigenlens.kernel.Nystrom;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.Bytes;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;
import org.eigenlens.pca.Wanted;

/**
 * Which exact route to take, and why, in words for the user.
 *
 * <p>The choice changes time and memory, never the answer: nothing here approximates. What cannot
 * be done is refused here, before a kernel value is computed.
 *
 * @param solver dense, krylov or power
 * @param kept what of the kernel matrix stays in memory
 * @param mostPairs how many pairs an iteration has memory for
 * @param reason one sentence
 */
public record KernelRoute(KernelSolver solver, Kept kept, int mostPairs, String reason) {

  /** What of the kernel matrix stays in memory. */
  enum Kept {
    /** Nothing: each pass computes it anew. */
    NOTHING,
    /** All of it, in double. */
    DOUBLE,
    /** One triangle rounded to float, because that was asked for. */
    FLOAT,
    /** One triangle rounded to float, whose errors are mended by passes computed in double. */
    SHARPENED
  }

  /** Where a share is wanted of a large matrix, this many pairs are tried first. */
  static final int FIRST_GUESS = 32;

  /** Up to here LAPACK needs about a second, and knows the whole spectrum. */
  private static final int SMALL = 1500;

  /** Beyond here LAPACK needs minutes. */
  private static final int LARGEST_DENSE = 8000;

  /** LAPACK counts in int: 2n² + 6n + 1 numbers of work for all pairs, n² of the matrix for few. */
  private static final int LARGEST_OF_ALL = 32_766;

  private static final int LARGEST_OF_FEW = 46_340;

  /** Operations a second and core while tiles are computed and multiplied. */
  private static final double RATE = 1.5e10;

  /** What a similarity costs beside its product: exp and memory traffic. */
  private static final double SIMILARITY = 60;

  /** Whoever waits longer than this should have been asked first. */
  private static final double PATIENCE_SECONDS = 3600;

  /** A share of the machine's memory is left to others. */
  private static final double USABLE = 0.85;

  /** What to do where all pairs do not fit. */
  public static final String LANDMARKS = "use landmarks, or allow more memory";

  /** Chooses for all pairs of rows. */
  static KernelRoute of(KernelPcaOptions options, Wanted asked, int rows, int columns) {
    double allowed = allowed(options);
    double points = Allowance.copyBytes(rows, columns);
    Optional<KernelRoute> dense =
        dense(options, asked, rows, "The dense route for " + rows + " rows", LANDMARKS, points);
    if (dense.isPresent()) {
      return dense.get();
    }
    int first = firstPairs(asked, rows);
    double working = points + working(rows, first);
    if (working > allowed) {
      throw tooLarge(
          "The vectors of %d rows beside their %d columns".formatted(rows, columns),
          working,
          allowed,
          LANDMARKS);
    }
    Kept kept = kept(options, rows, columns, allowed - working);
    double triangle = bytes(kept == Kept.NOTHING ? Kept.DOUBLE : kept, rows, columns);
    if (kept != Kept.NOTHING) {
      return new KernelRoute(
          iterative(options),
          kept,
          mostPairs(asked, rows, allowed - points - triangle),
          String.format(
              Locale.ROOT,
              "%s: one triangle of the kernel matrix in %s takes %s%s",
              why(options, asked, rows),
              kept == Kept.DOUBLE ? "double" : "float",
              Bytes.needed(triangle),
              kept == Kept.SHARPENED ? ", and what it tells is sharpened in double" : ""));
    }
    double seconds = seconds(rows, columns, first);
    String least = asked instanceof Wanted.Share ? "at least " : "about ";
    if (options.solver() == KernelSolver.AUTO && seconds > PATIENCE_SECONDS) {
      throw new NumericalException(
          String.format(
              Locale.ROOT,
              "The kernel matrix of %d rows takes %s, and %s are allowed; computing it anew in each"
                  + " pass would take %s%s. Use landmarks (1000 take %s), fewer rows, or ask"
                  + " for the krylov solver to wait.",
              rows,
              Bytes.needed(triangle),
              Bytes.allowed(allowed),
              least,
              duration(seconds),
              Bytes.needed(Nystrom.bytes(rows, columns, 1000))));
    }
    return new KernelRoute(
        iterative(options),
        Kept.NOTHING,
        mostPairs(asked, rows, allowed - points),
        String.format(
            Locale.ROOT,
            "%s: the kernel matrix would take %s, more than allowed, so it is computed anew in each"
                + " pass (%s%s in all)",
            why(options, asked, rows),
            Bytes.needed(triangle),
            least,
            duration(seconds)));
  }

  /**
   * Chooses what to keep in so many bytes. Floats take half the space and half the time of doubles,
   * but the matrix is then computed twice: where that is dear, only if doubles do not fit.
   */
  private static Kept kept(KernelPcaOptions options, int rows, int columns, double bytes) {
    if (options.precision() == Precision.FLOAT) {
      return bytes(Kept.FLOAT, rows, columns) <= bytes ? Kept.FLOAT : Kept.NOTHING;
    }
    boolean sharpens = options.solver() != KernelSolver.POWER;
    if (bytes(Kept.DOUBLE, rows, columns) <= bytes && !(sharpens && options.kernel().isCheap())) {
      return Kept.DOUBLE;
    }
    return sharpens && bytes(Kept.SHARPENED, rows, columns) <= bytes
        ? Kept.SHARPENED
        : Kept.NOTHING;
  }

  /** Returns what is kept; to compute in float takes a copy of the points. */
  private static double bytes(Kept kept, int rows, int columns) {
    return switch (kept) {
      case NOTHING -> 0;
      case DOUBLE -> KernelMatrix.storedBytes(rows, Precision.DOUBLE);
      case FLOAT -> KernelMatrix.storedBytes(rows, Precision.FLOAT);
      case SHARPENED -> KernelMatrix.storedBytes(rows, Precision.FLOAT) + 4.0 * rows * columns;
    };
  }

  /** Chooses for a table of similarities, which is copied whole and can have no landmarks. */
  static KernelRoute ofSimilarities(KernelPcaOptions options, Wanted asked, int rows) {
    return ofMatrix(
        options,
        asked,
        rows,
        "A copy of %d × %d similarities".formatted(rows, rows),
        "allow more memory, or give fewer rows",
        0);
  }

  /**
   * Chooses for a matrix that is held whole.
   *
   * @param beside how many bytes there are besides
   */
  static KernelRoute ofMatrix(
      KernelPcaOptions options, Wanted asked, int rows, String what, String remedy, double beside) {
    Optional<KernelRoute> dense = dense(options, asked, rows, what, remedy, beside);
    if (dense.isPresent()) {
      return dense.get();
    }
    double allowed = allowed(options);
    double copy = 8.0 * rows * rows;
    double need = beside + copy + working(rows, firstPairs(asked, rows));
    if (need > allowed) {
      throw tooLarge(what, need, allowed, remedy);
    }
    return new KernelRoute(
        iterative(options),
        Kept.DOUBLE,
        mostPairs(asked, rows, allowed - copy - beside),
        why(options, asked, rows));
  }

  /** Tells whether all pairs of so many rows can be found: exactly, and in minutes. */
  public static boolean canFindAll(KernelPcaOptions options, int rows) {
    int largest = options.solver() == KernelSolver.DENSE ? LARGEST_OF_ALL : LARGEST_DENSE;
    return rows <= largest && denseBytes(new Wanted.All(), rows) <= allowed(options);
  }

  /** Returns the dense route if it is asked for, or best; refuses what no route can do. */
  private static Optional<KernelRoute> dense(
      KernelPcaOptions options, Wanted asked, int rows, String what, String remedy, double beside) {
    boolean few = asked instanceof Wanted.Count count && count.components() < rows / 4;
    double bytes = beside + denseBytes(asked, rows);
    double allowed = allowed(options);
    int largest = few ? LARGEST_OF_FEW : LARGEST_OF_ALL;
    if (options.solver() == KernelSolver.DENSE) {
      if (rows > largest) {
        throw new NumericalException(
            "The dense solver takes at most %d rows for %s, not %d; use the krylov solver, or landmarks."
                .formatted(largest, asked, rows));
      }
      if (bytes > allowed) {
        throw tooLarge(what, bytes, allowed, remedy);
      }
      return Optional.of(new KernelRoute(KernelSolver.DENSE, Kept.DOUBLE, rows, "asked for"));
    }
    boolean many = !(asked instanceof Wanted.Count count) || count.components() > rows / 8;
    boolean small = rows <= SMALL || (many && rows <= LARGEST_DENSE);
    if (options.solver() == KernelSolver.AUTO && small && bytes <= allowed) {
      return Optional.of(
          new KernelRoute(
              KernelSolver.DENSE,
              Kept.DOUBLE,
              rows,
              rows <= SMALL
                  ? rows
                      + (rows == 1 ? " row is" : " rows are")
                      + " few: the whole matrix is decomposed"
                  : "many components of " + rows + " rows: the whole matrix is decomposed"));
    }
    if (asked instanceof Wanted.All) {
      throw new NumericalException(
          "All components of %d rows take the whole kernel matrix and hours; ask for a number of"
                  .formatted(rows)
              + " components, or for the dense solver, which takes "
              + Bytes.needed(bytes)
              + ".");
    }
    return Optional.empty();
  }

  /**
   * Returns what the dense route takes: the matrix and a copy, and where not a few pairs are wanted
   * LAPACK's 2n² and the vectors; of a few pairs the vectors, twice, and their image.
   */
  private static double denseBytes(Wanted asked, int rows) {
    double n = rows;
    boolean few = asked instanceof Wanted.Count count && count.components() < rows / 4;
    return 8 * n * (few ? 2 * n + 3.0 * ((Wanted.Count) asked).components() : 5 * n);
  }

  private static KernelSolver iterative(KernelPcaOptions options) {
    return options.solver() == KernelSolver.POWER ? KernelSolver.POWER : KernelSolver.KRYLOV;
  }

  private static String why(KernelPcaOptions options, Wanted asked, int rows) {
    return options.solver() == KernelSolver.AUTO ? asked + " of " + rows + " rows" : "asked for";
  }

  /** Returns how many pairs are looked for first: a share is tried with few. */
  private static int firstPairs(Wanted asked, int rows) {
    return asked instanceof Wanted.Count count ? count.components() : Math.min(rows, FIRST_GUESS);
  }

  /** Returns how many pairs may be looked for: as asked, or for a share an eighth at most. */
  private static int mostPairs(Wanted asked, int rows, double bytes) {
    int first = firstPairs(asked, rows);
    int most = asked instanceof Wanted.Count ? first : Math.max(first, rows / 8);
    while (most > first && working(rows, most) > bytes) {
      most = Math.max(first, most / 2);
    }
    return most;
  }

  /**
   * Returns what an iteration for so many pairs takes beside the matrix: the basis and its image,
   * their projection and its eigenvectors, the result, what it begins with, and the vectors of a
   * product: themselves, centred, with the one that tells the means of the rows, and their images.
   */
  private static double working(int rows, int pairs) {
    int block = BlockKrylov.blockSize(rows, pairs, KernelMatrix.BLOCK);
    int widest = Math.max(block, BlockKrylov.sharpenedAtOnce(rows, pairs, KernelMatrix.BLOCK));
    int basis = BlockKrylov.basisSize(rows, pairs, KernelMatrix.BLOCK);
    return vectors(rows, pairs, basis, widest)
        // What it begins with; residuals and the next block while leading vectors are multiplied.
        + 8.0 * rows * (3.0 * block + widest)
        + KernelMatrix.applyBytes(rows, widest);
  }

  /** Returns what an iteration takes beside what its operator does. */
  private static double vectors(int rows, int pairs, double basis, int widest) {
    return 16 * basis * rows + 24 * basis * basis + 8.0 * rows * (pairs + 5.0 * widest);
  }

  /** Returns what an iteration of narrow blocks for so many pairs takes beside its operator. */
  public static double iterationBytes(int rows, int pairs) {
    return vectors(
        rows, pairs, BlockKrylov.basisSize(rows, pairs), BlockKrylov.blockSize(rows, pairs));
  }

  /** Returns how many bytes may be taken. */
  public static double allowed(KernelPcaOptions options) {
    return Math.min((double) options.memory(), USABLE * physicalBytes());
  }

  /** Returns the same for one fit, which takes copies and what else it needs from it. */
  public static Allowance allowance(KernelPcaOptions options) {
    return new Allowance(allowed(options));
  }

  private static double seconds(double rows, int columns, int count) {
    double block = BlockKrylov.blockSize((int) rows, count, KernelMatrix.BLOCK);
    double passes = 9 + count / 5.0;
    return passes * passSeconds(rows, columns, block);
  }

  private static double passSeconds(double rows, int columns, double vectors) {
    double pairs = rows * rows / 2;
    return pairs * (2.0 * columns + SIMILARITY + 4 * vectors) / (RATE * Parallel.threads());
  }

  /** Returns how long it takes to compare all pairs of rows once, for people who wait. */
  public static String pass(int rows, int columns, int vectors) {
    return duration(passSeconds(rows, columns, vectors));
  }

  /** Returns how long it takes to compare all pairs of rows so many times, for people who wait. */
  public static String passes(int count, int rows, int columns) {
    return duration(count * passSeconds(rows, columns, 1));
  }

  /** Refuses what would not fit. */
  public static NumericalException tooLarge(
      String what, double need, double allowed, String remedy) {
    return Allowance.refusal(what, need, allowed, remedy);
  }

  private static double physicalBytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean machine
        ? machine.getTotalMemorySize()
        : Double.MAX_VALUE;
  }

  private static String duration(double seconds) {
    return seconds < 120
        ? String.format(Locale.ROOT, "%.0f s", seconds)
        : seconds < 7200
            ? String.format(Locale.ROOT, "%.0f minutes", seconds / 60)
            : String.format(Locale.ROOT, "%.0f hours", seconds / 3600);
  }
}
