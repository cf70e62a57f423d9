package org.eigenlens.kernel;

import java.util.Arrays;
import java.util.Random;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Scratch;

/**
 * Chooses landmarks by randomly pivoted Cholesky: each next one with probability proportional to
 * what the chosen ones leave of it, dᵢ = k(xᵢ, xᵢ) − ‖Fᵢ‖².
 *
 * <p>That finds clusters, however small, and yet is not led astray by outliers; the expected error
 * tr(K − FFᵀ) comes within 1 + ε of the best possible of rank r with about r/ε + r·log(1/ε)
 * landmarks (Chen, Epperly, Tropp and Webber, arXiv 2207.06503). Candidates are drawn in blocks and
 * thinned by rejection, which gives the same law at the speed of matrix products (Epperly, Tropp
 * and Webber, arXiv 2410.03969). The size of a block follows from the number of landmarks, not from
 * timings, so that the same seed gives the same landmarks on any number of threads.
 *
 * <p>Costs n·m kernel values and n·m² operations, and memory for n × m doubles. What is left of a
 * point below 10·m·ε·k(x, x) is taken as rounding, so duplicates and data of low rank end with
 * fewer landmarks.
 *
 * @param mostLandmarks how many to choose at most
 * @param tolerance the relative trace error tr(K − FFᵀ)/tr K at which to stop; 0 for none
 * @param seed of the draws
 */
public record RandomPivotedCholesky(int mostLandmarks, double tolerance, long seed) {

  /** A residual this far below zero, relative to k(x, x), is no rounding error. */
  private static final double NEGATIVE = -1e-8;

  private static final int PIECE = 512;

  /** Checks the options. */
  public RandomPivotedCholesky {
    if (mostLandmarks < 1) {
      throw new IllegalArgumentException(
          "At least 1 landmark is needed, not " + mostLandmarks + ".");
    }
    if (!(tolerance >= 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "The tolerance must be at least 0 and below 1, not " + tolerance + ".");
    }
  }

  /**
   * Chooses among the rows of {@code points}.
   *
   * @throws NumericalException if the kernel turns out not to be positive, or not finite
   */
  public Landmarks select(Kernel kernel, DenseMatrix points) {
    try (Run run = new Run(kernel, points)) {
      while (run.count < run.most && run.leftToDraw() > tolerance * run.trace) {
        run.step();
      }
      return run.landmarks();
    }
  }

  /**
   * Refuses a residual k(x, x) − ‖f‖² that shows the kernel not to be positive; what a positive
   * kernel leaves below zero is rounding.
   *
   * @param row of which this is left, from 0; negative where rows have no numbers
   */
  static void checkResidual(Kernel kernel, double residual, double self, long row) {
    if (!Double.isFinite(residual)) {
      throw NumericalException.atRow(
          row,
          "the kernel '"
              + kernel.name()
              + "' of it is not finite, since values are too large; standardise the data, or"
              + " choose a smaller gamma or another kernel.");
    }
    if (residual < NEGATIVE * Math.abs(self) && !kernel.isPositive()) {
      throw new NumericalException(
          ("The kernel '%s' is not positive: k(x, x) = %s leaves %s once the landmarks' part is"
                  + " taken away; landmarks need a positive kernel, such as rbf.")
              .formatted(kernel.name(), self, residual));
    }
  }

  /** One selection. */
  private final class Run implements AutoCloseable {
    private final Kernel kernel;
    private final DenseMatrix points;
    private final int most;
    private final double drop;
    private final double[] self;
    private final double[] residual;
    private final double[] cumulated;
    private final double trace;
    private final int[] chosen;
    private final Random random = Draws.of(seed);
    private final Scratch scratch = new Scratch();

    /** F; its first {@code count} columns are set. */
    private final DenseMatrix features;

    private int count;

    Run(Kernel kernel, DenseMatrix points) {
      this.kernel = kernel;
      this.points = points;
      most = Math.min(mostLandmarks, points.rows());
      drop = 10 * most * Math.ulp(1.0);
      self = kernel.self(points);
      CompensatedSum sum = new CompensatedSum();
      for (int i = 0; i < self.length; i++) {
        checkResidual(kernel, self[i], self[i], i);
        sum.add(self[i]);
      }
      trace = sum.value();
      residual = self.clone();
      cumulated = new double[self.length];
      chosen = new int[most];
      features = scratch.matrix(points.rows(), most);
    }

    /** Sums up what is left of each point, for draws; below the drop it counts as nothing. */
    double leftToDraw() {
      double sum = 0;
      for (int i = 0; i < residual.length; i++) {
        sum += residual[i] > drop * self[i] ? residual[i] : 0;
        cumulated[i] = sum;
      }
      return sum;
    }

