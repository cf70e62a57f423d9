package org.eigenlens.matrix;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets a process end while native code works on several threads.
 *
 * <p>As a process exits OpenBLAS tells its threads to end, and waits for them. One that is at work
 * misses that, so that the process would stay for ever. Therefore exit waits for the call that is
 * under way: some seconds for a matrix of thousands of rows. A program that cannot wait so long
 * says what to do instead, by {@link #hurry}. May be used by several threads, one of which is at
 * work at a time.
 */
public final class Leaving {

  private static final ReentrantLock WORK = new ReentrantLock(true);

  private static volatile Duration patience = Duration.ofSeconds(Integer.MAX_VALUE);
  private static volatile Runnable last = () -> {};

  static {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(Leaving::leave, "native-threads"));
    } catch (IllegalStateException e) {
      assert e != null; // the process is ending already
    }
  }

  private Leaving() {}

  /** Runs a call that uses threads of native code, after those of others. */
  public static void after(Runnable work) {
    WORK.lock();
    try {
      work.run();
    } finally {
      WORK.unlock();
    }
  }

  /**
   * Bounds how long the end of the process waits for a call that is under way.
   *
   * @param instead what is done when it took longer: it must end the process by other means
   */
  public static void hurry(Duration most, Runnable instead) {
    last = instead;
    patience = most;
  }

  /** Keeps what it waited for: no other call begins. */
  private static void leave() {
    try {
      if (WORK.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    last.run();
  }
}
