package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files that must not be written, or cannot be. */
class OutputsTest {

  @TempDir Path folder;
  private Shell shell;
  private Path iris;
  private Path model;

  @BeforeEach
  void fit() {
    shell = new Shell(folder);
    iris = shell.iris();
    model = shell.path("m.csv"); // an ending that tables have, too
    shell.ok("fit", iris, "--label", "species", "-o", model);
  }

  private List<List<Object>> commands(Object output) {
    return List.of(
        List.of("fit", iris, "-o", output),
        List.of("fit", iris, "--scores", output),
        List.of("transform", model, iris, "-o", output),
        List.of("reconstruct", model, iris, "-o", output),
        List.of("inspect", model, "--loadings", output));
  }

  @Test
  void noCommandOverwritesWhatItReads() throws IOException {
    byte[] rows = Files.readAllBytes(iris);
    byte[] made = Files.readAllBytes(model);
    Path link = Files.createSymbolicLink(shell.path("link.csv"), iris);
    for (List<Object> words : commands(iris)) {
      if (!words.get(0).equals("inspect")) {
        assertThat(shell.fails(2, words.toArray())).contains("would be overwritten");
      }
    }
    assertThat(shell.fails(2, "fit", iris, "--scores", link)).contains("would be overwritten");
    for (String file :
        List.of(
            "'" + iris + "'",
            "\"" + link + "\"",
            "'" + folder + "/*.csv'",
            "read_csv($$" + iris + "$$)",
            "read_csv('" + folder + "')")) {
      String sql = "select * from " + file;
      assertThat(shell.fails(2, "fit", "--sql", sql, "--scores", iris))
          .contains("would be overwritten");
      assertThat(shell.fails(2, "transform", model, "--sql", sql, "-o", iris))
          .contains("would be overwritten");
    }
    String computed = "select * from read_csv('" + folder + "/ir' || 'is.csv')";
    assertThat(shell.fails(1, "fit", "--sql", computed, "--label", "species", "--scores", iris))
        .contains("the files of read_csv are computed; write each name as one text");
    Path picture = Files.createSymbolicLink(shell.path("p.svg"), iris);
    Path other = shell.write("other.csv", "a", "1");
    assertThat(
            shell.fails(
                2, "plot", "scores", model, other, "--supplementary-rows", iris, "-o", picture))
        .contains("would be overwritten");
    for (List<Object> words : commands(model)) {
      if (words.contains(model) && words.indexOf(model) < 2) {
        assertThat(shell.fails(2, words.toArray())).contains("would be overwritten");
      }
    }
    assertThat(Files.readAllBytes(iris)).isEqualTo(rows);
    assertThat(Files.readAllBytes(model)).isEqualTo(made);
  }

  @Test
  void onlyTheNewModelMayReplaceTheOneItIsAlignedWith() throws IOException {
    byte[] made = Files.readAllBytes(model);
    assertThat(
            shell.fails(2, "fit", iris, "--label", "species", "--align", model, "--scores", model))
        .contains("m.csv would be overwritten");
    assertThat(Files.readAllBytes(model)).isEqualTo(made);
    shell.ok("fit", iris, "--label", "species", "--align", model, "-o", model);
  }

  /** Neither file is there yet, so that only their folders, or links, tell. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void twoOutputsAreNotOneFileByLinks() throws IOException {
    Files.createSymbolicLink(shell.path("here"), Path.of("."));
    Files.createSymbolicLink(shell.path("there.csv"), Path.of("new.csv"));
    Files.createSymbolicLink(shell.path("round.csv"), Path.of("round.csv"));
    for (String other : List.of("here/new.csv", "here/here/new.csv", "there.csv")) {
      assertThat(
              shell.fails(
                  2,
                  "fit",
                  iris,
                  "--label",
                  "species",
                  "-o",
                  shell.path("new.csv"),
                  "--scores",
                  shell.path(other)))
          .as(other)
          .contains(other + " would be overwritten");
      assertThat(shell.path("new.csv")).as(other).doesNotExist();
    }
    shell.ok("fit", iris, "--label", "species", "--scores", shell.path("round.csv"));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void imagesAreNotWrittenAmongThoseThatAreReadByALink() throws IOException {
    Path read = Files.createDirectory(shell.path("read"));
    shell.ok("demo", "--samples", read);
    shell.ok("fit", read.resolve("digits"), "-k", 2, "-o", shell.path("images"));
    Files.createSymbolicLink(shell.path("link"), read);
    assertThat(
            shell.fails(
                2,
                "reconstruct",
                shell.path("images"),
                read.resolve("digits"),
                "-o",
                shell.path("link/digits/not/yet")))
        .contains("is in the folder that is read");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatTakesNoFilesIsNamed() {
    for (List<Object> words : commands("/proc/none.csv")) {
      assertThat(shell.fails(1, words.toArray()))
          .contains("/proc/none.csv: ", "its folder takes no files; choose another folder");
    }
    assertThat(shell.fails(1, "export", model, "-o", "/proc/none.onnx"))
        .contains("/proc/none.onnx");
    assertThat(shell.fails(1, "plot", "scree", model, "-o", "/proc/none.svg"))
        .contains("/proc/none.svg");
    assertThat(shell.fails(1, "fit", iris, "--label", "species", "--report", "/proc/none.html"))
        .contains("/proc/none.html");
  }

  /** The rows are never looked at: one of them is no number. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatTakesNoFilesIsFoundBeforeAnyWork() throws IOException {
    Path broken = shell.write("broken.csv", "a,b", "1,2", "3,4", "x,y", "5,6");
    for (String option : List.of("-o", "--scores", "--report")) {
      assertThat(
              shell.fails(
                  1,
                  "fit",
                  broken,
                  option,
                  "/proc/none" + (option.equals("--report") ? ".html" : ".csv")))
          .as(option)
          .contains("its folder takes no files");
    }
    assertThat(shell.fails(1, "inspect", shell.write("no.model", "x"), "--loadings", "/proc/n.csv"))
        .contains("its folder takes no files");
    assertThat(shell.files()).containsExactly("broken.csv", "iris.csv", "m.csv", "no.model");
  }
}
