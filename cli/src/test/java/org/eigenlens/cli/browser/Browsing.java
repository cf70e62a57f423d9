package org.eigenlens.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ReducedMotion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/**
 * Pages in a real browser. Needs Chromium, which {@code ./check} installs where it can; without it
 * these tests are skipped.
 *
 * <p>Whatever a test does, no page may report an error, break its own security policy, or ask
 * anybody but where it came from.
 */
abstract class Browsing {

  private static Playwright playwright;
  private static Browser browser;

  private final List<BrowserContext> contexts = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> strangers = new ArrayList<>();

  @BeforeAll
  static void startBrowser() {
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
    // The first fit of a cold machine takes seconds.
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  @AfterAll
  static void stopBrowser() {
    if (playwright != null) {
      playwright.close();
    }
  }

  /**
   * Opens an empty page as somebody of their own.
   *
   * @param home what all addresses that it asks for begin with
   */
  final Page newPage(String home, int width) {
    BrowserContext context =
        browser.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(width, 900)
                .setReducedMotion(ReducedMotion.REDUCE));
    contexts.add(context);
    Page page = context.newPage();
    page.onConsoleMessage(
        message -> {
          if (troubles().contains(message.type())) {
            problems.add(message.text() + " " + message.location());
          }
        });
    page.onPageError(problems::add);
    page.onRequest(
        request -> {
          if (!request.url().startsWith(home) && !request.url().startsWith("blob:" + home)) {
            strangers.add(request.url());
          }
        });
    return page;
  }

  /** Returns which messages are none that a page may have; drawing by the processor warns. */
  List<String> troubles() {
    return List.of("error");
  }

  @AfterEach
  final void closePages() {
    contexts.forEach(BrowserContext::close);
    contexts.clear();
    assertThat(problems).isEmpty();
    assertThat(strangers).isEmpty();
  }

  /** Tells whether a page can be read without scrolling sideways. */
  static boolean fitsItsWindow(Page page) {
    return (boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth");
  }
}
