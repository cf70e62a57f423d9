package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.LabelUse;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line with Spark on hand. */
class EngineTest {

  @TempDir private static Path folder;

  private static SparkSession session;

  @BeforeAll
  static void write() throws Exception {
    session =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate();
    StringBuilder csv = new StringBuilder("name;kind;a;b;c\n");
    for (int i = 0; i < 90; i++) {
      csv.append(
          "row%d;%s;%s;%s;%s\n"
              .formatted(
                  i,
                  i % 3 == 0 ? "u" : "v",
                  Math.sin(i),
                  2 * Math.cos(3 * i) + i % 3,
                  i % 7 + 0.25));
    }
    Files.writeString(folder.resolve("rows.csv"), csv);
    session
        .read()
        .option("header", true)
        .option("sep", ";")
        .option("inferSchema", true)
        .csv(folder.resolve("rows.csv").toString())
        .coalesce(1)
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(folder.resolve("parts").toString());
    try (var parts = Files.list(folder.resolve("parts"))) {
      Path part = parts.filter(f -> f.toString().endsWith(".parquet")).findFirst().orElseThrow();
      Files.copy(part, folder.resolve("rows.parquet"));
    }
  }

  private record Result(int status, String out, String err) {}

  private static Result run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Eigenlens.run(new PrintWriter(out), new PrintWriter(err, true), arguments);
    return new Result(status, out.toString(), err.toString());
  }

  private static String in(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void fitsAndWritesWhatItWritesWithoutSpark() throws Exception {
    for (String file : List.of("rows.csv", "rows.parquet")) {
      for (List<String> how :
          List.of(
              List.of("-k", "2", "--standardize"),
              List.of("-m", "lsa", "-k", "2"),
              List.of("-m", "supervised-pca", "-k", "1"))) {
        List<String> common =
            new java.util.ArrayList<>(List.of("fit", in(file), "--label", "kind"));
        common.addAll(List.of("--id", "name"));
        common.addAll(how);
        List<Model> models = both(common.toArray(String[]::new));
        double first = models.get(0).eigenvalues()[0];
        assertThat(models.get(1).eigenvalues())
            .containsExactly(models.get(0).eigenvalues(), within(1e-8 * first));
        assertThat(models.get(1).columnNames()).containsExactly("a", "b", "c");
        List<String> scores = Files.readAllLines(folder.resolve("there.csv"));
        assertThat(scores).hasSize(91);
        assertThat(scores.get(90)).startsWith("row89,v,");
      }
    }
  }

  @Test
  void columnsOfSeveralFilesAreFoundByTheirNames() throws Exception {
    Files.writeString(folder.resolve("one.csv"), "a,b\n1,20\n2,50\n4,10\n");
    Files.writeString(folder.resolve("two.csv"), "b,a\n30,7\n80,3\n60,9\n");
    List<Model> models = both("fit", in("one.csv"), in("two.csv"), "-k", "2");
    assertThat(models.get(1).eigenvalues())
        .containsExactly(
            models.get(0).eigenvalues(), within(1e-8 * models.get(0).eigenvalues()[0]));
  }

  @Test
  void aCellThatIsNoNumberIsNamed() throws Exception {
    Files.writeString(folder.resolve("bad.csv"), "a,b\n1,20\n2,50\n3,1d\n");
    Result result = run("fit", in("bad.csv"), "-k", "1", "--engine", "spark");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .contains("Column 'b' has the cell '1d', which is no number to --engine")
        .doesNotContain("org.apache");
    assertThat(result.err().lines()).hasSize(1);
  }

  private static String[] with(List<String> common, String... more) {
    List<String> all = new java.util.ArrayList<>(common);
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  /** Fits with and without Spark, compares all scores, and returns both models. */
  private static List<Model> both(String... arguments) throws Exception {
    List<String> common = List.of(arguments);
    Result here = run(with(common, "-o", in("here"), "--scores", in("here.csv")));
    assertThat(here.err()).isEmpty();
    Result there =
        run(with(common, "-o", in("there"), "--scores", in("there.csv"), "--engine", "spark"));
    assertThat(there.err()).isEmpty();
    assertThat(there.status()).isZero();
    List<String> scores = Files.readAllLines(folder.resolve("there.csv"));
    List<String> own = Files.readAllLines(folder.resolve("here.csv"));
    assertThat(scores).hasSameSizeAs(own).first().isEqualTo(own.get(0));
    for (int i = 1; i < own.size(); i++) {
      assertSameCells(scores.get(i).split(",", -1), own.get(i).split(",", -1));
    }
    return List.of(Model.load(folder.resolve("here")), Model.load(folder.resolve("there")));
  }

  /** Scores here are of size one; every one of them must agree as the page on Spark says. */
  private static void assertSameCells(String[] found, String[] expected) {
    assertThat(found).hasSameSizeAs(expected);
    for (int c = 0; c < expected.length; c++) {
      if (expected[c].matches("-?[0-9].*")) {
        assertThat(Double.parseDouble(found[c]))
            .isCloseTo(Double.parseDouble(expected[c]), within(1e-8));
      } else {
        assertThat(found[c]).isEqualTo(expected[c]);
      }
    }
  }

  @Test
  void ccaOfOneFileIsTheSame() throws Exception {
    for (String file : List.of("rows.csv", "rows.parquet")) {
      List<Model> models =
          both("fit", in(file), "-m", "cca", "--views", "a,b", "c", "--id", "name", "-k", "1");
      PairedModel expected = (PairedModel) models.get(0);
      PairedModel found = (PairedModel) models.get(1);
      assertThat(found.correlations()).containsExactly(expected.correlations(), within(1e-8));
      double[][] y = {{0.3}, {-1}};
      double[][] scores = expected.transform(PairedModel.Side.Y, Matrix.of(y)).toArray();
      for (int i = 0; i < y.length; i++) {
        assertThat(found.transform(PairedModel.Side.Y, Matrix.of(y)).row(i))
            .containsExactly(scores[i], within(1e-8));
      }
    }
    Result two =
        run(
            "fit",
            in("rows.csv"),
            in("rows.csv"),
            "-m",
            "cca",
            "--x",
            "a,b",
            "--y",
            "c",
            "--engine",
            "spark");
    assertThat(two.status()).isEqualTo(1);
    assertThat(two.err()).contains("--engine cannot match the rows of two files").hasLineCount(1);
    Result folds =
        run(
            "fit",
            in("rows.csv"),
            "-m",
            "cca",
            "--views",
            "a,b",
            "c",
            "--permutations",
            "9",
            "--engine",
            "spark");
    assertThat(folds.status()).isEqualTo(2);
    assertThat(folds.err()).contains("cca without --folds, --permutations");
  }

  @Test
  void kernelPcaWithEveryRowALandmarkIsTheSame() throws Exception {
    List<Model> models =
        both(
            "fit",
            in("rows.csv"),
            "--label",
            "kind",
            "--id",
            "name",
            "-m",
            "kernel-pca",
            "-k",
            "2",
            "--gamma",
            "0.2",
            "--landmarks",
            "90");
    double first = models.get(0).eigenvalues()[0];
    // Landmarks come in another order, and span the same.
    assertThat(models.get(1).eigenvalues())
        .containsExactly(models.get(0).eigenvalues(), within(1e-8 * first));
  }

  @Test
  void classesKeepTheirNames() throws Exception {
    StringBuilder csv = new StringBuilder("kind,a,b\n");
    for (int i = 0; i < 30; i++) {
      csv.append(i % 2 == 0 ? " u" : i % 4 == 1 ? "v " : "v");
      csv.append("," + Math.sin(i) + "," + (i % 2 + Math.cos(i)) + "\n");
    }
    Files.writeString(folder.resolve("blanks.csv"), csv);
    List<Model> models =
        both("fit", in("blanks.csv"), "--label", "kind", "-m", "supervised-pca", "-k", "1");
    LabelUse expected = models.get(0).provenance().labels();
    LabelUse found = models.get(1).provenance().labels();
    assertThat(found).isEqualTo(expected);
    assertThat(found.toString()).contains("u").contains("v").doesNotContain("class 1");
    Files.writeString(folder.resolve("nothing.csv"), csv + "NA,1,2\n");
    Result refused =
        run(
            "fit",
            in("nothing.csv"),
            "--label",
            "kind",
            "-m",
            "supervised-pca",
            "--engine",
            "spark");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("no label in column 'kind'").hasLineCount(1);
    Files.writeString(folder.resolve("short row.csv"), "a,b,kind\n1,2,u\n2,1\n4,4,v\n");
    Result shorter =
        run(
            "fit",
            in("short row.csv"),
            "--label",
            "kind",
            "-m",
            "supervised-pca",
            "--engine",
            "spark");
    assertThat(shorter.status()).isEqualTo(1);
    assertThat(shorter.err())
        .contains("a row of more or fewer than 3 cells, '2,1'")
        .contains("(row 2 of " + in("short row.csv") + ")")
        .hasLineCount(1);
  }

  @Test
  void answersInJson() {
    Result found =
        run("fit", in("rows.csv"), "--label", "kind", "-k", "1", "--engine", "spark", "--json");
    assertThat(found.out()).startsWith("{").contains("\"rows\" : 90").contains("\"covariance\"");
  }

  @Test
  void refusesWhatItDoesNotDo() throws Exception {
    assertThat(run("fit", in("rows.csv"), "--engine", "hadoop").err())
        .contains("there is no engine 'hadoop'");
    Result isomap = run("fit", in("rows.csv"), "-m", "isomap", "--engine", "spark");
    assertThat(isomap.status()).isEqualTo(2);
    assertThat(isomap.err()).contains("--engine is for pca, lsa, supervised-pca");
    Result all = run("fit", in("rows.csv"), "-m", "kernel-pca", "-k", "2", "--engine", "spark");
    assertThat(all.status()).isEqualTo(2);
    assertThat(all.err()).contains("kernel-pca with --landmarks").hasLineCount(1);
    assertThat(run("fit", in("rows.csv"), "--missing", "mean", "--engine", "spark").err())
        .contains("leave --missing");
    Files.writeString(folder.resolve("holes.csv"), "a,b\n1,2\n,3\n4,5\n");
    Result holes = run("fit", in("holes.csv"), "--engine", "spark");
    assertThat(holes.status()).isEqualTo(1);
    assertThat(holes.err())
        .startsWith("eigenlens: Column 'a' has a cell without a number; fill it in")
        .contains("(row 2 of " + in("holes.csv") + ")")
        .hasLineCount(1);
    Result kinds = run("fit", in("rows.csv"), in("rows.parquet"), "--engine", "spark");
    assertThat(kinds.status()).isEqualTo(1);
    assertThat(kinds.err())
        .contains("rows.csv and ", "rows.parquet are of two kinds")
        .hasLineCount(1);
  }
}
