package org.eigenlens.studio;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What one page has: its inputs, jobs and models, and the streams by which it hears of them.
 *
 * <p>May be used by several threads.
 */
final class Session {

  /** Of more jobs the oldest that came to nothing are forgotten. */
  private static final int MOST_JOBS = 300;

  private final String id;
  private final Path folder;
  private final Map<String, Input> inputs = new LinkedHashMap<>();
  private final List<Input> forgotten = new ArrayList<>();
  private final Map<String, Job> jobs = new LinkedHashMap<>();
  private final Map<String, FittedModel> models = new LinkedHashMap<>();
  private final List<EventStream> streams = new CopyOnWriteArrayList<>();

  /** Who answers a request now, and what the page calls that. */
  private final Map<Thread, String> answering = new HashMap<>();

  private volatile long seen = System.nanoTime();
  private volatile long patience;

  Session(String id, Path folder, Collection<Input> given) {
    this.id = id;
    this.folder = folder;
    given.forEach(this::add);
  }

  String id() {
    return id;
  }

  /** Returns where its files are. */
  Path folder() {
    return folder;
  }

  /** Says that somebody is there. */
  void see() {
    seen = System.nanoTime();
  }

  /**
   * Says for how long it may be quiet: browsers let tabs that nobody sees ask once a minute only. A
   * page that says nothing of it is thought to be gone sooner.
   */
  void mayBeQuiet(long nanos) {
    patience = nanos;
  }

  /**
   * Returns for how many nanoseconds nobody was there: no request, no open stream, and more quiet
   * than was announced.
   */
  long absence() {
    return streams.isEmpty() ? System.nanoTime() - seen - patience : 0;
  }

  synchronized void add(Input input) {
    inputs.put(input.id(), input);
  }

  /** Adds an input, unless the same is here already; returns which one is here now. */
  synchronized Input keep(Input input) {
    Input known =
        inputs.values().stream().filter(one -> one.isSame(input)).findFirst().orElse(input);
    add(known);
    return known;
  }

  synchronized List<Input> inputs() {
    return new ArrayList<>(inputs.values());
  }

  synchronized Input input(String wanted) {
    return found(inputs.get(wanted), "input", wanted);
  }

  /** Starts a job, which the page sees from now on, unless it is refused. */
  void start(Job job, Jobs where) {
    add(job);
    try {
      where.add(job);
    } catch (Refusal e) {
      forget(job);
      throw e;
    }
  }

  private synchronized void add(Job job) {
    jobs.put(job.id(), job);
  }

  /** Returns the oldest jobs that came to nothing, as far as there are too many. */
  synchronized List<Job> outdated() {
    return jobs.values().stream()
        .filter(old -> old.state().isFinal() && !old.hasFile() && !models.containsKey(old.id()))
        .limit(Math.max(0, jobs.size() - MOST_JOBS))
        .toList();
  }

  synchronized List<Job> jobs() {
    return new ArrayList<>(jobs.values());
  }

  synchronized Job job(String wanted) {
    return found(jobs.get(wanted), "job", wanted);
  }

  synchronized void add(FittedModel model) {
    models.put(model.id(), model);
  }

  synchronized List<FittedModel> models() {
    return new ArrayList<>(models.values());
  }

  synchronized FittedModel model(String wanted) {
    return found(models.get(wanted), "model", wanted);
  }

  /** Forgets a model and the job that made it. */
  synchronized FittedModel forgetModel(String wanted) {
    FittedModel model = model(wanted);
    models.remove(wanted);
    jobs.remove(wanted);
    return model;
  }

  /** Forgets a job. */
  synchronized void forget(Job job) {
    jobs.remove(job.id());
  }

  /** Forgets an input; models that were fitted to it stay, and so do its files as long as they. */
  synchronized void forgetInput(String wanted) {
    forgotten.add(input(wanted));
    inputs.remove(wanted);
  }

  /** Returns the inputs that were forgotten and whose files may still be there. */
  synchronized List<Input> forgotten() {
    return new ArrayList<>(forgotten);
  }

  /** Says that the files of a forgotten input are no longer needed. */
  synchronized void drop(Input input) {
    forgotten.remove(input);
  }

  private static <T> T found(T thing, String what, String wanted) {
    if (thing == null) {
      throw Refusal.notFound(
          "this page has no %s %s, or no longer; start again from its input"
              .formatted(what, wanted));
    }
    return thing;
  }

  /**
   * Answers a request; a pass over a large table ends when the page goes away, or when it ends the
   * request.
   *
   * @param name by which the page may {@linkplain #endAnswer end} it
   */
  Answer answer(Router.Handler handler, Call call, String name)
      throws IOException, InterruptedException {
    synchronized (answering) {
      answering.put(Thread.currentThread(), name);
    }
    try {
      return handler.answer(call);
    } catch (IOException | RuntimeException e) {
      if (Thread.currentThread().isInterrupted()) { // which closes files, and breaks off loops
        throw new Refusal(
            Refusal.BUSY,
            "this was broken off: it was cancelled, the page went away, or the studio ends");
      }
      throw e;
    } finally {
      synchronized (answering) { // whoever interrupts has done so, or no longer does
        answering.remove(Thread.currentThread());
        Thread.interrupted();
      }
    }
  }

  /** Interrupts what is done for requests, unless the page was there in so many nanoseconds. */
  void endAnswers(long nanos) {
    synchronized (answering) { // a page that comes back is seen before its request is here
      if (absence() > nanos) {
        answering.keySet().forEach(Thread::interrupt);
      }
    }
  }

  /** Interrupts what is done for one request, by the name that the page gave it. */
  void endAnswer(String name) {
    synchronized (answering) {
      answering.forEach(
          (thread, called) -> {
            if (name.equals(called)) {
              thread.interrupt();
            }
          });
    }
  }

  void open(EventStream stream) {
    patience = 0;
    streams.add(stream);
  }

  void close(EventStream stream) {
    see();
    streams.remove(stream);
  }

  /** Tells all that listen. */
  void tell(String event, Map<String, Object> data) {
    streams.forEach(stream -> stream.tell(event, data));
  }

  /** Ends the streams of those that listen. */
  void end() {
    streams.forEach(EventStream::end);
  }
}
