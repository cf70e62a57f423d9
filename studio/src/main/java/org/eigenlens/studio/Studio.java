package org.eigenlens.studio;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The running studio: a server on loopback for the page and what it asks for.
 *
 * <p>Fits run two at a time on threads of their own, and so do pictures and what is unpacked, one
 * of each; requests have theirs, so that a page is answered while fits run. Everything ends, the
 * commands too, and the studio's files are removed, when it is closed or the process ends.
 */
public final class Studio implements AutoCloseable {

  private static final int REQUESTS = 128;
  private static final int STREAMS = 96;
  private static final int FITS = 2;

  /** So many processes share the memory: those that fit, and one that draws. */
  private static final int AT_ONCE = FITS + 1;

  private static final int MOST_WAITING = 200;

  /** Models in memory take this part of what fits may take. */
  private static final int MODEL_SHARE = 8;

  /** In how many seconds a request has to be there, with its body. */
  private static final String REQUEST_SECONDS = "sun.net.httpserver.maxReqTime";

  private static final long LEAST_REQUEST_SECONDS = 300;

  /** In bytes a second; an upload that is as large as may be and comes more slowly is cut off. */
  private static final long SLOWEST_UPLOAD = 5_000_000;

  private final Workspace workspace;
  private final Commands commands;
  private final Jobs jobs;
  private final Jobs drawings;
  private final Jobs unpackings;
  private final Router router = new Router();
  private final PageFiles page = new PageFiles();
  private final HttpServer server;
  private final ThreadPoolExecutor requests;
  private final Gate gate;
  private final Sessions sessions;
  private final PrintWriter log;
  private final Thread atExit = new Thread(this::end, "studio-end");

  private Studio(Settings settings, Commands commands, PrintWriter log) throws IOException {
    this.log = log;
    prepareServers(settings.uploadLimit());
    this.server = bound(settings.port());
    this.gate = new Gate(server.getAddress().getPort());
    this.workspace = new Workspace(settings.disk(), log);
    this.commands = commands;
    commands.workIn(workspace.temporary());
    this.jobs = new Jobs("studio-fit", FITS, MOST_WAITING, log);
    this.drawings = new Jobs("studio-picture", 1, MOST_WAITING, log);
    this.unpackings = new Jobs("studio-rows", 1, MOST_WAITING, log);
    Examples examples = new Examples(commands, workspace.folder().resolve("examples"));
    Inputs inputs = new Inputs(workspace, examples, settings.uploadLimit());
    this.sessions =
        new Sessions(
            workspace, given(settings, inputs), settings, left -> cancel(left, settings), log);
    ModelCache cache = new ModelCache(settings.memory() / MODEL_SHARE);
    Fits fits =
        new Fits(commands, jobs, unpackings, inputs, cache, workspace, settings.memory() / AT_ONCE);
    new Api(settings, commands, inputs, fits, jobs, STREAMS).addTo(router);
    new ModelRoutes(workspace, inputs, jobs).addTo(router);
    new Pictures(commands, drawings, fits, settings.memory() / AT_ONCE).addTo(router);
    new Downloads(workspace).addTo(router);
    Play.addTo(router);
    this.requests =
        new ThreadPoolExecutor(
            REQUESTS, REQUESTS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    requests.allowCoreThreadTimeOut(true);
    server.setExecutor(requests);
    server.createContext("/", this::handle);
    Runtime.getRuntime().addShutdownHook(atExit);
    server.start();
  }

  /**
   * Starts a studio.
   *
   * @param log hears of what goes wrong within
   * @throws IOException if the port is taken
   */
  public static Studio start(Settings settings, Commands commands, PrintWriter log)
      throws IOException {
    return new Studio(settings, commands, log);
  }

  /** Says what the first server of a process reads, for all of its servers. */
  private static void prepareServers(long uploadLimit) {
    // Small answers must not wait for the other side's acknowledgement of the one before.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    // Requests that are begun and never ended would hold their threads for ever.
    if (System.getProperty(REQUEST_SECONDS) == null) {
      long seconds = Math.max(LEAST_REQUEST_SECONDS, uploadLimit / SLOWEST_UPLOAD);
      System.setProperty(REQUEST_SECONDS, String.valueOf(seconds));
    }
  }

  private static HttpServer bound(int port) throws IOException {
    try {
      return HttpServer.create(
          new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
    } catch (BindException e) {
      throw new IOException(
          "port " + port + " is taken; choose another with --port, or leave it out", e);
    }
  }

  /** Opens the inputs of the command line: what cannot be read is refused at the start. */
  private List<Input> given(Settings settings, Inputs inputs) throws IOException {
    List<Input> given = new ArrayList<>();
    try {
      for (String name : settings.inputs()) {
        Input input = inputs.at(workspace.folder("given"), name);
        input.report();
        given.add(input);
      }
      return given;
    } catch (RuntimeException | IOException e) {
      server.stop(0);
      workspace.close();
      throw e;
    }
  }

  /** Returns the address that opens the page, with the token in it. */
  public String link() {
    return link(gate.token());
  }

  /** Returns an address that opens the page once; the one before no longer does. */
  public String linkForOnce() {
    return link(gate.code());
  }

  private String link(String token) {
    return "http://127.0.0.1:%d/?token=%s".formatted(server.getAddress().getPort(), token);
  }

  private void cancel(Session session, Settings settings) {
    jobs.cancelAll(session.id());
    drawings.cancelAll(session.id());
    unpackings.cancelAll(session.id());
    session.endAnswers(settings.absence().toNanos());
  }

  private void handle(HttpExchange exchange) {
    try (exchange) {
      Gate.harden(exchange.getResponseHeaders());
      answer(exchange).send(exchange);
    } catch (IOException e) {
      assert e != null; // whoever asked has gone
    }
  }

  private Answer answer(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    try {
      Map<String, String> query = Call.query(exchange.getRequestURI().getRawQuery());
      boolean entry = gate.check(exchange, query);
      String method = exchange.getRequestMethod();
      if (entry) {
        return gate.admit();
      }
      if (path.startsWith("/api/")) {
        Router.Found found = router.find(method, path);
        String id = exchange.getRequestHeaders().getFirst("X-Session");
        Session session = sessions.of(id == null ? query.getOrDefault("session", "") : id);
        return session.answer(
            found.handler(),
            new Call(exchange, session, found.parts(), query),
            exchange.getRequestHeaders().getFirst("X-Request"));
      }
      if (!method.equals("GET")) {
        throw new Refusal(Refusal.WRONG_METHOD, "the page is only read; use GET");
      }
      return page.get(
          path, Optional.ofNullable(exchange.getRequestHeaders().getFirst("If-None-Match")));
    } catch (Refusal e) {
      return path.startsWith("/api/")
          ? Answer.error(e.status(), Failures.line(e))
          : Answer.text(e.status(), Failures.line(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.error(Refusal.BUSY, "the studio is ending");
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      if (Failures.isMeantForUsers(e)) {
        return Answer.error(Refusal.BAD, Failures.line(e));
      }
      e.printStackTrace(log);
      log.flush();
      return Answer.error(500, Failures.line(e) + "; the terminal of the studio says more");
    }
  }

  private void end() {
    server.stop(0);
    requests.shutdownNow();
    sessions.close();
    jobs.close();
    drawings.close();
    unpackings.close();
    commands.close();
    workspace.close();
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      assert e != null; // the process is ending, and does the same
    }
  }
}
