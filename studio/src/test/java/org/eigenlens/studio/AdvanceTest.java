package org.eigenlens.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** How far a step has come, by its words. */
final class AdvanceTest {

  private static final long SECOND = 1_000_000_000;

  private final Advance advance = new Advance();

  private void hear(long second, String words) {
    advance.hear(words, second * SECOND);
  }

  @Test
  void rowsThatAreReadAreCounted() {
    hear(0, "reading");
    assertThat(advance.fraction()).isNaN();
    hear(1, "reading, rows from 0 of 1000000");
    assertThat(advance.secondsLeft(SECOND)).isNaN(); // nothing is done that could tell
    hear(3, "reading, rows from 250000 of 1000000");
    assertThat(advance.fraction()).isEqualTo(0.25);
    assertThat(advance.isGuess()).isFalse();
    assertThat(advance.secondsLeft(3 * SECOND)).isCloseTo(6, within(1e-9));
    hear(9, "reading, rows from 0 of 1000000"); // another pass
    assertThat(advance.secondsLeft(9 * SECOND)).isNaN();
  }

  @Test
  void aResidualTellsByItsLogarithm() {
    hear(0, "block Krylov pass 1, residual 1.0e+00, to reach 1.0e-10");
    assertThat(advance.fraction()).isZero();
    hear(4, "block Krylov pass 2, residual 1.0e-02, to reach 1.0e-10");
    assertThat(advance.fraction()).isCloseTo(0.2, within(1e-12));
    assertThat(advance.isGuess()).isTrue();
    assertThat(advance.secondsLeft(4 * SECOND)).isCloseTo(16, within(1e-9));
    // It rose: nothing that was done is undone.
    hear(6, "block Krylov pass 3, residual 1.0e-01, to reach 1.0e-10");
    assertThat(advance.fraction()).isCloseTo(0.2, within(1e-12));
    hear(8, "block Krylov pass 4, residual 3.0e-11, to reach 1.0e-10");
    assertThat(advance.fraction()).isOne();
    assertThat(advance.secondsLeft(8 * SECOND)).isZero();
    // The next one begins.
    hear(9, "block Krylov pass 1, residual 5.0e-01, to reach 1.0e-10");
    assertThat(advance.fraction()).isZero();
    assertThat(advance.secondsLeft(9 * SECOND)).isNaN();
  }

  @Test
  void howLongADecompositionTakesIsGuessedFromItsSize() {
    hear(0, "decomposing a matrix of size 10000"); // 1.1e-10 times 1e12
    assertThat(advance.secondsLeft(0)).isCloseTo(110, within(1e-9));
    assertThat(advance.secondsLeft(100 * SECOND)).isCloseTo(10, within(1e-9));
    assertThat(advance.secondsLeft(111 * SECOND)).isNaN(); // it takes longer than was thought
    assertThat(advance.fraction()).isNaN();
    assertThat(advance.isGuess()).isTrue();
    hear(120, "decomposing the kernel matrix of 1000 rows");
    assertThat(advance.secondsLeft(120 * SECOND)).isCloseTo(0.11, within(1e-9));
    hear(121, "decomposing both views");
    assertThat(advance.secondsLeft(121 * SECOND)).isNaN();
    assertThat(advance.isGuess()).isFalse();
  }

  @Test
  void rowsThatAreReadBetweenResidualsAreNoStepOfTheirOwn() {
    hear(0, "block Krylov pass 1, residual 1.0e+00, to reach 1.0e-08");
    hear(1, "reading, rows from 0 of 1000");
    hear(2, "reading, rows from 500 of 1000");
    hear(4, "block Krylov pass 2, residual 1.0e-02, to reach 1.0e-08");
    assertThat(advance.fraction()).isCloseTo(0.25, within(1e-12));
    hear(5, "reading, rows from 0 of 1000");
    hear(6, "reading, rows from 500 of 1000");
    assertThat(advance.step()).startsWith("block Krylov pass 2");
    assertThat(advance.isGuess()).isTrue();
    assertThat(advance.secondsLeft(4 * SECOND)).isCloseTo(12, within(1e-9));
    hear(8, "block Krylov pass 3, residual 1.0e-04, to reach 1.0e-08");
    assertThat(advance.fraction()).isCloseTo(0.5, within(1e-12));
    assertThat(advance.secondsLeft(8 * SECOND)).isCloseTo(8, within(1e-9));
    hear(9, "reading, rows from 0 of 1000");
    // It gave up, and rows are read for something else.
    hear(10, "reading, rows from 0 of 1000");
    assertThat(advance.fraction()).isZero();
    assertThat(advance.isGuess()).isFalse();
    assertThat(advance.step()).startsWith("reading");
  }

  @Test
  void passesInDoubleTellNothingAndResidualsBelowWhatIsWantedNoNonsense() {
    hear(0, "block Krylov pass 5, residual 1.0e-07, to reach 1.0e-08");
    hear(1, "block Krylov pass 6, in double");
    assertThat(advance.fraction()).isNaN();
    assertThat(advance.step()).isEqualTo("block Krylov pass 6, in double");
    hear(2, "block Krylov pass 1, residual 1.0e-09, to reach 1.0e-08");
    hear(3, "block Krylov pass 2, residual 5.0e-08, to reach 1.0e-08");
    assertThat(advance.fraction()).isBetween(0.0, 1.0);
  }

  @Test
  void aResidualOfZeroAndOneThatIsWantedAreNoTrouble() {
    hear(0, "block Krylov pass 1, residual 0.0e+00, to reach 0.0e+00");
    assertThat(advance.fraction()).isOne();
  }

  @Test
  void otherStepsTellNothing() {
    hear(0, "fold 1 of 2");
    hear(1, "fold 2 of 2");
    hear(2, "decomposing a matrix of size 400");
    assertThat(advance.fraction()).isNaN();
    assertThat(advance.secondsLeft(3 * SECOND)).isNaN();
  }
}
