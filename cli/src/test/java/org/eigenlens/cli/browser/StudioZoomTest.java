package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.SelectOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What is in the middle of a plot stays there, whatever the size of the window. */
class StudioZoomTest extends StudioPages {

  /** How far the middle of a plane lies right of and above that of its canvas. */
  private static final double RIGHT = 19;

  private static final double UP = 11;

  /** Asserts that a row is what the middle of the first plot shows, to the pixel. */
  private static void assertInTheMiddle(Page page, String row) {
    Locator tip = page.locator(".tip").first();
    // Where the plot is, is only settled once what stands about it is there.
    page.waitForCondition(
        () -> {
          page.locator(".scatter").first().scrollIntoViewIfNeeded();
          BoundingBox box = page.locator(".scatter").first().boundingBox();
          page.mouse().move(1, 1);
          page.mouse().move(box.x + box.width / 2 + RIGHT, box.y + box.height / 2 - UP);
          page.waitForTimeout(50);
          return tip.textContent().contains(row);
        });
  }

  /** Looks closely at a row of two models, of which the second is not shown yet. */
  private static Page zoomed(StudioZoomTest test) {
    Page page = test.open();
    String iris = example(page, "iris");
    fit(page, iris, Map.of("method", "pca", "label", "species", "standardize", "true"));
    String model = fit(page, iris, Map.of("method", "pca", "label", "species"));
    go(page, "#/look/" + model);
    page.getByLabel("Search rows").fill("row 107"); // which has none near it
    page.locator("#neighbours button").first().waitFor();
    page.getByLabel("Search rows").fill("row 1");
    Locator plot = page.locator(".scatter [role=application]");
    for (int i = 0; i < 8; i++) {
      plot.press("+");
    }
    page.getByLabel("Search rows").fill("row 107");
    page.locator(".side h2").getByText("row 107").waitFor();
    assertThat(page).hasURL(Pattern.compile(".*row=106.*view=8\\.157.*"));
    return page;
  }

  /** Returns the address once it does not change any more: it follows the plot by moments. */
  private static String settledLink(Page page) {
    String[] last = {""};
    page.waitForCondition(
        () -> {
          String before = last[0];
          last[0] = page.url();
          page.waitForTimeout(500);
          return page.url().equals(before);
        });
    return page.url();
  }

  @Test
  void aPlotThatGetsNarrowerShowsTheSamePlace() {
    Page page = zoomed(this);
    assertInTheMiddle(page, "row 107");
    double before = page.locator(".scatter").first().boundingBox().width;
    page.getByLabel("Beside").selectOption(new SelectOption().setIndex(1));
    assertThat(page.locator(".scatter")).hasCount(2);
    assertThat(page.locator(".scatter").first().boundingBox().width).isLessThan(.6 * before);
    assertInTheMiddle(page, "row 107");
  }

  @Test
  void aLinkShowsTheSamePlaceInAnotherWindow() {
    Page page = zoomed(this);
    assertInTheMiddle(page, "row 107");
    Page other = page.context().newPage();
    other.setViewportSize(700, 700);
    other.navigate(settledLink(page));
    other.locator(".scatter").waitFor();
    assertThat(other.locator("#neighbours")).isVisible();
    assertInTheMiddle(other, "row 107");
    // What the link shows is what it showed, wherever its row is.
    other.locator(".scatter [role=application]").press("0");
    assertThat(other).hasURL(Pattern.compile(".*view=1_0_0_.*"));
  }

  private static final String PLACES =
      """
      async ([view, solid]) => {
        const {Camera} = await import('/js/chart/camera.js');
        const camera = new Camera([-3, 5, 0, 2, -1, 1], solid);
        camera.resize(900, 500);
        if (view) camera.restore(view);
        else {
          camera.zoomBy(6, 200, 130);
          camera.move(31, -17);
          if (solid) camera.turn(50, 20);
          camera.move(-9, 8);
        }
        const inMiddle = () => {
          const [x, y] = camera.middle();
          const [a, b] = camera.project(1, 1, 0);
          const size = Math.hypot(...camera.project(2, 1, 0).map((each, i) => each - [a, b][i]));
          return [(a - x) / size, (b - y) / size];
        };
        const other = new Camera(camera.box, solid);
        other.resize(410, 640);
        other.restore(camera.state());
        const before = inMiddle();
        camera.resize(310, 480);
        return [...before, ...inMiddle(), other.zoom, camera.zoom, ...other.shift, ...camera.shift];
      }
      """;

  @Test
  void theMiddleIsTheSameAtAnySize() {
    Page page = open();
    for (boolean solid : List.of(false, true)) {
      double[] found = numbers(page.evaluate(PLACES, List.of("", solid)));
      assertThat(found[2]).isCloseTo(found[0], Offset.offset(1e-9));
      assertThat(found[3]).isCloseTo(found[1], Offset.offset(1e-9));
      assertThat(found[4]).isCloseTo(found[5], Offset.offset(1e-6));
      assertThat(found[6]).isCloseTo(found[8], Offset.offset(1e-6)).isNotZero();
      assertThat(found[7]).isCloseTo(found[9], Offset.offset(1e-6)).isNotZero();
    }
  }

  @Test
  void linksThatSayNothingOfUseShowAll() {
    Page page = open();
    for (String view :
        List.of("3.5,120,-40,0.6,0.35", "x", "1_2", "1__0_0_0", "Infinity_0_0_0_0")) {
      double[] found = numbers(page.evaluate(PLACES, List.of(view, false)));
      assertThat(found).as(view).containsExactly(0, 0, 0, 0, 1, 1, 0, 0, 0, 0);
    }
    // Nobody zooms so far by hand.
    assertThat(numbers(page.evaluate(PLACES, List.of("1e9_0_0_0_0", false)))[4]).isEqualTo(5000);
  }

  private static double[] numbers(Object found) {
    return ((List<?>) found).stream().mapToDouble(each -> ((Number) each).doubleValue()).toArray();
  }
}
