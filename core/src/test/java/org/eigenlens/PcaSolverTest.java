package org.eigenlens;

import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
import org.junit.jupiter.api.Nested;

/** Holds every route, and every form the rows can come in, to the one contract. */
class PcaSolverTest {

  abstract static class InMemory extends PcaSolverContract {
    final PcaSolver solver;

    InMemory(PcaSolver solver) {
      this.solver = solver;
    }

    @Override
    LinearModel fit(Pca.Builder builder, double[][] x) {
      return builder.solver(solver).build().fit(rows(x));
    }
  }

  @Nested
  class Auto extends InMemory {
    Auto() {
      super(PcaSolver.AUTO);
    }
  }

  @Nested
  class Covariance extends InMemory {
    Covariance() {
      super(PcaSolver.COVARIANCE);
    }
  }

  @Nested
  class Gram extends InMemory {
    Gram() {
      super(PcaSolver.GRAM);
    }
  }

  @Nested
  class Svd extends InMemory {
    Svd() {
      super(PcaSolver.SVD);
    }
  }

  @Nested
  class Streaming extends InMemory {
    Streaming() {
      super(PcaSolver.STREAMING);
    }
  }

  /** Iterations stop at their tolerance, which therefore is their backward error. */
  abstract static class Iterative extends InMemory {
    static final double TOLERANCE = 1e-10;

    Iterative(PcaSolver solver) {
      super(solver);
    }

    @Override
    double backward(Case data) {
      return super.backward(data) + TOLERANCE;
    }
  }

  @Nested
  class Krylov extends Iterative {
    Krylov() {
      super(PcaSolver.KRYLOV);
    }
  }

  /**
   * Power iteration judges a vector after what points along the earlier ones is taken out; each of
   * those hides a residual of its own, so the true one can be √k times the tolerance.
   */
  @Nested
  class Power extends Iterative {
    Power() {
      super(PcaSolver.POWER);
    }

    @Override
    double backward(Case data) {
      return super.backward(data) + TOLERANCE * (1 + Math.sqrt(data.most()));
    }
  }

  /** Sparse rows are centred inside products, which is not meant for means far from zero. */
  @Nested
  class SparseKrylov extends Krylov {
    @Override
    Matrix rows(double[][] x) {
      return Samples.sparse(x);
    }

    @Override
    boolean suits(Case data) {
      return data.offset() == 0 && !data.name().contains("constant");
    }
  }

  @Nested
  class SparseCovariance extends Covariance {
    @Override
    Matrix rows(double[][] x) {
      return Samples.sparse(x);
    }

    /** Encoding subtracts μᵀv from xᵀv: d products of the size of the mean each. */
    @Override
    double encodingError(Case data) {
      return 2 * data.x()[0].length * Math.ulp(1.0) * data.offset();
    }
  }

  /** Rows from a source of unknown length, as a file is. */
  abstract static class Streamed extends InMemory {
    Streamed(PcaSolver solver) {
      super(solver);
    }

    @Override
    LinearModel fit(Pca.Builder builder, double[][] x) {
      builder.solver(solver);
      return builder.build().fit(Samples.streamed(x, x[0].length), null);
    }
  }

  @Nested
  class StreamedRows extends Streamed {
    StreamedRows() {
      super(PcaSolver.AUTO);
    }
  }

  @Nested
  class StreamedSvd extends Streamed {
    StreamedSvd() {
      super(PcaSolver.SVD);
    }
  }

  @Nested
  class StreamedKrylov extends Streamed {
    StreamedKrylov() {
      super(PcaSolver.KRYLOV);
    }

    @Override
    double backward(Case data) {
      return super.backward(data) + Iterative.TOLERANCE;
    }
  }
}
