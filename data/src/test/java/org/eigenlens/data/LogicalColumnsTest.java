package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of true and false are the same numbers in every format. */
class LogicalColumnsTest {

  private static final String REMARK = "true and false were read as 1 and 0: b";

  @TempDir Path folder;

  private Table table(String name, String text) throws IOException {
    return Tables.read(Files.writeString(folder.resolve(name), text));
  }

  private static void areNumbers(Table table) {
    Data data = table.load();
    assertThat(data.matrix().toArray()).isDeepEqualTo(new double[][] {{1, 1}, {2, 0}, {3, 1}});
    assertThat(data.remarks()).containsExactly(REMARK);
  }

  @Test
  void inText() throws IOException {
    areNumbers(table("t.csv", "a,b\n1,True\n2,False\n3,TRUE\n"));
  }

  @Test
  void inJson() throws IOException {
    areNumbers(
        table("t.jsonl", "{\"a\":1,\"b\":true}\n{\"a\":2,\"b\":false}\n{\"a\":3,\"b\":true}\n"));
    areNumbers(
        table(
            "s.jsonl",
            "{\"a\":1,\"b\":\"True\"}\n{\"a\":2,\"b\":\"False\"}\n{\"a\":3,\"b\":\"True\"}\n"));
  }

  @Test
  void inParquet() throws SQLException {
    Path file = folder.resolve("t.parquet");
    try (Connection connection = Duck.connect()) {
      Duck.execute(
          connection,
          "copy (select * from (values (1, true), (2, false), (3, true)) t(a, b)) to '"
              + file
              + "'");
    }
    areNumbers(Tables.read(file));
  }

  @Test
  void gapsAreMissingAndOtherWordsAnError() throws IOException {
    assertThat(table("t.csv", "a,b\n1,True\n2,\n3,False\n").load().missingCells()).isEqualTo(1);
    String late = "a,b\n" + "1,true\n".repeat(2000) + "2,maybe\n";
    assertThatThrownBy(() -> table("late.csv", late).load())
        .hasMessageContaining("late.csv, line 2002, column 'b': 'maybe' is not a number");
  }

  @Test
  void amongNumbersTheyAreAnErrorAndAmongWordsTextLeftOut() throws IOException {
    assertThatThrownBy(() -> table("t.csv", "a,b\n1,1\n2,0\n3,True\n").load())
        .hasMessageContaining("line 4, column 'b': 'True' is not a number");
    assertThat(table("w.csv", "a,b\n1,true\n2,false\n3,unknown\n").remarks())
        .containsExactly("text column left out: b");
  }

  @Test
  void asLabelTheyStayAsWritten() throws IOException {
    Data data = table("t.csv", "a,b\n1,True\n2,False\n").label("b").load();
    assertThat(data.labels()).contains(List.of("True", "False"));
    assertThat(data.remarks()).isEmpty();
  }
}
