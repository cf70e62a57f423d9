package org.eigenlens.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eigenlens.model.Json;

/**
 * A request of the page: whose it is, and what it says.
 *
 * @param parts what stands in the path in the places of names
 */
record Call(HttpExchange exchange, Session session, List<String> parts, Map<String, String> query) {

  /** Most that a request says in JSON. */
  static final int MOST_JSON = 1 << 20;

  /** Reads the query of an address; the last of several values counts. */
  static Map<String, String> query(String raw) {
    Map<String, String> query = new HashMap<>();
    if (raw == null || raw.isEmpty()) {
      return query;
    }
    for (String pair : raw.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      query.put(decoded(name), equals < 0 ? "" : decoded(pair.substring(equals + 1)));
    }
    return query;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException e) {
      throw Refusal.bad("the address has a % that is no code of a letter; encode it as %25");
    }
  }

  /** Returns what the query says under a name. */
  Optional<String> asked(String name) {
    return Optional.ofNullable(query.get(name)).filter(text -> !text.isEmpty());
  }

  /** Returns what the query must say under a name. */
  String required(String name) {
    return asked(name).orElseThrow(() -> Refusal.bad("the request lacks " + name + "=…"));
  }

  /** Returns a number that the query must say. */
  int number(String name) {
    return number(name, required(name));
  }

  /** Returns numbers that the query must say, with commas between. */
  int[] numbers(String name) {
    String[] words = required(name).split(",", -1);
    int[] numbers = new int[words.length];
    for (int i = 0; i < words.length; i++) {
      numbers[i] = number(name, words[i]);
    }
    return numbers;
  }

  private static int number(String name, String text) {
    if (!text.matches("\\d{1,9}")) {
      throw Refusal.bad(name + "=" + text + " is not a whole number from 0");
    }
    return Integer.parseInt(text);
  }

  /** Reads the body, which may have so many bytes. */
  byte[] bytes(long most) throws IOException {
    byte[] bytes;
    try (InputStream in = exchange.getRequestBody()) {
      bytes = in.readNBytes(Math.toIntExact(most + 1));
    }
    if (bytes.length > most) {
      throw new Refusal(
          Refusal.TOO_LARGE,
          "the request has more than %s; send less".formatted(Workspace.size(most)));
    }
    return bytes;
  }

  /** Reads the body as a JSON object. */
  Fields json() throws IOException {
    byte[] bytes = bytes(MOST_JSON);
    try {
      return Fields.of(Json.read(new String(bytes, UTF_8)));
    } catch (IllegalArgumentException e) {
      throw Refusal.bad("the request is not JSON: " + e.getMessage());
    }
  }
}
