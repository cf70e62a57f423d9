package org.eigenlens.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import org.eigenlens.Progress;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Parallel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same rows and seed give the same bits, whatever the number of threads. */
class NystromDeterminismTest {

  private final int threads = Parallel.threads();

  @AfterEach
  void restoreThreads() {
    Parallel.setThreads(threads);
  }

  /** By LAPACK on one thread, and by the iteration. */
  @ParameterizedTest
  @ValueSource(ints = {90, 310})
  void anyNumberOfThreadsGivesTheSameBits(int landmarks) {
    DenseMatrix x = Matrix.of(Samples.normal(6000, 4, 41));
    Nystrom nystrom = Nystrom.landmarks(Kernels.rbf(0.3), 4, landmarks, 5);
    Parallel.setThreads(1);
    NystromPca one = nystrom.fit(x, Progress.NONE);
    for (int count : new int[] {2, 3}) {
      Parallel.setThreads(count);
      NystromPca other = nystrom.fit(x, Progress.NONE);
      assertThat(other.landmarkRows()).as("%d threads", count).isEqualTo(one.landmarkRows());
      assertThat(other.eigenvalues()).isEqualTo(one.eigenvalues());
      assertThat(other.coefficients().toRowMajor()).isEqualTo(one.coefficients().toRowMajor());
      assertThat(other.offset()).isEqualTo(one.offset());
      assertThat(other.traceError()).isEqualTo(one.traceError());
      assertThat(other.meanWeights()).isEqualTo(one.meanWeights());
      assertThat(NystromScores.of(other, x).toRowMajor())
          .isEqualTo(NystromScores.of(one, x).toRowMajor());
    }
  }

  @Test
  void inputIsLeftAsItWas() {
    DenseMatrix x = Matrix.of(Samples.normal(100, 3, 42));
    double[] before = x.toRowMajor();
    NystromPca pca = Nystrom.auto(Kernels.rbf(1), 2, 1).fit(x, Progress.NONE);
    NystromScores.of(pca, x);
    assertThat(x.toRowMajor()).isEqualTo(before);
  }

  @Test
  void interruptionCancels() {
    DenseMatrix x = Matrix.of(Samples.normal(20_000, 2, 43));
    Nystrom nystrom = Nystrom.landmarks(Kernels.rbf(1), 2, 20, 1);
    Progress interrupting =
        step -> {
          if (step.startsWith("comparing")) {
            Thread.currentThread().interrupt();
          }
        };
    try {
      assertThatThrownBy(() -> nystrom.fit(x, interrupting))
          .isInstanceOf(CancellationException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
