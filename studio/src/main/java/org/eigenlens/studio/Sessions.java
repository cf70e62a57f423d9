package org.eigenlens.studio;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The pages that are open. The work of one that went away is cancelled after a moment, in which a
 * reload finds everything again; what it left is removed some time later.
 */
final class Sessions implements AutoCloseable {

  private static final int MOST = 256;

  private final Map<String, Session> sessions = new HashMap<>();
  private final Workspace workspace;
  private final Collection<Input> given;
  private final Settings settings;
  private final Consumer<Session> left;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "studio-clock");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Starts to look after sessions.
   *
   * @param given the inputs that every page has
   * @param left cancels the work of a session
   */
  Sessions(
      Workspace workspace, Collection<Input> given, Settings settings, Consumer<Session> left) {
    this.workspace = workspace;
    this.given = given;
    this.settings = settings;
    this.left = left;
    long period = Math.max(50, settings.absence().toMillis() / 10);
    clock.scheduleWithFixedDelay(this::lookAround, period, period, TimeUnit.MILLISECONDS);
  }

  /** Returns a session, which is made when its page first speaks. */
  synchronized Session of(String id) throws IOException {
    if (!id.matches("[A-Za-z0-9-]{8,64}")) {
      throw Refusal.bad("the request lacks the name of its page (X-Session); reload the page");
    }
    Session session = sessions.get(id);
    if (session == null) {
      if (sessions.size() >= MOST) {
        throw new Refusal(
            Refusal.BUSY, "%d pages are open already; close some".formatted(sessions.size()));
      }
      session = new Session(id, workspace.folder(id), given);
      sessions.put(id, session);
    }
    session.see();
    return session;
  }

  private synchronized List<Session> all() {
    return new ArrayList<>(sessions.values());
  }

  private void lookAround() {
    for (Session session : all()) {
      if (session.absence() > settings.absence().toNanos()) {
        left.accept(session);
      }
      if (session.absence() > settings.keep().toNanos()) {
        synchronized (this) {
          sessions.remove(session.id());
        }
        workspace.remove(session.folder());
      }
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
    all().forEach(Session::end);
  }
}
