package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells as they are written, whatever they are taken for. */
final class WrittenCellsTest {

  @TempDir Path folder;

  private Table table(String name, String text) throws IOException {
    return Tables.read(Files.writeString(folder.resolve(name), text));
  }

  private static List<String> cells(Table table, String column, int most) {
    List<String> cells = new ArrayList<>();
    table.forEachText(
        List.of(column),
        (rows, texts) -> {
          for (int i = 0; i < rows; i++) {
            cells.add(texts[0][i]);
          }
          return cells.size() < most;
        });
    return cells;
  }

  @Test
  void numbersKeepTheirText() throws IOException {
    Table table = table("t.csv", "a;b;n\n1,50;2;x\n;3;y\n");
    assertThat(table.hasWrittenNumbers()).isTrue();
    assertThat(cells(table, "a", 9)).containsExactly("1,50", "");
    assertThat(cells(table.label("n").only("b"), "n", 9)).containsExactly("x", "y");
    assertThatThrownBy(() -> cells(table, "nix", 9))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("nix");
  }

  @Test
  void theVisitorMayHaveEnough() throws IOException {
    int rows = 600_000; // more than is read at once
    Table table = table("long.csv", "a\n" + "1234567890123456789\n".repeat(rows));
    assertThat(cells(table, "a", 1).size()).isBetween(1, rows - 1);
    assertThat(cells(table, "a", Integer.MAX_VALUE).size()).isEqualTo(rows);
  }

  @Test
  void sparseCellsAreWrittenNowhere() throws IOException {
    assertThat(table("t.svm", "1 1:2 3:4\n0 2:1\n").hasWrittenNumbers()).isFalse();
  }

  @Test
  void anInterruptEndsReading() throws IOException {
    Table table = table("t.csv", "a\n1\n2\n");
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(table::load).isInstanceOf(CancellationException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
