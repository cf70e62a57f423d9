package org.eigenlens.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of two tables, put together without a table between. */
final class ModelRowsTest {

  private static final int ROWS = 3000;

  @TempDir private Path folder;

  @AfterEach
  void forgetInterrupt() {
    Thread.interrupted();
  }

  private Input input(String name, List<String> lines) throws IOException {
    Path file = Files.write(folder.resolve(name), lines);
    Path own = Files.createDirectory(folder.resolve("of-" + name));
    return new Input(name, name, file, own, Input.Source.USER);
  }

  /** Two tables with the same names in other orders; the second has one more. */
  private FitRequest shuffled() throws IOException {
    List<Integer> order =
        IntStream.rangeClosed(0, ROWS).boxed().collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(order, new Random(1));
    Stream<String> x = IntStream.range(0, ROWS).mapToObj(i -> "n%d,%d".formatted(i, i));
    Stream<String> y = order.stream().map(i -> "n%d,%d,word%d".formatted(i, 2 * i, i));
    return new FitRequest(
        List.of(
            input("x.csv", Stream.concat(Stream.of("who,a"), x).toList()),
            input("y.csv", Stream.concat(Stream.of("who,b,c"), y).toList())),
        Map.of("id", "who"));
  }

  private static ModelRows rows(FitRequest request, int rows) {
    return new ModelRows(request, rows, bytes -> {});
  }

  @Test
  void eachRowFindsItsPartner() throws IOException {
    RowCells cells = rows(shuffled(), ROWS + 1).cells();
    try (RowCells.Reader reader = cells.open()) {
      for (int row : new int[] {0, 1, 63, 64, 65, 1717, ROWS - 1}) {
        assertThat(reader.row(row))
            .containsExactly("n" + row, "" + row, "" + 2 * row, "word" + row);
      }
      assertThat(reader.row(ROWS)).containsExactly("n3000", null, "6000", "word3000");
    }
    assertThat(cells.search("WORD1717", Optional.empty()).inOrder()).containsExactly(1717);
    assertThat(cells.search("n1717", Optional.of("c")).inOrder()).isEmpty();
    assertThat(cells.search("n3000", Optional.of("who")).inOrder()).containsExactly(ROWS);
  }

  @Test
  void cellsOfAnotherFileInThePlaceOfTheFirstAreNotThoseOfTheFit() throws IOException {
    Input input = input("t.csv", List.of("who,a", "one,1", "two,2"));
    FitRequest earlier = new FitRequest(List.of(input), Map.of());
    FitRequest unseen = new FitRequest(List.of(input), Map.of("no-header", ""));
    RowCells before = rows(earlier, 2).cells();
    Files.write(input.file(), List.of("who,a", "three,3", "four,4"));
    assertThatThrownBy(() -> rows(unseen, 3))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("t.csv has changed since it was fitted; fit again");
    // As many rows, and the same columns, but those of a fit that saw the file as it is now.
    RowCells after = rows(new FitRequest(List.of(input), Map.of()), 2).cells();
    try (RowCells.Reader now = after.open();
        RowCells.Reader then = before.open()) {
      assertThat(now.row(0)).containsExactly("three", "3");
      assertThat(then.row(0)).containsExactly("one", "1");
    }
  }

  @Test
  void cellsAreNotReadFromAFileThatHasChangedSinceTheFit() throws IOException {
    Input input = input("t.csv", List.of("who,a", "one,1", "two,2"));
    ModelRows fitted = rows(new FitRequest(List.of(input), Map.of()), 2);
    Files.write(input.file(), List.of("who,a", "three,3", "four,4"));
    assertThatThrownBy(fitted::cells)
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("t.csv has changed since it was fitted; fit again");
  }

  @Test
  void longCellsAreShownByTheirBeginningAndSearchedToTheirEnd() throws IOException {
    String filler = "word ".repeat(8_000);
    List<String> lines = new ArrayList<>(List.of("who,text,other"));
    for (int i = 0; i < 40; i++) {
      // Wherever it stands, also where a piece of the text ends.
      String text = i % 2 == 0 ? filler.substring(0, (1 << 15) - i / 2) : "short";
      lines.add("n%d,%s Needle%02d %s,%s".formatted(i, text, i, filler, filler));
    }
    RowCells cells = rows(new FitRequest(List.of(input("t.csv", lines)), Map.of()), 40).cells();
    try (RowCells.Reader reader = cells.open()) {
      assertThat(reader.row(8)[1]).startsWith("word word").endsWith("…").hasSize(2001);
    }
    for (int i = 0; i < 40; i++) {
      assertThat(cells.search("nEEDLE%02d word".formatted(i), Optional.empty()).inOrder())
          .containsExactly(i);
    }
    assertThat(cells.search("needle", Optional.of("other")).inOrder()).isEmpty();
    assertThat(left()).hasSize(2);
    cells.remove();
    assertThat(left()).isEmpty();
  }

