package org.eigenlens.kpca;

import java.util.function.DoubleFunction;
import org.eigenlens.kernel.Bandwidth;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.matrix.RowSource;

/** Chooses a kernel when the data are known, as for a width that depends on them. */
@FunctionalInterface
public interface KernelChoice {

  /**
   * Returns the kernel for these data.
   *
   * @param rows the data, standardised if that was asked for
   */
  Kernel of(RowSource rows);

  /** Tells whether it is known to be cheap before it is chosen; see {@link Kernel#isCheap}. */
  default boolean isCheap() {
    return false;
  }

  /**
   * A kernel whose γ the median heuristic takes from the distances between rows.
   *
   * @param family which kernel
   * @param seed of the sample of rows
   */
  record Median(Bandwidth.Family family, long seed) implements KernelChoice {
    @Override
    public Kernel of(RowSource rows) {
      return family.kernel(Bandwidth.measure(rows, family, seed).median());
    }

    @Override
    public boolean isCheap() {
      return family.kernel(1).isCheap();
    }
  }

  /**
   * A kernel whose γ is one over the number of columns.
   *
   * @param family the kernel for a γ
   */
  record OneOverColumns(DoubleFunction<Kernel> family) implements KernelChoice {
    @Override
    public Kernel of(RowSource rows) {
      return family.apply(1.0 / rows.columns());
    }

    @Override
    public boolean isCheap() {
      return family.apply(1).isCheap();
    }
  }

  /** A kernel that does not depend on the data. */
  record Fixed(Kernel kernel) implements KernelChoice {
    @Override
    public Kernel of(RowSource rows) {
      return kernel;
    }

    @Override
    public boolean isCheap() {
      return kernel.isCheap();
    }
  }
}
