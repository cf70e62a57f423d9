package org.eigenlens.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.studio.SoughtText.Match;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoughtTextTest {

  @ParameterizedTest
  @CsvSource({
    "42, 42, WHOLE",
    "42, 42.0, WHOLE",
    "42.0, 42, WHOLE",
    "42, 42.5, PART",
    "42, 420, PART",
    "42, 0.4213, NONE",
    "42, 3.42, NONE",
    "42, row 42 of 90, PART",
    "4.2, 4.2e3, PART",
    "-4, -4.5, PART",
    "nan, banana, PART",
    "Anna, anna, WHOLE",
    "ann, Hannah, PART",
    "1.10, 1.1, WHOLE",
    "100, 1, NONE"
  })
  void textsAreFoundAnywhereAndNumbersByValueOrBeginning(String text, String cell, Match match) {
    assertThat(new SoughtText(text).in(cell)).isEqualTo(match);
  }

  @Test
  void theCellThatAnswersBestSaysWhatWasFound() {
    List<String> cells = Arrays.asList(null, "0.4213987", "42.5", "42.0", "of 42 things");
    assertThat(new SoughtText("42").passage(cells)).isEqualTo("42.0");
    assertThat(new SoughtText("42.5").passage(cells)).isEqualTo("42.5");
    assertThat(new SoughtText("THINGS").passage(cells)).isEqualTo("of 42 things");
    assertThat(new SoughtText("7").passage(cells)).isEmpty();
  }

  @Test
  void ofALongCellAFewLettersAboutTheTextAreShown() {
    String line = "It was the best of times, it was the worst of times";
    assertThat(new SoughtText("worst").passage(List.of(line)))
        .isEqualTo("… it was the worst of times");
    assertThat(new SoughtText("best").passage(List.of(line)))
        .isEqualTo("It was the best of times, it w…");
  }

  /** Of which lower case has twice as many. */
  @Test
  void lettersThatBecomeTwoAreNoTrouble() {
    assertThat(new SoughtText("x").passage(List.of("İ".repeat(20) + "x"))).endsWith("İx");
    assertThat(new SoughtText("i").passage(List.of("İ".repeat(40)))).isNotEmpty();
  }
}
