package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eigenlens.Fisher;
import org.eigenlens.KernelSupervisedPca;
import org.eigenlens.Pca;
import org.eigenlens.SupervisedPca;
import org.eigenlens.kernel.Custom;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelUseTest {

  private static final Matrix ROWS =
      Matrix.of(new double[][] {{1, 2, 0}, {2, 1, 4}, {3, 5, 1}, {4, 4, 2}, {0, 3, 3}, {7, 1, 1}});

  private static final Labels CLASSES = Labels.ofClasses(List.of("b", "a", "b", "a", "b", "b"));
  private static final Labels NUMBERS = Labels.ofTargets(1, 3, 2, 5, 4, 9);

  @TempDir Path folder;

  private LabelUse kept(Model model) throws IOException {
    Path file = folder.resolve("model.eigenlens");
    model.save(file);
    LabelUse kept = Model.load(file).provenance().labels();
    assertThat(kept).isEqualTo(model.provenance().labels());
    return kept;
  }

  @Test
  void modelsKeepHowLabelsChose() throws IOException {
    LabelUse classes = kept(SupervisedPca.builder().blend(0.5).fit(ROWS, CLASSES));
    assertThat(classes)
        .isEqualTo(new LabelUse(Map.of("name", "delta"), 0.5, 2, Map.of("b", 4L, "a", 2L)));
    LabelUse numbers =
        kept(SupervisedPca.builder().labelKernel(Kernels.rbf(0.25)).fit(ROWS, NUMBERS));
    assertThat(numbers)
        .isEqualTo(new LabelUse(Map.of("name", "rbf", "gamma", 0.25), 0, 0, Map.of()));
    LabelUse bent = kept(KernelSupervisedPca.builder().kernel(Kernels.rbf(0.1)).fit(ROWS, NUMBERS));
    assertThat(bent.kernel()).isEqualTo(Map.of("name", "linear"));
    assertThat(kept(Fisher.builder().fit(ROWS, CLASSES)).kernel()).isEmpty();
    assertThat(kept(Pca.builder().fit(ROWS))).isNull();
  }

  @Test
  void aFunctionOfTheUsersIsKnownByItsName() throws IOException {
    var own = new Custom("nearness", (x, y) -> Math.exp(-Math.abs(x[0] - y[0])));
    assertThat(kept(SupervisedPca.builder().labelKernel(own).fit(ROWS, NUMBERS)).kernel())
        .isEqualTo(Map.of("name", "nearness"));
  }

  @Test
  void ofVeryManyClassesOnlyTheNumberIsKept() {
    double[][] rows = new double[101][];
    java.util.Arrays.setAll(rows, i -> new double[] {i, i % 7});
    Labels own = Labels.ofClasses(IntStream.range(0, 101).toArray());
    LabelUse use = SupervisedPca.builder().fit(Matrix.of(rows), own).provenance().labels();
    assertThat(use.classes()).isEqualTo(101);
    assertThat(use.sizes()).isEmpty();
  }

  @Test
  void whatIsNoneInAFileIsRefused() {
    for (String damaged :
        List.of(
            "{'kernel':{'name':'delta'},'blend':7,'classes':2,'sizes':{}}",
            "{'kernel':{'name':'delta'},'blend':0,'classes':-2,'sizes':{}}",
            "{'kernel':{'name':'delta'},'blend':0,'classes':2,'sizes':{'a':'x'}}",
            "{'kernel':'delta','blend':0,'classes':2,'sizes':{}}",
            "'delta'")) {
      Description description =
          new Description(folder, ("{'labels':" + damaged + "}").replace('\'', '"'));
      assertThatThrownBy(() -> LabelUse.read(description))
          .as(damaged)
          .isInstanceOf(ModelFileException.class);
    }
  }
}
