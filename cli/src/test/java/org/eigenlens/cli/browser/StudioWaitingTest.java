package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static com.microsoft.playwright.options.WaitForSelectorState.DETACHED;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.eigenlens.cli.EndlessCommand;
import org.eigenlens.cli.StudioServer;
import org.eigenlens.studio.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages whose work waits, or is left alone. */
final class StudioWaitingTest extends StudioPages {

  /** Has both that fit work for somebody else, until they are released. */
  private static void occupy(Page page, String table) {
    page.evaluate(
        """
        async (table) => {
          const api = await import('/js/api.js');
          const options = {method: 'pca', components: 'parallel', iterations: '1000000'};
          for (let i = 0; i < 2; i++) {
            const {id} = await api.post('fits', {input: [table], options});
            while ((await api.get(`jobs/${id}`)).state === 'queued')
              await new Promise((resolve) => setTimeout(resolve, 50));
          }
        }
        """,
        table);
  }

  private static void release(Page page) {
    page.evaluate(
        """
        async () => {
          const api = await import('/js/api.js');
          for (const {id} of (await api.get('jobs')).jobs) await api.remove(`jobs/${id}`);
        }
        """);
  }

  /** Notes by which names the page ends its requests. */
  private static List<String> ended(Page page) {
    List<String> ended = new CopyOnWriteArrayList<>();
    page.onRequest(
        request -> {
          if (request.url().contains("/api/requests/")) {
            ended.add(request.method());
          }
        });
    return ended;
  }

  @Test
  void writingChosenRowsCanBeCancelled() {
    Page page = open();
    look(page, "iris");
    page.getByLabel("Search").fill("setosa");
    page.getByLabel("Search").press("Enter");
    List<String> ended = ended(page);
    page.route("**/chosen", route -> {}); // it is never answered
    page.getByText("Download as CSV").click();
    page.getByRole(AriaRole.TABPANEL).getByText("Cancel").click();
    page.getByRole(AriaRole.TABPANEL).getByText("Cancelled: nothing was written.").waitFor();
    assertThat(page.getByText("Download as CSV").isEnabled()).isTrue();
    page.unroute("**/chosen");
    Download whole = page.waitForDownload(() -> page.getByText("Download as CSV").click());
    assertThat(whole.suggestedFilename()).isEqualTo("iris-pca-chosen.csv");
    assertThat(ended).containsExactly("DELETE");
  }

  @Test
  void ofSearchesWhileOneTypesOnlyTheLastGoesOn() {
    Page page = open();
    look(page, "iris");
    List<String> ended = ended(page);
    List<Route> held = new CopyOnWriteArrayList<>();
    page.route("**/search?*", held::add);
    Locator search = page.getByLabel("Search rows");
    search.fill("set");
    page.waitForCondition(() -> held.size() == 1);
    search.fill("setosa");
    page.waitForCondition(() -> held.size() == 2);
    assertThat(ended).containsExactly("DELETE");
    held.get(1).resume();
    page.locator("#chosen caption").getByText("50 rows chosen").waitFor();
    search.fill("virginica");
    page.waitForCondition(() -> held.size() == 3);
    assertThat(ended).hasSize(1); // what was answered need not be ended
    go(page, "#/play");
    page.waitForCondition(() -> ended.size() == 2);
  }

  @Test
  void ofPicturesThatAreChosenInTurnOnlyTheLastIsDrawn() {
    Page page = open();
    look(page, "iris");
    List<String> ended = ended(page);
    List<Route> held = new CopyOnWriteArrayList<>();
    page.route("**/picture?*", held::add);
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Pictures")).click();
    page.waitForCondition(() -> held.size() == 1);
    page.getByLabel("Picture", new Page.GetByLabelOptions().setExact(true)).selectOption("biplot");
    page.waitForCondition(() -> held.size() == 2);
    page.getByLabel("Colour").selectOption("petal_width");
    page.waitForCondition(() -> held.size() == 3);
    page.waitForCondition(() -> ended.size() == 2);
    held.get(2).resume();
    Locator picture = page.locator("#picture");
    page.waitForCondition(() -> (int) picture.evaluate("image => image.naturalWidth") > 0);
    assertThat(page.locator(".picture").count()).isEqualTo(1);
    page.getByLabel("Colour").selectOption("species");
    page.waitForCondition(() -> held.size() == 4);
    go(page, "#/play");
    page.waitForCondition(() -> ended.size() == 3);
  }

