package org.eigenlens.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.BoundingBox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.eigenlens.ComponentRules;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages in a real browser: no error, and no request leaves the file. Needs Chromium, which {@code
 * ./check} installs where it can; without it these tests are skipped.
 */
class BrowserTest {

  private static Playwright playwright;
  private static Browser browser;

  @TempDir Path folder;

  private Page page;
  private final List<String> problems = new ArrayList<>();
  private final List<String> requests = new ArrayList<>();

  @BeforeAll
  static void start() {
    Optional<Path> chromium =
        Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(chromium.isPresent(), "no Chromium on this machine");
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(chromium.get())
                    .setArgs(
                        List.of(
                            "--no-sandbox",
                            "--disable-background-networking",
                            "--disable-component-update",
                            "--disable-sync")));
  }

  @AfterAll
  static void stop() {
    if (playwright != null) {
      playwright.close();
    }
  }

  @BeforeEach
  void open() {
    page = browser.newPage(new Browser.NewPageOptions().setViewportSize(800, 900));
    page.onConsoleMessage(
        message -> {
          if (List.of("error", "warning").contains(message.type())) {
            problems.add(message.text());
          }
        });
    page.onPageError(problems::add);
    page.onRequest(request -> requests.add(request.url()));
  }

  @AfterEach
  void close() {
    page.close();
  }

  /** Opens a page; nothing may go wrong, and nothing else be fetched. */
  private void show(String html) throws IOException {
    Path file = folder.resolve("page.html");
    Files.writeString(file, html);
    page.navigate(file.toUri().toString());
    assertThat(problems).isEmpty();
    assertThat(requests).containsExactly(file.toUri().toString());
    // Nothing is wider than the window: no sideways scrolling at 800 pixels.
    assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth")).isEqualTo(true);
  }

  @Test
  void aPictureTellsItsMarksZoomsAndHidesCategories() throws IOException {
    show(Kind.SCORES.draw(Scenes.standardised()).html());
    Locator mark = page.locator("[data-tip]").first();
    BoundingBox place = mark.boundingBox();
    page.mouse().move(place.x + place.width / 2, place.y + place.height / 2);
    assertThat(page.locator(".tip").textContent()).startsWith("row 1 · setosa");

    page.locator("[data-zoom=in]").click();
    assertThat(page.locator("svg").getAttribute("viewBox")).doesNotStartWith("-10 -10 ");
    page.locator("[data-zoom=reset]").click();
    assertThat(page.locator("svg").getAttribute("viewBox")).isEqualTo("-10 -10 820 620");

    page.locator("input[data-group=setosa]").uncheck();
    assertThat(mark.isVisible()).isFalse();
    assertThat(page.locator("[data-group=virginica]").first().isVisible()).isTrue();
    page.locator("input[data-group=setosa]").check();
    assertThat(mark.isVisible()).isTrue();
    assertThat(problems).isEmpty();
  }

  @Test
  void hostileLabelsDoNothing() throws IOException {
    show(Kind.SCORES.draw(Scenes.hostile("</svg><img src=x onerror=alert(1)>")).html());
    assertThat(page.locator("img").count()).isZero();
  }

  @Test
  void theReportOfEveryKindOfModelOpens() throws IOException {
    Map<String, Scene> scenes =
        Map.of(
            "pca",
            Scenes.standardised()
                .with(ComponentRules.builder().standardize(true).build().select(Scenes.iris())),
            "kernel",
            Scenes.kernel(),
            "supervised",
            Scenes.supervised(),
            "cca",
            Scenes.paired(),
            "kernel-cca",
            Scenes.kernelPaired(),
            "toy",
            Scenes.toy(),
            "alone",
            Scene.of(Scenes.plain().model()));
    for (Map.Entry<String, Scene> scene : scenes.entrySet()) {
      requests.clear();
      show(
          new ModelReport(
                  scene.getValue(),
                  new ModelReport.Circumstances(
                      scene.getKey(),
                      "iris.csv",
                      List.of("text column 'x' is left out"),
                      List.of("beware"),
                      Optional.of("asked for"),
                      Optional.of("eigenlens fit iris.csv"),
                      Optional.of("Pca.builder()"),
                      Optional.of("not asked"),
                      List.of("Read iris.csv.")))
              .html());
      assertThat(page.locator("h2").allTextContents())
          .as(scene.getKey())
          .contains("What was done", "Warnings", "Components", "How many components", "Pictures");
      assertThat(page.locator("footer").textContent()).contains("Made by Eigenlens");
      assertThat(page.locator("figure.picture svg").count())
          .as(scene.getKey())
          .isGreaterThanOrEqualTo(2);
    }
  }
}
