package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eigenlens.data.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts through fit, transform and similar. */
class TextCommandTest {

  /**
   * The singular values of the twelve terms by nine titles of Deerwester et al. (1990), as
   * numpy.linalg.svd gives them; the paper's appendix prints two digits of them.
   */
  private static final double[] SINGULAR = {
    3.3408837521,
    2.5417010000,
    2.3539435177,
    1.6445322924,
    1.5048315505,
    1.3063819502,
    0.8459030826,
    0.5601344228,
    0.3636768400
  };

  @TempDir Path folder;

  private Shell shell;
  private Path titles;
  private Path model;

  @BeforeEach
  void write() {
    shell = new Shell(folder);
    Samples.Titles sample = Samples.titles();
    String[] lines = new String[10];
    lines[0] = "name,title";
    for (int i = 0; i < 9; i++) {
      lines[i + 1] = sample.names().get(i) + ",\"" + sample.texts().get(i) + '"';
    }
    titles = shell.write("titles.csv", lines);
    model = folder.resolve("titles.eigenlens");
  }

  private void fitTitles(Object... more) {
    Object[] words = {
      "fit",
      titles,
      "--text",
      "title",
      "--id",
      "name",
      "-m",
      "lsa",
      "--weighting",
      "counts",
      "--min-df",
      2,
      "-k",
      2,
      "-o",
      model
    };
    shell.ok(Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray());
  }

  private List<String> similar(Object... words) {
    Object[] all =
        Stream.concat(Stream.of("similar", model, "--json"), Arrays.stream(words)).toArray();
    return ((List<?>) shell.ok(all).json().values().get("similar"))
        .stream()
            .map(item -> (Map<?, ?>) item)
            .map(item -> (String) item.get(item.containsKey("term") ? "term" : "document"))
            .toList();
  }

  @Test
  void theExampleOfDeerwesterAndOthers() {
    Shell.Answer answer =
        shell
            .ok(
                "fit",
                titles,
                "--text",
                "title",
                "--id",
                "name",
                "-m",
                "lsa",
                "--weighting",
                "counts",
                "--min-df",
                2,
                "--json")
            .json();
    assertThat(answer.number("columns")).isEqualTo(12);
    // The golden values have ten digits.
    assertThat(answer.numbers("singularValues")).containsExactly(SINGULAR, within(1e-9));
    Map<?, ?> origin = (Map<?, ?>) answer.values().get("origin");
    assertThat(origin.get("kind")).isEqualTo("texts");
    assertThat(origin.get("language")).isEqualTo("english");
    assertThat(((Number) origin.get("documents")).intValue()).isEqualTo(9);
    assertThat(((Number) origin.get("terms")).intValue()).isEqualTo(12);
  }

  @Test
  void humanComputerFindsTheFiveTitlesOnPeopleAndComputers() {
    fitTitles();
    assertThat(similar("human computer", "-n", 5))
        .containsExactlyInAnyOrder("c1", "c2", "c3", "c4", "c5");
    assertThat(similar("human", "computer")).hasSize(9).last().asString().startsWith("m");
    Shell.Answer half = shell.ok("similar", model, "graph", "zebra", "--json").json();
    assertThat(half.texts("unknown")).containsExactly("zebra");
    Shell.Answer joined = shell.ok("similar", model, "graph,zebra", "--json").json();
    assertThat(joined.texts("unknown")).containsExactly("zebra");
    assertThat(shell.ok("similar", model, "the graph of zebras").err())
        .contains("the model does not know 'zebras'");
    assertThat(similar("graph", "-n", 3)).allMatch(name -> name.startsWith("m"));
    assertThat(similar("trees", "--terms", "-n", 1)).containsExactly("tree");
    assertThat(shell.ok("similar", model, "human computer", "-n", 2).out().lines().toList())
        .hasSize(3)
        .first()
        .asString()
        .contains("similarity  document");
  }

