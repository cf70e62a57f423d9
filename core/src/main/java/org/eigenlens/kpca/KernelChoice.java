package org.eigenlens.kpca;

import org.eigenlens.kernel.Kernel;
import org.eigenlens.matrix.DenseMatrix;

/** Chooses a kernel when the data are known, as for a width that depends on them. */
@FunctionalInterface
public interface KernelChoice {

  /**
   * Returns the kernel for these data.
   *
   * @param sample rows after standardising: all of them, or a sample of many
   */
  Kernel of(DenseMatrix sample);

  /** A kernel that does not depend on the data. */
  record Fixed(Kernel kernel) implements KernelChoice {
    @Override
    public Kernel of(DenseMatrix sample) {
      return kernel;
    }
  }
}
