package org.eigenlens.studio;

import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs jobs on a few threads: those of a session in their order, and sessions in turn, so that a
 * long list of one does not keep another waiting.
 */
final class Jobs implements AutoCloseable {

  private final int most;
  private final PrintWriter log;

  /** The waiting jobs by session; the session whose turn is next comes first. */
  private final Map<String, Deque<Job>> waiting = new LinkedHashMap<>();

  private final List<Job> running = new ArrayList<>();
  private boolean closed;

  /**
   * Starts workers.
   *
   * @param name of their threads
   * @param count how many jobs run at once
   * @param most how many may wait
   * @param log hears of jobs that fail by a mistake of ours
   */
  Jobs(String name, int count, int most, PrintWriter log) {
    this.most = most;
    this.log = log;
    for (int i = 1; i <= count; i++) {
      Thread worker = new Thread(this::work, name + "-" + i);
      worker.setDaemon(true);
      worker.start();
    }
  }

  /** Adds a job; refuses it if too many wait. */
  void add(Job job) {
    synchronized (this) {
      int waits = waiting.values().stream().mapToInt(Deque::size).sum();
      if (closed || waits >= most) {
        throw new Refusal(
            Refusal.BUSY,
            closed
                ? "the studio is ending"
                : waits + " jobs are waiting; try again when some are done");
      }
      waiting.computeIfAbsent(job.session(), session -> new ArrayDeque<>()).add(job);
      notifyAll();
    }
    tellPositions();
  }

  /** Cancels a job, whether it waits or runs. */
  void cancel(Job job) {
    synchronized (this) {
      Deque<Job> own = waiting.get(job.session());
      if (own != null && own.remove(job) && own.isEmpty()) {
        waiting.remove(job.session());
      }
    }
    job.cancel();
    tellPositions();
  }

  /** Cancels all jobs of a session. */
  void cancelAll(String session) {
    List<Job> all;
    synchronized (this) {
      all = new ArrayList<>(waiting.getOrDefault(session, new ArrayDeque<>()));
      running.stream().filter(job -> job.session().equals(session)).forEach(all::add);
    }
    all.forEach(this::cancel);
  }

  private void work() {
    while (true) {
      Job job;
      synchronized (this) {
        while (waiting.isEmpty() && !closed) {
          try {
            wait();
          } catch (InterruptedException e) {
            assert e != null; // meant for a job that has just ended
          }
        }
        if (closed) {
          return;
        }
        job = take();
        running.add(job);
      }
      tellPositions();
      job.run();
      job.bug()
          .ifPresent(
              e -> {
                e.printStackTrace(log);
                log.flush();
              });
      synchronized (this) {
        running.remove(job);
      }
    }
  }

  /** Takes the first job of the session whose turn it is, which then waits for its next. */
  private Job take() {
    String session = waiting.keySet().iterator().next();
    Deque<Job> own = waiting.remove(session);
    Job job = own.remove();
    if (!own.isEmpty()) {
      waiting.put(session, own);
    }
    return job;
  }

  /** Tells each waiting job how many come before it. */
  private void tellPositions() {
    Map<Job, Integer> places = new LinkedHashMap<>();
    synchronized (this) {
      List<Deque<Job>> left = new ArrayList<>();
      waiting.values().forEach(own -> left.add(new ArrayDeque<>(own)));
      while (!left.isEmpty()) {
        left.forEach(own -> places.put(own.remove(), places.size()));
        left.removeIf(Deque::isEmpty);
      }
    }
    places.forEach(Job::at);
  }

  /** Cancels everything, and waits a moment for what runs to end. */
  @Override
  public void close() {
    List<Job> all;
    synchronized (this) {
      closed = true;
      all = new ArrayList<>(running);
      waiting.values().forEach(all::addAll);
      waiting.clear();
      notifyAll();
    }
    all.forEach(Job::cancel);
    try {
      for (Job job : all) {
        job.await(2000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
