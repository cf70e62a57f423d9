package org.eigenlens.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024-01-31",
        "2024-01-01T10:00:00Z",
        "2024-01-01 10:00:00.123+01:00",
        "2024/1/31 9:05",
        "2024-01",
        "31.1.2024",
        "31.01.24",
        "1/31/2024, 9:05 pm",
        "1/31/24",
        "31 Jan 2024",
        "31-JAN-24",
        "January 31st, 2024"
      })
  void datesAreKnown(String cell) {
    assertThat(Dates.are(Set.of(cell))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yes",
        "1001-12",
        "2024-13",
        "1.2.10",
        "192.168.1.1",
        "10:00",
        "555-01-2024",
        "January",
        "may 5",
        "2024 model"
      })
  void othersAreNone(String cell) {
    assertThat(Dates.are(Set.of(cell))).isFalse();
  }

  @Test
  void oneOtherCellMakesAColumnText() {
    assertThat(Dates.are(List.of("2024-01-31", "soon"))).isFalse();
    assertThat(Dates.are(List.of())).isFalse();
  }
}
