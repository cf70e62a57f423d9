package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapTest {

  /** Where the heap follows --memory that is what to raise, as far as the launcher bounds it. */
  @ParameterizedTest
  @CsvSource({
    "memory, 600, allow more with --memory 600m",
    "memory, 8192, allow more with --memory 8192m",
    "memory, 9000, start with EIGENLENS_OPTS=-Xmx9000m",
    "given, 600, start with EIGENLENS_OPTS=-Xmx600m",
    ", 600, give java the option -Xmx600m"
  })
  void theRemedyIsThatOfWhoDecides(String decides, long megabytes, String remedy) {
    String before = System.getProperty(Heap.DECIDED_BY);
    try {
      set(decides);
      assertThat(Heap.remedy(megabytes)).isEqualTo(remedy);
      assertThat(Heap.isOfJavaAlone()).isEqualTo(decides == null);
    } finally {
      set(before);
    }
  }

  private static void set(String value) {
    if (value == null) {
      System.clearProperty(Heap.DECIDED_BY);
    } else {
      System.setProperty(Heap.DECIDED_BY, value);
    }
  }
}
