package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Windows of all widths, and names that fill them: nothing makes a page scroll sideways. */
class StudioWidthsTest extends StudioPages {

  private static final List<Integer> WIDTHS = List.of(1440, 1024, 600, 400);

  /** Names without a place to break them at, as files and columns have. */
  private static final String LONG =
      "the_very_long_name_of_something_that_was_measured_in_a_laboratory_far_away_";

  /** What reaches beyond the window, for the message. */
  private static final String WIDEST =
      """
      () => {
        const {clientWidth, scrollWidth} = document.documentElement;
        if (scrollWidth <= clientWidth) return '';
        const beyond = [...document.querySelectorAll('main *, header *')]
          .filter((one) => one.getBoundingClientRect().right > clientWidth + 0.5)
          .map((one) => `${one.tagName}.${one.className}#${one.id}`);
        return `${scrollWidth} of ${clientWidth}: ${beyond.slice(0, 12).join(' ')}`;
      }
      """;

  /** Asserts of each width that nothing is wider than the window. */
  private static void check(Page page, String what, List<String> tooWide) {
    for (int width : WIDTHS) {
      page.setViewportSize(width, 800);
      page.evaluate(
          "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
      String found = (String) page.evaluate(WIDEST);
      if (!found.isEmpty()) {
        tooWide.add("%s at %d: %s".formatted(what, width, found));
      }
    }
    page.setViewportSize(1280, 900);
  }

  private static String table(int rows) {
    Random random = new Random(4);
    StringBuilder lines = new StringBuilder(LONG + "id," + LONG + "class");
    for (int j = 0; j < 6; j++) {
      lines.append(',').append(LONG).append(j);
    }
    lines.append('\n');
    for (int i = 0; i < rows; i++) {
      lines
          .append(LONG)
          .append("row_")
          .append(i)
          .append(',')
          .append(LONG)
          .append("class_")
          .append(i % 3);
      double common = random.nextGaussian();
      for (int j = 0; j < 6; j++) {
        lines.append(',').append(1e5 * (common + random.nextGaussian()) + (i % 3) * 1e5);
      }
      lines.append('\n');
    }
    return lines.toString();
  }

  private static void wait(Page page, String selector) {
    page.locator(selector).first().waitFor();
  }

  @Test
  void dataAndModelsWithLongNames() {
    Page page = open();
    List<String> tooWide = new ArrayList<>();
    check(page, "start", tooWide);
    String input = upload(page, LONG + "table.csv", table(40));
    go(page, "#/start?input=" + input);
    page.getByText("Next: choose a method").waitFor();
    check(page, "columns", tooWide);
    String id = LONG + "id";
    String options = "id=" + id + "&label=" + LONG + "class";
    go(page, "#/fit/" + input + "?method=pca&" + options);
    wait(page, "#in-short");
    check(page, "fit of pca", tooWide);
    String x = LONG + "0," + LONG + "1," + LONG + "2";
    String y = LONG + "3," + LONG + "4," + LONG + "5";
    go(page, "#/fit/" + input + "?method=cca&id=" + id + "&x=" + x + "&y=" + y);
    wait(page, "#pairs");
    check(page, "fit of cca", tooWide);
    go(page, "#/start");
    wait(page, ".choices.own");
    check(page, "start with data", tooWide);
    Map<String, String> pca = Map.of("method", "pca", "id", id, "label", LONG + "class");
    String first = fit(page, input, pca);
    String pairs = fit(page, input, Map.of("method", "cca", "id", id, "x", x, "y", y));
    String colour = "colour=" + LONG + "class&size=" + LONG + "2&sel=0-6&row=3";
    for (String model : List.of(first, pairs)) {
      String what = model.equals(first) ? "look at pca" : "look at cca";
      go(page, "#/look/" + model + "?z=1&" + colour);
      wait(page, "#chosen");
      wait(page, "#neighbours");
      page.getByLabel("Search rows").fill("class_1");
      wait(page, "#hits li");
      check(page, what, tooWide);
      for (String name : List.of("How many components", "Pictures", "Summary", "Keep")) {
        tab(page, name).click();
        check(page, what + ", " + name, tooWide);
      }
    }
    go(page, "#/look/" + first + "?beside=" + pairs + "&" + colour);
    assertThat(page.locator(".scatter")).hasCount(2);
    wait(page, ".legend");
    check(page, "two models", tooWide);
    go(page, "#/touch/" + first);
    wait(page, "#cleaned svg");
    check(page, "touch", tooWide);
    assertThat(tooWide).isEmpty();
  }

  @Test
  void playAndLectures() {
    Page page = open();
    List<String> tooWide = new ArrayList<>();
    go(page, "#/touch");
    page.getByText("Begin with digits").waitFor();
    check(page, "nothing to touch", tooWide);
    go(page, "#/play");
    wait(page, "#contours canvas");
    check(page, "play", tooWide);
    List<String> live =
        List.of(
            "#nine-numbers",
            "#two-roads td",
            "#contours canvas",
            "#hsic-numbers",
            "#scale-numbers td");
    for (int lecture = 1; lecture <= live.size(); lecture++) {
      go(page, "#/learn/" + lecture);
      wait(page, live.get(lecture - 1));
      check(page, "lecture " + lecture, tooWide);
    }
    assertThat(tooWide).isEmpty();
  }
}
