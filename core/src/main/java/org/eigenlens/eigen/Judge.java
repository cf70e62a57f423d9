package org.eigenlens.eigen;

/**
 * Decides from residuals whether Ritz pairs are good enough, and how far the images of a {@link
 * StandIn} can be trusted on the way.
 *
 * <p>A pair is accepted by its residual relative to its own eigenvalue, with what its image may be
 * off counted in. Not safe for several threads.
 */
final class Judge {

  /** A stand-in errs on another vector no more than so many times what was seen of it. */
  private static final double CAUTION = 10;

  /** A stand-in whose errors are larger than this, relative to the largest eigenvalue, is none. */
  private static final double USELESS = 1e-3;

  /** No pass is counted on to make residuals smaller by more than this. */
  private static final double MOST_AHEAD = 100;

  /** So many passes tell how large the largest eigenvalue is. */
  private static final int PASSES_TO_JUDGE = 3;

  /** Sums in float err by no less than this, relative to the largest eigenvalue. */
  private static final double FLOAT_SUMS = 0x1p-22;

  private final RitzBasis basis;
  private final double tolerance;
  private final int size;
  private final int count;

  /** So many vectors must have been tried before anything is accepted. */
  private final int fewest;

  /** How far products are from the operator's; 0 if they are its own. */
  private double error;

  /** Whether the operator itself has multiplied leading vectors. */
  private boolean asked;

  /** How many times too large the worst residual was before the last pass. */
  private double distanceBefore;

  Judge(RitzBasis basis, double tolerance, int size, int count, int block, double error) {
    this.basis = basis;
    this.tolerance = tolerance;
    this.size = size;
    this.count = count;
    this.error = error;
    fewest = Math.min(size, count + block);
  }

  /**
   * What residuals say.
   *
   * @param worst that of the pair furthest from being accepted, relative to the largest eigenvalue
   * @param limit what that pair has to reach
   * @param accepted whether all wanted pairs are found
   * @param wantsSharper whether the stand-in is what is in the way
   */
  record Judgement(double worst, double limit, boolean accepted, boolean wantsSharper) {}

  /**
   * Judges the residuals of the leading pairs.
   *
   * @param passes how many were made
   * @param outOfPasses whether no more may follow
   */
  Judgement judge(double[] norms, int passes, boolean outOfPasses) {
    int wanted = Math.min(count, norms.length);
    int worst = 0;
    for (int i = 1; i < wanted; i++) {
      if (norms[i] * accepted(worst) > norms[worst] * accepted(i)) {
        worst = i;
      }
    }
    double ahead = ahead(norms[worst] / accepted(worst));
    boolean small = basis.used() >= fewest;
    boolean sure = small;
    for (int i = 0; i < wanted; i++) {
      small &= norms[i] <= Math.max(accepted(i), ahead * doubt(i));
      sure &= norms[i] + doubt(i) <= accepted(i);
    }
    // Nothing is sure before the operator itself was asked.
    sure &= error == 0 || asked;
    boolean hopeless = isUseless(passes) || outOfPasses || basis.used() == size;
    double unit = scale() == 0 ? 1 : scale();
    return new Judgement(
        norms[worst] / unit,
        accepted(worst) / unit,
        sure,
        error > 0 && !sure && (small || hopeless));
  }

  /**
   * Returns how many times nearer the next pass will come, which is what the last one did: the
   * operator is asked a pass before the errors of the stand-in show, since its product is the next
   * pass as well. Once it was asked, only errors that do show are a reason.
   */
  private double ahead(double distance) {
    double gained = distanceBefore / distance;
    distanceBefore = distance;
    return !asked && gained > 1 ? Math.min(MOST_AHEAD, gained) : 1;
  }

  /** Tells whether images come from a stand-in. */
  boolean doubts() {
    return error > 0;
  }

  /** Tells whether the stand-in errs too much, once the largest eigenvalue is roughly known. */
  boolean isUseless(int passes) {
    return passes >= PASSES_TO_JUDGE && error > USELESS * scale();
  }

  /**
   * Learns how far the stand-in was off.
   *
   * @param leading for the vectors that lead, at most
   * @param elsewhere for vectors that have nothing to do with them, at most
   * @return whether it errs elsewhere as it said: small errors of leading vectors say nothing of a
   *     stand-in that has lost another one
   */
  boolean seen(double leading, double elsewhere) {
    double claimed = error;
    error = Math.max(Math.ulp(scale()), Math.max(leading, elsewhere));
    asked = true;
    return elsewhere <= CAUTION * claimed;
  }

  /** Learns how far it was off for vectors sharpened before, which is less than for others. */
  void seenAgain(double leading) {
    error = Math.max(error, leading);
  }

  /** Learns that all images are the operator's own from here on. */
  void trust() {
    error = 0;
  }

  /** Returns the size of the largest eigenvalue, as far as it is known. */
  double scale() {
    return Math.abs(basis.values()[0]);
  }

  /**
   * Returns the residual at which a pair is accepted: relative to its own eigenvalue, since
   * relative to the largest one a small pair would pass unseen, but no less than rounding leaves.
   */
  double accepted(int ritz) {
    return Math.max(tolerance * Math.abs(basis.values()[ritz]), rounding() * scale());
  }

  /** Returns what rounding leaves of a residual, relative to the largest eigenvalue. */
  double rounding() {
    return 10 * Math.sqrt(size) * Math.ulp(1.0);
  }

  /** Returns how far the product with a Ritz vector may be from the operator's. */
  double doubt(int ritz) {
    if (error == 0) {
      return 0;
    }
    double assumed = asked ? error : Math.max(error, FLOAT_SUMS * scale());
    return CAUTION * assumed * basis.roughness(ritz);
  }
}
