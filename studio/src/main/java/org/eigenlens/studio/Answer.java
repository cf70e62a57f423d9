package org.eigenlens.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eigenlens.model.Json;

/** What a request is answered with. */
@FunctionalInterface
interface Answer {

  /** Writes a body. */
  interface Body {
    void write(OutputStream out) throws IOException;
  }

  /** Sends the answer; the caller closes the exchange. */
  void send(HttpExchange exchange) throws IOException;

  static Answer json(Object value) {
    return json(200, value);
  }

  static Answer json(int status, Object value) {
    return bytes(
        status, "application/json; charset=utf-8", Json.write(value, false).getBytes(UTF_8));
  }

  static Answer error(int status, String line) {
    return json(status, Map.of("error", line));
  }

  static Answer text(int status, String line) {
    return bytes(status, "text/plain; charset=utf-8", (line + "\n").getBytes(UTF_8));
  }

  static Answer bytes(int status, String type, byte[] bytes) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Type", type);
      if (begin(exchange, status, bytes.length)) {
        exchange.getResponseBody().write(bytes);
      }
    };
  }

  /** Sends what comes before the body, and tells whether there is one: not where HEAD asked. */
  private static boolean begin(HttpExchange exchange, int status, long length) throws IOException {
    boolean body = length > 0 && !exchange.getRequestMethod().equals("HEAD");
    if (!body && length > 0) {
      exchange.getResponseHeaders().set("Content-Length", String.valueOf(length));
    }
    exchange.sendResponseHeaders(status, body ? length : -1);
    return body;
  }

  /** Sends so many bytes as they are made. */
  static Answer binary(long length, Body body) {
    return stream("application/octet-stream", length, body);
  }

  private static Answer stream(String type, long length, Body body) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Type", type);
      if (begin(exchange, 200, length)) {
        body.write(exchange.getResponseBody());
      }
    };
  }

  /** Sends a file for the user to keep under a name. */
  static Answer download(Path file, String type, String name) {
    Answer whole =
        exchange -> stream(type, Files.size(file), out -> Files.copy(file, out)).send(exchange);
    return whole.as(name);
  }

  /** Returns the same, to be kept under a name rather than shown. */
  default Answer as(String name) {
    return with(
        "Content-Disposition",
        "attachment; filename*=UTF-8''" + URLEncoder.encode(name, UTF_8).replace("+", "%20"));
  }

  /** Returns the same with one more header. */
  default Answer with(String header, String value) {
    return exchange -> {
      exchange.getResponseHeaders().set(header, value);
      send(exchange);
    };
  }
}
