package org.eigenlens.studio;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Work that takes its time: waits, runs, and ends done, failed or cancelled.
 *
 * <p>All methods may be called by any thread; listeners are told of changes on the thread that
 * makes them.
 */
final class Job {

  /** Where a job stands. */
  enum State {
    QUEUED,
    RUNNING,
    DONE,
    FAILED,
    CANCELLED;

    boolean isFinal() {
      return this == DONE || this == FAILED || this == CANCELLED;
    }
  }

  /** What a job does; runs on a worker, whose interrupt cancels it. */
  @FunctionalInterface
  interface Work {
    void run(Job job) throws Exception;
  }

  /** Steps come by the thousand; listeners hear of so many a second at most. */
  private static final long TOLD_NANOS = 200_000_000;

  private final String id;
  private final String session;
  private final Map<String, Object> about;
  private final Work work;
  private final Consumer<Job> listener;
  private State state = State.QUEUED;
  private int position;
  private String step = "";
  private final Advance advance = new Advance();
  private long started;
  private long ended;
  private long told;
  private String error;
  private Thread thread;
  private boolean cancelled;
  private boolean finished;
  private boolean leavesFile;
  private Throwable bug;

  /**
   * Makes a job.
   *
   * @param session whose it is
   * @param about what the page shall know of it
   * @param listener hears of every change
   */
  Job(String id, String session, Map<String, Object> about, Work work, Consumer<Job> listener) {
    this.id = id;
    this.session = session;
    this.about = about;
    this.work = work;
    this.listener = listener;
  }

  String id() {
    return id;
  }

  String session() {
    return session;
  }

  synchronized State state() {
    return state;
  }

  /** Returns why it failed, if it did. */
  synchronized String error() {
    return error;
  }

  /** Returns what went wrong that should not. */
  synchronized Optional<Throwable> bug() {
    return Optional.ofNullable(bug);
  }

  /** Says how many jobs come before. */
  void at(int place) {
    synchronized (this) {
      if (state != State.QUEUED || position == place) {
        return;
      }
      position = place;
    }
    changed();
  }

  /** Hears what is being done now; what it says of counts tells how much is done. */
  void step(String words) {
    synchronized (this) {
      long now = System.nanoTime();
      boolean other = advance.hear(words, now);
      step = advance.step();
      if (!other && now - told < TOLD_NANOS) {
        return;
      }
      told = now;
    }
    changed();
  }

  /** Tells whoever listens; a job goes on also where there is no memory to tell of it. */
  private void changed() {
    try {
      listener.accept(this);
    } catch (OutOfMemoryError e) {
      assert e != null; // the page asks, or hears of the next change
    }
  }

  /** Runs on the calling thread, to whatever end. */
  void run() {
    synchronized (this) {
      if (state != State.QUEUED) {
        return;
      }
      state = State.RUNNING;
      thread = Thread.currentThread();
      started = System.nanoTime();
    }
    changed();
    Throwable failure = null;
    try {
      work.run(this);
    } catch (Exception | Error e) {
      failure = e; // the worker has other jobs to do
    }
    synchronized (this) {
      thread = null;
      // The interrupt was for this job, not for the next on this thread.
      boolean interrupted = Thread.interrupted();
      state =
          cancelled || interrupted ? State.CANCELLED : failure == null ? State.DONE : State.FAILED;
      if (state == State.FAILED) {
        error = Failures.line(failure);
        bug = Failures.isBug(failure) ? failure : null;
      }
      ended = System.nanoTime();
      notifyAll();
    }
    changed();
  }

  /** Tells whether it waits for, or works on, something of a model. */
  synchronized boolean needs(FittedModel model) {
    return !state.isFinal() && model.id().equals(about.get("model"));
  }

  /** Tells whether it waits for, or works on, an input. */
  synchronized boolean needs(Input input) {
    return !state.isFinal()
        && about.get("inputs") instanceof List<?> inputs
        && inputs.contains(input.id());
  }

  /**
   * Takes the last step of the work, which makes it known to others, unless it was cancelled.
   *
   * @return whether it was taken; from then on it cannot be cancelled
   */
  synchronized boolean finish(Runnable last) {
    if (!cancelled) {
      last.run();
      finished = true;
    }
    return finished;
  }

  /** Says that a file can be had of it, whatever comes of it. */
  synchronized void leaveFile() {
    leavesFile = true;
  }

  /** Tells whether it is over and has left a file that can be had. */
  synchronized boolean hasFile() {
    return leavesFile && state.isFinal();
  }

  /** Stops it: at once if it waits, otherwise as soon as the work hears of it. */
  void cancel() {
    synchronized (this) {
      if (state.isFinal() || cancelled || finished) {
        return;
      }
      cancelled = true;
      if (thread != null) {
        thread.interrupt();
        return;
      }
      state = State.CANCELLED;
      notifyAll();
    }
    changed();
  }

  /** Waits for the end for so long at most, and returns where it stands. */
  synchronized State await(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    while (!state.isFinal()) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        break;
      }
      wait(left);
    }
    return state;
  }

  /** Returns what the page shows of it. */
  synchronized Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", id);
    json.putAll(about);
    json.put("state", state.name().toLowerCase(Locale.ROOT));
    if (state == State.QUEUED) {
      json.put("position", position);
    }
    if (state == State.RUNNING) {
      json.put("step", step);
      if (!Double.isNaN(advance.fraction())) {
        json.put("fraction", advance.fraction());
      }
      double left = advance.secondsLeft(System.nanoTime());
      if (!Double.isNaN(left)) {
        json.put("secondsLeft", left);
      }
      if (advance.isGuess()) {
        json.put("guessed", true);
      }
      if (cancelled) {
        json.put("cancelling", true);
      }
    }
    if (started != 0) {
      json.put("seconds", ((ended == 0 ? System.nanoTime() : ended) - started) / 1e9);
    }
    if (leavesFile) {
      json.put("download", true);
    }
    if (error != null) {
      json.put("error", error);
    }
    return json;
  }
}
