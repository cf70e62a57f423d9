package org.eigenlens.matrix;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eigenlens.matrix.openblas.OpenBlas;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class OpenBlasTest extends BackendContract {

  OpenBlasTest() {
    super(new OpenBlas());
  }

  @Nested
  class Decompositions extends DecompositionContract {

    Decompositions() {
      super(new OpenBlas());
    }
  }

  /** LAPACK counts in 32 bits and would end the process; a long stride is enough for that. */
  @Test
  void refusesWhatLapackCannotAddress() {
    OpenBlas backend = new OpenBlas();
    int stride = 1 << 29;
    DenseMatrix a = DenseMatrix.over(new Phantom(5L * stride), 5, stride).columnRange(0, 5);
    DenseMatrix small = DenseMatrix.over(backend.allocate(25, Precision.DOUBLE, true), 5, 5);
    String size = String.valueOf(4L * stride + 5);
    assertRefused(() -> backend.qr(a, small), size);
    assertRefused(() -> backend.lq(a, small), size);
    assertRefused(() -> backend.qrTriangle(a, small), size);
    assertRefused(() -> backend.lqTriangle(a, small), size);
    assertRefused(() -> backend.symmetricEigen(a), size);
    assertRefused(() -> backend.symmetricEigenvalues(a), size);
    assertRefused(() -> backend.largestEigen(a, small.rowRange(0, 1)), size);
    assertRefused(() -> backend.svd(a, small, small), size);
  }

  @Test
  void refusesEigenproblemsWhoseWorkspaceLapackCannotAddress() {
    OpenBlas backend = new OpenBlas();
    int n = 32_768;
    DenseMatrix a = DenseMatrix.over(new Phantom((long) n * n), n, n);
    assertRefused(() -> backend.symmetricEigen(a), String.valueOf(1 + 6L * n + 2L * n * n));
  }

  private static void assertRefused(ThrowingCallable call, String size) {
    assertThatThrownBy(call)
        .isInstanceOf(NumericalException.class)
        .hasMessageContainingAll(size, "2147483647");
  }

  /** Storage without memory, since it must be refused before it is read. */
  private static final class Phantom extends Storage {

    Phantom(long length) {
      super(length, Precision.DOUBLE);
    }

    @Override
    public double get(long index) {
      throw new AssertionError("read");
    }

    @Override
    public void set(long index, double value) {
      throw new AssertionError("written");
    }

    @Override
    public void read(long from, double[] into, int at, int count) {
      throw new AssertionError("read");
    }

    @Override
    public void write(long from, double[] source, int at, int count) {
      throw new AssertionError("written");
    }

    @Override
    public void read(long from, float[] into, int at, int count) {
      throw new AssertionError("read");
    }

    @Override
    public void write(long from, float[] source, int at, int count) {
      throw new AssertionError("written");
    }

    @Override
    public void release() {}
  }
}
