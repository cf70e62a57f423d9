package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernel options that do not go together: exit status 2 and one line, before data are read. */
class KernelRefusedTest {

  @TempDir Path folder;
  private Shell shell;
  private Path iris;

  @BeforeEach
  void irises() {
    shell = new Shell(folder);
    iris = shell.iris();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--kernel gauss|there is no kernel 'gauss'; choose linear, poly, rbf",
        "--gamma 0|a positive number, such as 0.25, or median, not 0",
        "--gamma -1|a positive number",
        "--gamma NaN|a positive number",
        "--gamma 1e999|a positive number",
        "--gamma mean|a positive number, such as 0.25, or median, not mean",
        "--kernel poly --gamma median|--gamma median is for rbf and laplacian",
        "--kernel linear --gamma median|give a number for linear",
        "--kernel poly --degree 0|a whole number from 1 to 999",
        "--kernel poly --degree 2.5|a whole number from 1 to 999",
        "--kernel poly --coef0 one|it must be a number, not one",
        "--landmarks 0|a number of landmarks, such as 1000, or auto, not 0",
        "--landmarks some|a number of landmarks",
        "-k 3 --landmarks 2|2 components at most, not 3, can be had from 2 landmarks",
        "--landmarks 20 --solver dense|--solver dense is exact and takes no landmarks",
        "--landmarks auto --solver krylov|--solver krylov is exact and takes no landmarks",
        "--landmarks 20 --solver power|--solver power is exact and takes no landmarks",
        "--kernel precomputed --landmarks 20|landmarks need points",
        "--kernel precomputed --solver nystrom|landmarks need points",
        "--kernel precomputed --pre-image ridge|--pre-image needs points",
        "--kernel precomputed --standardize|--standardize is for columns of data",
        "--kernel precomputed --missing drop|--missing is for columns of data",
        "--pre-image back|there is no way back called 'back'; choose fixed-point, mds or ridge",
        "--kernel laplacian --pre-image mds|pre-images by mds need a kernel that gives back Euclidean distances",
        "--kernel poly --degree 2 --pre-image mds|poly of odd degree), not poly; use ridge or fixed-point",
        "--solver covariance|kernel-pca has no solver 'covariance'; choose one of auto, krylov",
        "--solver gram|kernel-pca has no solver 'gram'",
        "--solver svd|kernel-pca has no solver 'svd'",
        "--solver streaming|kernel-pca has no solver 'streaming'",
      })
  void optionsThatCannotBe(String options, String complaint) {
    Object[] words =
        Stream.concat(
                Stream.of("fit", iris, "--label", "species", "-m", "kernel-pca"),
                Stream.of(options.split(" ", -1)))
            .toArray();
    assertThat(shell.fails(2, words)).contains(complaint, "eigenlens fit --help");
  }

  @Test
  void optionsAreRefusedBeforeTheInputIsLookedFor() {
    Path none = shell.path("none.csv");
    assertThat(shell.fails(2, "fit", none, "-m", "kernel-pca", "--landmarks", 2, "-k", 3))
        .contains("2 landmarks");
  }

  @Test
  void aLinearModelHasNoPreImages() {
    shell.ok("fit", iris, "--label", "species", "-k", 2, "-o", shell.path("m"));
    assertThat(shell.fails(2, "reconstruct", shell.path("m"), iris, "--pre-image", "mds"))
        .contains("--pre-image is for kernel models");
  }

  @Test
  void aWayBackThatTheKernelDoesNotHave() {
    Path model = shell.path("m");
    shell.ok("fit", iris, "-m", "kernel-pca", "--kernel", "cosine", "-k", 2, "-o", model);
    assertThat(shell.fails(2, "denoise", model, iris, "--pre-image", "mds"))
        .contains(
            "pre-images by mds need a kernel that gives back Euclidean distances", "not cosine");
  }
}
