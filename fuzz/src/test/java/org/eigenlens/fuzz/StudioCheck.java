package org.eigenlens.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eigenlens.model.Json;
import org.eigenlens.studio.Settings;
import org.eigenlens.studio.Studio;

/**
 * What must hold of every request to the studio: an answer, in one line where it is a refusal, and
 * no failure within.
 */
final class StudioCheck {

  /** Pages gather what they asked for; so many requests, and a studio of its own follows. */
  private static final int REQUESTS = 2000;

  private static final long MEMORY = 256L << 20;
  private static final int PATIENCE_MILLIS = 20_000;
  private static final int BUSY = 503;

  /** Instead of a status: the connection was closed. */
  private static final int NONE = 0;

  private static final String SESSION = "00000000-0000-0000-0000-000000000001";
  private static final Pattern STATUS = Pattern.compile("HTTP/1.1 (\\d{3})");

  private static StudioCheck current;
  private static int requests;

  private final StringWriter log = new StringWriter();
  private final Studio studio;
  private final int port;
  private final String cookie;
  private String input = "";
  private String model = "";

  private StudioCheck() throws IOException {
    Settings settings =
        Settings.of(0, List.of(), MEMORY)
            .withPatience(Duration.ofMinutes(10), Duration.ofMinutes(30))
            .withUploadLimit(1 << 20)
            .withDisk(64 << 20);
    studio = Studio.start(settings, new SmallCommands(), new PrintWriter(log, true));
    URI link = URI.create(studio.link());
    port = link.getPort();
    Answer entry = send("GET /?" + link.getQuery(), "", new byte[0]);
    Matcher given = Pattern.compile("(?i)set-cookie: ([^;]+)").matcher(entry.head());
    if (!given.find()) {
      throw new AssertionError(entry.head());
    }
    cookie = given.group(1);
    input = id(post("/api/inputs?name=a.csv", "a,b,c\n1,2,x\n2,1,y\n4,5,x\n0,1,y\n"));
    model = id(post("/api/fits", "{\"input\":[\"" + input + "\"],\"options\":{\"label\":\"c\"}}"));
    await("/api/jobs/" + model);
  }

  /** Waits for a fit: without it most requests would ask for a model that is not there. */
  private void await(String job) throws IOException {
    long end = System.nanoTime() + Duration.ofMillis(PATIENCE_MILLIS).toNanos();
    String said = get(job);
    while (!said.contains("done") && System.nanoTime() < end) {
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
      said = get(job);
    }
    if (!said.contains("done")) {
      throw new AssertionError("the fit is not done: " + said);
    }
  }

  /** Ends the studio, if there is one. */
  static void close() {
    if (current != null) {
      current.studio.close();
      current = null;
    }
  }

  private String post(String address, String body) throws IOException {
    return new String(send("POST " + address, cookie, body.getBytes(UTF_8)).body(), UTF_8);
  }

  private String get(String address) throws IOException {
    return new String(send("GET " + address, cookie, new byte[0]).body(), UTF_8);
  }

  private static String id(String json) {
    return (String) ((Map<?, ?>) Json.read(json)).get("id");
  }

  /** Sends a request: method and address in its first line, {@code $i} and {@code $m} are ids. */
  static void check(byte[] request) throws IOException {
    if (current == null || ++requests % REQUESTS == 0) {
      close();
      current = new StudioCheck();
    }
    current.attempt(request);
  }

  private void attempt(byte[] request) throws IOException {
    String text = new String(request, ISO_8859_1);
    int end = text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n');
    String line = filled(text.substring(0, end)).replace("\r", "");
    String body = filled(text.substring(Math.min(text.length(), end + 1)));
    Answer answer = send(line, cookie, body.getBytes(ISO_8859_1));
    if (answer.status() == NONE) {
      requireNoAddress(line);
    }
    if (log.getBuffer().length() > 0) {
      String said = log.toString();
      log.getBuffer().setLength(0);
      throw new AssertionError(line + ": " + said);
    }
    if (answer.status() >= 500 && answer.status() != BUSY && answer.isOurs()) {
      throw new AssertionError(line + ": " + answer.head());
    }
    if (answer.isOurs() && answer.status() >= 400 && answer.head().contains("application/json")) {
      String error =
          (String) ((Map<?, ?>) Json.read(new String(answer.body(), UTF_8))).get("error");
      Target.requireOneLine(new IllegalStateException(error));
    }
  }

  /** Without a word, the server itself hangs up on who names no path; it must go on for others. */
  private void requireNoAddress(String line) throws IOException {
    boolean path = line.matches("(?s)\\S+ /.*");
    if (path || send("GET /", cookie, new byte[0]).status() == NONE) {
      throw new AssertionError("no answer: " + line);
    }
  }

  private String filled(String text) {
    return text.replace("$i", input).replace("$m", model);
  }

  /** What came back; headers of ours tell the studio's answers from those of the server itself. */
  private record Answer(int status, String head, byte[] body) {
    boolean isOurs() {
      return head.contains("Content-Security-Policy") || head.contains("Content-security-policy");
    }
  }

  private Answer send(String line, String cookies, byte[] body) throws IOException {
    try (Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port)) {
      socket.setSoLinger(true, 0); // else thousands of ports would wait for a minute each
      socket.setSoTimeout(PATIENCE_MILLIS);
      String head =
          line
              + " HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n".formatted(port)
              + "X-Session: %s\r\nCookie: %s\r\n".formatted(SESSION, cookies)
              + "Content-Length: %d\r\n\r\n".formatted(body.length);
      OutputStream out = socket.getOutputStream();
      out.write(head.getBytes(ISO_8859_1));
      out.write(body);
      out.flush();
      return answer(socket.getInputStream());
    }
  }

  private static Answer answer(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    String text = "";
    boolean more = true;
    while (more && !text.endsWith("\r\n\r\n")) {
      int b = in.read();
      more = b >= 0;
      if (more) {
        head.write(b);
        text = b == '\n' ? head.toString(ISO_8859_1) : text;
      }
    }
    if (head.size() == 0) {
      return new Answer(NONE, "", new byte[0]);
    }
    Matcher status = STATUS.matcher(text);
    if (!status.lookingAt()) {
      throw new AssertionError("no answer: " + text);
    }
    Answer empty = new Answer(Integer.parseInt(status.group(1)), text, new byte[0]);
    // Events go on for as long as somebody listens; what is no request the server itself refuses.
    return text.contains("event-stream") || !empty.isOurs()
        ? empty
        : new Answer(empty.status(), text, in.readAllBytes());
  }
}
