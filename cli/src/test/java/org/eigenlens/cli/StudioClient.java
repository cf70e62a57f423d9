package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eigenlens.model.Json;

/** A page of the studio, as far as the server can tell. */
final class StudioClient {

  private static final long PATIENCE_MILLIS = 120_000; // builds of others may slow a fit down

  private final HttpClient http;
  private final String base;
  private final String session;

  /** Opens the link, which lets the client in. */
  StudioClient(String link) throws IOException, InterruptedException {
    this(
        HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NEVER)
            .build(),
        link.replaceFirst("/\\?.*", ""));
    HttpResponse<String> entry =
        http.send(HttpRequest.newBuilder(URI.create(link)).build(), BodyHandlers.ofString());
    assertThat(entry.statusCode()).isEqualTo(200);
    assertThat(entry.body()).contains("/js/enter.js");
  }

  private StudioClient(HttpClient http, String base) {
    this.http = http;
    this.base = base;
    this.session = UUID.randomUUID().toString();
  }

  /** Returns the name that the server knows this page by. */
  String session() {
    return session;
  }

  /** Returns another page in the same browser. */
  StudioClient another() {
    return new StudioClient(http, base);
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path)).header("X-Session", session);
  }

  HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.ofByteArray());
  }

  HttpClient http() {
    return http;
  }

  HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
    return send(request(path));
  }

  HttpResponse<byte[]> post(String path, Map<String, Object> body)
      throws IOException, InterruptedException {
    return send(request(path).POST(BodyPublishers.ofString(Json.write(body, false))));
  }

  HttpResponse<byte[]> delete(String path) throws IOException, InterruptedException {
    return send(request(path).DELETE());
  }

  static String text(HttpResponse<byte[]> answer) {
    return new String(answer.body(), UTF_8);
  }

  /** Returns the JSON of an answer that must be good. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> json(HttpResponse<byte[]> answer) {
    assertThat(answer.statusCode()).as(text(answer)).isLessThan(300);
    return (Map<String, Object>) Json.read(text(answer));
  }

  /** Returns a list that an answer has. */
  @SuppressWarnings("unchecked")
  static List<Object> list(Map<?, ?> answer, String name) {
    return (List<Object>) answer.get(name);
  }

  /** Returns the line that says why an answer is not good. */
  static String error(HttpResponse<byte[]> answer, int status) {
    assertThat(answer.statusCode()).as(text(answer)).isEqualTo(status);
    String line = (String) ((Map<?, ?>) Json.read(text(answer))).get("error");
    assertThat(line).hasLineCount(1).doesNotContain("Exception", "\tat ");
    return line;
  }

  Map<String, Object> getJson(String path) throws IOException, InterruptedException {
    return json(get(path));
  }

  Map<String, Object> postJson(String path, Map<String, Object> body)
      throws IOException, InterruptedException {
    return json(post(path, body));
  }

  /** Opens an example and returns its id. */
  String example(String name) throws IOException, InterruptedException {
    return (String) postJson("/api/inputs/example", Map.of("name", name)).get("id");
  }

  /** Starts a fit and returns the id of its job. */
  String fit(String input, Map<String, Object> options) throws IOException, InterruptedException {
    return (String)
        postJson("/api/fits", Map.of("input", List.of(input), "options", options)).get("id");
  }

  /** Waits until a job stands in one of some states. */
  Map<String, Object> await(String job, String... states) throws IOException, InterruptedException {
    long end = System.currentTimeMillis() + PATIENCE_MILLIS;
    Map<String, Object> seen = getJson("/api/jobs/" + job);
    while (!List.of(states).contains(seen.get("state"))) {
      assertThat(System.currentTimeMillis()).as("still %s", seen).isLessThan(end);
      Thread.sleep(30);
      seen = getJson("/api/jobs/" + job);
    }
    return seen;
  }

  /** Fits, and returns the model. */
  Map<String, Object> fitted(String input, Map<String, Object> options)
      throws IOException, InterruptedException {
    String job = fit(input, options);
    assertThat(await(job, "done", "failed", "cancelled")).containsEntry("state", "done");
    return getJson("/api/models/" + job);
  }
}
