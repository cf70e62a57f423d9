package org.eigenlens.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eigenlens.data.Table;
import org.eigenlens.data.Tables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns for colours. */
final class ColumnFileTest {

  private static byte[] column(Table table, String name) throws IOException {
    RowColumn column = new RowColumn(name, false, List.of(new RowColumn.Part(0, name)));
    return ColumnFile.read(List.of(table), column, Partners.inOrder(100_001), false);
  }

  @Test
  void namesOfRowsAreNoClasses(@TempDir Path folder) throws IOException {
    String rows =
        IntStream.rangeClosed(0, 100_000)
            .mapToObj(i -> "row" + i + "," + (i % 3 == 0 ? "a" : "b") + "," + i)
            .collect(Collectors.joining("\n"));
    Path file = Files.writeString(folder.resolve("t.csv"), "name,class,x\n" + rows + "\n");
    Table table = Tables.read(file);
    assertThatThrownBy(() -> column(table, "name"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("column 'name' has more than 100,000 different texts");
    assertThat(column(table, "class")).hasSizeGreaterThan(100_000);
  }

  @Test
  void longTextsAreNotAllHeld(@TempDir Path folder) throws IOException {
    String rows =
        IntStream.range(0, 300)
            .mapToObj(i -> "%05d%s,1".formatted(i, "x".repeat(40_000)))
            .collect(Collectors.joining("\n"));
    Path file = Files.writeString(folder.resolve("t.csv"), "story,x\n" + rows + "\n");
    Table table = Tables.read(file);
    assertThatThrownBy(() -> column(table, "story"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("'story' has more than 10,000,000 characters of different texts");
  }
}
