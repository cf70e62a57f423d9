package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.eigenlens.model.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a page is told of rows: those that were left out, those of two tables, their numbers. */
final class StudioRowsTest {

  private static StudioServer server;
  private static StudioClient page;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    server = StudioServer.start();
    page = new StudioClient(server.link());
  }

  @AfterAll
  static void close() {
    server.close();
    assertThat(server.log()).isEmpty();
  }

  private static Map<String, Object> input(Path file) throws IOException, InterruptedException {
    return page.postJson("/api/inputs/path", Map.of("path", file.toString()));
  }

  private static String of(Map<String, Object> model, String path) {
    return "/api/models/" + model.get("id") + path;
  }

  @Test
  void aRowThatWasLeftOutIsNotInvented(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path file =
        Files.writeString(
            folder.resolve("gaps.csv"), "a,b,c\n1,2,3\n2,5,1\n,,\n4,,9\n7,1,2\n3,8,5\n6,2,7\n");
    String id = (String) input(file).get("id");
    Map<String, Object> model = page.fitted(id, Map.of("k", 2, "missing", "drop"));
    Map<String, Object> request = Map.of("row", 2, "noise", Map.of("amount", 0.1));
    for (String way : List.of("/decode", "/clean")) {
      assertThat(StudioClient.error(page.post(of(model, way), request), 400))
          .contains("missing cells");
    }
    assertThat(
            StudioClient.error(
                page.post(of(model, "/decode"), Map.of("row", 2, "components", 0)), 400))
        .contains("missing cells");
    // Filled it has coordinates, and can be shown, unless there is no value at all.
    Map<String, Object> gap = Map.of("row", 3, "noise", Map.of("amount", 0.1));
    for (String how : List.of("mean", "em")) {
      Map<String, Object> filled = page.fitted(id, Map.of("k", 1, "missing", how));
      assertThat(page.postJson(of(filled, "/clean"), gap)).containsKey("cleaned");
      Map<String, Object> decoded = page.postJson(of(filled, "/decode"), gap);
      assertThat(StudioClient.list(decoded, "original")).doesNotContainNull();
      assertThat(StudioClient.list(decoded, "filled")).containsExactly("b");
      assertThat(StudioClient.error(page.post(of(filled, "/clean"), request), 400))
          .contains("missing cells");
    }
  }

  @Test
  void rowsAreFoundByTheirNumbers() throws IOException, InterruptedException {
    Map<String, Object> model = page.fitted(page.example("iris"), Map.of("k", 2));
    assertThat(page.getJson(of(model, "/search?text=row%2035")))
        .isEqualTo(Map.of("rows", List.of(34L), "passages", List.of(""), "total", 1L));
    // A bare number may be in cells too; the row of that number comes first, and once.
    List<Object> found = StudioClient.list(page.getJson(of(model, "/search?text=5")), "rows");
    assertThat(found).startsWith(4L).doesNotHaveDuplicates().hasSizeGreaterThan(50);
    assertThat(page.getJson(of(model, "/search?text=row%20151"))).containsEntry("total", 0L);
  }

  @Test
  void aWordOfALateParagraphIsFound(@TempDir Path folder) throws IOException, InterruptedException {
    String paragraphs = "the cat sat on the mat and the dog on the log. ".repeat(100);
    Path file =
        Files.writeString(
            folder.resolve("articles.csv"),
            "text\n%s\n%s quixotic %s\n%s\n"
                .formatted(paragraphs, paragraphs, paragraphs, "a cat and a dog and a log"));
    Map<String, Object> model =
        page.fitted((String) input(file).get("id"), Map.of("text", "text", "k", 1));
    assertThat(page.getJson(of(model, "/search?text=Quixotic")))
        .isEqualTo(Map.of("rows", List.of(1L), "passages", List.of(""), "total", 1L));
  }

  @Test
  void theSameExampleIsOneInputHoweverOftenItIsAskedForAtOnce() throws Exception {
    StudioClient other = page.another();
    ExecutorService people = Executors.newFixedThreadPool(8);
    try {
      List<Future<String>> ids =
          people.invokeAll(Collections.nCopies(8, () -> other.example("swiss-roll")));
      Set<String> distinct = new HashSet<>();
      for (Future<String> id : ids) {
        distinct.add(id.get());
      }
      assertThat(distinct).hasSize(1);
    } finally {
      people.shutdownNow();
    }
    assertThat(StudioClient.list(other.getJson("/api/session"), "inputs")).hasSize(1);
    assertThat(other.example("rings")).isNotEqualTo(other.example("swiss-roll"));
  }

  @Test
  void aColumnNamedAsAnOutcomeIsPointedOut(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path file =
        Files.writeString(
            folder.resolve("wine.csv"), "acid,sugar,quality\n1,2,5.5\n2,5,6\n4,4,7\n7,1,5\n");
    Object id = input(file).get("id");
    assertThat(input(file)).containsEntry("id", id); // the same file again is the same input
    String preview = "/api/inputs/" + id + "/preview";
    assertThat(StudioClient.list(page.postJson(preview, Map.of()), "doubts"))
        .singleElement()
        .asString()
        .startsWith("quality: by its name");
    assertThat(StudioClient.list(page.postJson(preview, Map.of("target", "quality")), "doubts"))
        .isEmpty();
    Files.writeString(file, "acid,sugar,x,y\n1,2,5,1\n2,5,6,3\n4,4,7,2\n");
    Map<String, Object> other = input(file);
    assertThat(other.get("id")).isNotEqualTo(id);
    String plane = "/api/inputs/" + other.get("id") + "/preview";
    assertThat(StudioClient.list(page.postJson(plane, Map.of()), "doubts")).isEmpty();
  }

  @Test
  void aColumnThatCountsTheRowsIsPointedOut(@TempDir Path folder)
      throws IOException, InterruptedException {
    StringBuilder lines = new StringBuilder("nr,year,half,a\n");
    for (int i = 0; i < 12; i++) {
      lines.append("%d,%d,%s,%d\n".formatted(i + 1, 1990 + i, i / 2.0, i * 7 % 5));
    }
    Path file = Files.writeString(folder.resolve("counted.csv"), lines);
    String preview = "/api/inputs/" + input(file).get("id") + "/preview";
    assertThat(StudioClient.list(page.postJson(preview, Map.of()), "doubts"))
        .singleElement()
        .asString()
        .startsWith("nr: it only counts the rows");
    assertThat(StudioClient.list(page.postJson(preview, Map.of("id", "nr")), "doubts")).isEmpty();
  }

  /** Returns what a preview says of a table in one of its lists. */
  private static List<Object> told(Path file, String list, Map<String, Object> choice)
      throws IOException, InterruptedException {
    return StudioClient.list(
        page.postJson("/api/inputs/" + input(file).get("id") + "/preview", choice), list);
  }

  @Test
  void allColumnsOfNumbersInAnotherSpellingAreRefusedAtOnce(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path comma =
        Files.writeString(
            folder.resolve("comma.csv"),
            "shift,share,fee,a\n\"1,48\",94.6%,$5,1\n\"-1,54\",3.2%,$7,2\n\"0,3\",51%,$6.5,4\n");
    assertThat(told(comma, "refused", Map.of())).containsExactly("shift", "share", "fee");
    assertThat(told(comma, "refused", Map.of("exclude", "share,fee"))).containsExactly("shift");
    Path thousands =
        Files.writeString(
            folder.resolve("thousands.csv"),
            "people,area,a\n\"837,737\",\"1,200\",1\n\"26,899\",\"26,899\",2\n\"9,004\",\"7,150\",5\n");
    assertThat(told(thousands, "refused", Map.of())).containsExactly("people", "area");
    // What is left out is what a fit refuses, and nothing else.
    assertThat(
            page.fitted(
                (String) input(thousands).get("id"), Map.of("exclude", "people,area", "k", 1)))
        .containsEntry("rows", 3L);
    // Where the table writes fractions so, they are numbers.
    Path semicolons =
        Files.writeString(folder.resolve("semicolons.csv"), "a;b\n1,48;2\n-1,54;3,25\n0,3;1\n");
    assertThat(told(semicolons, "refused", Map.of())).isEmpty();
    assertThat(told(semicolons, "doubts", Map.of())).isEmpty();
  }

  @Test
  void aColumnThatSaysNothingHidesNoneThatIsRefused(@TempDir Path folder)
      throws IOException, InterruptedException {
    // Of so many columns not all are listed.
    StringBuilder lines = new StringBuilder("same");
    IntStream.range(1, 250).forEach(j -> lines.append(",c").append(j));
    for (int i = 0; i < 4; i++) {
      lines.append("\n7");
      for (int j = 1; j < 250; j++) {
        lines.append(',').append(i == 2 && j == 195 ? "many" : String.valueOf(i * j % 11));
      }
    }
    Path file = Files.writeString(folder.resolve("wide.csv"), lines + "\n");
    assertThat(told(file, "doubts", Map.of()).toString())
        .contains("same: all of its first 4 cells", "'many' is not a number");
  }

  @Test
  void twoTablesGiveTheirColumns(@TempDir Path folder) throws IOException, InterruptedException {
    Path first =
        Files.writeString(
            folder.resolve("x.csv"),
            "who,kind,a,b\nann,red,1,2\nbob,blue,2,5\ncid,red,4,4\ndan,blue,7,1\neve,red,3,8\n");
    Path second =
        Files.writeString(
            folder.resolve("y.csv"),
            "who,a,c,town\neve,9,1,Ulm\ndan,4,2,Bonn\ncid,1,8,\"Rom, old\"\nbob,6,5,Jena\nann,3,3,Kiel\nfay,5,5,Graz\n");
    List<Object> inputs = List.of(input(first).get("id"), input(second).get("id"));
    Map<String, Object> options =
        Map.of("method", "cca", "k", 1, "id", "who", "ridge", "0.1", "label", "kind");
    String job =
        (String) page.postJson("/api/fits", Map.of("input", inputs, "options", options)).get("id");
    page.await(job, "done");
    Map<String, Object> model = page.getJson("/api/models/" + job);
    assertThat(Json.write(model.get("colours"), false))
        .contains("\"kind\"", "\"a (y.csv)\"", "\"town\"")
        .doesNotContain("X1");
    String rows = StudioClient.text(page.get(of(model, "/rows?at=0,2,5")));
    assertThat(rows)
        .contains("\"who\":\"ann\",\"kind\":\"red\",\"a\":\"1\",\"b\":\"2\",\"a (y.csv)\":\"3\"")
        .contains("\"town\":\"Rom, old\"")
        .contains("\"id\":\"fay\"")
        .contains("\"town\":\"Graz\"");
    assertThat(page.get(of(model, "/column?name=town")).statusCode()).isEqualTo(200);
    assertThat(StudioClient.text(page.get(of(model, "/scores-file?format=csv"))))
        .startsWith("who,kind,X1,Y1\nann,red,");
  }
}
