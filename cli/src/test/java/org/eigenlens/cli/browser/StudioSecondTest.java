package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** From a fit of two views to its second table, and back. */
class StudioSecondTest extends StudioPages {

  private static String table(int rows) {
    return IntStream.range(0, rows)
        .mapToObj(i -> "%d,%d,n%d".formatted(i * 7 % 11, i * i % 13, i))
        .collect(Collectors.joining("\n", "a,b,name\n", "\n"));
  }

  private static void send(Page page, String name, int rows) {
    page.locator("#file")
        .setInputFiles(new FilePayload(name, "text/csv", table(rows).getBytes(UTF_8)));
  }

  @Test
  void aSecondTableIsOpenedForAFitThatThenGoesOn() {
    Page page = open();
    String one = upload(page, "one.csv", table(20));
    go(page, "#/fit/" + one + "?method=cca&ridge=0.1");
    page.locator("#lacking").getByText("open another table").click();
    assertThat(page.locator("h1")).hasText("Which table goes with one.csv?");
    assertThat(page.locator("main")).containsText("about the same 20 rows, in the same order");
    // One with other rows is refused, and the same table again is none.
    send(page, "three.csv", 3);
    Locator problem = page.locator("#bringing .problem");
    assertThat(problem).containsText("three.csv has 3 rows, and one.csv 20 rows.");
    send(page, "two.csv", 20);
    assertThat(page.locator("#in-short")).containsText("correlate");
    assertThat(page.locator("h1")).hasText("Fit one.csv");
    assertThat(page.locator("[data-option=ridge]").first()).hasValue("0.1");
    assertThat(page.locator("[data-option=second]")).containsText("two.csv");
    assertThat(page).hasURL(Pattern.compile(".*[?&]second=[^&]+.*"));
    // It is offered the next time, and three.csv is not.
    page.locator("[data-option=second]").selectOption("");
    page.locator(".field")
        .filter(new Locator.FilterOptions().setHasText("Second view"))
        .getByText("open one")
        .click();
    assertThat(page.locator(".choices.own strong")).hasText("two.csv");
    page.getByText("Back to the fit").click();
    assertThat(page.locator("#lacking")).isVisible();
    assertThat(fitsItsWindow(page)).isTrue();
    page.goBack();
    page.locator(".choices.own").getByText("two.csv").click();
    assertThat(page.locator("#in-short")).containsText("correlate");
  }

  @Test
  void onlyAxesThatWereChosenAreSaidToBeLost() {
    Page page = open();
    String one = upload(page, "one.csv", table(20));
    String two = upload(page, "two.csv", table(20));
    go(page, "#/fit/" + one + "?method=cca&ridge=0.1&second=" + two);
    page.getByText("Look at it").click();
    tab(page, "Keep").click();
    assertThat(page.locator("#lost")).containsText("show all rows in a plane; how you zoomed");
    page.getByLabel("Across").selectOption("1");
    assertThat(page.locator("#lost")).containsText("without the axes you chose");
    page.getByLabel("Across").selectOption("0");
    assertThat(page.locator("#lost")).not().containsText("axes");
  }

  @Test
  void tablesWithNamesNeedNotHaveAsManyRows() {
    Page page = open();
    String one = upload(page, "one.csv", table(20));
    go(page, "#/fit/" + one + "?method=cca&id=name&ridge=0.1");
    page.locator("#lacking").getByText("open another table").click();
    assertThat(page.locator("main")).containsText("which has their names too");
    send(page, "more.csv", 25);
    assertThat(page.locator("#in-short")).containsText("correlate");
  }
}
