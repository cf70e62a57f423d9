package org.eigenlens.cli.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import java.util.List;
import java.util.Map;
import org.eigenlens.cli.StudioServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A studio and a real browser to look at it. */
abstract class StudioPages extends Browsing {

  /** Parallel analysis of so many tables takes far longer than any test waits. */
  static final String LONG = "?label=label&method=pca&components=parallel&iterations=1000000";

  private static StudioServer studio;

  @BeforeAll
  static void startStudio() throws Exception {
    studio = StudioServer.start();
  }

  @AfterAll
  static void stopStudio() throws Exception {
    if (studio != null) {
      studio.close();
    }
  }

  /** Opens the studio as somebody of their own. */
  final Page open() {
    String home = studio.link().substring(0, studio.link().indexOf("/?"));
    Page page = newPage(home, 1280);
    page.navigate(studio.link());
    page.locator("h1").waitFor();
    return page;
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

  /** Uploads a table that is told by a script, and returns the number of its address. */
  static String upload(Page page, String name, String lines) {
    String send =
        """
        async ([name, lines]) => (await (await import('/js/session.js'))
          .addFile(new File([lines], name))).id
        """;
    return (String) page.evaluate(send, List.of(name, lines));
  }

  /** Fits as the button does, and returns the number of the model. */
  static String fit(Page page, String input, Map<String, String> options) {
    String work =
        """
        async ([input, options]) => {
          const {finished, startFit} = await import('/js/session.js');
          return (await finished(await startFit([input], options))).id;
        }
        """;
    return (String) page.evaluate(work, List.of(input, options));
  }

  /** Waits for answers of the page's own files: what was under way before has been seen then. */
  static void settle(Page page) {
    page.evaluate("fetch('/icon.svg').then((answer) => answer.text())");
  }

  static Locator tab(Page page, String name) {
    return page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName(name));
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

  static double[] at(double x, double y) {
    return new double[] {x, y};
  }
}