  @Test
  void someRowsAreKeptWhole() throws IOException {
    BitSet some = new BitSet();
    some.set(5);
    some.set(1717);
    some.set(ROWS);
    RowCells cells = rows(shuffled(), ROWS + 1).whole(some, folder);
    try (RowCells.Reader reader = cells.open()) {
      assertThat(reader.row(5)).containsExactly("n5", "5", "10", "word5");
      assertThat(reader.row(1717)).containsExactly("n1717", "1717", "3434", "word1717");
      assertThat(reader.row(ROWS)).containsExactly("n3000", null, "6000", "word3000");
      assertThatThrownBy(() -> reader.row(6)).isInstanceOf(Refusal.class);
    }
    assertThat(left()).hasSize(2);
    cells.remove();
    assertThat(left()).isEmpty();
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.getFileName().toString().contains("cells")).toList();
    }
  }

  @Test
  void whoeverWentAwayIsWaitedForByNothing() throws IOException {
    FitRequest request = shuffled();
    Thread.currentThread().interrupt();
    ModelRows fresh = rows(request, ROWS + 1);
    assertThatThrownBy(fresh::partners).isInstanceOf(CancellationException.class);
    assertThatThrownBy(fresh::cells).isInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> fresh.whole(new BitSet(), folder))
        .isInstanceOf(CancellationException.class);
    assertThat(left()).isEmpty();

    // Nor is there a long way to go once the cells of the tables are at hand.
    Thread.interrupted();
    RowCells cells = fresh.cells();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> cells.search("word", Optional.empty()))
        .isInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> fresh.column("b", false)).isInstanceOf(CancellationException.class);
  }

  @Test
  void whatCameLaterIsToldAndNotMixed() throws IOException {
    FitRequest request = shuffled();
    Files.writeString(request.inputs().get(1).file(), "who,b,c\nn1,2,x\n");
    assertThatThrownBy(
            () -> rows(new FitRequest(request.inputs(), request.options()), ROWS + 1).cells())
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("3000 rows now, and 3001 when it was fitted");
  }

  /** Two tables of 300 columns, c0 to c299 and c100 to c399, of which not all are shown. */
  private FitRequest wide(Map<String, String> options) throws IOException {
    return new FitRequest(
        List.of(input("x.csv", columns(0)), input("y.csv", columns(100))), options);
  }

  private static List<String> columns(int first) {
    List<Integer> numbers = IntStream.range(first, first + 300).boxed().toList();
    return List.of(
        numbers.stream().map(i -> "c" + i).collect(Collectors.joining(",")),
        numbers.stream().map(String::valueOf).collect(Collectors.joining(",")));
  }

  @Test
  void aColumnIsCalledTheSameWhereAllAreWritten() throws IOException {
    ModelRows rows = rows(wide(Map.of()), 1);
    BitSet first = new BitSet();
    first.set(0);
    List<RowColumn> all = rows.whole(first, folder).columns();
    assertThat(all).hasSize(600).containsAll(rows.shown());
    // The first table has it too, though it does not show it.
    assertThat(rows.shown()).hasSize(400).extracting(RowColumn::name).contains("c250 (y.csv)");
  }

  @Test
  void whatNamesTheRowsIsShownWhereverItStands() throws IOException {
    RowCells cells = rows(wide(Map.of("id", "c250", "target", "c251,c252")), 1).cells();
    List<String> names = cells.columns().stream().map(RowColumn::name).toList();
    assertThat(names).contains("c250", "c251", "c252", "c251 (y.csv)").doesNotContain("c253");
    try (RowCells.Reader reader = cells.open()) {
      assertThat(reader.row(0)[names.indexOf("c250")]).isEqualTo("250");
      assertThat(reader.row(0)[names.indexOf("c399")]).isEqualTo("399");
    }
  }

  @Test
  void manyNamesAreFoundAgain() {
    NamePlaces places = new NamePlaces();
    IntStream.range(0, 50_000).forEach(i -> places.put("name " + i, i));
    places.put("name 7", 70_000);
    assertThat(places.size()).isEqualTo(50_000);
    assertThat(places.get("name 7")).isEqualTo(70_000);
    assertThat(places.get("name 49999")).isEqualTo(49_999);
    assertThat(places.get("name 50000")).isEqualTo(-1);
    assertThat(places.get("")).isEqualTo(-1);
  }
}