  @Test
  void newTextsAreFoldedIn() {
    fitTitles("--scores", shell.path("s.csv"));
    shell.write("new/c1.txt", "Human machine interface for Lab ABC computer applications");
    shell.write("new/none.txt", "nothing known here");
    Shell.Result result = shell.ok("transform", model, folder.resolve("new"));
    List<List<String>> rows = result.csv();
    assertThat(rows.get(0)).containsExactly("file", "PC1", "PC2");
    assertThat(rows.get(1).get(0)).isEqualTo("c1.txt");
    // The same three products, summed once among nine rows and once alone.
    assertThat(Double.parseDouble(rows.get(1).get(1)))
        .isEqualTo(Double.parseDouble(shell.csv("s.csv").get(1).get(1)), within(1e-14));
    assertThat(rows.get(2)).containsExactly("none.txt", "0", "0");
    assertThat(result.err()).contains("1 document has no word that the model knows");
    assertThat(shell.ok("transform", model, titles, "--text", "title").csv()).hasSize(10);
  }

  @Test
  void aTableWithoutItsTextColumnIsRefused() {
    fitTitles();
    assertThat(shell.fails(1, "transform", model, titles)).contains("--text COL");
    assertThat(shell.fails(1, "fit", titles, "--text", "titel")).contains("'title'");
  }

  @Test
  void centredComponentsOfTextsWorkToo() {
    Shell.Answer answer =
        shell.ok("fit", titles, "--text", "title", "-k", 3, "-o", model, "--json").json();
    assertThat(answer.text("method")).isEqualTo("pca");
    assertThat(answer.texts("warnings")).contains("other column left out: name");
    assertThat(similar("graph minors", "-n", 1))
        .singleElement()
        .asString()
        .contains("Graph minors");
  }

  @Test
  void termsOfACentredModelAreNearestToThemselves() {
    for (String extra : List.of("--json", "--whiten")) {
      shell.ok("fit", titles, "--text", "title", "-k", 5, extra, "-o", model);
      assertThat(similar("graph", "--terms", "-n", 1)).containsExactly("graph");
      assertThat(similar("human", "--terms", "-n", 1)).containsExactly("human");
    }
  }

  @Test
  void wordsWithoutWeightOrDirectionAreSaidToBeSo() {
    Path rain = shell.write("rain.csv", "text", "rain wind", "rain snow", "rain wind", "rain wind");
    shell.ok(
        "fit",
        rain,
        "--text",
        "text",
        "-m",
        "lsa",
        "--weighting",
        "log-entropy",
        "-k",
        1,
        "-o",
        model);
    assertThat(shell.fails(1, "similar", model, "rain")).contains("weigh nothing");
    // Snow, in one document only, is the first component, and wind at right angles to it.
    assertThat(shell.fails(1, "similar", model, "wind")).contains("nothing is near 'wind'");
    assertThat(similar("snow")).singleElement().asString().contains("rain snow");
  }

  @Test
  void whatTheModelForgetsIsSaid() {
    Shell.Result some =
        shell.ok("fit", titles, "--text", "title", "--exclude", "graph", "-k", 2, "-o", model);
    assertThat(some.err()).contains("does not remember that its rows are texts");
    Shell.Result streamed =
        shell.ok(
            "fit",
            titles,
            "--text",
            "title",
            "--exclude",
            "name",
            "--solver",
            "streaming",
            "--missing",
            "mean",
            "-k",
            2,
            "-o",
            model);
    assertThat(streamed.err()).contains("does not keep the documents");
    assertThat(similar("graph", "--terms", "-n", 1)).containsExactly("graph");
  }

  @Test
  void foldersOfTextsAreClasses() {
    for (int i = 0; i < 6; i++) {
      shell.write("docs/rain/" + i + ".txt", "rain and wind and cloud number " + i);
      shell.write("docs/food/" + i + ".txt", "soup and bread and cheese number " + i);
    }
    Shell.Answer answer =
        shell
            .ok(
                "fit",
                folder.resolve("docs"),
                "-m",
                "lsa",
                "-k",
                2,
                "--evaluate",
                "--folds",
                3,
                "--json")
            .json();
    assertThat(answer.numbers("accuracy")[1]).isEqualTo(1);
    assertThat(answer.texts("warnings")).anyMatch(line -> line.contains("come from all of them"));
    assertThat(answer.values().containsKey("columnsAccuracy")).isFalse();
  }

