package org.eigenlens.cli;

import java.io.PrintWriter;
import org.eigenlens.Progress;

/**
 * Shows what is going on in one line that is overwritten; on a terminal only. A writer that hears
 * of progress itself is told instead.
 */
final class StatusLine implements Progress, AutoCloseable {

  private static final long QUIET_NANOS = 500_000_000;
  private static final String CLEAR = "\r\u001b[K";

  private final PrintWriter err;
  private final boolean shown;
  private long last = System.nanoTime();
  private boolean dirty;

  private StatusLine(PrintWriter err, boolean shown) {
    this.err = err;
    this.shown = shown;
  }

  /** Starts a line, which stays invisible where nobody watches; only the launcher knows. */
  static StatusLine on(PrintWriter err) {
    return new StatusLine(TextWriter.raw(err), Boolean.getBoolean("eigenlens.terminal"));
  }

  /** Tells whether anybody hears of steps, so that they are worth counting. */
  boolean isHeard() {
    return shown || err instanceof Progress;
  }

  @Override
  public void at(String step) {
    if (err instanceof Progress listener) {
      listener.at(step);
      return;
    }
    long now = System.nanoTime();
    if (shown && now - last > QUIET_NANOS) {
      err.print(CLEAR);
      TextWriter.on(err).print(step + "…");
      err.flush();
      last = now;
      dirty = true;
    }
  }

  @Override
  public void close() {
    if (dirty) {
      err.print(CLEAR);
      err.flush();
    }
  }
}
