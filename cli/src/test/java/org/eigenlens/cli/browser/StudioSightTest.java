package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What was asked for is in sight, and what stands in one place does not push the rest out of it.
 */
class StudioSightTest extends StudioPages {

  private static LocatorAssertions.IsInViewportOptions whole() {
    return new LocatorAssertions.IsInViewportOptions().setRatio(1);
  }

  @Test
  void aFitAskedForAtTheEndOfALongFormIsSeen() {
    Page page = open();
    page.setViewportSize(1440, 900);
    go(page, "#/fit/" + example(page, "digits") + LONG);
    Locator cancel = page.locator(".outcome button").getByText("Cancel");
    cancel.click();
    page.locator("#cancelled").waitFor();
    page.getByText("More options").click();
    page.locator("#fit").scrollIntoViewIfNeeded();
    page.locator("#fit").click();
    assertThat(cancel).isInViewport(whole());
    assertThat(page.locator("#fit")).isInViewport(whole());
    cancel.click();
    assertThat(page.locator("#cancelled")).isInViewport(whole());
    // So is the beginning of a result that is longer than the window.
    go(page, "#/start");
    go(page, "#/fit/" + example(page, "iris") + "?label=species");
    page.locator("#in-short").waitFor();
    page.getByText("More options").click();
    page.locator(".outcome .command").scrollIntoViewIfNeeded();
    page.locator("#fit").click();
    assertThat(page.locator("#in-short")).isInViewport(whole());
  }

  @Test
  void inANarrowWindowOnlyTheButtonLeadsToWhatComesOfIt() {
    Page page = open();
    page.setViewportSize(400, 800);
    go(page, "#/fit/" + example(page, "iris") + "?label=species");
    page.locator("#in-short").waitFor();
    page.locator("[data-option=standardize]").check();
    Number before = (Number) page.evaluate("scrollY");
    assertThat(page.locator(".outcome .command")).containsText("--standardize");
    assertThat(((Number) page.evaluate("scrollY")).doubleValue()).isEqualTo(before.doubleValue());
    assertThat(page.locator("#in-short")).not().isInViewport();
    page.locator("#fit").click();
    assertThat(page.locator("#in-short")).isInViewport(whole());
  }

  @Test
  void aLongNameOfAClassLeavesTheCountsOfAllInSight() {
    Page page = open();
    page.setViewportSize(1440, 900);
    StringBuilder lines = new StringBuilder("a,b,class\n");
    String name = "<script>window.__xss=2</script>";
    for (int i = 0; i < 20; i++) {
      lines.append("%d,%d,%s\n".formatted(i * 7 % 11, i * 5 % 13, i % 2 == 0 ? name : "short"));
    }
    String input = upload(page, "classes.csv", lines.toString());
    String model = fit(page, input, Map.of("method", "pca", "label", "class"));
    go(page, "#/look/" + model + "?colour=class");
    assertThat(page.locator(".legend .rows")).hasCount(2);
    for (Locator rows : page.locator(".legend .rows").all()) {
      assertThat(rows).hasText("10");
      assertThat(rows).isInViewport(whole());
    }
    assertThat(page.locator(".legend .name").first()).hasAttribute("title", name);
  }
}
