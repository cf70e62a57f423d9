package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/**
 * What is told at the foot of the page of work that no view shows: until it is seen, and in
 * nobody's way.
 */
class StudioFootTest extends StudioPages {

  private static final Map<String, String> PLAIN = Map.of("method", "pca");
  private static final Map<String, String> STANDARD =
      Map.of("method", "pca", "standardize", "true");

  /** Controls that cannot be pressed, for something at the foot is upon them. */
  private static final String COVERED =
      """
      () => [...document.querySelectorAll('main :is(a, button, input, select, summary)')]
        .filter((each) => each.checkVisibility() && !each.closest('.visually-hidden'))
        .filter((each) => {
          each.scrollIntoView({block: 'nearest'});
          const {left, top, width, height} = each.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('#tasks');
        })
        .map((each) => each.outerHTML)
      """;

  private static final String STATES =
      """
      import('/js/session.js').then(({session}) => [...session.jobs.values()].map(({state}) => state))
      """;

  private static Locator foot(Page page) {
    return page.locator("#tasks .task");
  }

  @Test
  void aFitThatIsLookedAtIsNoNewsAnyMore() {
    Page page = open();
    String iris = example(page, "iris");
    for (String view : List.of("#/look/%s", "#/touch/%s", "#/look/%2$s?beside=%1$s")) {
      String other = fit(page, iris, PLAIN);
      go(page, "#/look/" + other);
      assertThat(foot(page)).hasCount(0);
      String model = fit(page, iris, STANDARD);
      assertThat(foot(page)).containsText("Fitted: Principal components of iris.csv");
      go(page, "#/play");
      page.locator("#contours canvas").first().waitFor();
      assertThat(foot(page)).hasCount(1);
      go(page, view.formatted(model, other));
      assertThat(foot(page)).hasCount(0);
    }
  }

  @Test
  void aFitThatWasOverBeforeItsAnswerCameIsToldToo() {
    Page page = open();
    String iris = example(page, "iris");
    List<Route> held = new CopyOnWriteArrayList<>();
    List<APIResponse> answers = new CopyOnWriteArrayList<>();
    page.route(
        "**/api/fits",
        route -> {
          answers.add(route.fetch());
          held.add(route);
        });
    String begin =
        "input => { import('/js/session.js').then((s) => s.startFit([input], {method: 'pca'})); }";
    page.evaluate(begin, iris);
    page.waitForCondition(() -> page.evaluate(STATES).equals(List.of("done")));
    held.get(0).fulfill(new Route.FulfillOptions().setResponse(answers.get(0)));
    assertThat(foot(page)).containsText("Fitted: Principal components of iris.csv");
  }

  @Test
  void whatNobodyHasSeenIsStillToldAfterAReload() {
    Page page = open();
    fit(page, example(page, "iris"), PLAIN);
    go(page, "#/play");
    assertThat(foot(page)).containsText("Fitted: Principal components of iris.csv");
    page.reload();
    assertThat(foot(page)).containsText("Fitted: Principal components of iris.csv");
    foot(page).getByLabel("Dismiss").click();
    page.reload();
    page.locator("#contours canvas").first().waitFor();
    assertThat(foot(page)).hasCount(0);
  }

  @Test
  void aReportIsNoNewsOnceItsLinkIsInSight() {
    Page page = open();
    page.setViewportSize(1280, 500);
    look(page, "iris");
    tab(page, "Keep").click();
    page.getByText("Write the report").click();
    page.evaluate("scrollTo(0, 0)");
    assertThat(foot(page)).containsText("Report written");
    page.getByText("Download report").waitFor();
    // Its link is further down: nobody has seen it yet.
    settle(page);
    assertThat(foot(page)).hasCount(1);
    page.getByText("Download report").scrollIntoViewIfNeeded();
    assertThat(foot(page)).hasCount(0);
  }

  @Test
  void whatIsAtTheFootCoversNoControl() {
    Page page = open();
    String iris = example(page, "iris");
    String model = fit(page, iris, PLAIN);
    go(page, "#/look/" + model);
    page.getByText("All rows have one colour.").waitFor();
    fit(page, iris, STANDARD);
    foot(page).first().waitFor();
    Map<String, String> views =
        Map.of(
            "#/look/" + model + "?row=3", "#neighbours",
            "#/start?input=" + iris, ".columns",
            "#/fit/" + iris + "?label=species", "#in-short");
    for (int width : List.of(1440, 700)) {
      page.setViewportSize(width, 900);
      views.forEach(
          (view, part) -> {
            go(page, view);
            page.locator(part).waitFor();
            assertThat(page.evaluate(COVERED)).as(view + " " + width).isEqualTo(List.of());
            assertThat(foot(page)).hasCount(1);
            assertThat(fitsItsWindow(page)).isTrue();
          });
      // What is over is told in a line.
      assertThat(foot(page).boundingBox().height).isLessThan(60);
    }
  }

  @Test
  void whoDismissesByKeysGoesOnInTheView() {
    Page page = open();
    fit(page, example(page, "iris"), PLAIN);
    assertThat(page.locator("#status")).containsText("Fitted: Principal components of iris.csv");
    foot(page).getByLabel("Dismiss").press("Enter");
    assertThat(foot(page)).hasCount(0);
    assertThat(page.locator("main")).isFocused();
  }
}
