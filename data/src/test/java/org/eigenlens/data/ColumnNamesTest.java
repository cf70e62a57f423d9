package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnNamesTest {

  private final ColumnNames names =
      new ColumnNames("t.csv", List.of("a", "b", "sepal length", "c,d", "pix0", "pix1", "a..b"));

  @Test
  void namesInTheOrderAskedFor() {
    assertThat(names.resolve("b, a,b")).containsExactly(1, 0);
  }

  @Test
  void ranges() {
    assertThat(names.resolve("b..pix0")).containsExactly(1, 2, 3, 4);
  }

  @Test
  void patterns() {
    assertThat(names.resolve("pix*")).containsExactly(4, 5);
    assertThat(names.resolve("*length")).containsExactly(2);
    assertThat(names.resolve("*")).hasSize(7);
  }

  @Test
  void aNameIsANameWhateverItLooksLike() {
    assertThat(names.resolve("a..b")).containsExactly(6);
    assertThat(names.resolve("c,d")).containsExactly(3);
    assertThat(names.resolve("a,\"c,d\"")).containsExactly(0, 3);
  }

  @Test
  void unknownNameSuggestsTheNearest() {
    assertThatThrownBy(() -> names.resolve("sepal_lenght"))
        .hasMessage("t.csv: there is no column 'sepal_lenght'; did you mean 'sepal length'?");
  }

  /** A table of all edits would take terabytes. */
  @Test
  void namesOfAMegabyteAreComparedInNoTime() {
    String large = "kind" + "m".repeat(1 << 20);
    assertThatThrownBy(() -> new ColumnNames("t.csv", List.of(large, "kinds")).resolve("kind"))
        .hasMessageStartingWith("t.csv: there is no column 'kind'; did you mean 'kinds' or 'kindm")
        .hasMessageEndingWith("m…'?");
    assertThatThrownBy(() -> new ColumnNames("t.csv", List.of(large)).resolve(large + "m"))
        .hasMessageContaining("the columns are kindm");
  }

  @Test
  void unknownNameListsTheColumnsIfNoneIsNear() {
    assertThatThrownBy(() -> names.resolve("zzzzzzzzzz")).hasMessageContaining("the columns are a");
  }

  @Test
  void backwardRangeAndIdlePattern() {
    assertThatThrownBy(() -> names.resolve("b..a")).hasMessageContaining("ends before it starts");
    assertThatThrownBy(() -> names.resolve("q*")).hasMessageContaining("no column matches 'q*'");
    assertThatThrownBy(() -> names.resolve(" , ")).hasMessageContaining("names no column");
  }
}
