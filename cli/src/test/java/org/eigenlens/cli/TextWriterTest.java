package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Lines for people. */
class TextWriterTest {

  @Test
  void severalLinesBecomeOne() {
    assertThat(TextWriter.oneLine(" a \r\n\n  b\u2028c  d\n")).isEqualTo("a b c  d");
  }

  @Test
  void longLinesAreShortenedBetweenCharacters() {
    for (int shift = 0; shift < 2; shift++) {
      String line = TextWriter.oneLine("x".repeat(shift) + "\uD83D\uDE42".repeat(5000) + "y");
      assertThat(line).hasSizeBetween(3999, 4003).contains(" … ").endsWith("y");
      assertThat(line.codePoints()).noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
    }
  }

  /** Looked at again from each of them, a megabyte of blanks would take hours. */
  @Test
  void aMegabyteOfBlanksTakesNoTime() {
    String text = "a" + " ".repeat(1 << 20) + "b";
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> assertThat(TextWriter.oneLine(text)).hasSizeLessThan(4010).startsWith("a "));
  }

  private static String written(Consumer<PrintWriter> writing) {
    StringWriter text = new StringWriter();
    PrintWriter out = TextWriter.on(new PrintWriter(text));
    writing.accept(out);
    out.flush();
    return text.toString();
  }

  @Test
  void whatIsPutIntoAPatternStaysInItsLine() {
    assertThat(written(out -> out.printf("a %s b%n", "one\r\neigenlens: two")))
        .isEqualTo("a one eigenlens: two b%n".formatted());
    assertThat(written(out -> out.printf("a %s%n", "m".repeat(1 << 20)))).hasSizeLessThan(4100);
  }

  @Test
  void noLineIsEndless() {
    String text = written(out -> out.println("x" + "m".repeat(1 << 20) + "\nnext"));
    assertThat(text).hasSizeLessThan(9000).startsWith("xm").contains("m…").contains("next");
  }

  @Test
  void endlessLinesEndBetweenCharacters() {
    for (int shift = 0; shift < 2; shift++) {
      String start = "x".repeat(shift);
      String text = written(out -> out.println(start + "\uD83D\uDE42".repeat(5000)));
      assertThat(text).hasSizeBetween(8000, 8003).contains("…");
      assertThat(text.codePoints()).noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
    }
  }
}
