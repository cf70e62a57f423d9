package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.IntFunction;
import org.eigenlens.matrix.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of many blocks, which are parsed by several threads. */
class LargeCsvTest {

  private static final int ROWS = 200_000;

  @TempDir Path folder;

  private Path write(IntFunction<String> row) throws IOException {
    StringBuilder text = new StringBuilder("a,note,b\n");
    for (int i = 0; i < ROWS; i++) {
      text.append(row.apply(i)).append('\n');
    }
    return Files.writeString(folder.resolve("large.csv"), text);
  }

  @Test
  void rowsComeInOrderWithExactValues() throws IOException {
    Random random = new Random(7);
    double[] expected = random.doubles(ROWS).toArray();
    Data data = Tables.read(write(i -> i + ",row " + i + "," + expected[i])).id("note").load();
    Matrix matrix = data.matrix();
    assertThat(matrix.rows()).isEqualTo(ROWS);
    for (int i = 0; i < ROWS; i++) {
      assertThat(matrix.get(i, 0)).isEqualTo(i);
      assertThat(matrix.get(i, 1)).isEqualTo(expected[i]);
    }
    assertThat(data.ids().orElseThrow().get(ROWS - 1)).isEqualTo("row " + (ROWS - 1));
    assertThat(data.locate(ROWS - 1)).endsWith("line " + (ROWS + 1));
  }

  @Test
  void badCellDeepInTheFileIsFoundAtItsLine() throws IOException {
    Path file = write(i -> i + ",x," + (i == 150_000 || i == 199_000 ? "oops" : "1.5"));
    assertThatThrownBy(() -> Tables.read(file).load())
        .hasMessageContaining("line 150002, column 'b': 'oops' is not a number");
  }

  @Test
  void badCellAfterQuotedLineEndsIsFoundAtItsLine() throws IOException {
    Path file = write(i -> i + ",\"x\ny\"," + (i == 150_000 ? "oops" : "1.5"));
    assertThatThrownBy(() -> Tables.read(file).load())
        .hasMessageContaining("line 300003, column 'b': 'oops' is not a number");
  }

  @Test
  void quotedLineEndsAcrossBlocks() throws IOException {
    Path file = write(i -> i + ",\"x\n\"\"" + i + "\"\",\"," + i);
    Data data = Tables.read(file).label("note").load();
    assertThat(data.matrix().rows()).isEqualTo(ROWS);
    assertThat(data.matrix().get(123_456, 1)).isEqualTo(123_456);
    assertThat(data.labels().orElseThrow().get(123_456)).isEqualTo("x\n\"123456\",");
    assertThat(data.locate(123_456)).endsWith("line " + (2 + 2 * 123_456));
  }

  @Test
  void raggedRowDeepInTheFile() throws IOException {
    Path file = write(i -> i == 180_000 ? "1,2" : i + ",x,1");
    assertThatThrownBy(() -> Tables.read(file).load())
        .hasMessageContaining("line 180002: it has 2 cells, but the first line has 3");
  }

  @Test
  void missingCellsAreCountedOverAllBlocks() throws IOException {
    Data data = Tables.read(write(i -> i + ",x," + (i % 1000 == 999 ? "" : "2"))).load();
    assertThat(data.missingCells()).isEqualTo(200);
    assertThatThrownBy(data::requireComplete)
        .hasMessageContaining("line 1001, column 'b': 200 cells are missing in 200 rows");
  }

  @Test
  void blankLinesBetweenRows() throws IOException {
    Data data = Tables.read(write(i -> i % 10 == 0 ? "\n" + i + ",x,1" : i + ",x,1")).load();
    assertThat(data.matrix().rows()).isEqualTo(ROWS);
    assertThat(data.matrix().get(100_005, 0)).isEqualTo(100_005);
    assertThat(data.locate(9)).endsWith("line 12");
    assertThat(data.locate(10)).endsWith("line 14");
  }

  @Test
  void lineLongerThanABlock() throws IOException {
    int wide = 400_000;
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < 2; row++) {
      for (int j = 0; j < wide; j++) {
        text.append(j == 0 ? "" : ",").append(row + j);
      }
      text.append('\n');
    }
    Path file = Files.writeString(folder.resolve("wide.csv"), text);
    Matrix matrix = Tables.read(file).toMatrix();
    assertThat(matrix.columns()).isEqualTo(wide);
    assertThat(matrix.get(1, wide - 1)).isEqualTo(wide);
  }
}
