package org.eigenlens.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lets in only who holds the token, and only as the page itself.
 *
 * <p>A page of another origin cannot send the cookie (SameSite=Strict), may not name this server by
 * another host name (DNS rebinding), and is told nothing (no CORS headers). The cookie's name holds
 * the port, since browsers share cookies between the ports of a host.
 */
final class Gate {

  private static final int TOKEN_BYTES = 24;

  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:;"
                  + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none';"
                  + " frame-ancestors 'none'",
          "X-Content-Type-Options", "nosniff",
          "Referrer-Policy", "no-referrer",
          "Cache-Control", "no-store",
          "Cross-Origin-Opener-Policy", "same-origin",
          "Cross-Origin-Resource-Policy", "same-origin",
          "X-Frame-Options", "DENY");

  private final Set<String> hosts;
  private final String cookie;
  private final String token;

  Gate(int port) {
    this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
    this.cookie = "eigenlens-" + port;
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    this.token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  String token() {
    return token;
  }

  /** Sets the headers that every answer has. */
  static void harden(Headers headers) {
    HEADERS.forEach(headers::set);
  }

  /**
   * Refuses a request by another name, from another page or without the token.
   *
   * @return whether the request brings the token in its address, and is to get the cookie for it
   */
  boolean check(HttpExchange exchange, Map<String, String> query) {
    Headers headers = exchange.getRequestHeaders();
    List<String> host = headers.getOrDefault("Host", List.of());
    if (host.size() != 1 || !hosts.contains(host.get(0))) {
      throw new Refusal(
          Refusal.MISDIRECTED, "the studio answers only to its own address; use the printed link");
    }
    for (String origin : headers.getOrDefault("Origin", List.of())) {
      if (!origin.startsWith("http://") || !hosts.contains(origin.substring("http://".length()))) {
        throw new Refusal(Refusal.FORBIDDEN, "requests from other pages are refused");
      }
    }
    boolean entry = exchange.getRequestURI().getPath().equals("/") && query.containsKey("token");
    for (String site : headers.getOrDefault("Sec-Fetch-Site", List.of())) {
      // A link in a mail or on another page may lead here, but only to the entry.
      if (!entry && !site.equals("same-origin") && !site.equals("none")) {
        throw new Refusal(Refusal.FORBIDDEN, "requests from other pages are refused");
      }
    }
    if (entry && same(query.get("token"))) {
      return true;
    }
    if (headers.getOrDefault("Cookie", List.of()).stream().noneMatch(this::holdsToken)) {
      throw new Refusal(
          Refusal.FORBIDDEN,
          "this page needs its token; open the link that eigenlens studio printed");
    }
    return false;
  }

  private boolean holdsToken(String cookies) {
    for (String pair : cookies.split(";", -1)) {
      String[] parts = pair.strip().split("=", 2);
      if (parts.length == 2 && parts[0].equals(cookie) && same(parts[1])) {
        return true;
      }
    }
    return false;
  }

  /** Compares in a time that does not tell how much of it is right. */
  private boolean same(String given) {
    return MessageDigest.isEqual(given.getBytes(UTF_8), token.getBytes(UTF_8));
  }

  /** Lets a browser in: sets the cookie and leads it to the page without the token. */
  Answer admit() {
    return Answer.bytes(303, "text/plain; charset=utf-8", new byte[0])
        .with("Set-Cookie", cookie + "=" + token + "; HttpOnly; SameSite=Strict; Path=/")
        .with("Location", "/");
  }
}
