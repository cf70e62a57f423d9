package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

  /** Writes rows of two digits in a format that we read but do not write. */
  private Path written(String name, int... cells) throws IOException {
    Path file = folder.resolve(name);
    int rows = cells.length / 2;
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      String line =
          switch (name.substring(name.indexOf('.') + 1)) {
            case "json" -> (i == 0 ? "[" : ",") + "{\"a\":%d,\"b\":%d}";
            case "jsonl" -> "{\"a\":%d,\"b\":%d}";
            case "svm" -> "1 1:%d 2:%d";
            default -> (i + 1) + " 1 %d\n" + (i + 1) + " 2 %d";
          };
      lines.add(line.formatted(cells[2 * i], cells[2 * i + 1]));
    }
    if (name.endsWith(".json")) {
      lines.add("]");
    } else if (name.endsWith(".mtx")) {
      String size = rows + " 2 " + cells.length;
      lines.add(0, "%%MatrixMarket matrix coordinate real general\n" + size);
    }
    if (!name.endsWith(".idx")) {
      return Files.write(file, lines);
    }
    ByteBuffer bytes = ByteBuffer.allocate(12 + cells.length);
    bytes.putInt(0x0802).putInt(rows).putInt(2);
    for (int cell : cells) {
      bytes.put((byte) cell);
    }
    return Files.write(file, bytes.array());
  }

  @ParameterizedTest
  @ValueSource(strings = {"x.json", "x.jsonl", "x.idx", "x.mtx", "x.svm"})
  void aSecondPassIsRefusedInEveryFormatThatIsReadAgain(String name) throws IOException {
    RowSource rows = Tables.read(written(name, 1, 2, 3, 4)).rows();
    rows.forEachTile(10, 1, (lane, first, tile) -> assertThat(tile.rows()).isEqualTo(2));
    requireRefused(written(name, 1, 2, 3, 4, 5, 6), rows);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x.mtx", "x.svm"})
  void whatWasCountedMustBeWhatIsRead(String name) throws IOException {
    Table table = Tables.read(written(name, 1, 2, 3, 4));
    Path changed = written(name, 5, 6, 7, 8, 9, 9);
    for (Table chosen : List.of(table, table.only("x2"))) {
      assertThatThrownBy(chosen::load)
          .isInstanceOf(DataException.class)
          .hasMessageContaining(changed.getFileName() + ": it was changed while it was read");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"texts", "texts.zip", "texts.csv"})
  void textsAreReadWhenTheyAreOpenedAndStayAsTheyWere(String name) throws IOException {
    Table table = texts(name, "one bird", "two birds");
    Table other = texts(name, "another fish", "no fish", "fish");
    assertThat(table.load().matrix().rows()).isEqualTo(2);
    assertThat(table.featureNames()).contains("bird").doesNotContain("fish");
    assertThat(other.load().matrix().rows()).isEqualTo(3);
  }

  private Table texts(String name, String... texts) throws IOException {
    Path place = folder.resolve(name);
    ReadOptions options = ReadOptions.DEFAULT;
    if (name.endsWith(".csv")) {
      Files.writeString(place, "words\n" + String.join("\n", texts) + "\n");
      return Tables.read(place, options.withTexts(options.texts().withColumn("words")));
    }
    Map<String, byte[]> files = new TreeMap<>();
    for (String text : texts) {
      files.put(files.size() + ".txt", text.getBytes(StandardCharsets.UTF_8));
    }
    if (name.endsWith(".zip")) {
      TestImages.zip(place, files);
    } else {
      Files.createDirectories(place);
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Files.write(place.resolve(file.getKey()), file.getValue());
      }
    }
    return Tables.read(place, options);
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

  @Test
  void anEntryThatIsGoneFromAZipIsNamed() throws IOException {
    Path zip = folder.resolve("images.zip");
    TestImages.zip(zip, Map.of("a.pgm", TestImages.pgm(1, 2)));
    // As between the list of its entries and the first look into one.
    try (Archives archives = new Archives()) {
      assertThatThrownBy(() -> archives.read(Item.of("b.pgm", zip, "b.pgm"), 100))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("b.pgm: it is not there any more: the zip was changed while");
    }
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

  @Test
  void anotherFileThatAPatternInAQueryMatchesIsRefused() {
    table("p-1.csv", new double[][] {{1, 2}, {3, 4}});
    String query = "select * from '" + folder.resolve("p-*.csv") + "' -- it's all of them";
    RowSource rows = Tables.query(query, ReadOptions.DEFAULT).rows();
    table("p-2.csv", new double[][] {{1, 2}});
    assertThatThrownBy(() -> rows.forEachTile(10, 1, (lane, first, tile) -> {}))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("the query: a pattern in it stands for other files than before");
  }

  @Test
  void anApostropheInACommentHidesNoFile() {
    Path file = table("x.csv", new double[][] {{1, 2}, {3, 4}});
    String query = "/* it's */ select * -- isn't it\nfrom '" + file + "'";
    RowSource rows = Tables.query(query, ReadOptions.DEFAULT).rows();
    table("x.csv", new double[][] {{1, 2}});
    requireRefused(file, rows);
  }

  /** The folder is not looked into, and need not be readable. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void textThatIsNoFileIsNotLookedFor() throws IOException {
    Path file = table("x.csv", new double[][] {{1, 2}, {3, 4}});
    Path closed = Files.createDirectories(folder.resolve("a/closed"));
    Files.setPosixFilePermissions(closed, Set.of());
    try {
      String query =
          "select a, b from '%s' where not regexp_matches(cast(a as varchar), '%s/[a-z]*/x')"
              .formatted(file, folder);
      assertThat(Tables.query(query, ReadOptions.DEFAULT).toMatrix().rows()).isEqualTo(2);
      // Root may look into every folder, so that nothing is wrong then.
      String pattern = "select a, b, '%s/*/none/*.csv' as t from '%s'".formatted(folder, file);
      assertThat(Tables.query(pattern, ReadOptions.DEFAULT).toMatrix().rows()).isEqualTo(2);
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    }
  }
}
