package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.eigenlens.data.Tables;
import org.eigenlens.model.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/**
 * Names and labels made to do harm, through every output: people see them, programs get them
 * unchanged, and nobody obeys them.
 */
class HostileNamesTest {

  private static final String HTML = "<img src=x onerror=alert(1)>";
  private static final String SCRIPT = "</script><script>alert(2)</script>";
  private static final String FORMULA = "=cmd|' /C calc'!A0";
  private static final String FORMAT = "%s%n%d{0}${x}";
  private static final String CONTROL = "a\u001b[31mred\u0007\u009b2J";
  private static final String TURNED = "exe\u202Egpj.\u2066x";
  private static final String LINES = "one\neigenlens: two";
  private static final List<String> NAMES =
      List.of(HTML, SCRIPT, FORMULA, FORMAT, CONTROL, TURNED, LINES);
  private static final String MEGABYTE = "m".repeat(1 << 20);

  @TempDir Path folder;
  private Shell shell;
  private Path table;
  private Path model;

  @BeforeEach
  void fit() {
    shell = new Shell(folder);
    List<String> lines = new ArrayList<>();
    lines.add(row(NAMES) + ",kind,name," + quoted(TURNED + CONTROL));
    for (int i = 0; i < 12; i++) {
      int row = i;
      List<String> numbers =
          IntStream.range(0, NAMES.size())
              .mapToObj(j -> String.valueOf((row * (j + 3) + row * row) % (7 + j)))
              .toList();
      String label = quoted(NAMES.get(i % 3 == 0 ? 0 : i % NAMES.size()));
      String id = quoted(i == 5 ? MEGABYTE : NAMES.get(i % NAMES.size()) + i);
      lines.add(String.join(",", numbers) + "," + label + "," + id + ",7");
    }
    table = shell.write("x.csv", lines.toArray(String[]::new));
    model = shell.path("m");
  }

  private static String row(List<String> cells) {
    return String.join(",", cells.stream().map(HostileNamesTest::quoted).toList());
  }

  private static String quoted(String cell) {
    return '"' + cell.replace("\"", "\"\"") + '"';
  }

  private Shell.Result fitted(Object... more) {
    List<Object> words = new ArrayList<>(List.of("fit", table, "--label", "kind", "--id", "name"));
    words.addAll(List.of("-k", 2, "-o", model));
    words.addAll(List.of(more));
    return shell.ok(words.toArray());
  }

  /** Requires of text for people that a terminal obeys nothing in it. */
  private static void assertPlain(String text) {
    assertThat(
            text.codePoints().filter(c -> c != '\n' && c != '\t').filter(Character::isISOControl))
        .isEmpty();
    assertThat(text).doesNotContain("\u202E", "\u2066");
    assertThat(text.lines().filter(line -> line.startsWith("eigenlens: two"))).isEmpty();
  }

  @Test
  void textForPeopleObeysNothing() {
    for (Shell.Result result :
        List.of(
            fitted(),
            fitted("--standardize"),
            shell.ok("inspect", model),
            shell.ok("select", table, "--label", "kind", "--id", "name"),
            shell.ok("transform", model, table, "-o", shell.path("z.csv")),
            shell.ok("hsic", table, "--x", '"' + FORMAT + '"', "--label", "kind"))) {
      assertPlain(result.out());
      assertPlain(result.err());
    }
    assertThat(shell.ok("inspect", model).out()).contains(HTML, FORMAT);
    String complaint = shell.fails(1, "transform", model, shell.write("y.csv", "u,v", "1,2"));
    assertPlain(complaint);
    assertPlain(shell.fails(1, "fit", table, "--columns", CONTROL + TURNED));
    Path bad = shell.write("z.csv", quoted(CONTROL) + ",b", "1,2", "3,4", quoted(MEGABYTE) + ",1");
    assertThat(shell.fails(1, "fit", bad)).hasSizeLessThan(5000);
    String blanks = quoted("a" + MEGABYTE.replace('m', ' ') + "b");
    bad = shell.write("z.csv", blanks + ",b", "1,2", "3,4", blanks + ",1");
    assertThat(shell.fails(1, "fit", bad)).hasSizeLessThan(5000);
  }

