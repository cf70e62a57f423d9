package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.eigenlens.data.TableWriter;
import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that are ended while LAPACK factors a matrix on several threads, which takes a minute
 * or more here: nobody waits for that.
 */
@DisabledOnOs(OS.WINDOWS) // which has no signals
class FactorisationIT {

  private static final int ROWS = 8_000;

  /** What the end may take on a machine that does other things as well; far less than the work. */
  private static final long PATIENCE_SECONDS = 20;

  private static final String FIT =
      "fit rows.npy -m kernel-pca --solver dense -k 2 -o m --threads 2";

  @TempDir Path folder;

  @BeforeEach
  void manyRows() {
    Random random = new Random(1);
    double[][] rows = new double[ROWS][];
    Arrays.setAll(rows, i -> random.doubles(2).toArray());
    TableWriter.write(
        folder.resolve("rows.npy"),
        List.of(),
        List.of(),
        List.of("a", "b"),
        DenseMatrix.copyOf(rows));
  }

  /** Waits until a thread of the process is within LAPACK. */
  private void awaitFactorisation(Process process) throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    String pid = String.valueOf(process.pid());
    while (true) {
      Process dump =
          new ProcessBuilder(jcmd, pid, "Thread.print").redirectErrorStream(true).start();
      String threads = new String(dump.getInputStream().readAllBytes(), UTF_8);
      dump.waitFor();
      if (threads.contains("LAPACKE_")) {
        return;
      }
      assertThat(process.isAlive()).as(threads).isTrue();
      assertThat(folder.resolve("m")).as("what was to take long is done").doesNotExist();
    }
  }

  private static void assertEnds(Process process) throws InterruptedException {
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void anInterruptDoesNotWaitForIt() throws IOException, InterruptedException {
    Process process = new Launcher(folder).start(FIT.split(" "));
    awaitFactorisation(process);
    new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();
    assertEnds(process);
    assertThat(new Shell(folder).files()).containsExactlyInAnyOrder("rows.npy", "out", "err");
  }

  @Test
  void aWorkerWhoseStudioIsGoneDoesNotWaitForIt() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Worker.class.getName(),
                "2")
            .directory(folder.toFile())
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    process.getOutputStream().write(("[\"" + FIT.replace(" ", "\",\"") + "\"]\n").getBytes(UTF_8));
    process.getOutputStream().flush();
    awaitFactorisation(process);
    process.getOutputStream().close();
    assertEnds(process);
    assertThat(new Shell(folder).files()).containsExactlyInAnyOrder("rows.npy", "out", "err");
  }
}