    /** Draws a block, thins it, and takes what remains into the factor. */
    void step() {
      int block = Math.max(32, Math.min(most / 8, 256));
      int[] drawn = new int[block];
      for (int j = 0; j < block; j++) {
        drawn[j] = draw(random.nextDouble() * cumulated[cumulated.length - 1]);
      }
      try (Scratch inner = new Scratch()) {
        DenseMatrix some = gather(points, drawn, inner);
        DenseMatrix known = gather(features.columnRange(0, count), drawn, inner);
        CandidateBlock candidates = new CandidateBlock(kernel, some, known);
        int[] accepted = candidates.accept(most - count, drop, random::nextDouble);
        // Nothing was taken from the first: it is accepted, or not worth drawing ever again.
        if (accepted.length == 0 || accepted[0] > 0) {
          residual[drawn[0]] = 0;
        }
        if (accepted.length > 0) {
          extend(drawn, candidates, accepted);
        }
      }
    }

    /** Returns the first point whose cumulated residual exceeds the value. */
    private int draw(double value) {
      int low = 0;
      int high = cumulated.length - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (cumulated[middle] > value) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return low;
    }

    /** Appends the columns (K_{:P} − F·F_Pᵀ)·L_P⁻ᵀ to F and updates what is left. */
    private void extend(int[] drawn, CandidateBlock candidates, int[] accepted) {
      int added = accepted.length;
      int[] pivots = new int[added];
      DenseMatrix triangle = DenseMatrix.zeros(added, added);
      for (int i = 0; i < added; i++) {
        pivots[i] = drawn[accepted[i]];
      }
      candidates.writeFactor(accepted, triangle);
      try (Scratch inner = new Scratch()) {
        DenseMatrix some = gather(points, pivots, inner);
        DenseMatrix known = gather(features.columnRange(0, count), pivots, inner);
        Parallel.forEach(
            (points.rows() + PIECE - 1) / PIECE,
            piece -> {
              int from = piece * PIECE;
              int to = Math.min(points.rows(), from + PIECE);
              DenseMatrix rows = features.rowRange(from, to);
              DenseMatrix fresh = rows.columnRange(count, count + added);
              kernel.evaluate(points.rowRange(from, to), some, fresh);
              LinearAlgebra.multiply(-1, rows.columnRange(0, count), false, known, true, 1, fresh);
              LinearAlgebra.solveLower(triangle, false, fresh);
              subtractSquares(fresh, from);
            });
      }
      for (int i = 0; i < added; i++) {
        chosen[count + i] = pivots[i];
        residual[pivots[i]] = 0;
      }
      count += added;
      triangle.storage().release();
    }

    private void subtractSquares(DenseMatrix fresh, int from) {
      double[] f = new double[fresh.columns()];
      for (int i = 0; i < fresh.rows(); i++) {
        fresh.getRow(i, f, 0);
        double rest = residual[from + i] - Blocks.dot(f, f);
        checkResidual(kernel, rest, self[from + i], from + i);
        residual[from + i] = Math.max(0, rest);
      }
    }

    Landmarks landmarks() {
      DenseMatrix used = features.columnRange(0, count);
      double[] mean = LinearAlgebra.sumOfRows(used);
      for (int j = 0; j < count; j++) {
        mean[j] /= points.rows();
      }
      // In the order they were chosen, the landmarks' own rows of F are the triangle.
      DenseMatrix factor = DenseMatrix.zeros(count, count);
      double[] row = new double[count];
      for (int i = 0; i < count; i++) {
        used.getRow(chosen[i], row, 0);
        Arrays.fill(row, i + 1, count, 0);
        factor.setRow(i, row, 0);
      }
      return new Landmarks(Arrays.copyOf(chosen, count), factor, mean, trace, error(used));
    }

    /** Sums k(x, x) − ‖f‖² afresh, free of what the updates have rounded. */
    private double error(DenseMatrix used) {
      CompensatedSum sum = new CompensatedSum();
      double[] f = new double[count];
      for (int i = 0; i < self.length; i++) {
        used.getRow(i, f, 0);
        sum.add(Math.max(0, self[i] - Blocks.dot(f, f)));
      }
      return sum.value();
    }

    private static DenseMatrix gather(DenseMatrix from, int[] rows, Scratch scratch) {
      DenseMatrix some = scratch.matrix(rows.length, from.columns());
      double[] row = new double[from.columns()];
      for (int i = 0; i < rows.length; i++) {
        from.getRow(rows[i], row, 0);
        some.setRow(i, row, 0);
      }
      return some;
    }

    @Override
    public void close() {
      scratch.close();
    }
  }
}
