package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a process that used DuckDB leaves. */
class DuckEndTest {

  private static final int ENDED = 143; // by SIGTERM
  private static final long PATIENCE_SECONDS = 60;

  @TempDir Path folder;

  /** Starts DuckDB, and nothing else; waits until it is ended. */
  static final class Program {
    private Program() {}

    public static void main(String[] args) throws IOException {
      Tables.query("select 1 a", ReadOptions.DEFAULT).load();
      assertThat(System.in.read()).as("what nobody writes").isZero();
    }
  }

  /** On Windows a library that is loaded cannot be deleted. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anEndWhileTheLibraryIsUnpackedLeavesNothing() throws IOException, InterruptedException {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Path said = folder.resolve("said");
    Process process = start(said, program(temporary));
    try {
      while (process.isAlive() && !hasLibrary(temporary)) {
        process.waitFor(1, TimeUnit.MILLISECONDS);
      }
      assertThat(process.isAlive()).as(Files.readString(said)).isTrue();
      process.destroy();
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(said)).isEqualTo(ENDED);
    assertThat(temporary).isEmptyDirectory();
  }

  /** No file may grow beyond 8 blocks of 1024 bytes: the system says no as on a full disk. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aLibraryThatHasNoRoomLeavesNothing() throws IOException, InterruptedException {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Path other = Files.createFile(temporary.resolve("libduckdb_java1.so"));
    List<String> command = new ArrayList<>(List.of("bash", "-c"));
    command.addAll(List.of("ulimit -f 8; trap '' XFSZ; exec \"$@\"", "bash"));
    command.addAll(program(temporary));
    assertThat(saidBy(command)).contains("DuckDB", "does not start here");
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left).as("what was there before").containsExactly(other);
    }
  }

  /** A path stood where the reason should be. */
  @Test
  void aMissingPlaceForTheLibraryIsCalledSo() throws IOException, InterruptedException {
    Path none = folder.resolve("none");
    assertThat(saidBy(program(none)))
        .contains(
            "does not start here: there is no folder for temporary files: %s does not exist;"
                    .formatted(none)
                + " use .csv or .npy instead, or give java the option -Djava.io.tmpdir=FOLDER");
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(saidBy(program(file))).contains("there is no folder for temporary files: " + file);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aPlaceThatTakesNoLibraryIsCalledSo() throws IOException, InterruptedException {
    assertThat(saidBy(program(Path.of("/proc"))))
        .contains("there is no folder for temporary files: /proc takes none; use .csv");
  }

  /** Runs a program that fails. */
  private String saidBy(List<String> command) throws IOException, InterruptedException {
    Path said = folder.resolve("said");
    Process process = start(said, command);
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(said);
  }

  private static List<String> program(Path temporary) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-Djava.io.tmpdir=" + temporary,
        "-cp",
        System.getProperty("java.class.path"),
        Program.class.getName());
  }

  private static Process start(Path said, List<String> command) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(said.toFile())
        .start();
  }

  private static boolean hasLibrary(Path temporary) throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith("libduckdb"));
    }
  }
}
