package org.eigenlens.cli.browser;

import static com.microsoft.playwright.options.WaitForSelectorState.DETACHED;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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

  @Test
  void writingChosenRowsCanBeCancelled() {
    Page page = open();
    look(page, "iris");
    page.getByLabel("Search").fill("setosa");
    page.getByLabel("Search").press("Enter");
    List<String> ended = new CopyOnWriteArrayList<>();
    page.onRequest(
        request -> {
          if (request.url().contains("/api/requests/")) {
            ended.add(request.method());
          }
        });
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
}
