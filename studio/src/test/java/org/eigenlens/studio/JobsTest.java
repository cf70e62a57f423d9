package org.eigenlens.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whose turn it is, and what becomes of jobs that fail or are cancelled. */
final class JobsTest {

  private static final long PATIENCE_MILLIS = 10_000;

  private final StringWriter log = new StringWriter();
  private final Jobs jobs = new Jobs("test", 1, 6, new PrintWriter(log));
  private final List<String> ran = new CopyOnWriteArrayList<>();
  private final CountDownLatch gate = new CountDownLatch(1);

  @AfterEach
  void close() {
    jobs.close();
  }

  private Job add(String id, String session, Job.Work work) {
    Job job = new Job(id, session, Map.of(), work, changed -> {});
    jobs.add(job);
    return job;
  }

  private Job quick(String id, String session) {
    return add(id, session, job -> ran.add(id));
  }

  /** Keeps the worker busy until the gate opens. */
  private Job first() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    Job job =
        add(
            "first",
            "z",
            running -> {
              started.countDown();
              gate.await();
            });
    started.await();
    return job;
  }

  @Test
  void sessionsTakeTurns() throws InterruptedException {
    first();
    quick("a1", "a");
    quick("a2", "a");
    Job last = quick("a3", "a");
    Job other = quick("b1", "b");
    assertThat(last.json()).containsEntry("position", 3);
    assertThat(other.json()).containsEntry("position", 1);
    gate.countDown();
    last.await(PATIENCE_MILLIS);
    assertThat(ran).containsExactly("a1", "b1", "a2", "a3");
  }

  @Test
  void aJobThatWaitsIsCancelledAtOnceAndOthersMoveUp() throws InterruptedException {
    first();
    Job one = quick("a1", "a");
    Job two = quick("a2", "a");
    jobs.cancel(one);
    assertThat(one.state()).isEqualTo(Job.State.CANCELLED);
    assertThat(two.json()).containsEntry("position", 0);
    gate.countDown();
    assertThat(two.await(PATIENCE_MILLIS)).isEqualTo(Job.State.DONE);
    assertThat(ran).containsExactly("a2");
  }

  @Test
  void anInterruptEndsOnlyItsOwnJob() throws InterruptedException {
    Job job = first();
    Job next = add("next", "a", running -> Thread.sleep(20));
    jobs.cancelAll("z");
    assertThat(job.await(PATIENCE_MILLIS)).isEqualTo(Job.State.CANCELLED);
    assertThat(next.await(PATIENCE_MILLIS)).isEqualTo(Job.State.DONE);
  }

  @Test
  void aWorkerOutlivesWhateverAJobThrows() throws InterruptedException {
    Job memory =
        add(
            "memory",
            "a",
            job -> {
              throw new OutOfMemoryError("Java heap space");
            });
    Job bug =
        add(
            "bug",
            "a",
            job -> {
              throw new AssertionError("a bug");
            });
    assertThat(bug.await(PATIENCE_MILLIS)).isEqualTo(Job.State.FAILED);
    assertThat(memory.error()).startsWith("out of memory; ");
    assertThat(bug.error()).contains("internal error");
    Job disk =
        add(
            "disk",
            "a",
            job -> {
              throw new UncheckedIOException(new IOException("No space left on device"));
            });
    assertThat(quick("after", "a").await(PATIENCE_MILLIS)).isEqualTo(Job.State.DONE);
    assertThat(disk.error()).startsWith("the disk is full; ");
    assertThat(log.toString()).contains("a bug").doesNotContain("heap", "No space");
  }

  @Test
  void whatIsFinishedCannotBeCancelledAndWhatIsCancelledNotFinished() throws InterruptedException {
    Job done =
        add(
            "done",
            "a",
            job -> {
              assertThat(job.finish(() -> ran.add("done"))).isTrue();
              job.cancel();
            });
    Job late =
        add(
            "late",
            "a",
            job -> {
              job.cancel();
              assertThat(job.finish(() -> ran.add("late"))).isFalse();
            });
    assertThat(done.await(PATIENCE_MILLIS)).isEqualTo(Job.State.DONE);
    assertThat(late.await(PATIENCE_MILLIS)).isEqualTo(Job.State.CANCELLED);
    assertThat(ran).containsExactly("done");
  }

  @Test
  void refusesMoreThanMayWait() throws InterruptedException {
    first();
    Collections.nCopies(6, "a").forEach(session -> quick("waits", session));
    assertThatThrownBy(() -> quick("seventh", "b"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("6 jobs are waiting");
    gate.countDown();
  }

  /** Returns what a job says of itself after some steps. */
  private Map<String, Object> after(String... steps) throws InterruptedException {
    CountDownLatch looked = new CountDownLatch(1);
    CountDownLatch told = new CountDownLatch(1);
    Job job =
        add(
            "counts",
            "a",
            running -> {
              for (String step : steps) {
                running.step(step);
              }
              told.countDown();
              looked.await();
            });
    told.await();
    Map<String, Object> json = job.json();
    looked.countDown();
    return json;
  }

  @Test
  void stepsThatCountTellWhatIsLeft() throws InterruptedException {
    assertThat(after("fold 1 of 5"))
        .containsEntry("fraction", 0.0)
        .doesNotContainKey("secondsLeft"); // nothing is done that could tell
    assertThat(after("fold 1 of 5", "fold 2 of 5"))
        .containsEntry("fraction", 0.2)
        .containsEntry("step", "fold 2 of 5")
        .containsKey("secondsLeft");
    Map<String, Object> last = after("fold 1 of 3", "fold 2 of 3", "fold 3 of 3");
    assertThat((double) last.get("fraction")).isEqualTo(2 / 3.0);
    assertThat((double) last.get("secondsLeft")).isPositive(); // the last part has just begun
    assertThat(after("kernel matrix, rows from 0 of 512", "kernel matrix, rows from 256 of 512"))
        .containsEntry("fraction", 0.5);
    // The same again, for the next candidate: what was done before tells nothing of it.
    assertThat(after("fold 1 of 2", "fold 2 of 2", "fold 1 of 2"))
        .containsEntry("fraction", 0.0)
        .doesNotContainKey("secondsLeft");
    assertThat(after("fold 1 of 2", "reading")).doesNotContainKeys("fraction", "secondsLeft");
  }

  @Test
  void aWorkerOutlivesAListenerWithoutMemory() throws InterruptedException {
    Job deaf =
        new Job(
            "deaf",
            "a",
            Map.of(),
            job -> ran.add("deaf"),
            changed -> {
              throw new OutOfMemoryError("for this test");
            });
    jobs.add(deaf);
    assertThat(deaf.await(PATIENCE_MILLIS)).isEqualTo(Job.State.DONE);
    assertThat(quick("next", "a").await(PATIENCE_MILLIS)).isEqualTo(Job.State.DONE);
    assertThat(ran).containsExactly("deaf", "next");
  }
}
