package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What summaries, models and JSON say of the labels that chose the components. */
class LabelUseTest {

  @TempDir Path folder;
  private Shell shell;
  private Path iris;

  @BeforeEach
  void start() {
    shell = new Shell(folder);
    iris = shell.iris();
  }

  @Test
  void kernelGammaAndBlendAreInSummaryModelAndJson() {
    for (String method : List.of("supervised-pca", "kernel-supervised-pca")) {
      Path model = shell.path(method);
      Object[] fit = {
        "fit",
        iris,
        "--target",
        "petal_width",
        "-m",
        method,
        "--label-kernel",
        "rbf",
        "--label-gamma",
        "0.5",
        "--blend",
        "0.25",
        "-k",
        "2",
        "-o",
        model
      };
      String line = "labels       numbers, kernel rbf, gamma 0.5, blend 0.25";
      assertThat(shell.ok(fit).out()).contains(line);
      assertThat(shell.ok("inspect", model).out()).contains(line);
      Map<?, ?> json = shell.ok("inspect", model, "--json").json().values();
      assertThat(json.get("labelKernel")).isEqualTo(Map.of("name", "rbf", "gamma", 0.5));
      assertThat(json.get("blend")).isEqualTo(0.25);
      assertThat(json.containsKey("classes")).isFalse();
    }
  }

  @Test
  void classesAreCounted() {
    String line = "labels       3 classes (setosa 50, versicolor 50, virginica 50)";
    for (String method : List.of("supervised-pca", "kernel-supervised-pca", "fisher")) {
      Path model = shell.path(method);
      assertThat(shell.ok("fit", iris, "--label", "species", "-m", method, "-o", model).out())
          .contains(line);
      Map<?, ?> json = shell.ok("inspect", model, "--json").json().values();
      assertThat(json.get("classes")).isEqualTo(3L);
      assertThat(json.get("classSizes"))
          .isEqualTo(Map.of("setosa", 50L, "versicolor", 50L, "virginica", 50L));
      assertThat(json.containsKey("labelKernel")).isEqualTo(!method.equals("fisher"));
    }
    assertThat(
            shell
                .ok("fit", iris, "--label", "species", "-m", "fisher", "--solver", "streaming")
                .out())
        .contains(line);
  }

  @Test
  void blanksAroundALabelDoNotCountAndNumbersThatLookMeasuredAreRemarkedOn() {
    Path blanks = shell.write("b.csv", "a,b,y", "1,2, p ", "2,1,q", "3,5,p", "4,4,q ", "5,1, q");
    for (String solver : List.of("auto", "streaming")) {
      assertThat(
              shell
                  .ok("fit", blanks, "--label", "y", "-m", "supervised-pca", "--solver", solver)
                  .out())
          .contains("2 classes (p 2, q 3)");
    }
    for (String solver : List.of("auto", "streaming")) {
      Object[] fit = {
        "fit", iris, "--label", "petal_width", "-m", "supervised-pca", "--solver", solver
      };
      assertThat(shell.ok(fit).err())
          .contains("the 22 different numbers of 'petal_width' are taken for classes", "--target");
    }
    Path digits = shell.digits();
    assertThat(shell.ok("fit", digits, "--label", "label", "-m", "supervised-pca").err())
        .doesNotContain("taken for classes");
  }

  @Test
  void kernelModelsHaveTenComponentsUnlessMoreAreAskedFor() {
    Object[] fit = {"fit", iris, "--label", "species", "-m", "kernel-supervised-pca", "--json"};
    assertThat(shell.ok(fit).json().number("components")).isEqualTo(2);
    for (String route : List.of("--blend=0.5", "--landmarks=40")) {
      Object[] more = {
        "fit",
        iris,
        "--target",
        "petal_width",
        "-m",
        "kernel-supervised-pca",
        "--label-kernel",
        "rbf",
        route,
        "--json"
      };
      assertThat(shell.ok(more).json().number("components")).as(route).isLessThanOrEqualTo(10);
    }
    Object[] blended = {
      "fit", iris, "--label", "species", "-m", "kernel-supervised-pca", "--blend", "0.5", "--json"
    };
    assertThat(shell.ok(blended).json().number("components")).isEqualTo(10);
    Object[] all = {
      "fit",
      iris,
      "--label",
      "species",
      "-m",
      "kernel-supervised-pca",
      "--blend",
      "0.5",
      "-k",
      "1.0",
      "--json"
    };
    assertThat(shell.ok(all).json().number("components")).isGreaterThan(20);
  }

  @Test
  void aBlendSaysHowMuchTheIdentityHasAndWhenItIsAlone() {
    String half =
        shell
            .ok("fit", iris, "--target", "petal_width", "-m", "supervised-pca", "--blend", "0.5")
            .out();
    assertThat(half)
        .containsPattern("the identity has \\d")
        .contains("blended with the identity, and shares of them all");
    String alone =
        shell.ok("fit", iris, "--label", "species", "-m", "supervised-pca", "--blend", "1").out();
    assertThat(alone)
        .contains("the identity has 100% of the trace")
        .contains("eigenvalues are those of PCA")
        .contains("with a blend of 1 labels have no part: this is PCA");
  }

  @Test
  void whatIsConstantIsNamed() {
    Path target = shell.write("t.csv", "a,b,t", "1,2,7", "2,3,7", "5,1,7");
    for (String kernel : List.of("linear", "rbf")) {
      assertThat(
              shell.fails(
                  1,
                  "fit",
                  target,
                  "--target",
                  "t",
                  "-m",
                  "supervised-pca",
                  "--label-kernel",
                  kernel))
          .contains("t.csv: the target has the same value in every row", "name another")
          .doesNotContain("PCA");
    }
    Path still = shell.write("s.csv", "a,b,t", "1,2,7", "1,2,3", "1,2,1");
    for (String method : List.of("supervised-pca", "kernel-supervised-pca")) {
      assertThat(shell.fails(1, "fit", still, "--target", "t", "-m", method))
          .contains("every column has the same value in all rows", "give columns that vary");
    }
    Path one = shell.write("o.csv", "a,b,y", "1,2,p", "2,2,q", "5,2,p");
    assertThat(shell.ok("fit", one, "--label", "y", "-m", "supervised-pca").out())
        .contains("1 of 2 columns is constant: b");
  }

  @Test
  void targetsArePredictedFromAllColumnsToo() {
    Object[] fit = {
      "fit", iris, "--target", "petal_width", "-m", "supervised-pca", "--evaluate", "--folds", "loo"
    };
    assertThat(shell.ok(fit).out()).contains("without reduction, by all columns: 0.9352");
    Object[] json = java.util.Arrays.copyOf(fit, fit.length + 1);
    json[fit.length] = "--json";
    // NumPy: H = X @ pinv(X) with ones in X; e = (y - H@y)/(1 - diag(H)), 1 - sum(e²)/sum(t²) with
    // t = (y - mean(y))*150/149.
    assertThat(shell.ok(json).json().number("columnsR2")).isEqualTo(0.93515993, within(1e-8));
  }

  @Test
  void tooManyComponentsForAnyDataAreCalledSo() {
    assertThat(shell.fails(2, "fit", iris, "-k", "99999999999"))
        .contains("99999999999 components are more than any data have");
  }
}
