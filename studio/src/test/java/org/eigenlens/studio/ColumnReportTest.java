package org.eigenlens.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eigenlens.data.Column;
import org.junit.jupiter.api.Test;
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

  private static List<String> wrong(boolean comma, String... cells) {
    Column column = new Column("a", Column.Kind.NUMERIC);
    return ColumnReport.of(column, List.of(cells), comma).wrong();
  }

  @Test
  void whatTheTableReadsAsNoNumberIsWrongHoweverItsColumnLooks() {
    assertThat(wrong(false, "1,48", "-1,54", "", "2")).containsExactly("1,48", "-1,54");
    assertThat(wrong(false, "837,737", "26,899")).containsExactly("837,737", "26,899");
    assertThat(wrong(false, "1,063.59", "94.6%", "5.1")).containsExactly("1,063.59", "94.6%");
    assertThat(wrong(true, "1,48", "-1,54", "NA", "2")).isEmpty();
    assertThat(wrong(true, "1.48", "2,5")).containsExactly("1.48");
  }
}
