package org.eigenlens.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharedSentimentTest {

  @Test
  void documentsAreWholeAndOfOneLabel() {
    var documents =
        SharedSentiment.documents(
            Map.of("pos", List.of("a", "b", "c", "d", "e"), "neg", List.of("f")), 4);
    assertThat(documents.first()).containsExactly("a c");
    assertThat(documents.second()).containsExactly("b d");
    assertThat(documents.labels()).containsExactly("pos");
  }

  @Test
  void theAucCountsOrderedPairs() {
    List<String> labels = List.of("n", "n", "p", "p");
    assertThat(SharedSentiment.auc(new double[] {1, 2, 3, 4}, labels)).isEqualTo(1);
    assertThat(SharedSentiment.auc(new double[] {4, 3, 2, 1}, labels)).isEqualTo(1);
    assertThat(SharedSentiment.auc(new double[] {1, 3, 2, 4}, labels)).isEqualTo(0.75);
    // One pair in order, two ties, one out of order.
    assertThat(SharedSentiment.auc(new double[] {1, 2, 1, 2}, labels))
        .isCloseTo(0.5, within(1e-15));
  }
}