  @Test
  void aTabThatIsClosedCancelsItsWork() throws Exception {
    EndlessCommand fit = new EndlessCommand("fit");
    Settings settings =
        StudioServer.settings().withPatience(Duration.ofSeconds(1), Duration.ofHours(1));
    try (StudioServer server = StudioServer.start(settings, fit)) {
      Page page = newPage(server.link().substring(0, server.link().indexOf("/?")), 1280);
      page.navigate(server.link());
      go(page, "#/fit/" + example(page, "iris") + "?label=species");
      assertThat(fit.awaitBegin()).isTrue();
      page.close();
      assertThat(fit.awaitCancel()).isTrue();
    }
  }

  @Test
  void whatIsLeftGoesOnAtTheFoot() {
    Page page = open();
    look(page, "digits");
    String touch = page.locator(".toolbar a").getAttribute("href");
    Page other = open();
    occupy(other, example(other, "digits"));
    go(page, touch);
    page.getByText("Compare with kernel PCA").click();
    leaveAndCancel(page, "Kernel principal components of digits.csv");
    go(page, "#/learn/3");
    page.getByText("Fit both models to the digits").click();
    leaveAndCancel(page, "Principal components of digits.csv");
    Page third = open();
    go(third, "#/touch");
    third.getByText("Begin with digits").click();
    leaveAndCancel(third, "Principal components of digits.csv");
    release(other);
  }

  private static final Map<String, String> LINEAR =
      Map.of("method", "pca", "components", "20", "label", "label");

  @Test
  void aLectureGoesOnAfterAReloadWhicheverFitWasBegun() {
    for (boolean second : List.of(false, true)) {
      Page page = open();
      if (second) {
        fit(page, example(page, "digits"), LINEAR);
      }
      Page other = open();
      occupy(other, example(other, "digits"));
      go(page, "#/learn/3");
      page.getByText("Fit both models to the digits").click();
      Locator card = page.locator("main .task");
      String what = (second ? "Kernel principal" : "Principal") + " components of digits.csv";
      assertThat(card).containsText("Waiting: " + what);
      page.reload();
      assertThat(card).containsText("Waiting: " + what);
      assertThat(page.locator("#tasks .task")).hasCount(0);
      release(other);
      assertThat(page.locator("#cleaned canvas")).hasCount(4);
      assertThat(page).hasURL(Pattern.compile(".*#/learn/3"));
    }
  }

  @Test
  void aLectureDoesNotGoOnWithWhatWasCancelled() {
    Page page = open();
    Page other = open();
    occupy(other, example(other, "digits"));
    go(page, "#/learn/3");
    Locator button = page.getByText("Fit both models to the digits");
    button.click();
    leaveAndCancel(page, "Principal components of digits.csv");
    page.goBack();
    assertThat(button).isEnabled();
    assertThat(page.locator("main .task")).hasCount(0);
    release(other);
  }

  @Test
  void touchGoesOnAfterAReload() {
    Page page = open();
    Page other = open();
    String digits = example(other, "digits");
    occupy(other, digits);
    go(page, "#/touch");
    page.getByText("Begin with digits").click();
    Locator card = page.locator("main .task");
    assertThat(card).containsText("Waiting: Principal components of digits.csv");
    page.reload();
    assertThat(card).containsText("Waiting: Principal components of digits.csv");
    release(other);
    assertThat(page.locator("h1")).hasText("Touch: Principal components of digits.csv");
    occupy(other, digits);
    page.getByText("Compare with kernel PCA").click();
    assertThat(card).containsText("Waiting: Kernel principal components of digits.csv");
    page.reload();
    assertThat(card).containsText("Waiting: Kernel principal components of digits.csv");
    release(other);
    assertThat(page.locator("#cleaned canvas")).hasCount(4);
  }

  @Test
  void whatIsToldOfAModelGoesWithIt() {
    Page page = open();
    look(page, "iris");
    String touch = page.locator(".toolbar a").getAttribute("href");
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Keep")).click();
    page.getByText("Write the report").click();
    Locator foot = page.locator("#tasks .task");
    foot.getByText("report").waitFor();
    go(page, "#/play");
    foot.getByText("Report written").waitFor();
    Page other = open();
    occupy(other, example(other, "digits"));
    go(page, touch);
    page.getByText("Compare with kernel PCA").click();
    page.locator("main .task").getByText("Cancel").waitFor();
    go(page, "#/play");
    release(other);
    foot.getByText("Fitted: Kernel principal components of iris.csv").waitFor();
    String models = "import('/js/session.js').then(({session}) => session.models.size)";
    page.waitForCondition(() -> page.evaluate(models).equals(2)); // what is told of it comes later
    go(page, "#/start");
    assertThat(foot).hasCount(2);
    page.getByLabel("Forget Kernel principal components").click();
    assertThat(foot).hasCount(1);
    page.getByLabel("Forget Principal components").click();
    assertThat(foot).hasCount(0);
  }

