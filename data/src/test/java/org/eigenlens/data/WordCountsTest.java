package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class WordCountsTest {

  @Test
  void wordsOfEnoughDocumentsHaveAColumn() {
    WordCounts counts = WordCounts.of(List.of("The cat, the DOG!", "a dog isn't a cat", "dog"), 2);
    assertThat(counts.words()).containsExactly("cat", "dog");
    assertThat(counts.counts().toArray()).isDeepEqualTo(new double[][] {{1, 1}, {1, 1}, {0, 1}});
  }

  @Test
  void apostrophesStayInsideWords() {
    assertThat(WordCounts.words("It isn't 'naïve' — 7 x"))
        .containsExactly("it", "isn't", "naïve", "7", "x");
  }

  @Test
  void tooRareWordsAreSaid() {
    assertThatThrownBy(() -> WordCounts.of(List.of("one", "two"), 2))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("none of its 2 terms is in as many of the 2 documents");
  }

  @Test
  void remarksComeInTwoViewsOfTheSameDocuments() {
    Samples.Remarks remarks = Samples.remarks();
    assertThat(remarks.documents()).hasSize(144);
    assertThat(remarks.first().counts().rows()).isEqualTo(144);
    assertThat(remarks.second().words()).contains("train", "lovely").doesNotContain("soup");
  }
}
