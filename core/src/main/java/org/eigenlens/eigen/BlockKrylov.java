package org.eigenlens.eigen;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.eigenlens.Progress;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.operator.SymmetricOperator;

/**
 * Block Krylov iteration with full orthogonalisation and thick restarts, for few pairs of a large
 * operator.
 *
 * <p>A basis B grows by a block each pass; the Ritz pairs of BABᵀ are judged by their true
 * residuals ABᵀy − θBᵀy, since both B and AB are kept and no recurrence is trusted. Pairs below the
 * tolerance are locked: the next block is made of the residuals of the others. Blocks find repeated
 * eigenvalues, which single-vector Lanczos misses; where a residual carries no direction any more a
 * random one takes its place. (Musco and Musco, 2015; Zhou and Saad, 2008, for the restarts.)
 *
 * <p>Where a cheap stand-in for the operator is at hand, the passes multiply by that until its
 * errors begin to show. Then the leading Ritz vectors are multiplied by the operator itself, once,
 * and what is still missing from them is added by further passes: these corrections are small, and
 * so is what the stand-in errs on them. (Iterative refinement; how much a product may err as the
 * residual falls is from Simoncini and Szyld, 2003.)
 *
 * <p>Each pass applies the operator once to at most 32 vectors. Memory: twice 4k + 8·32 vectors.
 * The same seed gives the same answer.
 *
 * @param tolerance the residual ‖Av − θv‖ / θ at which a pair is accepted
 * @param seed of the random start
 * @param maxPasses after how many passes to stop without convergence
 * @param leastBlock how many vectors to apply the operator to at once at least: more where it costs
 *     hardly more for a wide block than for a narrow one
 */