  /** A column to colour by is read as the model reads: as counts here, which a table has too. */
  @Test
  void aPictureColouredByATermHasThePointsOfTheModel() throws IOException {
    String[] table = {"rain,sun,wind", "1,1,4", "2,1,3", "5,1,2", "10,1,1"};
    for (int i = 0; i < 4; i++) {
      shell.write("docs/" + i + ".txt", "rain ".repeat(1 + i * i) + "wind ".repeat(4 - i) + "sun");
    }
    shell.ok(
        "fit", folder.resolve("docs"), "-m", "lsa", "-k", 2, "--weighting", "counts", "-o", model);
    assertThat(coloured(folder.resolve("docs")))
        .hasSizeGreaterThan(4)
        .isEqualTo(coloured(shell.write("counts.csv", table)));
  }

  /** Returns where a picture has something. */
  private List<String> coloured(Path rows) throws IOException {
    Path picture = shell.path("p.svg");
    shell.ok("plot", "scores", model, rows, "--color", "rain", "-o", picture);
    return Pattern.compile("<(circle|path|use)[^>]*")
        .matcher(Files.readString(picture))
        .results()
        .map(MatchResult::group)
        .toList();
  }

  @Test
  void aModelMayForgetItsDocuments() {
    fitTitles("--forget-documents");
    assertThat(shell.fails(1, "similar", model, "human")).contains("--forget-documents");
    assertThat(similar("human", "--terms", "-n", 2)).hasSize(2);
  }

  @Test
  void whatSimilarCannotDoIsSaid() {
    fitTitles();
    assertThat(shell.fails(1, "similar", model, "xyzzy")).contains("none of the words 'xyzzy'");
    assertThat(shell.fails(2, "similar", model, "human", "-n", 0)).contains("-n must be 1");
    assertThat(shell.fails(2, "similar", model)).contains("QUERY");
    Path iris = shell.path("iris.eigenlens");
    shell.ok("fit", shell.iris(), "--label", "species", "-k", 2, "-o", iris);
    assertThat(shell.fails(1, "similar", iris, "human")).contains("no model of texts");
    assertThat(shell.fails(1, "fit", titles, titles, "-m", "cca", "--text", "title"))
        .contains("texts cannot be one of two views");
  }

  @Test
  void wordsAreChosenByOptions() {
    assertThat(shell.fails(2, "fit", titles, "--text", "title", "--language", "klingon"))
        .contains("klingon", "english", "german");
    assertThat(shell.fails(2, "fit", titles, "--text", "title", "--weighting", "bm25"))
        .contains("log-entropy");
    assertThat(shell.fails(2, "fit", titles, "--text", "title", "--min-df", "1.5")).contains("1.5");
    assertThat(shell.fails(1, "fit", titles, "--text", "title", "--min-df", 20))
        .contains("lower --min-df");
    assertThat(
            shell
                .ok(
                    "fit",
                    titles,
                    "--text",
                    "title",
                    "-m",
                    "lsa",
                    "--language",
                    "none",
                    "--weighting",
                    "log-entropy",
                    "--max-df",
                    0.3,
                    "-k",
                    2)
                .out())
        .contains("language none, weighting log-entropy");
  }

  @Test
  void manyDocumentsStaySparseInALittleMemory() {
    // 4,000 × 8,000 doubles would be 256 MB; 64 MB are allowed and the route stays sparse.
    String[] lines = new String[4001];
    lines[0] = "text";
    for (int i = 0; i < 4000; i++) {
      lines[i + 1] = "a%d b%d c%d".formatted(i, i, i % 10);
    }
    Path many = shell.write("many.csv", lines);
    Shell.Answer answer =
        shell
            .ok(
                "fit",
                many,
                "--text",
                "text",
                "-m",
                "lsa",
                "-k",
                5,
                "--memory",
                "64m",
                "--tolerance",
                "1e-6",
                "--json")
            .json();
    assertThat(answer.number("columns")).isEqualTo(8010);
    assertThat(answer.text("solver")).isEqualTo("krylov");
  }
}
