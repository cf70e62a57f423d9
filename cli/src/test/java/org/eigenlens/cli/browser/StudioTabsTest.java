package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Answers that come when somebody is elsewhere already: in another tab, view, panel or row. */
class StudioTabsTest extends StudioPages {

  private static final String JOBS =
      "import('/js/session.js').then(({session}) => session.jobs.size)";
  private static final String INPUTS =
      "import('/js/session.js').then(({session}) => session.inputs.size)";

  /** Holds the first answers of an address back, as many as one asks to be released later. */
  private static List<Route> held(Page page, String address, int count) {
    List<Route> held = new CopyOnWriteArrayList<>();
    page.route(
        address,
        route -> {
          if (held.size() < count) {
            held.add(route);
          } else {
            route.resume();
          }
        });
    return held;
  }

  /** Releases what was held, and waits until the page has seen it. */
  private static void release(Page page, List<Route> held) {
    for (Route route : held) {
      page.waitForResponse(answer -> answer.request() == route.request(), route::resume);
    }
    settle(page);
  }

  @Test
  void aModelThatAnotherTabShowsStays() {
    Page page = open();
    example(page, "iris");
    page.getByText("Next: choose a method").click();
    String look = page.getByText("Look at it").getAttribute("href");
    Page other = page.context().newPage();
    other.navigate(page.url().replaceFirst("#.*", "") + look);
    other.locator(".scatter").waitFor();
    page.locator("[data-option=standardize]").check();
    assertThat(page.locator(".command")).containsText("--standardize");
    // The other tab has heard of the fit, which is no matter of it.
    other.waitForCondition(() -> other.evaluate(JOBS).equals(2));
    assertThat(other.locator("#tasks .task")).hasCount(0);
    other.reload();
    assertThat(other.locator(".scatter")).isVisible();
    assertThat(other.locator("h1")).hasText("Principal components of iris.csv");
  }

  @Test
  void whoLeavesWhileAnExampleOpensIsNotFetchedBack() {
    Page page = open();
    List<Route> held = held(page, "**/inputs/example", 1);
    page.locator("[data-example=iris]").click();
    page.waitForCondition(() -> held.size() == 1);
    go(page, "#/play");
    assertThat(page.locator("#contours canvas")).hasCount(6);
    release(page, held);
    page.waitForCondition(() -> page.evaluate(INPUTS).equals(1));
    assertThat(page.locator("h1")).hasText("Draw points, watch the kernel follow");
    go(page, "#/start");
    assertThat(page.locator("main")).containsText("Already here");
  }

  @Test
  void aViewThatWasLeftDoesNotNameThePage() {
    Page page = open();
    look(page, "iris");
    String touch = page.locator(".toolbar a").getAttribute("href");
    List<Route> held = held(page, "**/scale", 1);
    go(page, touch);
    page.waitForCondition(() -> held.size() == 1);
    go(page, "#/play");
    assertThat(page).hasTitle("Draw points, watch the kernel follow · Eigenlens studio");
    release(page, held);
    assertThat(page).hasTitle("Draw points, watch the kernel follow · Eigenlens studio");
  }

  @Test
  void whatComesLateOfOnePanelIsNotShownInAnother() {
    Page page = open();
    look(page, "iris");
    List<Route> held = held(page, "**/rows?at=*", 9);
    go(page, page.url().replaceFirst(".*#", "#") + "&sel=0-3");
    page.waitForCondition(() -> held.size() == 1);
    tab(page, "Summary").click();
    Locator panel = page.getByRole(AriaRole.TABPANEL);
    assertThat(panel).containsText("variance");
    release(page, held);
    assertThat(panel.locator("#chosen")).hasCount(0);
    assertThat(panel).containsText("variance");
    tab(page, "Chosen rows").click();
    assertThat(panel.locator("#chosen caption")).hasText("4 rows chosen");
  }

  @Test
  void ofRowsThatAreLookedAtInTurnTheLastIsShown() {
    Page page = open();
    look(page, "iris");
    page.locator(".look .legend").waitFor(); // before the points are there keys come to none
    List<Route> held = held(page, "**/neighbors?row=*", 1);
    Locator plot = page.locator(".scatter [role=application]");
    plot.press("n");
    plot.press("Enter");
    page.waitForCondition(() -> held.size() == 1);
    plot.press("n");
    plot.press("Enter");
    Locator name = page.locator(".side h2").last();
    assertThat(name).hasText("row 2");
    release(page, held);
    assertThat(name).hasText("row 2");
  }

  @Test
  void ofColoursThatAreChosenInTurnTheLastIsInBothPlots() {
    Page page = open();
    look(page, "iris");
    String model = page.url().replaceFirst(".*#/look/([^?]*).*", "$1");
    go(page, "#/look/" + model + "?beside=" + model);
    assertThat(page.locator(".scatter")).hasCount(2);
    page.getByLabel("Colour").selectOption("");
    assertThat(page.locator(".side")).containsText("All rows have one colour");
    List<Route> held = held(page, "**/column?name=sepal_width*", 1);
    page.getByLabel("Colour").selectOption("sepal_width");
    page.waitForCondition(() -> held.size() == 1);
    page.getByLabel("Colour").selectOption("petal_length");
    assertThat(page.locator(".ends")).containsText("6.9");
    Locator second = page.locator(".scatter").nth(1);
    byte[] before = second.screenshot();
    held.get(0).resume(); // nobody waits for it any more
    settle(page);
    page.evaluate(
        "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    assertThat(second.screenshot()).isEqualTo(before);
  }
}
