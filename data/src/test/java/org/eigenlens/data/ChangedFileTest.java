package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.RowSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are written while they are read: never the rows of two files as one table. */
class ChangedFileTest {

  @TempDir Path folder;

  private Path table(String name, double[][] rows) {
    Path file = folder.resolve(name);
    TableWriter.write(file, List.of(), List.of(), List.of("a", "b"), Matrix.of(rows));
    return file;
  }

  @ParameterizedTest
  @ValueSource(strings = {"x.csv", "x.npy", "x.parquet"})
  void aSecondPassOverAnotherFileIsRefused(String name) {
    RowSource rows = Tables.read(table(name, new double[][] {{1, 2}, {3, 4}})).rows();
    int[] seen = new int[1];
    rows.forEachTile(10, 1, (lane, first, tile) -> seen[0] += tile.rows());
    assertThat(seen[0]).isEqualTo(2);
    table(name, new double[][] {{1, 2}, {3, 4}, {5, 6}});
    assertThatThrownBy(() -> rows.forEachTile(10, 1, (lane, first, tile) -> {}))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(name + ": it was changed while it was read")
        .hasMessageContaining("start again");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anotherFileOfTheSameSizeAndTimeInItsPlaceIsRefused() throws IOException {
    Path file = table("x.csv", new double[][] {{1, 2}, {3, 4}});
    Table table = Tables.read(file);
    Path other = table("y.csv", new double[][] {{5, 6}, {7, 8}});
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(table::load)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("x.csv: it was changed while it was read; ");
  }

  @Test
  void rowsAddedWhileItIsReadAreNoticedAtTheEnd() {
    Path file = table("x.csv", new double[][] {{1, 2}, {3, 4}});
    Table table = Tables.read(file);
    assertThatThrownBy(() -> table.forEachBatch(1, batch -> append(file)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("it was changed while it was read, from 12 bytes to 20");
  }

  private static void append(Path file) {
    try {
      Files.writeString(file, "9,9\n", StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFileThatGoesAwayIsNamed() throws IOException {
    Path file = table("x.csv", new double[][] {{1, 2}, {3, 4}});
    Table table = Tables.read(file);
    Files.delete(file);
    assertThatThrownBy(table::load)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("x.csv: it cannot be read");
  }

  private static void requireRefused(Path changed, RowSource rows) {
    assertThatThrownBy(() -> rows.forEachTile(10, 1, (lane, first, tile) -> {}))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(changed.getFileName() + ": it was changed while it was read");
  }

  @Test
  void imagesOfASecondPassAreThoseOfTheFirst() throws IOException {
    Path images = Files.createDirectory(folder.resolve("images"));
    Path first = Files.write(images.resolve("a.pgm"), TestImages.pgm(1, 2, 3));
    Files.write(images.resolve("b.pgm"), TestImages.pgm(3, 2, 1));
    RowSource rows = Tables.read(images).rows();
    rows.forEachTile(10, 1, (lane, from, tile) -> assertThat(tile.get(0, 0)).isEqualTo(1));
    Files.write(first, TestImages.pgm(1, 2, 3, 4));
    requireRefused(first, rows);
  }

  @Test
  void soAreThoseOfAZip() throws IOException {
    Path zip = folder.resolve("images.zip");
    TestImages.zip(zip, Map.of("a.pgm", TestImages.pgm(1, 2), "b.pgm", TestImages.pgm(2, 1)));
    RowSource rows = Tables.read(zip).rows();
    TestImages.zip(zip, Map.of("a.pgm", TestImages.pgm(1, 2), "b.pgm", TestImages.pgm(1, 1, 9)));
    requireRefused(zip, rows);
  }

  @ParameterizedTest
  @ValueSource(strings = {"select a, b from '%s'", "select * from read_csv(['%s'])", "from \"%s\""})
  void theFilesThatAQueryNamesAreWatched(String query) {
    Path file = table("x.csv", new double[][] {{1, 2}, {3, 4}});
    RowSource rows = Tables.query(query.formatted(file), ReadOptions.DEFAULT).rows();
    rows.forEachTile(10, 1, (lane, first, tile) -> assertThat(tile.rows()).isEqualTo(2));
    table("x.csv", new double[][] {{1, 2}, {3, 4}, {5, 6}});
    requireRefused(file, rows);
  }

  @Test
  void theFilesOfAPatternInAQueryAreWatched() {
    table("p-1.csv", new double[][] {{1, 2}, {3, 4}});
    Path second = table("p-2.csv", new double[][] {{1, 2}, {3, 4}});
    String query = "select * from '" + folder.resolve("p-*.csv") + "'";
    RowSource rows = Tables.query(query, ReadOptions.DEFAULT).rows();
    table("p-2.csv", new double[][] {{1, 2}});
    requireRefused(second, rows);
  }
}
