package org.eigenlens.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SupervisedJudgeTest {

  private static final SupervisedProblem PROBLEM = new SupervisedProblem(4);

  @TempDir Path folder;

  private Spectrum solve(String engine, DenseMatrix x) throws IOException {
    Path data = folder.resolve("x.npy");
    Npy.write(data, x);
    return Problem.fitter(engine, data, 3, PROBLEM.arguments()).fit().get();
  }

  @ParameterizedTest
  @ValueSource(strings = {"eigenlens", SupervisedProblem.PCA})
  void everyEngineIsRightAboutItsOwnTask(String engine) throws IOException {
    DenseMatrix x = PROBLEM.data(300, 8);
    Judge.Verdict verdict = PROBLEM.judge(x, 3, PROBLEM.task(engine)).of(solve(engine, x));
    assertThat(verdict.right()).isTrue();
    assertThat(verdict.residual()).isLessThan(1e-12);
  }

  @Test
  void principalComponentsAreNotSupervisedOnes() throws IOException {
    DenseMatrix x = PROBLEM.data(300, 8);
    Judge judge = PROBLEM.judge(x, 3, SupervisedProblem.NAME);
    assertThat(judge.of(solve(SupervisedProblem.PCA, x)).right()).isFalse();
  }
}
