package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Tables;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a page is told of the rows of two tables: their cells, colours, names and files. */
final class StudioPairsTest {

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

  private static Map<String, Object> related(
      StudioClient own, Path x, Path y, Map<String, Object> more)
      throws IOException, InterruptedException {
    List<Object> inputs = List.of(input(own, x), input(own, y));
    Map<String, Object> options = new HashMap<>(Map.of("method", "cca", "k", 1, "ridge", "0.1"));
    options.putAll(more);
    String job =
        (String) own.postJson("/api/fits", Map.of("input", inputs, "options", options)).get("id");
    assertThat(own.await(job, "done", "failed")).containsEntry("state", "done");
    return own.getJson("/api/models/" + job);
  }

  private static Object input(StudioClient own, Path file)
      throws IOException, InterruptedException {
    return own.postJson("/api/inputs/path", Map.of("path", file.toString())).get("id");
  }

  private static String of(Map<String, Object> model, String path) {
    return "/api/models/" + model.get("id") + path;
  }

  private static String rows(Map<String, Object> model, String at)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> answer = page.get(of(model, "/rows?at=" + at));
    assertThat(answer.statusCode()).as(StudioClient.text(answer)).isEqualTo(200);
    return StudioClient.text(answer);
  }

  /** Returns what a column is, and its values. */
  private static ByteBuffer column(Map<String, Object> model, String name, String head)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> answer = page.get(of(model, "/column?name=" + name));
    assertThat(answer.statusCode()).as(StudioClient.text(answer)).isEqualTo(200);
    ByteBuffer bytes = ByteBuffer.wrap(answer.body()).order(ByteOrder.LITTLE_ENDIAN);
    int length = bytes.getInt();
    assertThat(new String(answer.body(), 4, length, UTF_8)).contains(head);
    return bytes
        .slice(4 + length, answer.body().length - 4 - length)
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void decimalCommasStayNumbers(@TempDir Path folder) throws IOException, InterruptedException {
    Path x =
        Files.writeString(
            folder.resolve("x.csv"),
            "who;a;b\nann;1,5;2\nbob;2,25;5\ncid;4,5;4,5\ndan;7;1\neve;3;8,75\n");
    Path y =
        Files.writeString(
            folder.resolve("y.csv"), "who;c\neve;9,5\ndan;4\ncid;1,25\nbob;6\nann;3,5\n");
    Map<String, Object> model = related(page, x, y, Map.of("id", "who"));
    assertThat(rows(model, "0,4"))
        .contains("\"who\":\"ann\",\"a\":\"1,5\",\"b\":\"2\",\"c\":\"3,5\"")
        .contains("\"who\":\"eve\",\"a\":\"3\",\"b\":\"8,75\",\"c\":\"9,5\"");
    assertThat(column(model, "a", "\"number\"").asFloatBuffer().get(1)).isEqualTo(2.25f);
    // In the order of the first table, not of its own.
    ByteBuffer c = column(model, "c", "\"number\"");
    assertThat(c.asFloatBuffer().get(0)).isEqualTo(3.5f);
    assertThat(c.asFloatBuffer().get(4)).isEqualTo(9.5f);
  }

  @Test
  void columnsAreWhatTheirOwnTableSays(@TempDir Path folder)
      throws IOException, InterruptedException {
    // By its first thousand rows the column is one of words; in the order of the other table it
    // begins with numbers.
    StringBuilder x = new StringBuilder("who,a\n");
    StringBuilder y = new StringBuilder("who,b,code\n");
    for (int i = 0; i < 2400; i++) {
      x.append("n%d,%d\n".formatted(2399 - i, i % 7));
      y.append("n%d,%d,%s\n".formatted(i, i % 5, i < 1200 ? "word" : "12"));
    }
    Map<String, Object> model =
        related(
            page,
            Files.writeString(folder.resolve("x.csv"), x),
            Files.writeString(folder.resolve("y.csv"), y),
            Map.of("id", "who"));
    assertThat(model.get("colours").toString()).contains("{name=code, type=category}");
    ByteBuffer code = column(model, "code", "\"levels\":[\"word\",\"12\"]");
    assertThat(code.get(0)).isOne();
    assertThat(code.get(2399)).isZero();
  }

  @Test
  void twoSparseTablesHaveRows(@TempDir Path folder) throws IOException, InterruptedException {
    Map<String, Object> model =
        related(page, sparse(folder, "x.mtx", 1), sparse(folder, "y.mtx", 2), Map.of());
    assertThat(rows(model, "0,7")).contains("\"row\":0,\"id\":\"1\"", "\"row\":7,\"id\":\"8\"");
    assertThat(page.getJson(of(model, "/search?text=row%203")))
        .isEqualTo(Map.of("rows", List.of(2L), "passages", List.of(""), "total", 1L));
    assertThat(StudioClient.text(page.get(of(model, "/scores-file?format=csv"))))
        .startsWith("X1,Y1\n")
        .hasLineCount(9);
  }

  private static Path sparse(Path folder, String name, long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder lines =
        new StringBuilder("%%MatrixMarket matrix coordinate real general\n8 2 16");
    for (int i = 1; i <= 16; i++) {
      lines.append("\n%d %d %d".formatted((i + 1) / 2, 1 + i % 2, random.nextInt(100) + 1));
    }
    return Files.writeString(folder.resolve(name), lines + "\n");
  }

  @Test
  void namesThatLookLikeFormulasFindTheirPartners(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path x =
        Files.writeString(
            folder.resolve("x.csv"), "who,a\n=ann,1\n+bob(2),5\n@cid!,2\ndan,7\n=eve,3\n");
    Path y =
        Files.writeString(
            folder.resolve("y.csv"),
            "who,town\n=fay,9\n=eve,1\ndan,2\n@cid!,3\n+bob(2),4\n=ann,5\n");
    Map<String, Object> model = related(page, x, y, Map.of("id", "who"));
    assertThat(rows(model, "0,1,2,5"))
        .contains("\"who\":\"=ann\",\"a\":\"1\",\"town\":\"5\"")
        .contains("\"who\":\"+bob(2)\",\"a\":\"5\",\"town\":\"4\"")
        .contains("\"who\":\"@cid!\",\"a\":\"2\",\"town\":\"3\"")
        .contains("\"id\":\"=fay\"", "\"who\":\"=fay\",\"a\":null,\"town\":\"9\"");
    assertThat(page.getJson(of(model, "/search?text=%3Dfay"))).containsEntry("rows", List.of(5L));
    // In CSV an apostrophe keeps them from being run; Parquet has them as they are.
    assertThat(StudioClient.text(page.get(of(model, "/scores-file?format=csv"))))
        .startsWith("who,X1,Y1\n'=ann,");
    Path file = folder.resolve("scores.parquet");
    Files.write(file, page.get(of(model, "/scores-file?format=parquet")).body());
    assertThat(
            Tables.read(file)
                .select(Selection.ALL.withFeatures(List.of()).withId("who"))
                .load()
                .ids()
                .get())
        .containsExactly("=ann", "+bob(2)", "@cid!", "dan", "=eve", "=fay");
  }

  @Test
  void packedTablesTakeNoMoreRoomThanThereIs(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path x = packed(folder.resolve("x.csv.gz"), 1);
    Path y = packed(folder.resolve("y.csv.gz"), 2);
    assertThat(Files.size(x)).isLessThan(1 << 20);
    try (StudioServer small = StudioServer.start(StudioServer.settings().withDisk(6 << 20))) {
      StudioClient own = new StudioClient(small.link());
      Map<String, Object> model = related(own, x, y, Map.of());
      assertThat(StudioClient.error(own.get(of(model, "/rows?at=0")), 413))
          .contains("there is no room for the rows of");
      // What was written is gone: others have room.
      assertThat(own.fitted(own.example("iris"), Map.of("k", 1))).containsEntry("rows", 150L);
    }
  }

  /** Twelve megabytes that are nearly all the same. */
  private static Path packed(Path file, long seed) throws IOException {
    Random random = new Random(seed);
    String long1000 = "x".repeat(1000);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("a,b,text\n".getBytes(UTF_8));
      for (int i = 0; i < 12_000; i++) {
        String line = "%d,%d,%s\n".formatted(random.nextInt(9), random.nextInt(9), long1000);
        out.write(line.getBytes(UTF_8));
      }
    }
    return file;
  }

  private static HttpResponse<byte[]> chosen(Map<String, Object> model, int... rows)
      throws IOException, InterruptedException {
    BitSet bits = new BitSet();
    for (int row : rows) {
      bits.set(row);
    }
    return page.send(
        page.request(of(model, "/chosen")).POST(BodyPublishers.ofByteArray(bits.toByteArray())));
  }

  @Test
  void chosenRowsAreWhole(@TempDir Path folder) throws IOException, InterruptedException {
    String text = "long ".repeat(1000);
    Path x =
        Files.writeString(
            folder.resolve("x.csv"),
            "who,a,note\nann,1.00000000000000001,%s\nbob,2,\"a \"\"b\"\"\"\ncid,4,=1+1\n"
                .formatted(text));
    Path y = Files.writeString(folder.resolve("y.csv"), "who,a\ncid,7\nann,0.1\nbob,3\nfay,5\n");
    Map<String, Object> model = related(page, x, y, Map.of("id", "who"));
    assertThat(StudioClient.text(chosen(model, 0, 1, 2, 3)))
        .isEqualTo(
            """
            row,who,a,note,a (y.csv)
            1,ann,1.00000000000000001,%s,0.1
            2,bob,2,"a ""b\""",3
            3,cid,4,'=1+1,7
            4,fay,,,5
            """
                .formatted(text));
    assertThat(StudioClient.error(chosen(model), 400)).contains("no row is chosen");
    assertThat(StudioClient.error(chosen(model, 4), 400)).contains("is not there");
    HttpResponse<byte[]> large =
        page.send(
            page.request(of(model, "/chosen")).POST(BodyPublishers.ofByteArray(new byte[5000])));
    assertThat(StudioClient.error(large, 413)).contains("send less");
  }

  @Test
  void allColumnsOfAWideTableAreWritten(@TempDir Path folder)
      throws IOException, InterruptedException {
    StringBuilder lines = new StringBuilder();
    for (int i = -1; i < 4; i++) {
      for (int j = 0; j < 300; j++) {
        lines.append(j == 0 ? "" : ",").append(i < 0 ? "c" + j : "" + (i * i + j % 7) / 8.0);
      }
      lines.append('\n');
    }
    Path file = Files.writeString(folder.resolve("wide.csv"), lines);
    Map<String, Object> model = page.fitted((String) input(page, file), Map.of("k", 1));
    List<String> written = StudioClient.text(chosen(model, 2)).lines().toList();
    List<String> given = Files.readAllLines(file);
    assertThat(written).containsExactly("row," + given.get(0), "3," + given.get(3));
    assertThat(column(model, "c250", "\"number\"").asFloatBuffer().get(1))
        .isEqualTo((1 + 250 % 7) / 8f);
  }

  /** How often words occur is counted, and in no column of the data. */
  @Test
  void chosenTextsAreWrittenByTheirNames(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    Files.writeString(texts.resolve("one.txt"), "waves and wind over water");
    Files.writeString(texts.resolve("two.txt"), "wind over the hills");
    Files.writeString(texts.resolve("three.txt"), "water under the hills and waves");
    Map<String, Object> model =
        page.fitted((String) input(page, texts), Map.of("method", "lsa", "k", 1));
    assertThat(StudioClient.text(chosen(model, 1)).lines().toList())
        .hasSize(2)
        .last(STRING)
        .startsWith("2,")
        .contains(".txt");
  }

  @Test
  void rowsOfAnotherFileInItsPlaceAreRefused(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n2,5\n4,1\n");
    Map<String, Object> model = page.fitted((String) input(page, file), Map.of("k", 1));
    assertThat(StudioClient.text(chosen(model, 0))).isEqualTo("row,a,b\n1,1,2\n");
    Files.writeString(file, "a,b\n4.5,1\n2,5\n1,2\n");
    assertThat(StudioClient.error(chosen(model, 0), 400))
        .contains("t.csv has changed since it was fitted; fit again");
  }

  /** Whatever is made of the rows anew would pair coordinates with rows of another file. */
  @Test
  void nothingIsMadeOfAnotherFileInItsPlace(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n2,5\n4,1\n");
    Map<String, Object> model = page.fitted((String) input(page, file), Map.of("k", 1));
    String of = "/api/models/" + model.get("id");
    Files.writeString(file, "a,b\n4.5,1\n2,5\n1,2\n");
    String changed = "t.csv has changed since it was fitted; fit again";
    for (String asked : List.of("/scale", "/picture?kind=scores", "/column?name=a")) {
      assertThat(StudioClient.error(page.get(of + asked), 400)).as(asked).contains(changed);
    }
    for (String asked : List.of("/decode", "/clean")) {
      assertThat(StudioClient.error(page.post(of + asked, Map.of("row", 0)), 400))
          .as(asked)
          .contains(changed);
    }
    Map<String, Object> report = page.postJson(of + "/report", Map.of());
    assertThat((String) page.await((String) report.get("id"), "done", "failed").get("error"))
        .endsWith(changed);
    // What is made of the model alone is right, whatever became of the file.
    assertThat(page.get(of + "/picture?kind=loadings").statusCode()).isEqualTo(200);
  }

  @Test
  void pixelsOfChosenImagesAreWritten() throws IOException, InterruptedException {
    Map<String, Object> model = page.fitted(page.example("digit-images"), Map.of("k", 2));
    List<String> written = StudioClient.text(chosen(model, 0, 1)).lines().toList();
    assertThat(written).hasSize(3);
    long columns = (Long) model.get("columnCount");
    assertThat(written.get(1).split(",", -1).length).isGreaterThan((int) columns);
  }
}
