package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Text of others within JSON. */
class JsonTest {

  private static final String HOSTILE =
      "a\u001b[31m\u007f\u0085\u009b2J\u200f\u061c\u2028\u202eb\u2066\u2069 \"\\ é 数 🙂";

  @Test
  void whatATerminalObeysIsWrittenByItsNumber() {
    String text = Json.write(Map.of(HOSTILE, HOSTILE), false);
    assertThat(text).contains("\\u009B2J", "\\u202Eb\\u2066", "\\u007F", "é 数 🙂");
    assertThat(text.codePoints().filter(Character::isISOControl)).isEmpty();
    assertThat(text.codePoints().filter(c -> Character.getType(c) == Character.FORMAT)).isEmpty();
  }

  @Test
  void itReadsBackTheSame() {
    for (String text : new String[] {HOSTILE, HOSTILE.repeat(5000)}) {
      assertThat(Json.read(Json.write(Map.of(text, text), true))).isEqualTo(Map.of(text, text));
    }
  }

  @Test
  void whatIsNoJsonIsRefusedWithoutSwitchesOfTheReader() {
    for (String text : new String[] {"{\"a\":NaN}", "{\"a\":+1}", "{\"a\":1} // x"}) {
      assertThatThrownBy(() -> Json.read(text))
          .as(text)
          .hasMessageStartingWith("This is not JSON: ")
          .hasMessageNotContainingAny("eature", "ALLOW");
    }
  }

  @Test
  void isReadAsDeepAsWasAskedFor() {
    String deep = "[".repeat(500) + "]".repeat(500);
    assertThatThrownBy(() -> Json.read(deep)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Json.read(deep, 499)).isInstanceOf(IllegalArgumentException.class);
    assertThat(Json.read(deep, 500)).asInstanceOf(LIST).hasSize(1);
  }
}
