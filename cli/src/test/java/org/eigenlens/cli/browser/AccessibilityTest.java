package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every view as axe-core sees it, in light and dark: nothing serious may keep anybody out. And the
 * page by keys alone.
 */
class AccessibilityTest extends StudioPages {

  /** Returns the serious findings, as "rule: element". */
  private static final String FINDINGS =
      """
      rules => axe.run(document, rules ? {runOnly: rules} : {}).then(result => result.violations
        .filter(each => each.impact === 'serious' || each.impact === 'critical')
        .map(each => each.id + ': ' + each.nodes[0].html))
      """;

  private static String axe() throws IOException {
    try (InputStream script = AccessibilityTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(script.readAllBytes(), UTF_8);
    }
  }

  /** Looks at everything in light, and at the colours again in dark. */
  private static void check(Page page, String view) throws IOException {
    if (!Boolean.TRUE.equals(page.evaluate("typeof axe === 'object'"))) {
      page.evaluate(axe());
    }
    assertThat(page.evaluate(FINDINGS, null)).as(view).isEqualTo(List.of());
    theme(page, "dark");
    assertThat(page.evaluate(FINDINGS, List.of("color-contrast")))
        .as(view + ", dark")
        .isEqualTo(List.of());
    theme(page, "light");
    // Nothing is wider than the window.
    assertThat(fitsItsWindow(page)).as(view).isTrue();
  }

  /** Turns the switch until the page is light or dark. */
  private static void theme(Page page, String wanted) {
    for (int i = 0; i < 3 && !wanted.equals(page.getAttribute("html", "data-theme")); i++) {
      page.locator("#theme").click();
    }
    assertThat(page.getAttribute("html", "data-theme")).isEqualTo(wanted);
  }

  @Test
  void dataAndFitAndLook() throws IOException {
    Page page = open();
    check(page, "start");
    example(page, "iris");
    assertThat(page.locator("main")).containsText("4 features");
    check(page, "columns");
    page.getByText("Next: choose a method").click();
    page.locator("#in-short").waitFor();
    check(page, "fit");
    page.getByText("Look at it").click();
    page.getByLabel("Search rows").fill("setosa");
    page.locator("#hits button").first().click();
    page.locator("#neighbours").waitFor();
    page.locator("#chosen").waitFor();
    check(page, "look");
    for (String tab : List.of("How many components", "Pictures", "Summary", "Keep")) {
      page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName(tab)).click();
      check(page, tab);
    }
    page.locator(".toolbar").getByText("Touch").click();
    page.locator("#along svg").waitFor();
    check(page, "touch");
  }

  @Test
  void whatIsToldAtTheFoot() throws IOException {
    Page page = open();
    String iris = example(page, "iris");
    String begin =
        """
        async (input) => {
          const {startFit} = await import('/js/session.js');
          for (const options of [{components: '2'}, {components: '500'}, {components: 'parallel', iterations: '1000000'}])
            await startFit([input], {method: 'pca', ...options});
        }
        """;
    page.evaluate(begin, iris);
    for (String state : List.of("done", "failed", "running")) {
      page.locator("#tasks [data-state=" + state + "]").waitFor();
    }
    for (int width : List.of(1280, 700, 400)) {
      page.setViewportSize(width, 900);
      check(page, "foot, " + width);
    }
    page.locator("#tasks").getByText("Cancel").click();
  }

  @Test
  void playAndLectures() throws IOException {
    Page page = open();
    go(page, "#/play");
    page.locator("#contours canvas").first().waitFor();
    check(page, "play");
    List<String> live =
        List.of(
            "#nine-numbers",
            "#two-roads td",
            "#contours canvas",
            "#hsic-numbers",
            "#scale-numbers td");
    for (int lecture = 1; lecture <= live.size(); lecture++) {
      go(page, "#/learn/" + lecture);
      page.locator(live.get(lecture - 1)).first().waitFor();
      check(page, "lecture " + lecture);
    }
  }

  /** The contrast of a colour with another, as WCAG has it; both are names of properties. */
  private static final String CONTRAST =
      """
      ([one, other]) => {
        const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
        const light = (name) => {
          const probe = document.body.appendChild(document.createElement('i'));
          probe.style.color = `var(${name})`;
          canvas.fillStyle = getComputedStyle(probe).color;
          probe.remove();
          canvas.fillRect(0, 0, 1, 1);
          const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data]
            .map((x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
        };
        const ratio = light(one) / light(other);
        return Math.max(ratio, 1 / ratio);
      }
      """;

  @Test
  void fieldsAndMarksAreSeen() {
    Page page = open();
    for (String theme : List.of("light", "dark")) {
      page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme);
      for (String behind : List.of("--card", "--paper", "--sunk")) {
        assertThat((double) page.evaluate(CONTRAST, List.of("--axis", behind)))
            .as(theme + " " + behind)
            .isGreaterThan(3);
      }
    }
  }

  @Test
  void inTheDarkPicturesAreTurned() {
    Page page = open();
    look(page, "iris");
    tab(page, "Pictures").click();
    String filter = "place => getComputedStyle(place).filter";
    theme(page, "light");
    assertThat(page.locator(".picture").evaluate(filter)).isEqualTo("none");
    theme(page, "dark");
    assertThat((String) page.locator(".picture").evaluate(filter)).contains("invert");
  }

  @Test
  void byKeysAlone() {
    Page page = open();
    page.keyboard().press("Tab");
    assertThat(page.locator("#skip")).isFocused();
    page.keyboard().press("Enter");
    assertThat(page.locator("main")).isFocused();
    page.locator("[data-example=iris]").press("Enter");
    page.getByText("Next: choose a method").press("Enter");
    page.getByText("Look at it").press("Enter");
    page.locator(".look .legend").waitFor(); // the page of the fit has one too
    // The first row, then the second; it is chosen with Shift, and Escape chooses nothing.
    page.locator(".scatter canvas").last().press("n");
    page.keyboard().press("n");
    page.keyboard().press("Shift+Enter");
    assertThat(page.locator("#chosen tbody tr")).hasCount(1);
    assertThat(page.locator("#chosen tbody tr")).containsText("row 2");
    page.keyboard().press("+");
    assertThat(page).hasURL(Pattern.compile(".*view=1.3.*"));
    page.keyboard().press("Escape");
    assertThat(page.locator("#chosen")).hasCount(0);
  }
}
