package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Work that fails: exit status 1, one line, and earlier files as they were. */
class FailureTest {

  @TempDir Path folder;
  private Shell shell;
  private Path iris;
  private Path bad;

  @BeforeEach
  void tables() {
    shell = new Shell(folder);
    iris = shell.iris();
    bad = shell.write("bad.csv", "a,b", "1,2", "3,4", "5,x");
  }

  @Test
  void aFailedFitLeavesEarlierFilesUntouchedAndNoTrace() throws IOException {
    Path model = shell.write("m", "earlier model");
    Path scores = shell.write("s.csv", "earlier scores");
    shell.fails(1, "fit", bad, "-o", model, "--scores", scores);
    assertThat(Files.readString(model, UTF_8)).isEqualTo("earlier model\n");
    assertThat(Files.readString(scores, UTF_8)).isEqualTo("earlier scores\n");
    assertThat(shell.files()).containsExactly("bad.csv", "iris.csv", "m", "s.csv");
  }

  /** Of several files none appears before all are complete, whichever finds the disk full. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileThatCannotBeWrittenLeavesTheOthersOfTheCommandUntouched() throws IOException {
    Path full = Path.of("/dev/full");
    Path rows = shell.write("n.csv", "a,b", "1,2", "3,4", "5,5", "2,7");
    Path scores = shell.write("s.csv", "earlier scores");
    Path fullScores = Files.createSymbolicLink(shell.path("full.csv"), full);
    Path report = Files.createSymbolicLink(shell.path("r.html"), full);
    Path picture = Files.createSymbolicLink(shell.path("p.svg"), full);
    Path images = shell.path("images");
    Files.createDirectory(images);
    for (int i = 0; i < 3; i++) {
      Files.writeString(images.resolve(i + ".pgm"), "P2 2 2 9 1 2 3 " + i);
    }
    Path model = shell.path("m");
    shell.ok("fit", images, "-k", 1, "-o", model);
    byte[] earlier = Files.readAllBytes(model);
    for (List<Object> words :
        List.<List<Object>>of(
            List.of("fit", rows, "-o", model, "--scores", fullScores),
            List.of("fit", rows, "-o", model, "--scores", scores, "--report", report),
            List.of("fit", rows, "-o", full, "--scores", scores),
            List.of(
                "fit",
                rows,
                rows,
                "-m",
                "cca",
                "--ridge",
                "1",
                "-o",
                model,
                "--scores",
                fullScores),
            List.of("reconstruct", model, images, "-o", scores, "--picture", picture))) {
      assertThat(shell.fails(1, words.toArray())).as("%s", words).contains("it cannot be written");
      assertThat(Files.readAllBytes(model)).as("%s", words).isEqualTo(earlier);
      assertThat(scores).as("%s", words).content().isEqualTo("earlier scores\n");
      assertThat(shell.files()).as("%s", words).noneMatch(name -> name.startsWith("."));
    }
  }

  @Test
  void aFailedTransformLeavesTheEarlierFileUntouched() throws IOException {
    Path numbers = shell.write("n.csv", "a,b", "1,2", "3,4", "5,5");
    shell.ok("fit", numbers, "-o", shell.path("m"));
    Path out = shell.write("z.csv", "earlier");
    shell.fails(1, "transform", shell.path("m"), bad, "-o", out);
    shell.fails(1, "reconstruct", shell.path("m"), bad, "-o", out);
    assertThat(Files.readString(out, UTF_8)).isEqualTo("earlier\n");
    assertThat(shell.files()).hasSize(5);
  }

  @Test
  void aMissingFolderIsNamedBeforeAnyWork() {
    Path far = shell.path("no/where.csv");
    assertThat(shell.fails(1, "fit", iris, "-o", far)).contains("where.csv", "folder");
    assertThat(shell.fails(1, "fit", iris, "--scores", far)).contains("where.csv", "folder");
    shell.ok("fit", iris, "-o", shell.path("m"));
    assertThat(shell.fails(1, "transform", shell.path("m"), iris, "-o", far)).contains("folder");
  }

  @Test
  void aFolderIsNoOutput() throws IOException {
    Files.createDirectory(shell.path("out.csv"));
    assertThat(shell.fails(1, "fit", iris, "-o", shell.path("out.csv"))).contains("folder");
  }

  @Test
  void aLinkIsFollowedAndNotReplaced() throws IOException {
    Path real = shell.write("real", "earlier");
    Path link = Files.createSymbolicLink(shell.path("link"), real);
    shell.ok("fit", iris, "-o", link);
    assertThat(link).isSymbolicLink();
    shell.ok("inspect", real);
  }

  @Test
  void theStackTraceComesOnlyWhenAskedFor() {
    Shell.Result asked = shell.run("fit", bad, "--stacktrace");
    assertThat(asked.status()).isEqualTo(1);
    assertThat(asked.err()).startsWith("eigenlens: ").contains("\tat ");
  }

  @Test
  void anInputThatIsNotThere() {
    assertThat(shell.fails(1, "fit", shell.path("none.csv"))).contains("none.csv", "no such file");
    assertThat(shell.fails(1, "transform", shell.path("none"), iris)).contains("no such file");
  }

  @Test
  void anEndingThatIsNotKnownListsThoseThatAre() {
    Path odd = shell.write("x.weird", "1 2 3");
    assertThat(shell.fails(1, "fit", odd)).contains("x.weird", ".csv", ".parquet");
  }

  @Test
  @Timeout(120) // a studio whose link nobody has would serve for ever
  void resultsThatNobodyReceivesAreAFailure() {
    StringWriter err = new StringWriter();
    shell.ok("fit", iris, "-o", shell.path("m"));
    for (String[] words :
        new String[][] {
          {"fit", iris.toString(), "--json"},
          {"transform", shell.path("m").toString(), iris.toString()},
          {"studio", iris.toString(), "--no-browser"}
        }) {
      err.getBuffer().setLength(0);
      PrintWriter full =
          new PrintWriter(
              new OutputStreamWriter(new BrokenStream("No space left on device"), UTF_8));
      assertThat(Eigenlens.run(full, new PrintWriter(err), words)).isEqualTo(1);
      assertThat(err.toString().lines().filter(line -> !line.startsWith("warning: ")))
          .singleElement()
          .asString()
          .startsWith("eigenlens: standard output was closed");
    }
  }

  @Test
  void aReaderThatLeavesIsNoFailure() {
    shell.ok("fit", iris, "-o", shell.path("m"));
    StringWriter err = new StringWriter();
    PrintWriter left = PipeWriter.of(new BrokenStream("Broken pipe"));
    String[] words = {"transform", shell.path("m").toString(), iris.toString()};
    assertThat(Eigenlens.run(left, new PrintWriter(err), words)).isZero();
    assertThat(err.toString()).isEmpty();
    PrintWriter full = PipeWriter.of(new BrokenStream("No space left on device"));
    assertThat(Eigenlens.run(full, new PrintWriter(err), words)).isEqualTo(1);
    assertThat(err.toString()).startsWith("eigenlens: standard output was closed");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsReportedWithTheNameOfTheFile() throws IOException {
    Path full = Files.createSymbolicLink(shell.path("full.csv"), Path.of("/dev/full"));
    assertThat(shell.fails(1, "fit", iris, "-o", full))
        .contains("full.csv: it cannot be written: No space left on device; check the folder");
    assertThat(shell.fails(1, "fit", iris, "--scores", full))
        .contains("full.csv: it cannot be written: No space left on device; check the folder");
  }

  /** A stream that takes nothing, for a reason. */
  private static final class BrokenStream extends OutputStream {
    private final String reason;

    BrokenStream(String reason) {
      this.reason = reason;
    }

    @Override
    public void write(int value) throws IOException {
      throw new IOException(reason);
    }
  }
}
