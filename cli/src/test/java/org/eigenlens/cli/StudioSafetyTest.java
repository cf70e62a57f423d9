package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.logging.Filter;
import java.util.logging.Logger;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eigenlens.data.PictureWriter;
import org.eigenlens.model.Origin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in, how far, and what is refused. */
final class StudioSafetyTest {

  private static final int UPLOAD_LIMIT = 40_000;
  private static final int DISK = 100_000;

  private static StudioServer server;
  private static StudioClient page;
  private static int port;
  private static String token;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    server =
        StudioServer.start(StudioServer.settings().withUploadLimit(UPLOAD_LIMIT).withDisk(DISK));
    page = new StudioClient(server.link());
    port = URI.create(server.link()).getPort();
    token = server.link().replaceFirst(".*token=", "");
  }

  @AfterAll
  static void close() {
    server.close();
    assertThat(server.log()).isEmpty();
  }

  /** Sends a request word by word, and returns the answer with its headers. */
  private static String raw(String... lines) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      String request = String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private static String cookie() throws IOException {
    return "Cookie: " + cookie(raw("GET /?token=" + token + " HTTP/1.1", host()));
  }

  private static String cookie(String answer) {
    assertThat(answer).startsWith("HTTP/1.1 200");
    return answer.replaceAll("(?si).*\r\nset-cookie: ([^;]*); HttpOnly; SameSite=Strict.*", "$1");
  }

  private static String host() {
    return "Host: 127.0.0.1:" + port;
  }

  /** That they are cut off is seen where a process of its own has little patience. */
  @Test
  void requestsThatNeverEndHaveALimit() {
    assertThat(Long.getLong("sun.net.httpserver.maxReqTime")).isBetween(300L, 3600L);
  }

  @Test
  void letsInOnlyWhoHasTheToken() throws IOException {
    assertThat(token).hasSizeGreaterThanOrEqualTo(32);
    assertThat(raw("GET / HTTP/1.1", host()))
        .startsWith("HTTP/1.1 403")
        .contains("open the link that eigenlens studio printed");
    assertThat(raw("GET /api/session?session=12345678 HTTP/1.1", host()))
        .startsWith("HTTP/1.1 403");
    assertThat(raw("GET /?token=" + token.replace(token.charAt(0), '_') + "x HTTP/1.1", host()))
        .startsWith("HTTP/1.1 403");
    assertThat(raw("GET / HTTP/1.1", host(), "Cookie: eigenlens-" + port + "=nix"))
        .startsWith("HTTP/1.1 403");
    assertThat(raw("GET /api/session?session=12345678&token=" + token + " HTTP/1.1", host()))
        .startsWith("HTTP/1.1 403"); // the token is for the entry alone
    assertThat(raw("GET / HTTP/1.1", host(), "Cookie: eigenlens-" + port + "=" + token))
        .startsWith("HTTP/1.1 403"); // which is exchanged for another secret
    assertThat(raw("GET /?token=" + token + " HTTP/1.1", host()))
        .startsWith("HTTP/1.1 200")
        .contains("HttpOnly; SameSite=Strict; Path=/", "Cache-control: no-store")
        .doesNotContain(token);
    assertThat(raw("GET /api/session?session=12345678 HTTP/1.1", host(), cookie()))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void aLinkForOnceOpensOnce() throws IOException {
    String older = "GET /?" + URI.create(server.linkForOnce()).getQuery() + " HTTP/1.1";
    String once = "GET /?" + URI.create(server.linkForOnce()).getQuery() + " HTTP/1.1";
    assertThat(once).doesNotContain(token);
    assertThat(raw(older, host())).startsWith("HTTP/1.1 403");
    String cookie = cookie(raw(once, host()));
    assertThat(raw(once, host())).startsWith("HTTP/1.1 403");
    assertThat(raw("GET /?token= HTTP/1.1", host())).startsWith("HTTP/1.1 403");
    assertThat(raw("GET / HTTP/1.1", host(), "Cookie: " + cookie)).startsWith("HTTP/1.1 200");
  }

  @Test
  void aLinkOnAnotherPageLeadsIn() throws IOException {
    String answer = raw("GET /?token=" + token + " HTTP/1.1", host(), "Sec-Fetch-Site: cross-site");
    assertThat(answer).contains("/js/enter.js").doesNotContain("Location:");
    // What follows is a step of our own page, which browsers send the cookie with.
    for (String path : new String[] {"/js/enter.js", "/"}) {
      assertThat(
              raw(
                  "GET " + path + " HTTP/1.1",
                  host(),
                  "Cookie: " + cookie(answer),
                  "Sec-Fetch-Site: same-origin"))
          .startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void answersOnlyToItsOwnName() throws IOException {
    String get = "GET /api/session?session=12345678 HTTP/1.1";
    for (String name : new String[] {"evil.example:" + port, "127.0.0.1", "127.0.0.1:1", ""}) {
      assertThat(raw(get, "Host: " + name, cookie())).as(name).startsWith("HTTP/1.1 421");
    }
    assertThat(raw(get, "Host: localhost:" + port, cookie())).startsWith("HTTP/1.1 200");
  }

  @Test
  void refusesOtherPages() throws IOException {
    String get = "GET /api/session?session=12345678 HTTP/1.1";
    for (String other :
        new String[] {
          "http://evil.example", "null", "https://127.0.0.1:" + port, "http://127.0.0.1:1"
        }) {
      assertThat(raw(get, host(), cookie(), "Origin: " + other)).startsWith("HTTP/1.1 403");
    }
    assertThat(raw(get, host(), cookie(), "Origin: http://127.0.0.1:" + port))
        .startsWith("HTTP/1.1 200")
        .doesNotContain("Access-control-allow");
    for (String site : new String[] {"cross-site", "same-site"}) { // other ports are the same site
      assertThat(raw(get, host(), cookie(), "Sec-Fetch-Site: " + site)).startsWith("HTTP/1.1 403");
    }
    assertThat(raw(get, host(), cookie(), "Sec-Fetch-Site: same-origin"))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void setsStrictHeadersOnEveryAnswer() throws IOException, InterruptedException {
    for (String path : new String[] {"/", "/api/session", "/nix.js", "/api/nix"}) {
      HttpResponse<byte[]> answer = page.get(path);
      assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
          .startsWith("default-src 'none'; script-src 'self'; style-src 'self'")
          .contains("connect-src 'self'", "frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      assertThat(answer.headers().firstValue("Referrer-Policy")).contains("no-referrer");
      assertThat(answer.headers().firstValue("Cross-Origin-Resource-Policy"))
          .contains("same-origin");
      assertThat(answer.headers().firstValue("Cache-Control").orElseThrow()).startsWith("no-");
    }
  }

  @Test
  void listensOnLoopbackAlone() throws IOException {
    for (NetworkInterface one : NetworkInterface.networkInterfaces().toList()) {
      for (InetAddress address : one.inetAddresses().toList()) {
        if (address.isLoopbackAddress()) {
          continue;
        }
        try (Socket socket = new Socket()) {
          socket.connect(new InetSocketAddress(address, port), 500);
          assertThat(address).as("it answers there").isNull();
        } catch (IOException e) {
          assertThat(e).isNotNull(); // nobody listens there
        }
      }
    }
  }

  @Test
  void refusesOtherMethodsAndPaths() throws IOException, InterruptedException {
    assertThat(StudioClient.error(page.delete("/api/session"), 405)).contains("use GET");
    assertThat(page.delete("/").statusCode()).isEqualTo(405);
    assertThat(StudioClient.error(page.get("/api/fits"), 405)).contains("use POST");
    assertThat(StudioClient.error(page.get("/api/nix"), 404)).contains("/api/nix");
    for (String path :
        new String[] {
          "/../pom.xml", "/%2e%2e/%2e%2e/etc/passwd", "/js/..%2f..%2fx.js", "/a//b.js"
        }) {
      assertThat(raw("GET " + path + " HTTP/1.1", host(), cookie()))
          .as(path)
          .startsWith("HTTP/1.1 404");
    }
  }

  /** The server of Java would print a warning on the terminal. */
  @Test
  void aRequestForTheHeadAloneIsAnsweredInSilence() throws IOException {
    Logger server = Logger.getLogger("com.sun.net.httpserver");
    List<String> said = Collections.synchronizedList(new ArrayList<>());
    Filter filter = server.getFilter();
    server.setFilter(
        message -> {
          said.add(message.getMessage());
          return false;
        });
    try {
      for (String path : List.of("/", "/api/session")) {
        assertThat(raw("HEAD " + path + " HTTP/1.1", host(), cookie()))
            .as(path)
            .startsWith("HTTP/1.1 405")
            .containsIgnoringCase("content-length: ")
            .endsWith("\r\n\r\n");
      }
    } finally {
      server.setFilter(filter);
    }
    assertThat(said).isEmpty();
  }

  @Test
  void refusesRequestsThatMakeNoSense() throws IOException, InterruptedException {
    assertThat(
            StudioClient.error(
                page.send(page.request("/api/fits").POST(BodyPublishers.ofString("{nix"))), 400))
        .startsWith("the request is not JSON");
    assertThat(
            StudioClient.error(
                page.send(page.request("/api/fits").POST(BodyPublishers.ofString("[1]"))), 400))
        .contains("no JSON object");
    assertThat(
            StudioClient.error(
                page.send(
                    page.request("/api/play/pca")
                        .POST(BodyPublishers.ofByteArray(new byte[(1 << 20) + 1]))),
                413))
        .contains("1 MB");
    assertThat(StudioClient.error(page.post("/api/fits", Map.of("input", "nix")), 404))
        .contains("no input nix");
    assertThat(raw("GET /api/session HTTP/1.1", host(), cookie())).startsWith("HTTP/1.1 400");
    String input = page.example("nine-points");
    for (String option : new String[] {"output", "sql", "align", "engine", "report", "threads"}) {
      assertThat(
              StudioClient.error(
                  page.post(
                      "/api/fits", Map.of("input", input, "options", Map.of(option, "/tmp/x"))),
                  400))
          .contains("may not give the option '" + option + "'");
    }
    assertThat(
            StudioClient.error(
                page.post(
                    "/api/fits", Map.of("input", input, "options", Map.of("columns", List.of()))),
                400))
        .contains("columns must not be an empty list");
  }

  @Test
  void boundsUploads(@TempDir Path folder) throws IOException, InterruptedException {
    assertThat(StudioClient.error(upload("large.csv", new byte[UPLOAD_LIMIT + 1]), 413))
        .contains("large.csv has more than the 39 KB that may be uploaded");
    assertThat(StudioClient.error(upload("empty.csv", new byte[0]), 400)).contains("empty");
    assertThat(StudioClient.error(upload("nix.exe", new byte[10]), 400))
        .startsWith("nix.exe: the format of the file is not known");
    assertThat(files("nix.exe")).isEmpty(); // what cannot be read does not stay
    StudioClient other = page.another();
    byte[] most = "a,b\n".concat("1,2\n3,5\n".repeat(UPLOAD_LIMIT / 8 - 1)).getBytes(UTF_8);
    List<Object> ids = new ArrayList<>();
    HttpResponse<byte[]> answer = upload("most.csv", most);
    for (int i = 0; i < 4 && answer.statusCode() == 200; i++) {
      ids.add(StudioClient.json(answer).get("id"));
      answer = upload("most.csv", most);
    }
    assertThat(StudioClient.error(answer, 413)).contains("there is no room for most.csv");
    for (Object id : ids) {
      assertThat(page.delete("/api/inputs/" + id).statusCode()).isEqualTo(204);
    }
    assertThat(upload("most.csv", most).statusCode()).isEqualTo(200); // there is room again
    assertThat(StudioClient.list(other.getJson("/api/session"), "inputs")).isEmpty();
    Path file = folder.resolve("there.csv");
    Files.write(file, most);
    assertThat(page.postJson("/api/inputs/path", Map.of("path", file.toString())))
        .containsEntry("name", file.toString()); // no copy is made of what is there
  }

  @Test
  void aFileThatIsTooLargeIsHeardToItsEnd() throws IOException {
    // Megabytes that nobody reads would end in a broken line, and the reason would be lost.
    byte[] large = new byte[8 << 20];
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String head =
          String.join(
              "\r\n",
              "POST /api/inputs?name=large.csv&session=12345678 HTTP/1.1",
              host(),
              cookie(),
              "Content-Length: " + large.length,
              "Connection: close\r\n\r\n");
      socket.getOutputStream().write(head.getBytes(UTF_8));
      socket.getOutputStream().write(large);
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .startsWith("HTTP/1.1 413")
          .contains("large.csv has more than");
    }
  }

  private static HttpResponse<byte[]> upload(String name, byte[] bytes)
      throws IOException, InterruptedException {
    return page.send(
        page.request("/api/inputs?name=" + name).POST(BodyPublishers.ofByteArray(bytes)));
  }

  /** Returns the files of a name that this studio keeps. */
  private static List<Path> files(String name) throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    List<Path> own = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(temporary, "eigenlens-studio-*")) {
      all.forEach(own::add);
    }
    own.removeIf(folder -> !Files.isDirectory(folder.resolve("pages").resolve(page.session())));
    assertThat(own).hasSize(1);
    try (Stream<Path> files = Files.walk(own.get(0))) {
      return files.filter(file -> file.endsWith(name)).toList();
    }
  }

  @Test
  void aNameThatLooksLikeAnOptionStaysAName() throws IOException, InterruptedException {
    byte[] rows = "a,b\n1,2\n2,5\n4,4\n".getBytes(UTF_8);
    String input = (String) StudioClient.json(upload("--version.csv", rows)).get("id");
    assertThat(page.fitted(input, Map.of("k", 1)))
        .containsEntry("command", "eigenlens fit ./--version.csv -k 1 -o ./--version-pca.eigenlens")
        .containsEntry("rows", 3L);
  }

  @Test
  void keepsAFileAsLongAsAFitOrAModelNeedsIt() throws IOException, InterruptedException {
    byte[] rows = "a,b\n1,2\n2,5\n4,4\n".getBytes(UTF_8);
    String input = (String) StudioClient.json(upload("needed.csv", rows)).get("id");
    String job = page.fit(input, Map.of("k", 1));
    assertThat(page.delete("/api/inputs/" + input).statusCode()).isEqualTo(204);
    assertThat(page.await(job, "done", "failed")).containsEntry("state", "done");
    assertThat(files("needed.csv")).hasSize(1);
    assertThat(page.delete("/api/models/" + job).statusCode()).isEqualTo(204);
    assertThat(files("needed.csv")).isEmpty();
  }

  @Test
  void readsZipsWithoutUnpackingThem() throws IOException, InterruptedException {
    byte[] image = PictureWriter.png(new Origin.Images(4, 4, 1), new double[16]);
    double[] white = new double[16];
    Arrays.fill(white, 255);
    byte[] other = PictureWriter.png(new Origin.Images(4, 4, 1), white);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (String name : new String[] {"../../evil.png", "/evil.png", "a/one.png", "b/two.png"}) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(name.startsWith("a") ? image : other);
        zip.closeEntry();
      }
    }
    Map<String, Object> input = StudioClient.json(upload("images.zip", bytes.toByteArray()));
    assertThat(input).containsEntry("kind", "images");
    assertThat(files("images.zip")).hasSize(1);
    assertThat(files("evil.png")).isEmpty();
    assertThat(files("one.png")).isEmpty();
    assertThat(Path.of("/evil.png")).doesNotExist();
  }

  @Test
  void pointsAtFilesThatAreThere() throws IOException, InterruptedException {
    assertThat(
            StudioClient.error(page.post("/api/inputs/path", Map.of("path", "/nix/nix.csv")), 404))
        .isEqualTo("/nix/nix.csv: there is no such file; check the name");
    assertThat(StudioClient.error(page.post("/api/inputs/path", Map.of("path", "/dev/null")), 400))
        .contains("neither a file nor a folder");
    assertThat(StudioClient.error(page.post("/api/inputs/path", Map.of("path", "/etc/*")), 404))
        .contains("no such file");
  }
}
