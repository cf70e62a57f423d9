package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Numbers in every spelling, in every format of text, where models are fitted and where they are
 * used: read right, or refused at their line; never as another number.
 */
class NumberSpellingsTest {

  /** Read in every format where the cell can stand at all. */
  private static final Map<String, Double> RIGHT = new LinkedHashMap<>();

  /** What would be right if it were read; null where nothing would be. */
  private static final Map<String, Double> OTHERS = new LinkedHashMap<>();

  static {
    RIGHT.put("7", 7.0);
    RIGHT.put("-7.25", -7.25);
    RIGHT.put("+3", 3.0);
    RIGHT.put(".5", 0.5);
    RIGHT.put("5.", 5.0);
    RIGHT.put("1e5", 1e5);
    RIGHT.put("1E+5", 1e5);
    RIGHT.put("-2.5e-3", -2.5e-3);
    RIGHT.put("007", 7.0);
    RIGHT.put("0.1000000000000000055511151231257827", 0.1);

    OTHERS.put("5,1", 5.1);
    OTHERS.put("1,234.5", 1234.5);
    OTHERS.put("1.234,5", 1234.5);
    OTHERS.put("1,234,567", 1234567.0);
    OTHERS.put("1.234.567", 1234567.0);
    OTHERS.put("1 234", 1234.0);
    OTHERS.put("1\u00a0234", 1234.0);
    OTHERS.put("1\u202f234", 1234.0);
    OTHERS.put("1'234", 1234.0);
    OTHERS.put("1_234", 1234.0);
    OTHERS.put(" 7", 7.0);
    OTHERS.put("7 ", 7.0);
    OTHERS.put("'7'", 7.0);
    OTHERS.put("(7)", -7.0);
    OTHERS.put("\u22127", -7.0);
    OTHERS.put("\uff17", 7.0);
    OTHERS.put("\u0667", 7.0);
    OTHERS.put("0x10", 16.0);
    OTHERS.put("0X1F", 31.0);
    OTHERS.put("0x1p3", 8.0);
    OTHERS.put("0b11", 3.0);
    OTHERS.put("0o17", 15.0);
    OTHERS.put("1d", null);
    OTHERS.put("1D", null);
    OTHERS.put("1f", null);
    OTHERS.put("2L", null);
    OTHERS.put("1.5d", null);
    OTHERS.put("1e5f", null);
    OTHERS.put("1e", null);
    OTHERS.put("1e+", null);
    OTHERS.put("--1", null);
    OTHERS.put("1-", null);
    OTHERS.put("1..2", null);
    OTHERS.put("1.2.3", null);
    OTHERS.put("e5", null);
    OTHERS.put(".", null);
    OTHERS.put("-", null);
    OTHERS.put("$5", null);
    OTHERS.put("5%", null);
    OTHERS.put("1/2", 0.5);
    OTHERS.put("1:30", null);
    for (String control : List.of("\u0007", "\u000b", "\u000c", "\u001f", "\u200b")) {
      OTHERS.put("5" + control, null);
      OTHERS.put(control + "5", null);
    }
    OTHERS.put("5\\u0007", null); // as JSON has it
    OTHERS.put("x", null);
    OTHERS.put("1e400", null);
    OTHERS.put("inf", null);
    OTHERS.put("-Infinity", null);
    OTHERS.put("NaN", null);
    OTHERS.put("nan", null);
    OTHERS.put("-nan", null);
    OTHERS.put("NA", null);
    OTHERS.put("nan(0x8)", null);
    OTHERS.put("1.#QNAN", null);
    OTHERS.put("1.#INF", null);
    OTHERS.put("#DIV/0!", null);
    OTHERS.put("#N/A", null);
  }

  /** A file with the cell in its third row, and a pattern of how its place is called. */
  private record Format(String name, String place, Function<String, List<String>> lines) {}

  private static List<String> table(String separator, Function<String, String> write, String cell) {
    Stream<String> rows = Stream.of("1", "2", write.apply(cell), "4");
    return Stream.concat(Stream.of("a"), rows)
        .map(first -> first + separator + (first.equals("a") ? "b" : "0"))
        .toList();
  }

  private static String quoted(String cell) {
    return '"' + cell + '"';
  }

