package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;

/** A browser that cannot draw points: pictures take their place. */
class StudioWithoutPointsTest extends StudioPages {

  private static final String NO_WEBGL =
      """
      const {getContext} = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (kind, ...others) {
        return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...others);
      };
      """;

  @Test
  void whatOnlyPointsShowIsNotPromised() {
    Page page = open();
    page.addInitScript(NO_WEBGL);
    page.reload();
    example(page, "iris");
    page.getByText("Next: choose a method").click();
    page.locator("a.primary").getByText("Look at it").click();
    assertThat(page.locator(".stages .problem")).isVisible();
    assertThat(page.locator("#picture")).isVisible();
    Locator colours = page.locator(".side .card").first();
    Locator thisView = page.locator(".keep button").getByText("This view");
    String words = "The pictures below say what their colours mean.";
    assertThat(colours).containsText(words);
    page.getByLabel("Colour").selectOption("petal_width");
    page.getByLabel("Across").selectOption("2");
    assertThat(page.locator(".command").first()).containsText("--axes 3,2");
    assertThat(page.locator(".command").first()).containsText("--color petal_width");
    assertThat(colours).containsText(words);
    tab(page, "Keep").click();
    assertThat(page.locator(".keep")).containsText("Drawn for print.");
    assertThat(thisView).hasCount(0);
    assertThat(page.locator("#lost")).not().containsText("zoomed");
    assertThat(page.locator(".keep").getByText("SVG")).isVisible();
    // Rows are found without points.
    page.getByLabel("Search rows").fill("row 35");
    assertThat(page.locator("#neighbours li")).hasCount(10);
    // And the tab that the link names is not what was shown before it was known.
    page.reload();
    assertThat(page.locator(".stages .problem")).isVisible();
    tab(page, "Keep").click();
    assertThat(thisView).hasCount(0);
    assertThat(colours.textContent()).doesNotContain("Reading");
  }
}
