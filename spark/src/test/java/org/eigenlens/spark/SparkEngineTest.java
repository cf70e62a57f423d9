package org.eigenlens.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.eigenlens.cli.Engine;
import org.eigenlens.data.DataException;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.pca.ColumnStatistics;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkEngineTest {

  private static SparkSession session;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    session = Sessions.local();
  }

  private static double[] means(Path file) {
    Engine.Request request =
        new Engine.Request(
            "",
            List.of(file),
            ',',
            true,
            List.of("name", "id", "a", "b"),
            List.of("a", "b"),
            List.of(),
            false);
    try (Engine.OpenTable table = new SparkEngine().open(request)) {
      return ColumnStatistics.of(table.rows(), true).mean();
    }
  }

  private Path csv(String... lines) throws Exception {
    return Files.write(
        folder.resolve("rows.csv"),
        java.util.stream.Stream.concat(
                java.util.stream.Stream.of("name,id,a,b"), java.util.Arrays.stream(lines))
            .toList());
  }

  @Test
  void doubledQuotesStayWithinTheirCell() throws Exception {
    Path file = csv("\"said \"\"hi, there\"\"\",7,1.5,2.5", "plain,8,2.5,4.5");
    assertThat(means(file)).containsExactly(2, 3.5);
  }

  @Test
  void rowsOfOtherWidthsAreRefusedEvenWhereTheirNumbersCouldBeRead() throws Exception {
    assertThatThrownBy(() -> means(csv("plain,7,1,2", "plain,8,2.5,4.5,6.5")))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("There is a row of more or fewer than 4 cells, 'plain,8,2.5,4.5,6.5'")
        .hasMessageContaining("(row 2 of " + folder.resolve("rows.csv") + ")");
    assertThatThrownBy(() -> means(csv("\"broken", "line\",8,2.5,4.5")))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("more or fewer than 4 cells");
  }

  @Test
  void rowsAreCountedFromTheStartOfTheirFile() throws Exception {
    Path first = folder.resolve("rows.csv");
    Path second = folder.resolve("more rows%.csv");
    Files.write(first, List.of("plain,7,1,2", "plain,8,2,3", "plain,9,3,4"));
    Files.write(second, List.of("plain,7,1,2", "plain,8,2.5,x"));
    // Files with a header have partitions of their own; without one they are packed into few.
    Engine.Request request =
        new Engine.Request(
            "",
            List.of(first, second),
            ',',
            false,
            List.of("name", "id", "a", "b"),
            List.of("b"),
            List.of(),
            false);
    assertThatThrownBy(() -> ColumnStatistics.of(rows(request), true))
        .hasMessageContaining("(row 2 of " + second + ")");
    String most = "spark.sql.files.maxPartitionBytes";
    String before = session.conf().get(most);
    session.conf().set(most, 8);
    try {
      assertThatThrownBy(() -> ColumnStatistics.of(rows(request), true))
          .hasMessageMatching(
              ".*\\(row 1 of what partition \\d+ reads of \\Q" + second + "\\E\\).*");
    } finally {
      session.conf().set(most, before);
    }
  }

  private static RowSource rows(Engine.Request request) {
    return new SparkEngine().open(request).rows();
  }

  @Test
  void whatIsToldIsTheInnermostThatSaysAnything() {
    assertThat(
            SparkEngine.said(
                new IllegalStateException(
                    "outer", new RuntimeException("All masters are down!.\nMore.", new Error()))))
        .isEqualTo("All masters are down");
    assertThat(SparkEngine.said(new NullPointerException()))
        .isEqualTo("java.lang.NullPointerException");
  }

  @Test
  void anArgumentThatOthersRefuseIsNoWrongCommand() {
    assertThatThrownBy(() -> SparkEngine.told("Spark gave up", "look", () -> Integer.valueOf("x")))
        .isInstanceOf(DataException.class)
        .hasMessage("Spark gave up: For input string: \"x\"; look");
    assertThatThrownBy(() -> SparkEngine.told("Spark gave up", "look", () -> few(1 << 20)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("spark.driver.maxResultSize");
  }

  private static int few(long most) {
    return SparkRows.few(2 * most, most);
  }

  @Test
  void whatSparkSaysIsToldInALine() throws Exception {
    Path file = csv("plain,8,2.5,4.5");
    Files.delete(file);
    assertThatThrownBy(() -> means(file))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("Spark gave up: ")
        .hasMessageContaining("rows.csv")
        .hasMessageContaining("--stacktrace")
        .message()
        .hasLineCount(1);
  }

  @Test
  void parquetIsKnownByItsNameInAnyCase() throws Exception {
    Path made = folder.resolve("made");
    session
        .sql("select 'x' as name, 1 as id, 1.5D as a, 2.5D as b")
        .coalesce(1)
        .write()
        .parquet(made.toUri().toString());
    Path upper = folder.resolve("ROWS.PARQUET");
    try (java.util.stream.Stream<Path> files = Files.list(made)) {
      Files.copy(
          files.filter(each -> each.toString().endsWith(".parquet")).findFirst().orElseThrow(),
          upper);
    }
    assertThat(means(upper)).containsExactly(1.5, 2.5);
  }
}
