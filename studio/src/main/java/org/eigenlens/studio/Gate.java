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
import java.util.concurrent.atomic.AtomicReference;

/**
 * Lets in only who holds the token, and only as the page itself.
 *
 * <p>There are three secrets: the token of the printed link; a code that opens the page once, since
 * other users of the machine can read the arguments of a browser; and the cookie that either is
 * exchanged for.
 *
 * <p>Pages of other sites cannot send the cookie (SameSite=Strict). Those of other ports of this
 * machine are of the same site and can, so that requests are refused by what browsers say of where
 * they come from (Origin, Sec-Fetch-Site). No page may name this server by another host name (DNS
 * rebinding), and none is told anything (no CORS headers). The cookie's name holds the port, since
 * browsers share cookies between the ports of a host.
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

  /**
   * Leads to the page as a step of our own: a redirect would still count as one of the page that
   * the link was on, for which browsers do not send the cookie.
   */
  private static final String STEP =
      """
      <!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8">
          <title>Eigenlens studio</title>
          <link rel="icon" href="/icon.svg" type="image/svg+xml">
          <script src="/js/enter.js"></script>
        </head>
        <body><a href="/">Open the studio</a></body>
      </html>
      """;

  private final Set<String> hosts;
  private final String cookie;
  private final String secret = random();
  private final String token = random();
  private final AtomicReference<String> code = new AtomicReference<>("");

  Gate(int port) {
    this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
    this.cookie = "eigenlens-" + port;
  }

  private static String random() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Returns what opens the page, for as long as the studio runs. */
  String token() {
    return token;
  }

  /** Returns what opens the page once. */
  String code() {
    code.set(random());
    return code.get();
  }

  private boolean opens(String given) {
    String once = code.get();
    boolean first = !once.isEmpty() && same(given, once) && code.compareAndSet(once, "");
    return first || same(given, token);
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
    if (entry && opens(query.get("token"))) {
      return true;
    }
    if (headers.getOrDefault("Cookie", List.of()).stream().noneMatch(this::holdsSecret)) {
      throw new Refusal(
          Refusal.FORBIDDEN,
          "this page needs its token; open the link that eigenlens studio printed");
    }
    return false;
  }

  private boolean holdsSecret(String cookies) {
    for (String pair : cookies.split(";", -1)) {
      String[] parts = pair.strip().split("=", 2);
      if (parts.length == 2 && parts[0].equals(cookie) && same(parts[1], secret)) {
        return true;
      }
    }
    return false;
  }

  /** Compares in a time that does not tell how much of it is right. */
  private static boolean same(String given, String right) {
    return MessageDigest.isEqual(given.getBytes(UTF_8), right.getBytes(UTF_8));
  }

  /** Lets a browser in: sets the cookie and leads it to the page without the token. */
  Answer admit() {
    return Answer.bytes(200, "text/html; charset=utf-8", STEP.getBytes(UTF_8))
        .with("Set-Cookie", cookie + "=" + secret + "; HttpOnly; SameSite=Strict; Path=/");
  }
}
