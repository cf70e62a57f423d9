package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
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
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
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

  private static boolean hasLibrary(Path temporary) throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith("libduckdb"));
    }
  }
}
