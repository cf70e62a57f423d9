package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuckTableTest {

  @TempDir Path folder;

  private static Table query(String sql) {
    return Tables.query(sql, ReadOptions.DEFAULT);
  }

  private Table json(String name, String text) throws IOException {
    return Tables.read(Files.writeString(folder.resolve(name), text));
  }

  @Test
  void numbersOfAnyTypeAreDoubles() {
    Data data =
        query(
                "select 1::tinyint a, 2::ubigint b, 3.5::decimal(10,2) c, true d, 1.5::float e,"
                    + " 7::hugeint f, 'x' g, date '2020-01-02' h")
            .load();
    assertThat(data.matrix().row(0)).containsExactly(1, 2, 3.5, 1, 1.5, 7);
    assertThat(data.remarks())
        .containsExactly("text columns left out: g, h", "true and false were read as 1 and 0: d");
  }

  @Test
  void everyProcessSpillsIntoAFolderOfItsOwn() throws IOException {
    Path first = Path.of(Duck.temporaryFolder());
    Path second = Path.of(Duck.temporaryFolder());
    assertThat(first).isNotEqualTo(second).isDirectory();
    Files.writeString(first.resolve("spilled"), "rows");
    Duck.remove(first);
    Duck.remove(second);
    assertThat(first).doesNotExist();
    assertThat(second).doesNotExist();
  }

  @Test
  void whatFailsIsSaidWithoutWhatIsForPrograms() {
    String json = "{\"exception_type\":\"IO\",\"exception_message\":\"Could not write\",";
    String start = "IO Error: async write failed for range [offset=350, bytes=9]: " + json;
    assertThat(Duck.reason(new IOException(start + "\"errno\":\"28\"}")))
        .isEqualTo("no space is left on the disk");
    assertThat(Duck.reason(new IOException(start + "\"errno\":\"5\"}")))
        .isEqualTo("async write failed for range [offset=350, bytes=9]");
  }

  @Test
  void aCellThatSpeaksOfAFullDiskIsNone() {
    String cell = "Conversion Error: Could not convert string 'No space left on device' to DOUBLE";
    assertThat(Duck.reason(new IOException(cell))).startsWith("could not convert string 'No space");
    String write = "IO Error: Could not write file \"/t/s.parquet\": No space left on device";
    assertThat(Duck.reason(new IOException(write))).isEqualTo("no space is left on the disk");
  }

  @Test
  void nullIsMissing() {
    Data data = query("select * from (values (1, 2.0), (null, 3.0)) t(a, b)").load();
    assertThat(data.missingCells()).isEqualTo(1);
    assertThatThrownBy(data::requireComplete)
        .hasMessageContaining("the query, row 2, column 'a': 1 cell is missing");
  }

  @Test
  void labelsOfAnyTypeAreText() {
    Data data = query("select 1 a, 3 n, date '2020-01-02' d").label("d").id("n").load();
    assertThat(data.labels()).contains(List.of("2020-01-02"));
    assertThat(data.ids()).contains(List.of("3"));
    assertThat(data.featureNames()).containsExactly("a");
  }

  @Test
  void textThatIsMostlyNumericIsNeverLeftOut() {
    assertThatThrownBy(() -> query("select * from (values ('1'), ('2'), ('x'), ('4')) t(a)").load())
        .hasMessageContaining("the query, row 3, column 'a': 'x' is not a number");
    assertThat(query("select '1.5' a").toMatrix().get(0, 0)).isEqualTo(1.5);
  }

  @Test
  void orderAndRemarksInTheQuery() {
    Matrix matrix =
        query("select range as a from range(10000) order by a desc -- the last\n;").toMatrix();
    assertThat(matrix.rows()).isEqualTo(10_000);
    assertThat(matrix.get(0, 0)).isEqualTo(9999);
    assertThat(matrix.get(9999, 0)).isEqualTo(0);
  }

  @Test
  void badQueriesAreOneLine() {
    for (String sql : List.of("select", "select * from nothing", "drop table x", " ; ")) {
      assertThatThrownBy(() -> query(sql))
          .isInstanceOf(DataException.class)
          .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1))
          .satisfies(e -> assertThat(e.getMessage()).doesNotContain("java."));
    }
  }

  @Test
  void complaintsAreInOurWords() throws IOException {
    assertThatThrownBy(() -> query("select * from nothing"))
        .hasMessage("the query: table with name nothing does not exist; correct the query");
    assertThatThrownBy(() -> query("select * from 'none.parquet'"))
        .hasMessage(
            "the query: no files found that match the pattern \"none.parquet\"; correct the query");
    Path file = Files.writeString(folder.resolve("t.parquet"), "a,b\n1,2\n3,4\n5,6\n");
    assertThatThrownBy(() -> Tables.read(file))
        .hasMessage(file + ": it is not a whole Parquet file; check that the file is complete");
    // The description at its end is of a type that there is not.
    String nonsense = "\u001e".repeat(20);
    Files.writeString(file, "PAR1" + nonsense + "\u0014\0\0\0PAR1");
    assertThatThrownBy(() -> Tables.read(file))
        .hasMessage(file + ": it is not a whole Parquet file; check that the file is complete");
    assertThatThrownBy(() -> json("t.jsonl", "{\"a\":1}\n{\"a\"\n"))
        .hasMessageMatching(".*t.jsonl: malformed JSON in line 2, at byte \\d+: .*; correct.*");
  }

  /** By itself DuckDB takes the third line for a comment, and leaves it out. */
  @Test
  void aCellThatStartsWithANumberSignIsNoComment() throws IOException {
    Path file = folder.resolve("t.csv");
    Files.writeString(file, "a,b\n1,2\n#DIV/0!,3\n4,5\n6,7\n8,9\n");
    for (String from : List.of("'" + file + "'", "read_csv('" + file + "')")) {
      assertThatThrownBy(() -> query("select b from " + from))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("lines that start with # count as comments and are left out")
          .hasMessageContaining("comment = '')");
    }
    String kept = "from read_csv('" + file + "', comment = '')";
    assertThat(query("select b " + kept).load().matrix().rows()).isEqualTo(5);
    assertThatThrownBy(() -> query("select * " + kept + " where b > 2").load())
        .hasMessageContaining("the query, row 1, column 'a': '#DIV/0!' is not a number");
  }

  @Test
  void filesAreKnownByTheirNamesInAQuery() throws IOException {
    Files.writeString(folder.resolve("a.csv"), "id,x\n1,10\n2,20\n");
    Files.writeString(folder.resolve("b.csv"), "id,y\n1,3\n2,4\n");
    String join = "select a.x, b.y from '%1$s/a.csv' join '%1$s/b.csv' on a.id = b.id";
    assertThat(query(join.formatted(folder)).load().matrix().rows()).isEqualTo(2);
  }

  @Test
  void theMemoryOfQueriesIsLimited() {
    try {
      Tables.limitMemory(50L << 20);
      assertThat(query("select 1 a where current_setting('memory_limit') = '50.0 MiB'").load())
          .satisfies(data -> assertThat(data.matrix().rows()).isEqualTo(1));
      assertThatThrownBy(
              () -> query("select len(list(range)) a from range(100000000)").load().matrix())
          .isInstanceOf(DataException.class)
          .hasMessage(
              "the query: DuckDB needs more memory than it may take;"
                  + " allow more with --memory");
    } finally {
      Tables.limitMemory(1L << 32);
    }
  }

  @Test
  void failureWhileRowsAreRead() {
    assertThatThrownBy(
            () ->
                query(
                        "select case when range = 9000 then error('stop') else 1 end a from"
                            + " range(10000)")
                    .load())
        .isInstanceOf(DataException.class)
        .hasMessageContaining("stop");
  }

  @Test
  void noRows() {
    assertThatThrownBy(() -> query("select 1 a where false").load())
        .hasMessageContaining("it has no rows");
  }

  @Test
  void queryOverAFileAppendedToAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("it's.csv"), "a,b\n1,2\n");
    String sql = "select b, a + 10 as a from '" + file.toString().replace("'", "''") + "'";
    Table table = Tables.open(List.of(file.toString()), Optional.of(sql), ReadOptions.DEFAULT);
    assertThat(table.toMatrix().toArray()).isDeepEqualTo(new double[][] {{1, 2}, {11, 2}});
  }

  @Test
  void jsonArrayAndLines() throws IOException {
    double[][] expected = {{1, 2.5}, {3, 4}};
    assertThat(json("t.json", "[{\"a\":1,\"b\":2.5},{\"a\":3,\"b\":4}]").toMatrix().toArray())
        .isDeepEqualTo(expected);
    assertThat(json("t.jsonl", "{\"a\":1,\"b\":2.5}\n{\"a\":3,\"b\":4}\n").toMatrix().toArray())
        .isDeepEqualTo(expected);
  }

  @Test
  void jsonWithGapsAndMixedValues() throws IOException {
    assertThat(json("t.jsonl", "{\"a\":1}\n{\"b\":2,\"a\":null}\n").load().missingCells())
        .isEqualTo(2);
    assertThatThrownBy(() -> json("m.jsonl", "{\"a\":1}\n{\"a\":\"x\"}\n{\"a\":2}\n").load())
        .hasMessageContaining("m.jsonl, row 2, column 'a': 'x' is not a number");
  }

  @Test
  void parquetRoundTrip() {
    DenseMatrix matrix = DenseMatrix.zeros(10_000, 2);
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.set(i, 0, i / 7.0);
      matrix.set(i, 1, i == 5 ? Double.NaN : -i);
    }
    List<String> ids = IntStream.range(0, 10_000).mapToObj(i -> "r" + i).toList();
    Path file = folder.resolve("s[1].parquet");
    TableWriter.write(file, List.of("id"), List.of(ids), List.of("PC1", "pc1 \"é\""), matrix);
    Data data = Tables.read(file).id("id").load();
    assertThat(data.featureNames()).containsExactly("PC1", "pc1 \"é\"");
    assertThat(data.matrix().get(5, 1)).isNaN();
    assertThat(((DenseMatrix) data.matrix()).column(0)).containsExactly(matrix.column(0));
    assertThat(data.ids()).contains(ids);
    assertThat(data.missingCells()).isEqualTo(1);
  }

  @Test
  void someOfManyParquetColumns() {
    int width = 3000;
    DenseMatrix matrix = DenseMatrix.zeros(2, width);
    List<String> names = IntStream.range(0, width).mapToObj(j -> "g" + j).toList();
    for (int j = 0; j < width; j++) {
      matrix.set(0, j, j);
      matrix.set(1, j, -j);
    }
    Path file = folder.resolve("wide.parquet");
    TableWriter.write(file, List.of(), List.of(), names, matrix);
    assertThat(Tables.read(file).toMatrix().toArray()).isDeepEqualTo(matrix.toArray());
    assertThat(Tables.read(file).only("g2999", "g7").toMatrix().toArray())
        .isDeepEqualTo(new double[][] {{2999, 7}, {-2999, -7}});
  }

  @Test
  void parquetInTiles() {
    query("select range a from range(5000)")
        .rows()
        .forEachTile(
            512, 2, (lane, first, tile) -> assertThat(tile.get(0, 0)).isEqualTo((double) first));
  }
}
