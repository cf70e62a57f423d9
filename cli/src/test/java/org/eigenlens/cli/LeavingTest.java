package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.eigenlens.matrix.Leaving;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Processes that end while a call is under way that no exit handler may see. */
final class LeavingTest {

  private static final int STATUS = 3;

  /** By SIGINT, as shells tell it. */
  private static final int INTERRUPTED = 128 + 2;

  /** Ends while work is done: for ever, or until it is seen that the process ends. */
  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ending = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(ending::countDown));
    boolean forEver = arguments[0].equals("for ever");
    if (forEver) {
      Leaving.hurry(Duration.ofMillis(50), Eigenlens::die);
    }
    Thread worker =
        new Thread(
            () ->
                Leaving.after(
                    () -> {
                      begun.countDown();
                      try {
                        (forEver ? never : ending).await();
                      } catch (InterruptedException e) {
                        throw new AssertionError(e);
                      }
                      System.out.println("done");
                    }));
    worker.setDaemon(true);
    worker.start();
    begun.await();
    System.exit(STATUS);
  }

  private static Process run(String argument) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            LeavingTest.class.getName(),
            argument)
        .redirectErrorStream(true)
        .start();
  }

  @Test
  void theEndWaitsForWhatIsUnderWay() throws IOException, InterruptedException {
    Process process = run("until the end");
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8).strip())
        .isEqualTo("done");
    assertThat(process.waitFor()).isEqualTo(STATUS);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS) // which has no signals
  void aProgramDoesNotWaitForLong() throws IOException, InterruptedException {
    Process process = run("for ever");
    assertThat(process.getInputStream().readAllBytes()).isEmpty();
    assertThat(process.waitFor()).isEqualTo(INTERRUPTED);
  }
}