public record BlockKrylov(double tolerance, long seed, int maxPasses, int leastBlock)
    implements Eigensolver {

  private static final int SMALLEST_BLOCK = 8;
  private static final int LARGEST_BLOCK = 32;

  /** Vectors are turned by pieces of this length, for which there is room in cache. */
  private static final int COLUMNS_AT_ONCE = 512;

  /** Directions shorter than this, relative to the longest, are rounding errors. */
  private static final double DEPENDENT = 1e-10;

  /** A stand-in errs on another vector no more than so many times what was seen of it. */
  private static final double CAUTION = 10;

  /** A stand-in whose errors are larger than this, relative to the largest eigenvalue, is none. */
  private static final double USELESS = 1e-3;

  /** So often leading vectors are sharpened before the stand-in is done without. */
  private static final int SHARPENINGS = 3;

  /** More vectors take as much memory as is saved by computing the operator fewer times. */
  private static final int SHARPENED_AT_ONCE = 128;

  /**
   * A cheap operator near the one that counts.
   *
   * @param operator which it is
   * @param error about how far its products are from the true ones, for vectors of length one
   */
  public record StandIn(SymmetricOperator operator, double error) {}

  /** Checks the options. */
  public BlockKrylov {
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "The tolerance must lie between 0 and 1, not be " + tolerance + ".");
    }
    if (maxPasses < 1) {
      throw new IllegalArgumentException("At least 1 pass is needed, not " + maxPasses + ".");
    }
    if (leastBlock < 1) {
      throw new IllegalArgumentException("A block has at least 1 vector, not " + leastBlock + ".");
    }
  }

  /** Takes blocks as narrow as the number of pairs allows. */
  public BlockKrylov(double tolerance, long seed, int maxPasses) {
    this(tolerance, seed, maxPasses, SMALLEST_BLOCK);
  }

  /** Returns how many vectors go through the operator together. */
  public static int blockSize(int size, int count) {
    return blockSize(size, count, SMALLEST_BLOCK);
  }

  /** Returns how many vectors go through the operator together, if at least so many should. */
  public static int blockSize(int size, int count, int least) {
    return Math.min(size, Math.max(least, Math.min(LARGEST_BLOCK, count)));
  }

  /** Returns how many vectors the basis holds at most. */
  public static int basisSize(int size, int count) {
    return basisSize(size, count, SMALLEST_BLOCK);
  }

  /** Returns how many vectors the basis holds at most, if blocks have at least so many. */
  public static int basisSize(int size, int count, int least) {
    return (int) Math.min(size, Math.max(4L * count, count + 8L * blockSize(size, count, least)));
  }

  @Override
  public Eigenpairs solve(SymmetricOperator operator, int count, Progress progress) {
    return solve(operator, new StandIn(operator, 0), count, progress);
  }

  /** Finds the largest pairs of an operator with the help of a cheap stand-in for it. */
  public Eigenpairs solve(
      SymmetricOperator operator, StandIn standIn, int count, Progress progress) {
    Eigensolver.checkCount(operator, count);
    if (count == 0) {
      DenseMatrix none = DenseMatrix.zeros(0, operator.size());
      return new Eigenpairs(
          new double[0], none, Certificate.measure(operator, new double[0], none, 0, true, 0));
    }
    try (Run run = new Run(operator, standIn, count, progress)) {
      return run.solve();
    }
  }

  /** Returns how many vectors are multiplied at once by an operator that has a stand-in. */
  public static int sharpenedAtOnce(int size, int count) {
    return Math.min(SHARPENED_AT_ONCE, sharpened(size, count));
  }

  /** Returns how many vectors are sharpened: those asked for and some more, in case they change. */
  private static int sharpened(int size, int count) {
    return (int) Math.min(size, (count + 9L) / 8 * 8);
  }

  /** One solve: the basis, its image, and the Ritz pairs of the moment. */
  private final class Run implements AutoCloseable {
    private final SymmetricOperator operator;
    private final int count;
    private final Progress progress;
    private final int size;
    private final int block;
    private final int most;
    private final Random random = new Random(seed);
    private final Scratch scratch = new Scratch();
    private final DenseMatrix basis;
    private final DenseMatrix image;

    /** BABᵀ as far as it is known; its upper triangle is read. */
    private final DenseMatrix projected;

    private int used;
    private int projectedTo;
    private int passes;
    private double[] ritzValues;
    private DenseMatrix ritzCoordinates;

    /** What the passes multiply by. */
    private SymmetricOperator multiplier;

    /** How far its products are from the operator's; 0 if it is the operator. */
    private double error;

    /** What part of each basis vector it has multiplied: 1 for all, 0 for nothing. */
    private final double[] roughness;

    /** The images of so many leading basis vectors are better known than those of the others. */
    private int sharp;

    private int sharpenings;

    Run(SymmetricOperator operator, StandIn standIn, int count, Progress progress) {
      this.operator = operator;
      this.count = count;
      this.progress = progress;
      multiplier = standIn.operator();
      error = standIn.error();
      size = operator.size();
      block = blockSize(size, count, leastBlock);
      most = basisSize(size, count, leastBlock);
      basis = scratch.matrix(most, size);
      image = scratch.matrix(most, size);
      projected = scratch.matrix(most, most);
      roughness = new double[most];
    }

    Eigenpairs solve() {
      DenseMatrix start = scratch.matrix(block, size);
      for (int i = 0; i < block; i++) {
        start.setRow(i, gaussian(), 0);
      }
      extend(start);
      // A block holds as many copies of a repeated eigenvalue as it has vectors. Where it may have
      // fewer than are wanted, the first agreement may miss a copy: it must come twice in a row.
      int needed = block >= 2 * count ? 1 : 2;
      int agreed = 0;
      while (true) {
        if (Thread.currentThread().isInterrupted()) {
          throw new CancellationException("The work was cancelled.");
        }
        rayleighRitz();
        int wanted = Math.min(count + block, used);
        try (Scratch inner = new Scratch()) {
          DenseMatrix residuals = inner.matrix(wanted, size);
          double[] norms = residuals(wanted, residuals);
          Judgement judgement = judge(norms);
          progress.at(
              String.format(
                  Locale.ROOT, "block Krylov pass %d, residual %.1e", passes, judgement.worst()));
          if (error > 0 && judgement.wantsSharper()) {
            sharpen();
            continue;
          }
          agreed = judgement.accepted() ? agreed + 1 : 0;
          boolean outOfPasses = passes >= maxPasses && used >= count;
          if (agreed == needed || used == size || outOfPasses) {
            return finish(norms, judgement.accepted() || used == size);
          }
          DenseMatrix next = nextBlock(residuals, norms, Math.abs(ritzValues[0]), inner);
          if (used + next.rows() > most) {
            turn(Math.min(count + block, used - block));
          }
          extend(next);
        }
      }
    }

    /**
     * What residuals say.
     *
     * @param worst the largest of the wanted pairs, relative to the largest eigenvalue
     * @param accepted whether all wanted pairs are found
     * @param wantsSharper whether the stand-in is all that is in the way
     */
    private record Judgement(double worst, boolean accepted, boolean wantsSharper) {}

    private Judgement judge(double[] norms) {
      double scale = Math.abs(ritzValues[0]);
      double worst = 0;
      boolean small = used >= Math.min(size, count + block) || used == size;
      boolean sure = small;
      for (int i = 0; i < Math.min(count, norms.length); i++) {
        double limit = accepted(ritzValues[i], scale);
        double seen = sharpenings == 0 ? Math.max(limit, CAUTION * error) : limit;
        worst = Math.max(worst, norms[i]);
        small &= norms[i] <= seen;
        sure &= norms[i] + doubt(i) <= limit;
      }
      boolean hopeless = error > USELESS * scale || passes >= maxPasses || used == size;
      return new Judgement(scale == 0 ? worst : worst / scale, sure, !sure && (small || hopeless));
    }

    /** Returns how far the product with a Ritz vector may be from the operator's. */
    private double doubt(int ritz) {
      if (error == 0) {
        return 0;
      }
      double[] y = ritzCoordinates.row(ritz);
      double square = 0;
      for (int j = 0; j < used; j++) {
        square += y[j] * y[j] * roughness[j] * roughness[j];
      }
      return CAUTION * error * Math.sqrt(square);
    }

    /**
     * Multiplies the leading Ritz vectors by the operator itself; where that was done often enough,
     * or the stand-in errs too much, it is done without from here on.
     */
    private void sharpen() {
      boolean last = ++sharpenings > SHARPENINGS || error > USELESS * Math.abs(ritzValues[0]);
      turn(last ? Math.min(count + block, used) : used);
      sharp = last ? used : Math.min(used, sharpened(size, count));
      progress.at("block Krylov pass " + (passes + 1) + ", in double");
      double largest = 0;
      for (int from = 0; from < sharp; from += SHARPENED_AT_ONCE) {
        int to = Math.min(sharp, from + SHARPENED_AT_ONCE);
        largest = Math.max(largest, sharpen(basis.rowRange(from, to), image.rowRange(from, to)));
      }
      passes++;
      Arrays.fill(roughness, 0, sharp, 0);
      error = last ? 0 : largest;
      multiplier = last ? operator : multiplier;
    }

    /** Replaces images of vectors by those of the operator, and returns how far they were off. */
    private double sharpen(DenseMatrix vectors, DenseMatrix images) {
      double largest = 0;
      try (Scratch inner = new Scratch()) {
        DenseMatrix exact = inner.matrix(vectors.rows(), size);
        operator.apply(vectors, exact);
        LinearAlgebra.add(-1, exact, 1, images);
        for (int i = 0; i < vectors.rows(); i++) {
          largest = Math.max(largest, Certificate.norm(images.row(i)));
        }
        LinearAlgebra.copy(exact, images);
      }
      return largest;
    }

    /**
     * Returns the residual at which a pair is accepted: relative to its own eigenvalue, since
     * relative to the largest one a small pair would pass unseen, but no less than rounding leaves.
     */
    private double accepted(double value, double scale) {
      return Math.max(tolerance * Math.abs(value), rounding() * scale);
    }

    /** What rounding leaves of a residual, relative to the largest eigenvalue. */
    private double rounding() {
      return 10 * Math.sqrt(size) * Math.ulp(1.0);
    }

    private double[] gaussian() {
      double[] vector = new double[size];
      for (int j = 0; j < size; j++) {
        vector[j] = random.nextGaussian();
      }
      return vector;
    }

    /** Appends directions orthogonal to the basis and applies the operator to them. */
    private void extend(DenseMatrix candidates) {
      int room = Math.min(candidates.rows(), size - used);
      DenseMatrix fresh = candidates.rowRange(0, room);
      orthonormalize(fresh);
      LinearAlgebra.copy(fresh, basis.rowRange(used, used + room));
      multiplier.apply(fresh, image.rowRange(used, used + room));
      Arrays.fill(roughness, used, used + room, error > 0 ? 1 : 0);
      used += room;
      passes++;
    }

    /** Makes the rows orthonormal, to each other and to the basis; lost ones become random. */
    private void orthonormalize(DenseMatrix w) {
      normalizeRows(w);
      for (int attempt = 0; ; attempt++) {
        removeBasis(w);
        DenseMatrix l = LinearAlgebra.lq(w);
        boolean complete = true;
        for (int i = 0; i < w.rows(); i++) {
          if (Math.abs(l.get(i, i)) < DEPENDENT) {
            w.setRow(i, gaussian(), 0);
            complete = false;
          }
        }
        l.storage().release();
        if (complete || attempt == 4) {
          break;
        }
        normalizeRows(w);
      }
      // Twice is enough (Parlett and Kahan): what was small after the first pass is clean now.
      removeBasis(w);
      LinearAlgebra.lq(w).storage().release();
    }

    private void normalizeRows(DenseMatrix w) {
      double[] row = new double[size];
      for (int i = 0; i < w.rows(); i++) {
        w.getRow(i, row, 0);
        double norm = Certificate.norm(row);
        if (!(norm > 0)) {
          row = gaussian();
          norm = Certificate.norm(row);
        }
        for (int j = 0; j < size; j++) {
          row[j] /= norm;
        }
        w.setRow(i, row, 0);
      }
    }

    private void removeBasis(DenseMatrix w) {
      if (used == 0) {
        return;
      }
      try (Scratch inner = new Scratch()) {
        DenseMatrix b = basis.rowRange(0, used);
        DenseMatrix along = inner.matrix(w.rows(), used);
        LinearAlgebra.multiply(1, w, false, b, true, 0, along);
        LinearAlgebra.multiply(-1, along, false, b, false, 1, w);
      }
    }

    /** Finds the eigenpairs of BABᵀ, largest first; only what is new in it is computed. */
    private void rayleighRitz() {
      LinearAlgebra.multiply(
          1,
          basis.rowRange(0, used),
          false,
          image.rowRange(projectedTo, used),
          true,
          0,
          projected.rowRange(0, used).columnRange(projectedTo, used));
      if (error > 0 && sharp > 0) {
        // vᵀAu from the image of v, which is the better one.
        LinearAlgebra.multiply(
            1,
            image.rowRange(0, sharp),
            false,
            basis.rowRange(projectedTo, used),
            true,
            0,
            projected.rowRange(0, sharp).columnRange(projectedTo, used));
      }
      projectedTo = used;
      if (ritzCoordinates != null) {
        ritzCoordinates.storage().release();
      }
      try (Scratch inner = new Scratch()) {
        DenseMatrix turned = inner.matrix(used, used);
        LinearAlgebra.copy(projected.rowRange(0, used).columnRange(0, used), turned);
        double[] ascending = LinearAlgebra.symmetricEigen(turned);
        ritzValues = new double[used];
        ritzCoordinates = DenseMatrix.unset(used, used, Precision.DOUBLE);
        for (int i = 0; i < used; i++) {
          ritzValues[i] = ascending[used - 1 - i];
          ritzCoordinates.setRow(i, turned.row(used - 1 - i), 0);
        }
      }
    }

    /** Writes A·v − θ·v of the leading Ritz pairs and returns the norms. */
    private double[] residuals(int wanted, DenseMatrix residuals) {
      DenseMatrix y = ritzCoordinates.rowRange(0, wanted);
      try (Scratch inner = new Scratch()) {
        DenseMatrix scaled = inner.matrix(wanted, used);
        LinearAlgebra.copy(y, scaled);
        LinearAlgebra.scaleRows(scaled, Arrays.copyOf(ritzValues, wanted));
        LinearAlgebra.multiply(1, y, false, image.rowRange(0, used), false, 0, residuals);
        LinearAlgebra.multiply(-1, scaled, false, basis.rowRange(0, used), false, 1, residuals);
      }
      double[] norms = new double[wanted];
      Parallel.forEach(wanted, i -> norms[i] = Certificate.norm(residuals.row(i)));
      return norms;
    }

    /** Takes the residuals of the first pairs that are not locked; converged ones fill the rest. */
    private DenseMatrix nextBlock(
        DenseMatrix residuals, double[] norms, double scale, Scratch inner) {
      int rows = Math.min(block, size - used);
      DenseMatrix next = inner.matrix(rows, size);
      int filled = 0;
      for (int locked = 0; locked < 2; locked++) {
        for (int i = 0; i < norms.length && filled < rows; i++) {
          boolean converged = norms[i] <= accepted(ritzValues[i], scale);
          if (converged == (locked == 1)) {
            boolean lost = norms[i] <= 0.1 * rounding() * scale;
            next.setRow(filled++, lost ? gaussian() : residuals.row(i), 0);
          }
        }
      }
      while (filled < rows) {
        next.setRow(filled++, gaussian(), 0);
      }
      return next;
    }

    /** Makes the basis of the leading Ritz vectors; B and AB turn together. */
    private void turn(int keep) {
      DenseMatrix y = ritzCoordinates.rowRange(0, keep);
      turn(basis.rowRange(0, used), y);
      turn(image.rowRange(0, used), y);
      double[] rough = new double[keep];
      Arrays.setAll(rough, i -> error == 0 ? 0 : doubt(i) / (CAUTION * error));
      System.arraycopy(rough, 0, roughness, 0, keep);
      sharp = Math.min(sharp, keep);
      used = keep;
      projectedTo = 0;
    }

    /** Replaces the first rows of vectors by y · vectors, some columns at a time. */
    private void turn(DenseMatrix vectors, DenseMatrix y) {
      Parallel.forEach(
          (size + COLUMNS_AT_ONCE - 1) / COLUMNS_AT_ONCE,
          i -> {
            int from = i * COLUMNS_AT_ONCE;
            DenseMatrix part = vectors.columnRange(from, Math.min(size, from + COLUMNS_AT_ONCE));
            try (Scratch inner = new Scratch()) {
              DenseMatrix turned = inner.matrix(y.rows(), part.columns());
              LinearAlgebra.multiply(1, y, false, part, false, 0, turned);
              LinearAlgebra.copy(turned, part.rowRange(0, y.rows()));
            }
          });
    }

    private Eigenpairs finish(double[] norms, boolean converged) {
      DenseMatrix vectors = DenseMatrix.unset(count, size, Precision.DOUBLE);
      LinearAlgebra.multiply(
          1, ritzCoordinates.rowRange(0, count), false, basis.rowRange(0, used), false, 0, vectors);
      SignRule.apply(vectors);
      double seen = 0;
      for (double value : ritzValues) {
        seen += value;
      }
      double[] values = Arrays.copyOf(ritzValues, count);
      double scale = Math.abs(values[0]);
      if (error > 0) {
        // The operator has multiplied these vectors but for corrections, whose doubt is counted in.
        double[] residuals = new double[count];
        Arrays.setAll(residuals, i -> (norms[i] + doubt(i)) / scale);
        return new Eigenpairs(
            values,
            vectors,
            Certificate.of(operator, values, vectors, residuals, seen, converged, passes));
      }
      double[] limits = new double[count];
      // Twice what was accepted: the last residuals are computed anew, with roundings of their own.
      Arrays.setAll(limits, i -> scale == 0 ? 0 : 2 * accepted(values[i], scale) / scale);
      Certificate certificate =
          Certificate.measure(operator, values, vectors, seen, converged, passes + 1)
              .confirmedBy(limits);
      return new Eigenpairs(values, vectors, certificate);
    }

    @Override
    public void close() {
      if (ritzCoordinates != null) {
        ritzCoordinates.storage().release();
      }
      scratch.close();
    }
  }
}
