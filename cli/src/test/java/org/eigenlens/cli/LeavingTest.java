package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eigenlens.matrix.Leaving;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Processes that end while a call is under way that no exit handler may see. */
final class LeavingTest {

  private static final int STATUS = 3;

  /** By SIGINT, as shells tell it. */
  private static final int INTERRUPTED = 128 + 2;

  private static final int KILLED = 128 + 9;

  private static final long PATIENCE_SECONDS = 60;

  @TempDir Path temporary;

  /** Programs that are told apart by their first argument. */
  public static void main(String[] arguments) throws InterruptedException, IOException {
    switch (arguments[0]) {
      case "work until the end waits" -> beginWork(LeavingTest::awaitWaitingExit);
      case "work for ever" -> {
        Files.createTempFile("eigenlens-", "-leaving").toFile().deleteOnExit();
        Leaving.hurry(Duration.ofMillis(50), Eigenlens::die);
        beginWork(LeavingTest::neverEnd);
      }
      case "begin work at the end" ->
          Runtime.getRuntime().addShutdownHook(new Thread(LeavingTest::workUntilRefused));
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    System.exit(STATUS);
  }

  /** Returns once the work has begun. */
  private static void beginWork(Runnable work) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    Runnable announced =
        () -> {
          begun.countDown();
          work.run();
        };
    Thread worker = new Thread(() -> Leaving.after(announced));
    worker.setDaemon(true);
    worker.start();
    begun.await();
  }

  /** Prints a line if the exit waits, and never returns if it does not. */
  private static void awaitWaitingExit() {
    Thread exit = exitThread();
    while (exit.getState() != Thread.State.TIMED_WAITING) {
      if (exit.getState() == Thread.State.TERMINATED) {
        neverEnd();
      }
      Thread.onSpinWait();
    }
    System.out.println("done");
  }

  /** Whether the exit has waited already, nobody tells. */
  private static void workUntilRefused() {
    while (Leaving.after(() -> {})) {
      Thread.onSpinWait();
    }
    System.out.println("refused");
  }

  /** Returns the thread that waits for work under way, once it runs. */
  private static Thread exitThread() {
    while (true) {
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().equals("native-threads")) {
          return thread;
        }
      }
    }
  }

  private static void neverEnd() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Process run(String argument) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            LeavingTest.class.getName(),
            argument)
        .redirectErrorStream(true)
        .start();
  }

  private static String said(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), UTF_8).strip();
  }

  @Test
  void theEndWaitsForWhatIsUnderWay() throws IOException, InterruptedException {
    Process process = run("work until the end waits");
    assertThat(said(process)).isEqualTo("done");
    assertThat(process.waitFor()).isEqualTo(STATUS);
  }

  /** Exit handlers of others may wait for threads that go on working. */
  @Test
  void nobodyWaitsForThreadsOnceTheProcessEnds() throws IOException, InterruptedException {
    Process process = run("begin work at the end");
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(said(process)).isEqualTo("refused");
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).isEqualTo(STATUS);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS) // which has no signals
  void aProgramDoesNotWaitForLongAndLeavesNoFile() throws IOException, InterruptedException {
    Process process = run("work for ever");
    assertThat(said(process)).isEmpty();
    // Java itself waits a moment for threads that are not its own, and may be ended meanwhile; an
    // interrupt may come too late on a busy machine, or be ignored.
    assertThat(process.waitFor()).isIn(INTERRUPTED, STATUS, KILLED);
    assertThat(temporary).isEmptyDirectory();
  }
}
