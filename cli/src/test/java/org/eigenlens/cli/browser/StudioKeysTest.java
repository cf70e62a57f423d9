package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Where keys go on from after a change: never from the start of the page. */
class StudioKeysTest extends StudioPages {

  @Test
  void kernelsAreTriedByArrowKeys() {
    Page page = open();
    go(page, "#/play");
    Locator kernel = page.getByLabel("Kernel");
    kernel.focus();
    page.keyboard().press("ArrowDown");
    page.keyboard().press("ArrowDown");
    assertThat(kernel).hasValue("linear");
    assertThat(kernel).isFocused();
    page.keyboard().press("ArrowUp");
    assertThat(page.getByLabel("Degree d")).isVisible();
    assertThat(kernel).isFocused();
  }

  @Test
  void onlyKeysThatDoSomethingAreTold() {
    Page page = open();
    example(page, "iris");
    page.getByText("Next: choose a method").click();
    Locator plot = page.locator(".scatter [role=application]");
    assertThat(plot).hasAttribute("aria-description", Pattern.compile("Arrow keys .* p back\\."));
    page.getByText("Look at it").click();
    assertThat(plot)
        .hasAttribute(
            "aria-description", Pattern.compile("Arrow .*Enter.*Escape chooses nothing\\."));
  }

  @Test
  void fromNeighbourToNeighbour() {
    Page page = open();
    look(page, "iris");
    page.getByLabel("Search rows").fill("row 35");
    page.locator("#neighbours button").nth(1).waitFor();
    String next = page.locator("#neighbours button").nth(1).locator("span").first().textContent();
    page.locator("#neighbours button").nth(1).press("Enter");
    assertThat(page.locator(".side h2").last()).hasText(next);
    assertThat(page.getByLabel("One row")).isFocused();
    page.keyboard().press("Tab"); // the cells, which can be scrolled
    assertThat(page.getByLabel("Cells")).isFocused();
  }

  @Test
  void fromChosenRowsToTheOthers() {
    Page page = open();
    look(page, "iris");
    page.getByLabel("Search rows").fill("setosa");
    page.getByText("Choose the others").press("Enter");
    assertThat(page.locator("#chosen caption")).hasText("100 rows chosen");
    assertThat(page.getByRole(AriaRole.TABPANEL)).isFocused();
    page.keyboard().press("Tab");
    assertThat(page.getByText("Choose nothing")).isFocused();
    page.keyboard().press("Enter");
    assertThat(page.locator("#chosen")).hasCount(0);
    assertThat(page.getByRole(AriaRole.TABPANEL)).isFocused();
  }

  @Test
  void fromWhatIsForgottenToWhatIsLeft() {
    Page page = open();
    example(page, "iris");
    go(page, "#/start");
    example(page, "rings");
    go(page, "#/start");
    page.getByLabel("Forget iris.csv").press("Enter");
    assertThat(page.getByLabel("Forget iris.csv")).hasCount(0);
    assertThat(page.locator("main div:focus .choices.own")).hasCount(1);
    page.keyboard().press("Tab");
    assertThat(page.locator(".choices.own a").first()).isFocused();
  }

  /**
   * Whoever asks for what is not there is told so by the console of the browser, which tests look
   * at.
   */
  @Test
  void keysComeToNoRowBeforeThereAreAny() {
    Page page = open();
    String model = fit(page, example(page, "iris"), Map.of("method", "pca", "label", "species"));
    List<Route> held = new CopyOnWriteArrayList<>();
    page.route("**/scores?*", held::add);
    go(page, "#/look/" + model + "?colour=species");
    page.waitForCondition(() -> !held.isEmpty());
    Locator plot = page.locator(".scatter [role=application]");
    for (String key : List.of("n", "p", "Enter")) {
      plot.press(key);
    }
    held.forEach(Route::resume);
    page.unroute("**/scores?*");
    page.locator(".look .legend").waitFor();
    plot.press("n");
    assertThat(page.locator("#status")).containsText("row 1,");
  }
}
