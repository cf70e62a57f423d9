package org.eigenlens.eigen;

import org.eigenlens.Progress;
import org.eigenlens.operator.SymmetricOperator;

/**
 * Finds the algebraically largest eigenpairs of a symmetric operator.
 *
 * <p>Solvers are immutable and safe to share. They do not throw when they fail to converge: the
 * certificate says so, and the caller decides.
 */
public sealed interface Eigensolver permits DirectSolver, BlockKrylov, PowerIteration {

  /**
   * Finds the {@code count} largest eigenvalues with their vectors, in descending order.
   *
   * @throws IllegalArgumentException if more pairs are asked for than the operator has
   */
  Eigenpairs solve(SymmetricOperator operator, int count, Progress progress);

  /** Checks the number of pairs asked for. */
  static void checkCount(SymmetricOperator operator, int count) {
    if (count < 0 || count > operator.size()) {
      throw new IllegalArgumentException(
          count + " eigenpairs were asked of an operator of size " + operator.size() + ".");
    }
  }
}