  /** Class names of a megabyte or of several lines, through what is said of models with labels. */
  @Test
  void classesOfAModelAreToldInTheirLine() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("a," + quoted(LINES) + ",c," + quoted("k" + TURNED));
    List<String> classes = List.of(MEGABYTE, LINES, CONTROL, TURNED, HTML);
    for (int i = 0; i < 20; i++) {
      lines.add(
          "%d,%d,%d,".formatted(i, i * i % 7, (3 * i + i / 5) % 11) + quoted(classes.get(i % 5)));
    }
    Path rows = shell.write("c.csv", lines.toArray(String[]::new));
    for (String method : List.of("supervised-pca", "kernel-supervised-pca", "fisher", "pca")) {
      List<Object> words =
          new ArrayList<>(List.of("fit", rows, "--label", "k" + TURNED, "-m", method, "-k", 1));
      words.addAll(List.of("-o", model, "--report", shell.path("c.html")));
      Shell.Result fit = shell.ok(words.toArray());
      for (Shell.Result result : List.of(fit, shell.ok("inspect", model))) {
        assertPlain(result.out());
        assertPlain(result.err());
        assertThat(result.out()).as(method).hasSizeLessThan(20_000);
        assertThat(result.out().lines()).as(method).noneMatch(line -> line.length() > 4100);
      }
      assertHarmless(Files.readString(shell.path("c.html"), UTF_8));
      assertThat(Files.size(shell.path("c.html"))).as(method).isLessThan(1 << 20);
      String json = shell.ok("inspect", model, "--json").out();
      assertThat(json.codePoints().filter(c -> c != '\n').filter(Character::isISOControl))
          .isEmpty();
      assertThat(json).doesNotContain("\u202E", "\u2066");
      if (!method.equals("pca")) {
        assertThat(((Map<?, ?>) ((Map<?, ?>) Json.read(json)).get("classSizes")).keySet().stream())
            .extracting(String::valueOf)
            .containsExactlyInAnyOrderElementsOf(classes);
      }
    }
    shell.ok("inspect", model, "--as", "sklearn");
    assertPlain(shell.ok("inspect", model, "--as", "r").out());
  }

  @Test
  void programsGetNamesAsTheyAre() throws IOException {
    Map<?, ?> answer = (Map<?, ?>) Json.read(fitted("--json").out());
    assertThat(answer.get("method")).isEqualTo("pca");
    Map<?, ?> told = (Map<?, ?>) Json.read(shell.ok("inspect", model, "--json").out());
    assertThat(((List<?>) told.get("columnNames")).stream().map(String::valueOf).toList())
        .containsSubsequence(NAMES);
    for (String ending : List.of("csv", "parquet", "npy")) {
      Path file = shell.path("s." + ending);
      shell.ok("transform", model, table, "--label", "kind", "--id", "name", "-o", file);
      assertThat(Tables.read(file).load().matrix().rows()).isEqualTo(12);
    }
    List<String> labels =
        Tables.read(shell.path("s.parquet")).label("kind").load().labels().orElseThrow();
    assertThat(labels).contains(HTML, FORMULA, FORMAT, CONTROL, TURNED);
    List<String> ids = Tables.read(shell.path("s.parquet")).id("name").load().ids().orElseThrow();
    assertThat(ids.get(5)).isEqualTo(MEGABYTE);
    shell.ok("inspect", model, "--loadings", shell.path("l.csv"));
    for (String csv : List.of("s.csv", "l.csv")) {
      assertThat(Files.readString(shell.path(csv), UTF_8))
          .contains("'" + FORMULA)
          .doesNotContain(",=");
    }
    shell.ok("export", model, "-o", shell.path("e.onnx"));
    assertThat(shell.path("e.onnx")).isNotEmptyFile();
  }

  @Test
  void picturesAndReportsDrawThem() throws Exception {
    fitted("--report", shell.path("r.html"));
    String report = Files.readString(shell.path("r.html"), UTF_8);
    assertHarmless(report);
    assertThat(report).contains("&lt;img src=x");
    for (String kind : List.of("scores", "biplot")) {
      Path picture = shell.path(kind + ".svg");
      shell.ok("plot", kind, model, table, "--label", "kind", "--id", "name", "-o", picture);
      Document svg =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(Files.readAllBytes(picture)));
      for (String element : List.of("script", "img", "image", "foreignObject")) {
        NodeList found = svg.getElementsByTagName(element);
        assertThat(found.getLength()).as("%s of %s", element, kind).isZero();
      }
      assertThat(Files.readString(picture, UTF_8)).doesNotContain("\u202E", "\u001b");
      shell.ok("plot", kind, model, table, "--label", "kind", "-o", shell.path(kind + ".png"));
      shell.ok("plot", kind, model, table, "--label", "kind", "-o", shell.path(kind + ".html"));
      assertHarmless(Files.readString(shell.path(kind + ".html"), UTF_8));
    }
  }

  private static void assertHarmless(String html) {
    assertThat(html).doesNotContain(HTML, SCRIPT, "\u202E", "\u001b", "\u0007");
  }

  @Test
  void theStudioAnswersInJsonOnly() throws IOException, InterruptedException {
    try (StudioServer server = StudioServer.start()) {
      StudioClient page = new StudioClient(server.link());
      HttpResponse<byte[]> added =
          page.send(
              page.request("/api/inputs?name=%3Cimg%20src%3Dx%3E.csv")
                  .POST(BodyPublishers.ofByteArray(Files.readAllBytes(table))));
      Map<String, Object> input = StudioClient.json(added);
      assertThat(added.headers().firstValue("Content-Type").orElse(""))
          .startsWith("application/json");
      assertThat(added.headers().firstValue("X-Content-Type-Options").orElse(""))
          .isEqualTo("nosniff");
      String id = (String) input.get("id");
      Map<String, Object> fitted = page.fitted(id, Map.of("label", "kind", "id", "name"));
      assertThat(Json.write(fitted, false)).contains(Json.write(FORMAT, false));
      HttpResponse<byte[]> rows = page.get("/api/models/" + fitted.get("id") + "/rows?at=0,5");
      assertThat(StudioClient.text(rows)).contains(MEGABYTE.substring(0, 100));
      HttpResponse<byte[]> report = page.get("/api/models/" + fitted.get("id") + "/report");
      assertThat(report.statusCode()).isLessThan(500);
      assertHarmless(StudioClient.text(report));
      assertThat(server.log()).isEmpty();
    }
  }
}
