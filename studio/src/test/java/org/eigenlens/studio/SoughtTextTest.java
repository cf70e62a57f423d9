package org.eigenlens.studio;

import static org.assertj.core.api.Assertions.assertThat;

import org.eigenlens.studio.SoughtText.Match;
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
}