  private static final List<Format> FORMATS =
      List.of(
          new Format("plain.csv", "line 4\\b", cell -> table(",", c -> c, cell)),
          new Format("quoted.csv", "line 4\\b", cell -> table(",", c -> quoted(c), cell)),
          new Format("semicolons.csv", "line 4\\b", cell -> table(";", c -> c, cell)),
          new Format("t.tsv", "line 4\\b", cell -> table("\t", c -> c, cell)),
          new Format("quoted.tsv", "line 4\\b", cell -> table("\t", c -> quoted(c), cell)),
          new Format(
              "t.jsonl",
              "(line|row) 3\\b",
              cell ->
                  Stream.of("1", "2", cell, "4").map(a -> "{\"a\":" + a + ",\"b\":0}").toList()),
          new Format(
              "texts.jsonl",
              "(line|row) 3\\b",
              cell ->
                  Stream.of("1", "2", cell, "4")
                      .map(a -> "{\"a\":\"" + a + "\",\"b\":0}")
                      .toList()),
          new Format(
              "mixed.json",
              "(record|row) 3\\b",
              cell ->
                  List.of(
                      "[{\"a\":1,\"b\":0},{\"a\":2,\"b\":0},{\"a\":\""
                          + cell
                          + "\",\"b\":0},{\"a\":4,\"b\":0}]")),
          new Format(
              "t.mtx",
              "line 5\\b|row 3\\b",
              cell ->
                  List.of(
                      "%%MatrixMarket matrix coordinate real general",
                      "4 2 4", "1 1 1", "2 1 2", "3 1 " + cell, "4 1 4")),
          new Format(
              "array.mtx",
              "line 5\\b|row 3\\b",
              cell ->
                  List.of(
                      "%%MatrixMarket matrix array real general",
                      "4 2", "1", "2", cell, "4", "0", "0", "0", "0")),
          new Format(
              "t.svm",
              "line 3\\b",
              cell -> List.of("0 1:1 2:0", "0 1:2 2:0", "0 1:" + cell + " 2:0", "0 1:4 2:0")));

  @TempDir Path folder;

  private static Stream<String> formats() {
    return FORMATS.stream().map(Format::name);
  }

  private static Format format(String name) {
    return FORMATS.stream().filter(format -> format.name().equals(name)).findFirst().orElseThrow();
  }

  private static boolean isNamed(String format) {
    return !format.endsWith(".mtx") && !format.endsWith(".svm");
  }

  @ParameterizedTest
  @MethodSource("formats")
  void areReadRightOrRefusedAtTheirLine(String name) {
    Shell shell = new Shell(folder);
    Format format = format(name);
    // Without centring, and with nothing in the other column, the coordinate is the number itself.
    Path model = shell.path("m");
    Format named = isNamed(name) ? format("plain.csv") : format;
    Path good =
        shell.write("good-" + named.name(), named.lines().apply("3").toArray(String[]::new));
    shell.ok("fit", good, "-m", "lsa", "-k", 1, "-o", model);
    Map<String, Double> all = new LinkedHashMap<>(RIGHT);
    all.putAll(OTHERS);
    for (Map.Entry<String, Double> each : all.entrySet()) {
      String cell = each.getKey();
      String what = name + ": " + cell;
      Path file = shell.write(name, format.lines().apply(cell).toArray(String[]::new));
      Path scores = shell.path("s.csv");
      Shell.Result fit = shell.run("fit", file, "-m", "lsa", "-k", 1, "--scores", scores);
      judge("fit to " + what, format, each.getValue(), fit, () -> shell.csv("s.csv"));
      Shell.Result coordinates = shell.run("transform", model, file);
      judge(what, format, each.getValue(), coordinates, coordinates::csv);
      if (RIGHT.containsKey(cell) && !name.contains(".json")) {
        assertThat(coordinates.status()).as(what).isZero();
        Shell.Result back = shell.run("reconstruct", model, file);
        judge("back from " + what, format, each.getValue(), back, back::csv);
      }
    }
  }

  private static void judge(
      String what,
      Format format,
      Double right,
      Shell.Result result,
      Supplier<List<List<String>>> rows) {
    if (result.status() == 0) {
      List<Double> read =
          rows.get().stream().skip(1).map(row -> Double.valueOf(row.get(0))).toList();
      assertThat(right).as("%s was read: %s", what, read).isNotNull();
      assertThat(read).as(what).hasSize(4);
      assertThat(read.get(2)).as(what).isCloseTo(right, withinPercentage(1e-10));
      assertThat(read.get(0)).as(what).isCloseTo(1, withinPercentage(1e-10));
      assertThat(read.get(3)).as(what).isCloseTo(4, withinPercentage(1e-10));
      return;
    }
    assertThat(result.status()).as(what).isEqualTo(1);
    assertThat(result.err().lines().filter(line -> !line.startsWith("warning: ")))
        .as(what)
        .singleElement()
        .asString()
        .startsWith("eigenlens: ")
        .contains(format.name())
        .containsPattern(format.place())
        .doesNotContain("internal error");
  }
}
