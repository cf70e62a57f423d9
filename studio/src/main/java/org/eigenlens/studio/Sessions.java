package org.eigenlens.studio;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final PrintWriter log;
  private final Thread clock = new Thread(this::watch, "studio-clock");

  /**
   * Starts to look after sessions.
   *
   * @param given the inputs that every page has
   * @param left cancels the work of a session
   */
  Sessions(
      Workspace workspace,
      Collection<Input> given,
      Settings settings,
      Consumer<Session> left,
      PrintWriter log) {
    this.workspace = workspace;
    this.given = given;
    this.settings = settings;
    this.left = left;
    this.log = log;
    clock.setDaemon(true);
    clock.start();
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

  private void watch() {
    try {
      while (true) {
        Thread.sleep(Math.max(50, settings.absence().toMillis() / 10));
        lookAround();
      }
    } catch (InterruptedException e) {
      assert e != null; // the studio ends
    }
  }

  private void lookAround() {
    for (Session session : all()) {
      try {
        lookAfter(session);
      } catch (RuntimeException | OutOfMemoryError e) {
        e.printStackTrace(log); // the other sessions, and this one later, still need us
        log.flush();
      }
    }
  }

  private void lookAfter(Session session) {
    if (session.absence() > settings.absence().toNanos()) {
      left.accept(session);
    }
    if (session.absence() > settings.keep().toNanos()) {
      remove(session);
    }
  }

  /** Removes a session, unless its page has come back: none can while we look. */
  private synchronized void remove(Session session) {
    if (session.absence() > settings.keep().toNanos()) {
      sessions.remove(session.id());
      workspace.remove(session.folder());
    }
  }

  @Override
  public void close() {
    clock.interrupt();
    all().forEach(Session::end);
  }
}
