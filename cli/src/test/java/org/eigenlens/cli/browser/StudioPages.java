package org.eigenlens.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ReducedMotion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.eigenlens.cli.StudioServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/**
 * A studio and a real browser to look at it. Needs Chromium, which {@code ./check} installs where
 * it can; without it these tests are skipped.
 *
 * <p>Whatever a test does, no page may report an error, break its own security policy, or ask
 * anybody but the studio.
 */
abstract class StudioPages {

  private static Playwright playwright;
  private static Browser browser;
  private static StudioServer studio;

  private final List<BrowserContext> contexts = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> strangers = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
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
                            "--disable-sync",
                            // Machines without a graphics card draw WebGL by the processor.
                            "--enable-unsafe-swiftshader")));
    studio = StudioServer.start();
    // The first fit of a cold machine takes seconds.
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  @AfterAll
  static void stop() throws Exception {
    if (playwright != null) {
      playwright.close();
    }
    if (studio != null) {
      studio.close();
    }
  }

  /** Opens the studio as somebody of their own. */
  final Page open() {
    BrowserContext context =
        browser.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(1280, 900)
                .setReducedMotion(ReducedMotion.REDUCE));
    contexts.add(context);
    Page page = context.newPage();
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error")) {
            problems.add(message.text() + " " + message.location());
          }
        });
    page.onPageError(problems::add);
    String home = studio.link().substring(0, studio.link().indexOf("/?"));
    page.onRequest(
        request -> {
          if (!request.url().startsWith(home) && !request.url().startsWith("blob:" + home)) {
            strangers.add(request.url());
          }
        });
    page.navigate(studio.link());
    page.locator("h1").waitFor();
    return page;
  }

  @AfterEach
  final void close() {
    contexts.forEach(BrowserContext::close);
    contexts.clear();
    assertThat(problems).isEmpty();
    assertThat(strangers).isEmpty();
  }

  /** Goes to an address within the page. */
  static void go(Page page, String hash) {
    page.evaluate("hash => { location.hash = hash; }", hash);
  }

  /** Opens an example, and returns the number by which its address names it. */
  static String example(Page page, String name) {
    page.locator("[data-example=" + name + "]").click();
    page.getByText("Next: choose a method").waitFor();
    return (String) page.evaluate("new URLSearchParams(location.hash.split('?')[1]).get('input')");
  }

  /** Fits PCA to an example and looks at the model. */
  static void look(Page page, String name) {
    example(page, name);
    page.getByText("Next: choose a method").click();
    page.locator("#in-short").waitFor();
    page.getByText("Look at it").click();
    page.locator(".scatter").waitFor();
  }

  /** Draws a closed line on an element, given by shares of its width and height. */
  static void draw(Page page, Locator on, double[]... places) {
    on.scrollIntoViewIfNeeded();
    BoundingBox box = on.boundingBox();
    for (int i = 0; i < places.length; i++) {
      page.mouse().move(box.x + places[i][0] * box.width, box.y + places[i][1] * box.height);
      if (i == 0) {
        page.mouse().down();
      }
    }
    page.mouse().up();
  }
}
