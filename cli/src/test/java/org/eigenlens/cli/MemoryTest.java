package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What may be taken of the memory is what commands are told. */
class MemoryTest {

  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void shell() {
    shell = new Shell(folder);
  }

  @Test
  void everyCommandThatReadsSomethingHasTheOption() {
    CommandLine program = new CommandLine(new Eigenlens());
    List<String> without =
        program.getSubcommands().entrySet().stream()
            .filter(command -> command.getValue().getCommandSpec().findOption("--memory") == null)
            .map(command -> command.getKey())
            .toList();
    assertThat(without).containsExactlyInAnyOrder("jshell", "help");
  }

  /** A file that only says that it is large takes no room on the disk. */
  private Path large(String name, long bytes) throws IOException {
    Path file = shell.path(name);
    try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
      made.setLength(bytes);
    }
    return file;
  }

  @Test
  void aModelThatIsLargerThanAllowedIsRefusedWithBothFigures() throws IOException {
    Path model = large("m", 100L << 20);
    Path iris = shell.iris();
    Stream.of(
            List.<Object>of("inspect", model),
            List.<Object>of("transform", model, iris),
            List.<Object>of("reconstruct", model, iris),
            List.<Object>of("similar", model, "word"),
            List.<Object>of("plot", "scree", model, "-o", shell.path("p.svg")),
            List.<Object>of("export", model, "-o", shell.path("e.onnx")))
        .forEach(
            words -> {
              List<Object> all =
                  Stream.concat(words.stream(), Stream.of("--memory", "64m")).toList();
              assertThat(shell.fails(1, all.toArray()))
                  .contains("the model takes 100.0 MB, and 64.0 MB may be taken", "--memory");
            });
  }

  @Test
  void dependenceNeedsItsColumnsInMemory() throws IOException {
    // 3 million rows of three numbers and zeros: 72 MB.
    Path rows =
        shell.write(
            "x.mtx", "%%MatrixMarket matrix coordinate real general", "3000000 3 1", "1 1 1");
    assertThat(shell.fails(1, "hsic", rows, "--x", "x1,x2", "--y", "x3", "--memory", "64m"))
        .contains("takes 68.7 MB, and 64.0 MB may be taken");
  }
}