  @Test
  void whatWasSeenIsNoNewsAfterAnotherChoice() {
    Page page = open();
    example(page, "iris");
    page.getByText("Next: choose a method").click();
    page.locator("#in-short").waitFor();
    page.locator("#method").selectOption("cca");
    page.locator("#lacking").waitFor();
    go(page, "#/start");
    page.locator(".choices.own").waitFor();
    assertThat(page.locator("#tasks .task")).hasCount(0);
  }

  @Test
  void whatWasAskedForByTheButtonIsSoAfterAReload() {
    Page page = open();
    go(page, "#/fit/" + example(page, "digits") + LONG);
    page.locator(".outcome").getByText("Cancel").waitFor();
    String answer = page.waitForResponse("**/api/fits", () -> page.locator("#fit").click()).text();
    String job = answer.replaceFirst("(?s).*\"id\" *: *\"([^\"]*)\".*", "$1");
    assertThat(page).hasURL(Pattern.compile(".*job=" + job + ".*"));
    page.reload();
    page.locator(".outcome").getByText("Cancel").waitFor();
    String asked = "async (job) => (await import('/js/session.js')).wasLookedAt(job)";
    assertThat(page.evaluate(asked, job)).isEqualTo(true);
    page.locator(".outcome").getByText("Cancel").click();
    page.locator("#cancelled").waitFor();
  }

  /** Goes elsewhere while something waits that a view shows, and cancels it there. */
  private static void leaveAndCancel(Page page, String what) {
    page.locator("main .task").getByText("Cancel").waitFor();
    assertThat(page.locator("#tasks .task").count()).isZero();
    go(page, "#/play");
    page.locator("#tasks .task").getByText("Waiting: " + what).waitFor();
    page.locator("#tasks .task").getByText("Cancel").click();
    page.locator("#tasks .task").waitFor(new Locator.WaitForOptions().setState(DETACHED));
  }

  @Test
  void aReportIsAJobThatCanBeCancelled(@TempDir Path folder) {
    Page page = open();
    String digits = example(page, "digits");
    go(page, "#/fit/" + digits + "?label=label&method=pca&components=3");
    page.getByText("Look at it").click();
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Keep")).click();
    Page other = open();
    occupy(other, example(other, "digits")); // so that it waits until it is cancelled
    page.getByText("Write the report").click();
    page.locator("#tasks").getByText("Cancel").click();
    release(other);
    page.getByText("Write the report").click();
    Locator link = page.locator(".report").getByText("Download report");
    link.waitFor();
    Download download = page.waitForDownload(link::click);
    Path file = folder.resolve("report.html");
    download.saveAs(file);
    assertThat(file).content().contains("<html", "eigenlens fit digits.csv");
  }

  @Test
  void nothingStartsForAViewThatWasLeft() {
    Page page = open();
    List<String> fits = new CopyOnWriteArrayList<>();
    page.onRequest(
        request -> {
          if (request.url().endsWith("/api/fits")) {
            fits.add(request.url());
          }
        });
    go(page, "#/fit/" + example(page, "digits") + LONG);
    page.locator(".outcome").getByText("Cancel").waitFor();
    List<Route> held = new CopyOnWriteArrayList<>();
    page.route(
        "**/api/jobs/*",
        route -> {
          if (route.request().method().equals("DELETE") && held.isEmpty()) {
            held.add(route);
          } else {
            route.resume();
          }
        });
    page.locator("#fit").click(); // which first stops the fit that runs
    page.waitForCondition(() -> !held.isEmpty());
    go(page, "#/start");
    page.locator("#fit").waitFor(new Locator.WaitForOptions().setState(DETACHED));
    page.waitForResponse(
        answer -> answer.request().method().equals("DELETE"), () -> held.get(0).resume());
    page.waitForTimeout(1000); // time enough for what should not happen
    assertThat(fits).hasSize(1);
  }

  /** A fit that was waiting begins while the mouse is down on its button. */
  @Test
  void aClickThatABeginningFitComesBetweenCancelsIt() {
    Page page = open();
    String clicked =
        """
        async () => {
          const {jobCard} = await import('/js/parts/tasks.js');
          const card = jobCard({id: 'none', kind: 'fit', state: 'queued', position: 0, options: {}, inputs: []});
          document.querySelector('main').prepend(card.element);
          window.card = card;
        }
        """;
    page.evaluate(clicked);
    page.route(
        "**/api/jobs/none", route -> route.fulfill(new Route.FulfillOptions().setBody("{}")));
    Locator cancel = page.locator("main .task button");
    cancel.evaluate("button => button.addEventListener('click', () => (window.clicked = true))");
    cancel.hover();
    page.mouse().down();
    page.evaluate(
        "window.card.update({id: 'none', kind: 'fit', state: 'running', options: {}, inputs: []})");
    page.mouse().up();
    assertThat(page.evaluate("window.clicked")).isEqualTo(true);
  }
}
