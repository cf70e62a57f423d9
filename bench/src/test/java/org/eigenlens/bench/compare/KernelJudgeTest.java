package org.eigenlens.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import org.eigenlens.bench.ManifoldData;
import org.eigenlens.kernel.KernelMatrix;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelJudgeTest {

  private static final KernelProblem EXACT = new KernelProblem(0.1, 0);

  @TempDir Path folder;

  private DenseMatrix x;
  private Path data;

  @BeforeEach
  void write() throws IOException {
    x = ManifoldData.of(300, 10, 1);
    data = folder.resolve("x.npy");
    Npy.write(data, x);
  }

  private Spectrum solve(String engine, KernelProblem problem) throws IOException {
    Path result = folder.resolve("found.npy");
    Problem.fitter(engine, data, 3, problem.arguments()).fit().get().write(result);
    return Spectrum.read(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"eigenlens", "smile"})
  void everyEngineInDoubleIsRight(String engine) throws IOException {
    Judge.Verdict verdict = EXACT.judge(x, 3, "").of(solve(engine, EXACT));

    assertThat(verdict.worst()).isLessThan(1e-12);
    assertThat(verdict.residual()).isLessThan(1e-8);
    assertThat(verdict.right()).isTrue();
  }

  @Test
  void floatIsShownAsWhatItIs() throws IOException {
    Judge.Verdict verdict = EXACT.judge(x, 3, "").of(solve("eigenlens-float", EXACT));

    assertThat(verdict.residual()).isBetween(1e-9, 1e-6);
  }

  @Test
  void rightValuesWithWrongVectorsAreNotRight() throws IOException {
    Spectrum found = solve("eigenlens", EXACT);
    Judge judge = EXACT.judge(x, 3, "");

    DenseMatrix turned = found.directions().copy();
    turned.setRow(2, found.directions().row(1), 0);
    Judge.Verdict verdict = judge.of(new Spectrum(found.variances(), turned));
    Judge.Verdict nothing =
        judge.of(new Spectrum(found.variances(), DenseMatrix.zeros(3, x.rows())));

    assertThat(verdict.worst()).isLessThan(1e-12);
    assertThat(verdict.right()).isFalse();
    assertThat(nothing.right()).isFalse();
  }

  @Test
  void landmarksAreComparedWithASampleAndSayWhatTheyMiss() throws IOException {
    KernelProblem problem = new KernelProblem(0.1, 100);

    Spectrum found = Problem.fitter("eigenlens", data, 3, problem.arguments()).fit().get();
    Judge.Verdict verdict = problem.judge(x, 3, "").of(found);

    assertThat(found.remark()).startsWith("100 landmarks").contains("of the trace");
    assertThat(verdict.residual()).isNaN();
    assertThat(verdict.right()).isTrue();
  }

  @Test
  void theJudgesMatrixIsTheKernelMatrix() {
    DenseMatrix in = ManifoldData.of(2, x.rows(), 3);
    DenseMatrix plain = DenseMatrix.zeros(2, x.rows());
    DenseMatrix ours = DenseMatrix.zeros(2, x.rows());

    new GaussianOperator(x, 0.1).apply(in, plain);
    KernelMatrix.recomputed(Kernels.rbf(0.1), x).apply(in, ours);

    assertThat(plain.toRowMajor()).containsExactly(ours.toRowMajor(), within(1e-11));
  }
}
