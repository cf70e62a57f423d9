package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutualDistancesTest {

  private static final String FIVE =
      "a,b,c,d,e\n0,3,4,5,1\n3,0,5,4,2\n4,5,0,3,3\n5,4,3,0,4\n1,2,3,4,0\n";

  @TempDir Path folder;

  private Table table(String text) throws IOException {
    return Tables.read(Files.writeString(folder.resolve("t.csv"), text));
  }

  /** Whether rows are read or in memory, the answer is the same. */
  private static void assertDistances(Table table, boolean are) {
    assertThat(MutualDistances.areIn(table)).isEqualTo(are);
    assertThat(MutualDistances.areIn(table.load())).isEqualTo(are);
  }

  @Test
  void distancesAreRecognisedUpToRounding() throws IOException {
    assertDistances(table(FIVE), true);
    assertDistances(table(FIVE.replace("0,3,4,5,1", "0,3.00000001,4,5,1")), true);
    assertDistances(table(FIVE.replace("0,3,4,5,1", "0,3.01,4,5,1")), false);
  }

  /**
   * Rounding is judged beside the largest distance, wherever it is, as it is when they are scaled.
   */
  @Test
  void theLargestDistanceMayComeLast() throws IOException {
    assertDistances(
        table("a,b,c,d,e\n0,1,2,3,9\n1.00000005,0,1,2,9\n2,1,0,1,9\n3,2,1,0,9\n9,9,9,9,0\n"), true);
  }

  /** A page may look at many tables: what it takes off the heap is not left to a collection. */
  @Test
  void nothingIsKeptOfATableThatWasLookedAt() throws IOException {
    int n = 500;
    StringBuilder text = new StringBuilder(String.join(",", Words.numbered("c", n)) + "\n");
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        text.append(j == 0 ? "" : ",").append(Math.abs(i - j));
      }
      text.append('\n');
    }
    Table table = table(text.toString());
    long before = Pointer.totalBytes();
    assertThat(MutualDistances.areIn(table)).isTrue();
    assertThat(Pointer.totalBytes() - before).isLessThan(8L * n * n);
  }

  @Test
  void whatNoDistanceCanBeIsNone() throws IOException {
    assertDistances(table(FIVE.replace("0,3,4,5,1", "1,3,4,5,1")), false);
    assertDistances(table(FIVE.replace("3", "-3")), false);
    assertDistances(table(FIVE.replace("3", "")), false);
    assertDistances(table(FIVE + "1,1,1,1,1\n"), false);
    assertDistances(table(FIVE.replace("1,2,3,4,0\n", "")), false);
    // Most are not even connected.
    assertDistances(
        table("a,b,c,d,e\n0,1,0,0,0\n1,0,0,0,0\n0,0,0,1,0\n0,0,1,0,0\n0,0,0,0,0\n"), false);
  }

  @Test
  void fewRowsMustBeNamedLikeTheColumns() throws IOException {
    assertDistances(table("a,b,c\n0,3,4\n3,0,5\n4,5,0\n"), false);
    Table named = table("town,a,b,c\na,0,3,4\nb,3,0,5\nc,4,5,0\n");
    assertDistances(named, false);
    assertDistances(named.id("town"), true);
  }

  @Test
  void columnsMayComeInAnotherOrderThanTheRowsTheyAreNamedLike() throws IOException {
    Table table = table("town,c,a,b\na,4,0,3\nb,5,3,0\nc,0,4,5\n");
    assertDistances(table, false);
    assertDistances(table.id("town"), true);
  }

  @Test
  void onlyTheChosenColumnsCount() throws IOException {
    Table table = table(FIVE.replace("\n", ",7\n").replaceFirst(",7", ",size"));
    assertDistances(table, false);
    assertDistances(table.without("size"), true);
  }
}
