package org.eigenlens.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BytesTest {

  private static final long MB = 1L << 20;
  private static final long GB = 1L << 30;

  @Test
  void whatIsAllowedIsToldAsItWasGiven() {
    assertThat(Bytes.allowed(500 * MB)).isEqualTo("500 MB");
    assertThat(Bytes.allowed(1500 * MB)).isEqualTo("1500 MB");
    assertThat(Bytes.allowed(4 * GB)).isEqualTo("4.0 GB");
    assertThat(Bytes.allowed(1.5 * GB)).isEqualTo("1.5 GB");
    assertThat(Bytes.allowed(0)).isEqualTo("0 MB");
  }

  @Test
  void whatDoesNotFitIsNeverToldAsIfItDid() {
    assertThat(Bytes.needed(500 * MB + 1)).isEqualTo("501 MB");
    assertThat(Bytes.allowed(501 * MB - 1)).isEqualTo("500 MB");
    assertThat(Bytes.needed(4 * GB + 1)).isEqualTo("4.1 GB");
    assertThat(Bytes.allowed(21.67 * GB)).isEqualTo("21.6 GB");
    assertThat(Bytes.needed(1023 * MB)).isEqualTo("1023 MB");
    assertThat(Bytes.needed(1023 * MB + 1)).isEqualTo("1.0 GB");
    assertThat(Bytes.needed(1)).isEqualTo("1 MB");
  }
}
