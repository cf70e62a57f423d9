package org.eigenlens.studio;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnReportTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Rank",
        "Points",
        "target",
        "quality",
        "t",
        "y",
        "class",
        "label",
        "outcome",
        "score",
        "total_score",
        "Final grade",
        "class.label",
        "Rating"
      })
  void whatIsCalledLikeAnOutcomeIsPointedOut(String name) {
    assertThat(ColumnReport.hint(name).orElse("")).startsWith(name + ": by its name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "sepal_length",
        "temperature",
        "classroom",
        "pointsize",
        "frank",
        "long jump"
      })
  void othersAreFeatures(String name) {
    assertThat(ColumnReport.hint(name)).isEmpty();
  }
}
