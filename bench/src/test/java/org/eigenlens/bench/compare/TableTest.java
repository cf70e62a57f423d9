package org.eigenlens.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

  private static final Judge.Verdict RIGHT = new Judge.Verdict(0, 1e-14, 1e-9, true);
  private static final Judge.Verdict WRONG = new Judge.Verdict(0, 1e-3, 1e-2, false);

  private static Entry entry(
      String engine, double seconds, Command.Run command, Judge.Verdict verdict) {
    return new Entry(engine, "1.0", new double[] {seconds}, 9, 5_000_000, command, verdict, "");
  }

  @Test
  void ratiosAreOfOurs() {
    String table =
        Table.of(
            "t",
            List.of(
                entry("eigenlens", 2, new Command.Run(4, 0, 1), RIGHT),
                entry("eigenlens-float", 1, null, WRONG),
                entry("slow", 6, new Command.Run(6, 7_000_000, 1), RIGHT),
                entry("wrong", 1, null, WRONG),
                Entry.leftOut("absent", "because")));

    assertThat(table)
        .contains("| slow | 6.000 | 3.00 | 6.000 | 9.000 |")
        .contains("| yes | 5 | 6.00 | 1.50 | 7 | 1.0 |")
        .contains("| absent | –")
        .contains("0.33 of the time of the fastest peer that is right, slow")
        .contains("2.00 of the time of the fastest of all, wrong")
        .contains("As a whole command ours takes 0.67");
    assertThat(table.lines().filter(line -> line.startsWith("|")))
        .allSatisfy(line -> assertThat(line.chars().filter(c -> c == '|')).hasSize(15));
  }

  @Test
  void withoutCommandsThereAreNoColumnsForThem() {
    String table = Table.of("t", List.of(entry("eigenlens", 2, null, RIGHT)));

    assertThat(table).doesNotContain("command").contains("Ours is alone.");
    assertThat(table.lines().filter(line -> line.startsWith("|")))
        .allSatisfy(line -> assertThat(line.chars().filter(c -> c == '|')).hasSize(12));
  }

  @Test
  void theMedianIsOfTheWarmRuns() {
    Entry odd = new Entry("e", "", new double[] {3, 1, 2}, 9, 0, null, RIGHT, "");
    Entry even = new Entry("e", "", new double[] {4, 1, 2, 3}, 9, 0, null, RIGHT, "");
    Entry none = new Entry("e", "", new double[0], 9, 0, null, RIGHT, "");

    assertThat(odd.median()).isEqualTo(2);
    assertThat(even.median()).isEqualTo(2.5);
    assertThat(none.median()).isEqualTo(9);
    assertThat(none.seconds()).isEqualTo(9);
  }
}
