package org.eigenlens.bench.components;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KnownRankTest {

  @Test
  void rulesFindThreeClearFactors() {
    String table =
        KnownRank.table(
            List.of(new Factors(60, 20, 3, 0.5, 0), new Factors(15, 20, 3, 0.5, 0.5)), 2);
    assertThat(table)
        .startsWith("| 60 rows, noise: | 0.5 | 0.5 uneven |\n|---|--:|--:|\n")
        .contains("| gavish-donoho | 100 % (3) |")
        .contains("| cv | 100 % (3) |")
        .containsPattern("\\| mle \\| 100 % \\(3\\) \\| – \\|")
        .contains("| consensus | 100 % (3) |");
  }
}
