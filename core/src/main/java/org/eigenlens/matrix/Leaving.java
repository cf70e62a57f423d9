package org.eigenlens.matrix;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Lets a process end while native code works on several threads.
 *
 * <p>As a process exits OpenBLAS tells its threads to end, and waits for them. One that is at work
 * misses that, so that the process would stay for ever. Therefore exit waits for the call that is
 * under way, some seconds for a matrix of thousands of rows, and what comes after it does without
 * those threads. A program that cannot wait so long says what to do instead, by {@link #hurry}. May
 * be used by several threads, one of which is at work at a time.
 */
public final class Leaving {

  private static final ReentrantLock WORK = new ReentrantLock(true);

  private static volatile boolean ending;
  private static volatile Duration patience = Duration.ofSeconds(Integer.MAX_VALUE);
  private static volatile BooleanSupplier last = () -> false;

  static {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(Leaving::leave, "native-threads"));
    } catch (IllegalStateException e) {
      ending = true; // too late for a hook
    }
  }

  private Leaving() {}

  /**
   * Runs a call that uses threads of native code, after those of others.
   *
   * @return whether it was run: once the process ends none is, and it has to be done on one thread
   */
  public static boolean after(Runnable work) {
    WORK.lock();
    try {
      if (!ending) {
        work.run();
        return true;
      }
      return false;
    } finally {
      WORK.unlock();
    }
  }

  /**
   * Bounds how long the end of the process waits for a call that is under way.
   *
   * @param instead what is done when it took longer: it returns whether it will end the process by
   *     other means, a moment later
   */
  public static void hurry(Duration most, BooleanSupplier instead) {
    last = instead;
    patience = most;
  }

  private static void leave() {
    ending = true;
    try {
      if (WORK.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        WORK.unlock();
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!last.getAsBoolean()) {
      boolean run = after(() -> {});
      assert !run : "work at the end";
    }
  }
}
