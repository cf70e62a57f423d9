package org.eigenlens.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowCountsTest {

  @Test
  void onlyTheFrequentRowWeighsMuch() {
    // A million rows, of which a tenth are one row; hashes are random numbers, seed 5.
    SplittableRandom random = new SplittableRandom(5);
    long frequent = random.nextLong();
    RowCounts counts = new RowCounts();
    long[] others = random.longs(900_000).toArray();
    for (long hash : others) {
      counts.add(hash);
    }
    for (int i = 0; i < 100_000; i++) {
      counts.add(frequent);
    }
    RowCounts.Weights weights = counts.weights();
    // The least of four counts has a handful of others in it, beside what others are expected.
    assertThat(weights.of(frequent)).isCloseTo(100_000, within(100.0));
    for (long hash : others) {
      assertThat(weights.of(hash)).isEqualTo(1);
    }
  }

  @Test
  void rowsThatAllComeAgainWeighTheSame() {
    for (int copies : new int[] {1, 33, 100, 1000}) {
      SplittableRandom random = new SplittableRandom(6);
      RowCounts counts = new RowCounts();
      long[] distinct = random.longs(1_000_000 / copies).toArray();
      for (long hash : distinct) {
        for (int i = 0; i < copies; i++) {
          counts.add(hash);
        }
      }
      RowCounts.Weights weights = counts.weights();
      long heavy = Arrays.stream(distinct).filter(hash -> weights.of(hash) > 1).count();
      // All or none.
      assertThat(heavy % distinct.length).as("%d copies", copies).isZero();
    }
  }

  @Test
  void partsAddUp() {
    RowCounts first = new RowCounts();
    RowCounts second = new RowCounts();
    for (int i = 0; i < 1000; i++) {
      (i % 2 == 0 ? first : second).add(42);
    }
    first.merge(second);
    assertThat(first.weights().of(42)).isCloseTo(1000, within(1.0));
    assertThat(first.weights().of(43)).isEqualTo(1);
  }
}
