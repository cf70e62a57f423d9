package org.eigenlens.eigen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.eigenlens.Progress;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
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
 * errors are about to show. Then the leading Ritz vectors are multiplied by the operator itself,
 * once, together with the next directions, and what is still missing from them is added by further
 * passes: these corrections are small, and so is what the stand-in errs on them. (Iterative
 * refinement; how much a product may err as the residual falls is from Simoncini and Szyld, 2003.)
 * Two vectors of the random start are multiplied by both: a stand-in that errs more on them than it
 * says is done without, and the iteration begins anew.
 *
 * <p>Each pass applies the operator once to a block of k vectors, at least 8 and at most 32 unless
 * a wider one is asked for; sharpening applies it to up to 162. Memory: twice 4k, or k and 8
 * blocks. The same seed gives the same answer.
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

  /** So often leading vectors are sharpened before the stand-in is done without. */
  private static final int SHARPENINGS = 3;

  /** So many random vectors are multiplied by both operators. */
  private static final int PROBES = 2;

  /**
   * How much of a start that is near the leading vectors is random all the same: what it lacks, as
   * a small group of points that a sample has missed, must be there to be found.
   */
  private static final double AT_RANDOM = 0.05;

  /** Vectors are multiplied eight at a time; a rest takes as long as eight. */
  private static final int WITHOUT_REST = 8;

  /** More vectors take as much memory as is saved by computing the operator fewer times. */
  private static final int SHARPENED_AT_ONCE = 128;

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

  /** Returns how many vectors are multiplied at once by an operator that has a stand-in. */
  public static int sharpenedAtOnce(int size, int count, int least) {
    int leading = Math.min(SHARPENED_AT_ONCE, sharpened(size, count));
    int block = blockSize(size, count, least);
    int all = Math.min(SHARPENED_AT_ONCE, count + block);
    return Math.max(leading + Math.min(leading, block), all) + PROBES;
  }

  /**
   * Returns how many of the next directions are multiplied together with leading vectors: no more
   * than those are, and so many that BLAS has a number that it multiplies without a rest.
   *
   * @param others how many more are multiplied with them
   */
  private static int alongside(int leading, int next, int others) {
    int more = Math.min(next, leading);
    int rest = (leading + more + others) % WITHOUT_REST;
    return Math.max(Math.min(more, 1), more - rest);
  }

  /** Returns how many vectors are sharpened: those asked for and some more, in case they change. */
  private static int sharpened(int size, int count) {
    return (int) Math.min(size, (count + 9L) / 8 * 8);
  }

  @Override
  public Eigenpairs solve(SymmetricOperator operator, int count, Progress progress) {
    return solve(operator, null, count, progress);
  }

  /**
   * Finds the largest pairs of an operator with the help of a cheap stand-in for it.
   *
   * @param standIn null if there is none
   */
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

  /** One solve. */
  private final class Run implements AutoCloseable {
    private final SymmetricOperator operator;
    private final int count;
    private final Progress progress;
    private final int size;
    private final int block;
    private final RitzBasis basis;
    private final Judge judge;
    private final DenseMatrix near;
    private int passes;

    /** What the passes multiply by. */
    private SymmetricOperator multiplier;

    private int sharpenings;

    /** Random vectors and what the stand-in made of them; null if there is none. */
    private DenseMatrix probes;

    private DenseMatrix probeImages;
    private final Scratch kept = new Scratch();

    Run(SymmetricOperator operator, StandIn standIn, int count, Progress progress) {
      this.operator = operator;
      this.count = count;
      this.progress = progress;
      multiplier = standIn == null ? operator : standIn.operator();
      near = standIn == null ? null : standIn.start();
      size = operator.size();
      block = blockSize(size, count, leastBlock);
      basis = new RitzBasis(basisSize(size, count, leastBlock), size, new SplittableRandom(seed));
      double error = standIn == null ? 0 : standIn.error();
      judge = new Judge(basis, tolerance, size, count, block, error);
    }

    Eigenpairs solve() {
      start(near);
      if (judge.doubts()) {
        keepProbes();
      }
      // A block holds as many copies of a repeated eigenvalue as it has vectors. Where it may have
      // fewer than are wanted, the first agreement may miss a copy: it must come twice in a row.
      int needed = block >= 2 * count ? 1 : 2;
      int agreed = 0;
      while (true) {
        if (Thread.currentThread().isInterrupted()) {
          throw new CancellationException("The work was cancelled.");
        }
        basis.rayleighRitz();
        try (Scratch scratch = new Scratch()) {
          DenseMatrix residuals = scratch.matrix(Math.min(count + block, basis.used()), size);
          double[] norms = basis.residuals(residuals);
          Judge.Judgement judgement = judge.judge(norms, passes, passes >= maxPasses);
          tell(judgement);
          if (judgement.wantsSharper()) {
            agreed = 0;
            sharpen(nextBlock(residuals, norms, 0, scratch));
            continue;
          }
          agreed = judgement.accepted() ? agreed + 1 : 0;
          boolean all = basis.used() == size;
          boolean outOfPasses = passes >= maxPasses && basis.used() >= count;
          if (agreed == needed || all || outOfPasses) {
            return finish(norms, judgement.accepted() || all);
          }
          extend(nextBlock(residuals, norms, 1, scratch));
        }
      }
    }

    /** Begins with random directions, the first few apart leaning to those that are given. */
    private void start(DenseMatrix near) {
      try (Scratch scratch = new Scratch()) {
        DenseMatrix first = scratch.matrix(Math.min(block, size - basis.used()), size);
        int given = near == null ? 0 : near.rows();
        for (int i = 0; i < first.rows(); i++) {
          double[] vector = basis.random();
          if (i >= PROBES && i - PROBES < given) {
            lean(vector, near.row(i - PROBES));
          }
          first.setRow(i, vector, 0);
        }
        extend(first);
      }
    }

    private void lean(double[] vector, double[] towards) {
      double length = Certificate.norm(towards);
      if (!(length > 0 && length < Double.POSITIVE_INFINITY)) {
        return;
      }
      double share = AT_RANDOM / Certificate.norm(vector);
      for (int j = 0; j < size; j++) {
        vector[j] = share * vector[j] + towards[j] / length;
      }
    }

    private void keepProbes() {
      int count = Math.min(PROBES, basis.used());
      probes = kept.matrix(count, size);
      probeImages = kept.matrix(count, size);
      LinearAlgebra.copy(basis.vectors(0, count), probes);
      LinearAlgebra.copy(basis.images(0, count), probeImages);
    }

    /** Appends directions to the basis and multiplies them. */
    private void extend(DenseMatrix candidates) {
      if (!basis.hasRoomFor(candidates.rows())) {
        basis.turn(Math.min(count + block, basis.used() - block));
      }
      int from = basis.used();
      basis.append(candidates, judge.doubts());
      multiplier.apply(basis.vectors(from, basis.used()), basis.images(from, basis.used()));
      passes++;
    }

    private void tell(Judge.Judgement judgement) {
      // Numbers in words take as long as a pass over a thousand rows.
      if (progress != Progress.NONE) {
        progress.at(
            String.format(
                Locale.ROOT,
                "block Krylov pass %d, residual %.1e, to reach %.1e",
                passes,
                judgement.worst(),
                judgement.limit()));
      }
    }

    /**
     * Multiplies the leading Ritz vectors by the operator itself, and with them the directions that
     * the basis is to grow by; where that was done often enough, or the stand-in errs too much, it
     * is done without from here on.
     */
    private void sharpen(DenseMatrix next) {
      sharpenings++;
      if (sharpenings > SHARPENINGS || judge.isUseless(passes) || basis.used() == size) {
        doWithout();
        return;
      }
      passes++;
      progress.at("block Krylov pass " + passes + ", in double");
      basis.turn(basis.used());
      int leading = Math.min(basis.used(), sharpened(size, count));
      int before = basis.used();
      // The first time there are the probes, and a vector that tells the means of a kernel matrix.
      int more = alongside(leading, next.rows(), sharpenings == 1 ? PROBES + 1 : 0);
      if (basis.hasRoomFor(more)) {
        basis.append(next.rowRange(0, more), false);
      }
      double off = sharpen(leading, before);
      if (sharpenings > 1) {
        judge.seenAgain(off);
        return;
      }
      double elsewhere = 0;
      for (int i = 0; i < probes.rows(); i++) {
        elsewhere = Math.max(elsewhere, Certificate.norm(probeImages.row(i)));
      }
      if (!judge.seen(off, elsewhere)) {
        basis.rayleighRitz();
        doWithout();
      }
    }

    /**
     * Multiplies by the operator from here on, and begins anew at random: beside vectors that agree
     * already, one that the stand-in has lost would come too late to be seen. Where no pass is left
     * for that, what is there is made as good as it can be.
     */
    private void doWithout() {
      passes++;
      progress.at("block Krylov pass " + passes + ", in double from here on");
      boolean anew = passes < maxPasses;
      if (anew) {
        basis.clear();
      } else {
        basis.turn(Math.min(count + block, basis.used()));
        sharpen(basis.used(), basis.used());
      }
      judge.trust();
      multiplier = operator;
      if (anew) {
        start(null);
      }
    }

    /**
     * Replaces the images of leading vectors, and returns how far they were off at most; writes
     * those of the vectors from {@code fresh} on, which have none yet, on the way.
     */
    private double sharpen(int leading, int fresh) {
      double off = 0;
      for (int from = 0; from < leading; from += SHARPENED_AT_ONCE) {
        int to = Math.min(leading, from + SHARPENED_AT_ONCE);
        try (Scratch scratch = new Scratch()) {
          DenseMatrix exact = scratch.matrix(to - from, size);
          List<DenseMatrix> vectors = new ArrayList<>(List.of(basis.vectors(from, to)));
          List<DenseMatrix> products = new ArrayList<>(List.of(exact));
          if (from == 0) {
            vectors.add(basis.vectors(fresh, basis.used()));
            products.add(basis.images(fresh, basis.used()));
          }
          if (from == 0 && sharpenings == 1) {
            DenseMatrix exactProbes = scratch.matrix(probes.rows(), size);
            vectors.add(probes);
            products.add(exactProbes);
            RitzBasis.multiplyTogether(operator, vectors, products);
            LinearAlgebra.add(-1, exactProbes, 1, probeImages);
          } else {
            RitzBasis.multiplyTogether(operator, vectors, products);
          }
          DenseMatrix images = basis.images(from, to);
          LinearAlgebra.add(-1, exact, 1, images);
          for (int i = 0; i < images.rows(); i++) {
            off = Math.max(off, Certificate.norm(images.row(i)));
          }
          LinearAlgebra.copy(exact, images);
        }
      }
      basis.sharpened(leading);
      return off;
    }

    /**
     * Takes the residuals of the first pairs that are not locked; converged ones fill the rest. A
     * residual below its doubt is what the stand-in errs, and leads the stand-in nowhere: it waits
     * until the operator itself is asked.
     *
     * @param doubted 1 if the stand-in multiplies the block, 0 if the operator does
     */
    private DenseMatrix nextBlock(
        DenseMatrix residuals, double[] norms, double doubted, Scratch scratch) {
      int rows = Math.min(block, size - basis.used());
      DenseMatrix next = scratch.matrix(rows, size);
      int filled = 0;
      for (int locked = 0; locked < 2; locked++) {
        for (int i = 0; i < norms.length && filled < rows; i++) {
          boolean converged = norms[i] <= Math.max(judge.accepted(i), doubted * judge.doubt(i));
          if (converged == (locked == 1)) {
            boolean lost = norms[i] <= 0.1 * judge.rounding() * judge.scale();
            next.setRow(filled++, lost ? basis.random() : residuals.row(i), 0);
          }
        }
      }
      while (filled < rows) {
        next.setRow(filled++, basis.random(), 0);
      }
      return next;
    }

    private Eigenpairs finish(double[] norms, boolean converged) {
      DenseMatrix vectors = DenseMatrix.unset(count, size, Precision.DOUBLE);
      basis.ritzVectors(vectors);
      SignRule.apply(vectors);
      double seen = Arrays.stream(basis.values()).sum();
      double[] values = Arrays.copyOf(basis.values(), count);
      double[] relative = new double[count];
      double scale = judge.scale();
      if (judge.doubts()) {
        // The operator has multiplied these vectors but for corrections, whose doubt is counted in.
        Arrays.setAll(relative, i -> scale == 0 ? 0 : (norms[i] + judge.doubt(i)) / scale);
        return new Eigenpairs(
            values,
            vectors,
            Certificate.of(operator, values, vectors, relative, seen, converged, passes));
      }
      // Twice what was accepted: the last residuals are computed anew, with roundings of their own.
      Arrays.setAll(relative, i -> scale == 0 ? 0 : 2 * judge.accepted(i) / scale);
      Certificate certificate =
          Certificate.measure(operator, values, vectors, seen, converged, passes + 1)
              .confirmedBy(relative);
      return new Eigenpairs(values, vectors, certificate);
    }

    @Override
    public void close() {
      basis.close();
      kept.close();
    }
  }
}
