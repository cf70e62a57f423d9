package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.eigenlens.Pca;
import org.eigenlens.data.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.Json;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a page asks the studio for, and gets. */
final class StudioApiTest {

  private static StudioServer server;
  private static StudioClient page;
  private static Map<String, Object> iris;
  private static Map<String, Object> digits;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    server = StudioServer.start();
    page = new StudioClient(server.link());
    iris =
        page.fitted(page.example("iris"), Map.of("k", 2, "label", "species", "standardize", true));
    digits = page.fitted(page.example("digits"), Map.of("k", 12, "label", "label"));
  }

  @AfterAll
  static void close() {
    server.close();
    assertThat(server.log()).isEmpty(); // nothing went wrong within
  }

  private static String of(Map<String, Object> model, String path) {
    return "/api/models/" + model.get("id") + path;
  }

  private static LinearModel irisModel() {
    return Pca.builder().components(2).standardize(true).fit(Samples.iris().toMatrix());
  }

  private static float[] floats(byte[] bytes, int from) {
    float[] numbers = new float[(bytes.length - from) / Float.BYTES];
    ByteBuffer.wrap(bytes, from, bytes.length - from)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asFloatBuffer()
        .get(numbers);
    return numbers;
  }

  @Test
  void aReloadFindsEverythingAgain() throws IOException, InterruptedException {
    Map<String, Object> session = page.getJson("/api/session");
    assertThat(session).containsKeys("version", "threads", "memory", "uploadLimit", "examples");
    assertThat(StudioClient.list(session, "models")).contains(iris, digits);
    assertThat(StudioClient.list(session, "jobs")).hasSizeGreaterThanOrEqualTo(2);
    assertThat(StudioClient.list(session, "inputs")).hasSizeGreaterThanOrEqualTo(2);
    Map<String, Object> other = page.another().getJson("/api/session");
    assertThat(StudioClient.list(other, "models")).isEmpty();
    assertThat(StudioClient.error(page.another().get(of(iris, "")), 404)).contains("no model");
  }

  @Test
  void tellsTheOptionsThatPagesMayGiveAndNoOther() throws IOException, InterruptedException {
    Map<String, Object> told = page.getJson("/api/options");
    List<String> allowed =
        StudioClient.list(told, "options").stream()
            .map(option -> (String) ((Map<?, ?>) option).get("name"))
            .toList();
    List<String> refused =
        new StudioCommands()
            .options("fit").stream()
                .map(org.eigenlens.studio.Commands.Option::name)
                .filter(name -> !allowed.contains(name))
                .toList();
    // A new option of fit is to be put in one of the two lists, after some thought.
    assertThat(refused)
        .containsExactlyInAnyOrder(
            "sql",
            "views",
            "threads",
            "memory",
            "output",
            "scores",
            "forget-documents",
            "align",
            "json",
            "report",
            "engine",
            "help",
            "stacktrace");
    assertThat(StudioClient.list(told, "kernels")).contains("rbf", "poly");
    assertThat(Json.write(told.get("methods"), false)).contains("kernel-cca", "laplacian");
  }

  @Test
  void describesAnInputAndWhatIsLeftOut() throws IOException, InterruptedException {
    Map<String, Object> input = page.postJson("/api/inputs/example", Map.of("name", "iris"));
    assertThat(input).containsEntry("rows", 150L).containsEntry("kind", "table");
    assertThat(Json.write(input.get("suggestions"), false)).contains("\"label\":\"species\"");
    assertThat(StudioClient.list(input, "head")).hasSize(10);
    Map<String, Object> preview =
        page.postJson(
            "/api/inputs/" + input.get("id") + "/preview",
            Map.of("label", "species", "exclude", "petal_width"));
    assertThat(StudioClient.list(preview, "features"))
        .containsExactly("sepal_length", "sepal_width", "petal_length");
    assertThat(Json.write(preview.get("leftOut"), false))
        .contains("it is the label", "you left it out");
    Map<String, Object> wrong =
        page.postJson("/api/inputs/" + input.get("id") + "/preview", Map.of("columns", "nix"));
    assertThat((String) wrong.get("problem")).contains("nix").contains("iris.csv");
  }

  @Test
  void summarisesAFitAsTheCommandDoes() {
    assertThat(iris.get("command"))
        .isEqualTo(
            "eigenlens fit iris.csv -k 2 --label species --standardize -o iris-pca.eigenlens");
    assertThat((String) iris.get("java")).contains("Tables.read(Path.of(\"iris.csv\"))");
    Map<?, ?> summary = (Map<?, ?>) iris.get("summary");
    LinearModel model = irisModel();
    assertThat((double) StudioClient.list(summary, "eigenvalues").get(0))
        .isCloseTo(model.eigenvalues()[0], within(1e-9));
    assertThat(StudioClient.list(summary, "warnings")).isEmpty(); // none of the studio's own files
    assertThat(StudioClient.list(iris, "text").get(0).toString()).startsWith("principal component");
    assertThat(Json.write(iris, false)).doesNotContain("eigenlens-studio-");
  }

  @Test
  void sendsCoordinatesAsFloats() throws IOException, InterruptedException {
    HttpResponse<byte[]> answer = page.get(of(iris, "/scores?components=1,0"));
    assertThat(answer.headers().firstValue("X-Rows")).contains("150");
    float[] scores = floats(answer.body(), 0);
    DenseMatrix expected = irisModel().transform(Samples.iris().toMatrix());
    assertThat(scores).hasSize(300);
    // Exact but for the rounding to float.
    assertThat((double) scores[2 * 149]).isCloseTo(expected.get(149, 1), within(1e-6));
    assertThat((double) scores[2 * 149 + 1]).isCloseTo(expected.get(149, 0), within(1e-6));
    assertThat(StudioClient.error(page.get(of(iris, "/scores?components=2")), 400))
        .contains("no component 2");
  }

  @Test
  void sendsColumnsAsCategoriesAndNumbers() throws IOException, InterruptedException {
    byte[] species = page.get(of(iris, "/column?name=species")).body();
    int length = ByteBuffer.wrap(species).order(ByteOrder.LITTLE_ENDIAN).getInt();
    Map<?, ?> head = (Map<?, ?>) Json.read(new String(species, 4, length, UTF_8));
    assertThat(StudioClient.list(head, "levels"))
        .containsExactly("setosa", "versicolor", "virginica");
    assertThat(length % 4).isZero();
    assertThat(species).hasSize(4 + length + 150);
    assertThat(species[4 + length + 149]).isEqualTo((byte) 2);
    byte[] width = page.get(of(iris, "/column?name=petal_width")).body();
    int at = 4 + ByteBuffer.wrap(width).order(ByteOrder.LITTLE_ENDIAN).getInt();
    assertThat(floats(width, at)).hasSize(150).startsWith(0.2f);
    byte[] label = page.get(of(digits, "/column?name=label&as=category")).body();
    assertThat(new String(label, 4, 40, UTF_8)).contains("category");
    assertThat(StudioClient.error(page.get(of(iris, "/column?name=nix")), 404)).contains("nix");
  }

  @Test
  void findsRowsNeighboursAndTexts() throws IOException, InterruptedException {
    String rows = StudioClient.text(page.get(of(iris, "/rows?at=0,149")));
    assertThat(rows).contains("\"sepal_length\":\"5.1\"").contains("\"species\":\"virginica\"");
    assertThat(StudioClient.error(page.get(of(iris, "/rows?at=150")), 404)).contains("0 to 149");
    String many = "0" + ",0".repeat(200);
    assertThat(StudioClient.error(page.get(of(iris, "/rows?at=" + many)), 400)).contains("200");
    Map<String, Object> hits = page.getJson(of(iris, "/search?text=VIRG"));
    assertThat(hits).containsEntry("total", 50L);
    Map<String, Object> near = page.getJson(of(iris, "/neighbors?row=3&count=4"));
    DenseMatrix scores = irisModel().transform(Samples.iris().toMatrix());
    int nearest = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 150; i++) {
      double squares =
          Math.hypot(scores.get(i, 0) - scores.get(3, 0), scores.get(i, 1) - scores.get(3, 1));
      if (i != 3 && squares < least) {
        least = squares;
        nearest = i;
      }
    }
    assertThat(StudioClient.list(near, "rows").get(0)).isEqualTo((long) nearest);
    assertThat((double) StudioClient.list(near, "distances").get(0)).isCloseTo(least, within(1e-5));
  }

  @Test
  void decodesWhileSomebodyDrags() throws IOException, InterruptedException {
    Map<String, Object> answer =
        page.postJson(of(digits, "/decode"), Map.of("row", 7, "change", Map.of("0", 3.5)));
    LinearModel model = Pca.builder().components(12).fit(Samples.digits().toMatrix());
    double[] moved = model.transform(Samples.digits().toMatrix()).row(7);
    moved[0] = 3.5;
    double[] expected = model.inverseTransform(DenseMatrix.copyOf(new double[][] {moved})).row(0);
    List<?> values = StudioClient.list(answer, "values");
    for (int i = 0; i < expected.length; i++) {
      // Coordinates are kept as floats.
      assertThat((double) values.get(i)).isCloseTo(expected[i], within(1e-4));
    }
    assertThat(answer).containsEntry("image", true).containsEntry("width", 8L);
    assertThat(
            StudioClient.error(
                page.post(of(digits, "/decode"), Map.of("coordinates", List.of(1, 2))), 400))
        .contains("2 coordinates");
  }

  @Test
  void addsNoiseAndTakesItAway() throws IOException, InterruptedException {
    Map<String, Object> noise = Map.of("kind", "gaussian", "amount", 0.25, "seed", 3);
    Map<String, Object> answer =
        page.postJson(of(digits, "/clean"), Map.of("row", 7, "noise", noise));
    List<?> errors = StudioClient.list(answer, "errors");
    assertThat((double) errors.get(1)).isLessThan((double) errors.get(0)).isPositive();
    assertThat(page.postJson(of(digits, "/clean"), Map.of("row", 7, "noise", noise)))
        .isEqualTo(answer); // the same seed, the same noise
    // Columns of a table are no pixels: each has noise in its own standard deviations.
    answer = page.postJson(of(iris, "/clean"), Map.of("row", 7, "noise", noise));
    assertThat((double) StudioClient.list(answer, "errors").get(0)).isBetween(0.001, 0.5);
  }

  @Test
  void columnsThatCanBeComparedHaveNoScale() throws IOException, InterruptedException {
    // Standard deviations of the irises are from 0.44 to 1.77.
    assertThat(page.getJson(of(iris, "/scale"))).isEmpty();
    assertThat(page.getJson(of(digits, "/scale"))).isEmpty();
  }

  @Test
  void paintsRowsThatAreImages() throws IOException, InterruptedException {
    HttpResponse<byte[]> answer = page.get(of(digits, "/image?row=0"));
    assertThat(answer.headers().firstValue("Content-Type")).contains("image/png");
    assertThat(ImageIO.read(new ByteArrayInputStream(answer.body())).getWidth()).isEqualTo(8);
    assertThat(StudioClient.error(page.get(of(iris, "/image?row=0")), 404)).contains("no images");
  }

  @Test
  void theFirstImagesAreSeenBeforeAFit() throws Exception {
    String path = "/api/inputs/" + page.example("digit-images") + "/images";
    BufferedImage strip = ImageIO.read(new ByteArrayInputStream(page.get(path).body()));
    assertThat(strip.getWidth()).isEqualTo(12 * (8 + 1) - 1);
    assertThat(strip.getHeight()).isEqualTo(8);
    assertThat(strip.getRaster().getSample(8, 0, 0)).isEqualTo(255); // between two of them
    assertThat(StudioClient.error(page.get("/api/inputs/" + page.example("iris") + "/images"), 404))
        .contains("no images");
  }

  @Test
  void drawsAsTheCommandDoes() throws IOException, InterruptedException {
    for (Object kind : StudioClient.list(iris, "kinds")) {
      HttpResponse<byte[]> answer = page.get(of(iris, "/picture?kind=" + kind));
      assertThat(StudioClient.text(answer)).as("%s", kind).startsWith("<svg");
    }
    assertThat(page.getJson(of(iris, "/picture-command?kind=scores&axes=2,1")).get("command"))
        .isEqualTo(
            "eigenlens plot scores iris-pca.eigenlens iris.csv --label species --axes 2,1"
                + " --output=scores.svg");
    assertThat(StudioClient.error(page.get(of(iris, "/picture?kind=scores&axes=9,8")), 400))
        .contains("component 9");
    assertThat(StudioClient.error(page.get(of(iris, "/picture?kind=scores&with=/etc/x")), 400))
        .contains("may not give");
  }

  @Test
  void handsOutFilesToKeep(@TempDir Path folder) throws IOException, InterruptedException {
    Path file = folder.resolve("m.eigenlens");
    Files.write(file, page.get(of(iris, "/model")).body());
    assertThat(Model.load(file).columnNames()).contains("petal_width");
    HttpResponse<byte[]> csv = page.get(of(iris, "/scores-file?format=csv"));
    assertThat(csv.headers().firstValue("Content-Disposition").orElseThrow())
        .isEqualTo("attachment; filename*=UTF-8''iris-pca-scores.csv");
    assertThat(StudioClient.text(csv).lines().limit(2).collect(Collectors.joining("\n")))
        .startsWith("species,PC1,PC2\nsetosa,-2.257");
    assertThat(StudioClient.error(page.get(of(iris, "/report")), 404)).contains("not written yet");
    Map<String, Object> job = page.postJson(of(iris, "/report"), Map.of());
    assertThat(job).containsEntry("kind", "report").containsEntry("model", iris.get("id"));
    page.await((String) job.get("id"), "done");
    String report = StudioClient.text(page.get(of(iris, "/report")));
    assertThat(report)
        .contains("<html", "eigenlens fit iris.csv")
        .doesNotContain("eigenlens-studio-", "--memory");
  }

  @Test
  void aReportNamesNoFileOfTheStudiosOwn() throws IOException, InterruptedException {
    Map<String, Object> input =
        StudioClient.json(
            page.send(
                page.request("/api/inputs?name=R%26D.csv")
                    .POST(
                        BodyPublishers.ofString(
                            "a,b,c\n1,2,3\n2,5,1\n4,4,9\n7,1,2\n3,8,5\n6,2,7\n"))));
    assertThat(input).containsEntry("uploaded", true);
    Map<String, Object> model = page.fitted((String) input.get("id"), Map.of("k", 2));
    String job = (String) page.postJson(of(model, "/report"), Map.of()).get("id");
    page.await(job, "done");
    assertThat(StudioClient.text(page.get(of(model, "/report"))))
        .contains("R&amp;D.csv")
        .doesNotContain("eigenlens-studio-");
    assertThat(StudioClient.error(page.get("/api/jobs/" + model.get("id") + "/model"), 404))
        .contains("left no model");
  }

  @Test
  void exampleFilesCanBeTakenAlongAndNoOthers(@TempDir Path folder)
      throws IOException, InterruptedException {
    Map<String, Object> rings = page.postJson("/api/inputs/example", Map.of("name", "rings"));
    assertThat(rings).containsEntry("example", Map.of("name", "rings", "samples", false));
    assertThat(StudioClient.text(page.get("/api/inputs/" + rings.get("id") + "/file")))
        .startsWith("ring,x,y\n");
    assertThat(page.postJson("/api/inputs/example", Map.of("name", "iris")))
        .containsEntry("example", Map.of("name", "iris", "samples", true));
    Path file = Files.writeString(folder.resolve("own.csv"), "a,b\n1,2\n2,5\n4,4\n");
    Map<String, Object> own = page.postJson("/api/inputs/path", Map.of("path", file.toString()));
    assertThat(own).doesNotContainKeys("example", "uploaded");
    assertThat(page.get("/api/inputs/" + own.get("id") + "/file").statusCode()).isEqualTo(404);
  }

  private Map<String, Object> preview(Path file, Map<String, Object> choice)
      throws IOException, InterruptedException {
    Object id = page.postJson("/api/inputs/path", Map.of("path", file.toString())).get("id");
    return page.postJson("/api/inputs/" + id + "/preview", choice);
  }

  @Test
  void doubtsColumnsThatAFitWouldRefuse(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path messy = folder.resolve("messy.csv");
    Files.writeString(messy, "price,const,a\n\"1,5\",1,3\nx,1,5\n3,1,2\n4,1,8\n");
    assertThat(StudioClient.list(preview(messy, Map.of()), "doubts"))
        .containsExactly(
            "price: 2 of its first 4 cells are no numbers ('1,5', 'x'), so that the fit will refuse"
                + " it; correct the file, or leave the column out",
            "const: all of its first 4 cells are the same, so it tells nothing");
    Path sorted = folder.resolve("sorted.csv");
    Files.writeString(sorted, "a,b\n" + "1,2\n".repeat(1000) + "2,3\n");
    assertThat(StudioClient.list(preview(sorted, Map.of()), "doubts"))
        .contains(
            "a: all of its first 1,000 cells are the same, and it tells nothing if the others are"
                + " the same too");
    Path comma = folder.resolve("comma.csv");
    Files.writeString(comma, "a,b\n\"1,5\",2\n\"2,5\",3\n");
    assertThat(StudioClient.list(preview(comma, Map.of()), "doubts").toString())
        .contains("a: 2 of its first 2 cells are no numbers ('1,5', '2,5')");
    Path holes = folder.resolve("holes.csv");
    Files.writeString(holes, "a,b1,b2\n1,,3\n2,5,\n4,1,1\n");
    assertThat(StudioClient.list(preview(holes, Map.of()), "gaps")).containsExactly("b1", "b2");
    assertThat(StudioClient.list(preview(holes, Map.of("exclude", " b2 ")), "gaps"))
        .containsExactly("b1");
    assertThat(StudioClient.list(preview(holes, Map.of("exclude", "b*")), "gaps")).isEmpty();
    Path german = folder.resolve("german.csv");
    Files.writeString(german, "a;b\n1,5;2\n2,5;3,25\n");
    assertThat(StudioClient.list(preview(german, Map.of()), "doubts")).isEmpty();
  }

  @Test
  void refusesWhatFloatsCannotTellApart(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path file =
        Files.writeString(folder.resolve("t.csv"), "a,b\n1e-40,2e-40\n3e-40,1e-40\n5e-40,7e-40\n");
    Object id = page.postJson("/api/inputs/path", Map.of("path", file.toString())).get("id");
    String plain = page.fit((String) id, Map.of("k", 1));
    assertThat((String) page.await(plain, "failed", "done").get("error"))
        .contains("too small for the page to show; standardise the columns");
    assertThat(page.fitted((String) id, Map.of("k", 1, "standardize", true)))
        .containsEntry("rows", 3L);
  }

  @Test
  void takesNoDatesForClassesAndPrefersFew(@TempDir Path folder)
      throws IOException, InterruptedException {
    StringBuilder rows = new StringBuilder("when,town,yes,a,b\n");
    for (int row = 0; row < 60; row++) {
      rows.append("2024-01-%02dT10:00:00Z,t%d,".formatted(1 + row % 28, row % 5))
          .append("%s,%d,%d%n".formatted(row % 3 == 0 ? "yes" : "no", row, row * row % 7));
    }
    Path file = Files.writeString(folder.resolve("dates.csv"), rows);
    Map<String, Object> input = page.postJson("/api/inputs/path", Map.of("path", file.toString()));
    assertThat(Json.write(input.get("suggestions"), false)).contains("\"label\":\"yes\"");
    assertThat(Json.write(input.get("columns"), false))
        .contains("{\"name\":\"when\",\"type\":\"date\"", "{\"name\":\"town\",\"type\":\"text\"");
    assertThat(Json.write(preview(file, Map.of("label", "yes")).get("leftOut"), false))
        .contains("{\"column\":\"when\",\"why\":\"it is a date\"}");
  }

  @Test
  void offersTheWordsOfATableOfTexts(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path file = folder.resolve("texts.csv");
    StringBuilder rows = new StringBuilder("text,label\n");
    for (int row = 0; row < 1500; row++) { // sorted, so that the first thousand are of one class
      rows.append("remark number %d of somebody who says so,%d%n".formatted(row, row / 1000));
    }
    Files.writeString(file, rows);
    Map<String, Object> input = page.postJson("/api/inputs/path", Map.of("path", file.toString()));
    assertThat(Json.write(input.get("suggestions"), false))
        .isEqualTo("{\"label\":\"label\",\"id\":null,\"text\":\"text\"}");
    assertThat(preview(file, Map.of("label", "label", "text", "text")))
        .containsEntry("text", "text")
        .doesNotContainKey("problem");
    assertThat((String) preview(file, Map.of("label", "label")).get("problem"))
        .contains("no numeric column");
  }

  @Test
  void forgetsJobsThatCameToNothing() throws IOException, InterruptedException {
    StudioClient other = page.another();
    String failed = other.fit(other.example("nine-points"), Map.of("k", 7));
    other.await(failed, "failed");
    assertThat(other.delete("/api/jobs/" + failed).statusCode()).isEqualTo(204);
    assertThat(StudioClient.list(other.getJson("/api/jobs?quiet=100"), "jobs")).isEmpty();
  }

  @Test
  void forgetsAModel() throws IOException, InterruptedException {
    StudioClient other = page.another();
    Map<String, Object> model = other.fitted(other.example("nine-points"), Map.of("k", 1));
    assertThat(other.delete(of(model, "")).statusCode()).isEqualTo(204);
    assertThat(other.get(of(model, "")).statusCode()).isEqualTo(404);
  }

  @Test
  void relatesTwoInputs() throws IOException, InterruptedException {
    StudioClient other = page.another();
    List<String> views = List.of(other.example("remarks-first"), other.example("remarks-second"));
    Map<String, Object> job =
        other.postJson(
            "/api/fits",
            Map.of(
                "input",
                views,
                "options",
                Map.of("method", "cca", "k", 2, "id", "document", "ridge", "0.1")));
    other.await((String) job.get("id"), "done");
    Map<String, Object> model = other.getJson("/api/models/" + job.get("id"));
    assertThat(StudioClient.list(model, "coordinates")).containsExactly("X1", "X2", "Y1", "Y2");
    assertThat(other.get(of(model, "/scores")).body()).hasSize(144 * 4 * Float.BYTES);
    assertThat(StudioClient.text(other.get(of(model, "/rows?at=0")))).contains("\"document\":");
    assertThat(StudioClient.list(model, "kinds")).containsExactly("scree", "scores");
    for (Object kind : StudioClient.list(model, "kinds")) {
      assertThat(StudioClient.text(other.get(of(model, "/picture?kind=" + kind))))
          .as("%s", kind)
          .startsWith("<svg");
    }
  }

  @Test
  void takesUploadsByTheirPlainNames() throws IOException, InterruptedException {
    Map<String, Object> table =
        StudioClient.json(
            page.send(
                page.request("/api/inputs?name=..%2F..%2Fmy%20table.csv")
                    .POST(BodyPublishers.ofString("a,b\n1,2\n3,4\n5,7\n"))));
    assertThat(table).containsEntry("name", "my table.csv").containsEntry("rows", 3L);
    assertThat(page.fitted((String) table.get("id"), Map.of("k", 1)).get("command"))
        .isEqualTo("eigenlens fit 'my table.csv' -k 1 -o 'my table-pca.eigenlens'");
    String failed = page.fit((String) table.get("id"), Map.of("k", 7));
    assertThat((String) page.await(failed, "failed", "done").get("error"))
        .contains("7")
        .doesNotContain("eigenlens-studio-");
  }

  @Test
  void playsWithPoints() throws IOException, InterruptedException {
    List<List<Number>> points = List.of(List.of(0, 0), List.of(2, 0), List.of(0, 1), List.of(3, 2));
    Map<String, Object> pca = page.postJson("/api/play/pca", Map.of("points", points));
    LinearModel model =
        Pca.builder()
            .components(2)
            .fit(DenseMatrix.copyOf(new double[][] {{0, 0}, {2, 0}, {0, 1}, {3, 2}}));
    assertThat((double) StudioClient.list(pca, "variances").get(0))
        .isCloseTo(model.explainedVariance()[0], within(1e-12));
    Map<String, Object> kernel =
        page.postJson(
            "/api/play/kernel",
            Map.of("points", points, "gamma", "median", "components", 2, "grid", 3));
    assertThat(StudioClient.list(kernel, "grids")).hasSize(2);
    assertThat((List<?>) StudioClient.list(kernel, "grids").get(0)).hasSize(9);
    Map<String, Object> supervised =
        page.postJson(
            "/api/play/supervised", Map.of("points", points, "labels", List.of(0, 1, 0, 1)));
    assertThat((double) supervised.get("hsic")).isPositive();
    Map<String, Object> cca = page.postJson("/api/play/cca", Map.of("x", points, "y", points));
    assertThat((double) StudioClient.list(cca, "correlations").get(0)).isCloseTo(1, within(1e-9));
    assertThat(
            StudioClient.error(
                page.post("/api/play/pca", Map.of("points", List.of(List.of(1, 2)))), 400))
        .contains("give 2 to 500");
  }
}
