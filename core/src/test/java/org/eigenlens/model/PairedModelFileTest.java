package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.eigenlens.Cca;
import org.eigenlens.PairedSamples;
import org.eigenlens.Pca;
import org.eigenlens.cca.Ridge;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.PairedModel.Side;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairedModelFileTest {

  private static final Matrix X = Matrix.of(PairedSamples.exercise());
  private static final Matrix Y = Matrix.of(PairedSamples.physiology());

  @TempDir Path folder;

  @Test
  void whatIsSavedComesBack() throws IOException {
    Cca cca = Cca.builder().components(2).standardize(true).folds(4).permutations(9).build();
    PairedModel model = cca.fit(X, Y);
    PairedModel again = again(model);
    assertThat(again.provenance()).isEqualTo(model.provenance());
    assertThat(again.columnNames()).isEqualTo(model.columnNames());
    assertThat(again.correlations()).isEqualTo(model.correlations());
    assertThat(again.crossValidatedCorrelations()).isEqualTo(model.crossValidatedCorrelations());
    assertThat(again.findings().wilks()).isEqualTo(model.findings().wilks());
    assertThat(again.findings().permutationPValues())
        .isEqualTo(model.findings().permutationPValues());
    assertThat(again.allLoadings().toArray()).isDeepEqualTo(model.allLoadings().toArray());
    for (Side side : Side.values()) {
      Matrix rows = side == Side.X ? X : Y;
      assertThat(again.transform(side, rows).toArray())
          .isDeepEqualTo(model.transform(side, rows).toArray());
    }
  }

  @Test
  void theLimitOfTheRidgeComesBack() throws IOException {
    PairedModel again = again(Cca.builder().ridge(Ridge.PLS).fit(X, Y));
    assertThat(again.findings().ridgeX()).isInfinite();
    assertThat(again.findings().wilks()).isEmpty();
  }

  @Test
  void perfectCorrelationsCanBeSaved() throws IOException {
    assertThat(again(Cca.builder().fit(X, X)).findings().wilks().get(0).pValue()).isZero();
  }

  @Test
  void anotherKindOfModelIsRefused() throws IOException {
    Path file = folder.resolve("pca.eigenlens");
    Pca.builder().fit(X).save(file);
    assertThatThrownBy(() -> PairedModel.load(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("not a paired one");
  }

  @Test
  void sidesThatDoNotBelongTogetherAreRefused() throws IOException {
    PairedModel two = Cca.builder().components(2).fit(X, Y);
    Path file = folder.resolve("damaged.eigenlens");
    two.save(file);
    Safetensors.Content content = Safetensors.read(file);
    content.matrices().put("x.components", DenseMatrix.zeros(1, 3));
    content.vectors().put("x.eigenvalues", new double[1]);
    Files.delete(file);
    Safetensors.write(file, content);
    assertThatThrownBy(() -> Model.load(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("1 and 2 components");
  }

  @Test
  void whatNoModelCanHaveIsRefused() throws IOException {
    refuses("holds NaN", content -> content.vectors().put("ridge", new double[] {Double.NaN, 0}));
    refuses("holds -2.0", content -> content.vectors().put("ridge", new double[] {0, -2}));
    refuses(
        "3 tests of 2 pairs", content -> content.matrices().put("wilks", DenseMatrix.zeros(3, 5)));
    refuses("'loadings' is missing", content -> content.matrices().remove("loadings"));
  }

  private void refuses(String words, Consumer<Safetensors.Content> damage) throws IOException {
    Path file = folder.resolve("damaged.eigenlens");
    Cca.builder().components(2).fit(X, Y).save(file);
    Safetensors.Content content = Safetensors.read(file);
    damage.accept(content);
    Files.delete(file);
    Safetensors.write(file, content);
    assertThatThrownBy(() -> Model.load(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining(words);
    Files.delete(file);
  }

  @Test
  void whatIsHandedOutIsACopy() {
    PairedModel model = Cca.builder().folds(4).permutations(9).fit(X, Y);
    Findings found = model.findings();
    double first = found.correlations()[0];
    found.correlations()[0] = 7;
    found.crossValidated()[0] = 7;
    found.permutationPValues()[0] = 7;
    found.singularValues()[0] = 7;
    found.loadings().set(0, 0, 7);
    assertThat(model.correlations()[0]).isEqualTo(first);
    assertThat(found.singularValues()[0]).isLessThan(1);
    assertThat(found.permutationPValues()[0]).isLessThan(7);
    assertThat(model.crossValidatedCorrelations()[0]).isLessThan(1);
    assertThat(model.loadings(Side.X).get(0, 0)).isLessThan(1);
  }

  private PairedModel again(PairedModel model) throws IOException {
    Path file = folder.resolve("model.eigenlens");
    model.save(file);
    return PairedModel.load(file);
  }
}
