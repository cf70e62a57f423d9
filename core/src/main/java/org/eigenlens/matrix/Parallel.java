package org.eigenlens.matrix;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Runs numbered tasks on all cores.
 *
 * <p>Tasks are the unit of determinism: what a task computes must not depend on which thread runs
 * it or how many there are. A task started from within a task runs inline, so that there are never
 * more busy threads than cores. Interrupting the calling thread cancels what has not started.
 */
public final class Parallel {

  private static final ThreadLocal<Boolean> INSIDE = ThreadLocal.withInitial(() -> false);
  private static volatile int threads = Runtime.getRuntime().availableProcessors();

  private Parallel() {}

  private static final class Pool {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final ExecutorService WORKERS =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "eigenlens-" + COUNT.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Returns how many threads work at once. */
  public static int threads() {
    return threads;
  }

  /** Sets how many threads work at once, for the whole process. */
  public static void setThreads(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("At least 1 thread is needed, not " + count + ".");
    }
    threads = count;
  }

  /** Tells whether the calling thread is already running a task. */
  static boolean inside() {
    return INSIDE.get();
  }

  /**
   * Runs work on the calling thread alone, whatever it would divide: for callers that keep all
   * cores busy themselves.
   */
  public static <T> T alone(Supplier<T> work) {
    boolean before = INSIDE.get();
    INSIDE.set(true);
    try {
      return work.get();
    } finally {
      INSIDE.set(before);
    }
  }

  /**
   * Runs {@code task} for 0, 1, …, {@code tasks} − 1 and returns when all are done.
   *
   * @throws CancellationException if the calling thread is interrupted; its interrupt flag stays
   *     set
   */
  public static void forEach(int tasks, IntConsumer task) {
    if (tasks <= 1 || inside()) {
      for (int i = 0; i < tasks; i++) {
        failIfInterrupted();
        task.accept(i);
      }
      return;
    }
    // A lone thread takes the same path: tasks must find themselves inside however many there are.
    int workers = Math.min(tasks, threads);
    Run run = new Run(tasks, task, workers - 1);
    for (int i = 1; i < workers; i++) {
      Pool.WORKERS.execute(run::helper);
    }
    run.work(true);
    run.join();
  }

  private static void failIfInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("The work was cancelled.");
    }
  }

  /** One call of {@link #forEach}: threads claim the next number until none is left. */
  private static final class Run {
    private final int tasks;
    private final IntConsumer task;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final CountDownLatch helpers;

    Run(int tasks, IntConsumer task, int helpers) {
      this.tasks = tasks;
      this.task = task;
      this.helpers = new CountDownLatch(helpers);
    }

    void helper() {
      try {
        work(false);
      } finally {
        helpers.countDown();
      }
    }

    void work(boolean caller) {
      INSIDE.set(true);
      try {
        int i = next.getAndIncrement();
        while (i < tasks && failure.get() == null) {
          if (caller) {
            failIfInterrupted();
          }
          task.accept(i);
          i = next.getAndIncrement();
        }
      } catch (Throwable thrown) {
        failure.compareAndSet(null, thrown);
      } finally {
        INSIDE.set(false);
      }
    }

    void join() {
      boolean interrupted = false;
      while (true) {
        try {
          helpers.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
          failure.compareAndSet(null, new CancellationException("The work was cancelled."));
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      Throwable thrown = failure.get();
      if (thrown instanceof RuntimeException e) {
        throw e;
      }
      if (thrown instanceof Error e) {
        throw e;
      }
      if (thrown != null) {
        throw new IllegalStateException(thrown);
      }
    }
  }
}
