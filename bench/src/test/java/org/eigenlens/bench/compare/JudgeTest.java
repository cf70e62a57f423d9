package org.eigenlens.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.eigenlens.bench.SyntheticData;
import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JudgeTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"eigenlens", "ejml", "smile"})
  void everyJavaEngineIsRight(String engine) throws IOException {
    DenseMatrix x = SyntheticData.of(200, 12, 0, 1);
    Path data = folder.resolve("x.npy");
    Npy.write(data, x);

    Spectrum found = Fitter.of(engine, data, 3).fit().get();
    Path result = folder.resolve("found.npy");
    found.write(result);
    Judge.Verdict verdict = Judge.ofPca(x, 3).of(Spectrum.read(result));

    assertThat(verdict.right()).isTrue();
    assertThat(verdict.residual()).isLessThan(1e-12);
  }

  @Test
  void aWrongVarianceIsNotRight() {
    DenseMatrix x = SyntheticData.of(200, 12, 0, 1);
    double[] wrong = {1, 1, 1};

    assertThat(Judge.ofPca(x, 3).of(new Spectrum(wrong, DenseMatrix.zeros(3, 12))).right())
        .isFalse();
  }

  @Test
  void aFileComesBackAsItWasWritten() throws IOException {
    DenseMatrix x = SyntheticData.of(70, 3, 5, 1);
    Path file = folder.resolve("x.npy");

    Npy.write(file, x);

    assertThat(Npy.read(file).toRowMajor()).isEqualTo(x.toRowMajor());
  }
}
