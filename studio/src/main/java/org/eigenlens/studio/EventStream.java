package org.eigenlens.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eigenlens.model.Json;

/**
 * Tells a page what happens, for as long as it listens (server-sent events).
 *
 * <p>A page that no longer listens is found out by the next heartbeat. One that listens too slowly
 * is cut off, and asks anew.
 */
final class EventStream implements Answer {

  private static final int MOST_WAITING = 1000;
  private static final String END = "";

  private final Session session;
  private final long heartbeatMillis;
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>(MOST_WAITING);

  EventStream(Session session, long heartbeatMillis) {
    this.session = session;
    this.heartbeatMillis = heartbeatMillis;
  }

  /** Tells the page; never waits. */
  void tell(String event, Map<String, Object> data) {
    if (!events.offer("event: " + event + "\ndata: " + Json.write(data, false) + "\n\n")) {
      end();
    }
  }

  void end() {
    while (!events.offer(END)) {
      events.clear(); // others may fill it meanwhile
    }
  }

  @Override
  public void send(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
    exchange.sendResponseHeaders(200, 0);
    session.open(this);
    try (OutputStream out = exchange.getResponseBody()) {
      String event = "retry: 1000\n\n";
      while (!event.equals(END)) {
        out.write(event.getBytes(UTF_8));
        out.flush();
        event = events.poll(heartbeatMillis, TimeUnit.MILLISECONDS);
        event = event == null ? ": still here\n\n" : event;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      session.close(this);
    }
  }
}
