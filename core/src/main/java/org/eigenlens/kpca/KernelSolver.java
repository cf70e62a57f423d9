package org.eigenlens.kpca;

import java.util.Locale;

/** The routes to the components of a kernel matrix that can be asked for by name. */
public enum KernelSolver {
  /** Exact, by whichever route the cost model expects to be cheapest; landmarks if they are set. */
  AUTO,
  /** The whole centred kernel matrix by LAPACK. */
  DENSE,
  /** Block Krylov iteration on one triangle of the kernel matrix, kept or computed anew. */
  KRYLOV,
  /** Power iteration with deflation, as taught. */
  POWER,
  /** An approximation by landmarks, with a bound on its error. */
  NYSTROM;

  /** Returns the name as users write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
