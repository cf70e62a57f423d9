package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.zip.GZIPOutputStream;
import org.eigenlens.matrix.RowSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamingTest {

  private static final int ROWS = 60_000;

  @TempDir Path folder;

  private Table table(String lastCell) throws IOException {
    List<String> inputs = new ArrayList<>();
    for (int part = 0; part < 2; part++) {
      StringBuilder text = new StringBuilder("id,a,b,y,kind\n");
      for (int i = part * ROWS / 2; i < (part + 1) * ROWS / 2; i++) {
        String last = i == ROWS - 1 ? lastCell : "" + 2 * i;
        text.append("r%d,%d,%s,%d,k%d%n".formatted(i, i, last, i, i % 3));
      }
      inputs.add(Files.writeString(folder.resolve("part" + part + ".csv"), text).toString());
    }
    return Tables.open(inputs, ReadOptions.DEFAULT)
        .select(Selection.ALL.withId("id").withLabel("kind").withTargets("y"));
  }

  @Test
  void readingTellsHowFarItHasCome() throws IOException {
    List<String> steps = new ArrayList<>();
    Table table = table("0").telling(steps::add);
    table.load();
    long bound = table.rowBound();
    assertThat(steps.get(0)).isEqualTo("reading, rows from 0 of " + bound);
    assertThat(steps.get(steps.size() - 1)).matches("reading, rows from [1-9]\\d* of " + bound);
    int once = steps.size();
    assertThat(once).isGreaterThan(1); // there are two files
    table.rows().forEachTile(1000, 1, (lane, first, tile) -> {});
    assertThat(steps).hasSize(2 * once);
    table.forEachBatch(1000, batch -> {});
    assertThat(steps).hasSize(3 * once);
  }

  @Test
  void rowsAreCountedOnceAndNotAtAllWhereThatIsAnotherReading() throws IOException {
    Path file = folder.resolve("counted.csv");
    Files.writeString(file, "a,b\n1,2\n3,5\n");
    List<String> steps = new ArrayList<>();
    Table table = Tables.read(file).telling(steps::add);
    long bound = table.rowBound();
    Files.writeString(file, "a,b\n1,2\n3,5\n4,4\n4,5\n7,7\n");
    assertThat(table.only("a").telling(steps::add).rowBound()).isEqualTo(bound);
    Path packed = folder.resolve("packed.csv.gz");
    try (Writer out =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(packed)), StandardCharsets.UTF_8)) {
      out.write("a,b\n1,2\n3,5\n");
    }
    Table unpacked = Tables.read(packed).telling(steps::add);
    unpacked.rows().forEachTile(10, 1, (lane, first, tile) -> {});
    unpacked.load(); // for which rows must be counted
    unpacked.rows().forEachTile(10, 1, (lane, first, tile) -> {});
    String whole = "reading, rows from 0 of " + unpacked.rowBound();
    assertThat(steps).containsExactly("reading, rows from 0", whole, whole);
  }

  @Test
  void tilesKeepTheContractOfRowSources() throws IOException {
    RowSource source = table("0").rows();
    assertThat(source.columns()).isEqualTo(2);
    int lanes = 3;
    int tileRows = 1000;
    for (int pass = 0; pass < 2; pass++) {
      ConcurrentMap<Long, Integer> laneOf = new ConcurrentHashMap<>();
      long[] lastOfLane = {-1, -1, -1};
      source.forEachTile(
          tileRows,
          lanes,
          (lane, first, tile) -> {
            assertThat(first).isGreaterThan(lastOfLane[lane]);
            lastOfLane[lane] = first;
            laneOf.put(first, lane);
            assertThat(tile.rows()).isEqualTo(tileRows);
            assertThat(tile.get(999, 0)).isEqualTo(first + 999.0);
          });
      assertThat(laneOf).hasSize(ROWS / tileRows);
      laneOf.forEach((first, lane) -> assertThat(lane).isEqualTo((int) (first / 1000 % lanes)));
    }
  }

  @Test
  void lastTileIsShorter() throws IOException {
    List<Integer> sizes = new ArrayList<>();
    table("0").rows().forEachTile(25_000, 1, (lane, first, tile) -> sizes.add(tile.rows()));
    assertThat(sizes).containsExactly(25_000, 25_000, 10_000);
  }

  @Test
  void missingCellStopsTheVisitAndAllAreCounted() throws IOException {
    RowSource source = table("").rows();
    assertThatThrownBy(() -> source.forEachTile(1000, 2, (lane, first, tile) -> {}))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("part1.csv, line 30001, column 'b': 1 cell is missing, here");
  }

  @Test
  void batchesCarryIdsLabelsAndTargets() throws IOException {
    List<String> ids = new ArrayList<>();
    List<Long> firsts = new ArrayList<>();
    int[] missing = new int[1];
    table("NA")
        .forEachBatch(
            7001,
            batch -> {
              firsts.add(batch.firstRow());
              ids.addAll(batch.ids().orElseThrow());
              missing[0] += batch.missingCells();
              for (int i = 0; i < batch.matrix().rows(); i += 500) {
                long row = batch.firstRow() + i;
                assertThat(batch.matrix().get(i, 0)).isEqualTo((double) row);
                assertThat(batch.targets().get(i, 0)).isEqualTo((double) row);
                assertThat(batch.labels().orElseThrow().get(i)).isEqualTo("k" + row % 3);
              }
            });
    assertThat(firsts).hasSize(9).startsWith(0L, 7001L);
    assertThat(ids).hasSize(ROWS).endsWith("r" + (ROWS - 1));
    assertThat(missing[0]).isEqualTo(1);
  }

  @Test
  void rowBoundIsNoLessThanTheRows() throws IOException {
    assertThat(table("0").rowBound()).isBetween((long) ROWS, ROWS + 2L);
  }

  @Test
  void errorsOfVisitorsComeThrough() throws IOException {
    RowSource source = table("0").rows();
    assertThatThrownBy(
            () ->
                source.forEachTile(
                    100,
                    2,
                    (lane, first, tile) -> {
                      throw new IllegalStateException("stop");
                    }))
        .isInstanceOf(IllegalStateException.class);
  }
}
