package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What the page says where something is refused, by the studio or by the browser. */
class StudioRefusalsTest extends StudioPages {

  private static final String REASON = "there is no room for it";

  /** A browser notes each refusal in its console. */
  @Override
  List<String> troubles() {
    return List.of();
  }

  private static void refuse(Route route) {
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(413)
            .setContentType("application/json")
            .setBody("{\"error\": \"" + REASON + "\"}"));
  }

  /** Holds every request to an address. */
  private static List<Route> held(Page page, String address) {
    List<Route> held = new CopyOnWriteArrayList<>();
    page.route(address, held::add);
    return held;
  }

  private static void send(Page page, String name) {
    page.locator("#file")
        .setInputFiles(new FilePayload(name, "text/csv", "a,b\n1,2\n2,1\n".getBytes(UTF_8)));
  }

  private static void keep(Page page) {
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Keep")).click();
  }

  private static Locator button(Locator place, String name) {
    return place.getByText(name, new Locator.GetByTextOptions().setExact(true));
  }

  @Test
  void sendingAFileCanBeCancelled() {
    Page page = open();
    List<Route> held = held(page, "**/api/inputs?*");
    send(page, "one.csv");
    assertThat(page.locator("#bringing")).containsText("Sending one.csv");
    page.waitForCondition(() -> held.size() == 1);
    page.locator("#bringing").getByText("Cancel").click();
    assertThat(page.locator("#bringing")).isEmpty();
    page.unroute("**/api/inputs?*");
    send(page, "two.csv");
    assertThat(page.locator("h1")).hasText("two.csv");
    go(page, "#/start");
    assertThat(page.locator(".choices.own > li")).hasCount(1);
  }

  @Test
  void whatComesOfAFileIsToldAfterItsPageWasLeft() {
    Page page = open();
    List<Route> held = held(page, "**/api/inputs?*");
    send(page, "large.csv");
    page.waitForCondition(() -> held.size() == 1);
    go(page, "#/play");
    Locator foot = page.locator("#tasks");
    assertThat(foot).containsText("Sending large.csv");
    refuse(held.get(0));
    assertThat(foot.locator(".problem:visible")).hasText(REASON);
    foot.getByLabel("Dismiss").click();
    assertThat(foot.locator(".problem:visible")).hasCount(0);
    go(page, "#/start");
    send(page, "small.csv");
    page.waitForCondition(() -> held.size() == 2);
    go(page, "#/play");
    held.get(1).resume();
    assertThat(foot).containsText("Opened: small.csv");
    foot.getByText("Open it").click();
    assertThat(page.locator("h1")).hasText("small.csv");
    assertThat(foot.locator(".task")).hasCount(0);
    go(page, "#/start");
    send(page, "third.csv");
    page.waitForCondition(() -> held.size() == 3);
    go(page, "#/play");
    held.get(2).resume();
    assertThat(foot).containsText("Opened: third.csv");
    // Another way to it than that of the foot.
    go(page, "#/start");
    page.locator(".choices.own").getByText("third.csv").click();
    assertThat(page.locator("h1")).hasText("third.csv");
    assertThat(foot.locator(".task")).hasCount(0);
  }

  @Test
  void aDownloadThatIsRefusedSaysWhy() {
    Page page = open();
    look(page, "iris");
    keep(page);
    Locator panel = page.locator(".keep");
    for (String[] file :
        new String[][] {
          {"CSV", "**/scores-file?*"}, {"Download model", "**/model?*"}, {"SVG", "**/picture?*"}
        }) {
      page.route(file[1], StudioRefusalsTest::refuse);
      button(panel, file[0]).click();
      assertThat(panel.locator(".problem")).hasText(REASON);
      page.unroute(file[1]);
      page.waitForDownload(() -> button(panel, file[0]).click());
      assertThat(panel.locator(".problem")).hasCount(0);
    }
  }

  @Test
  void aReasonIsNotCopiedAsACommand() {
    Page page = open();
    page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
    look(page, "iris");
    page.route("**/picture-command?*", StudioRefusalsTest::refuse);
    keep(page);
    Locator panel = page.getByRole(AriaRole.TABPANEL);
    assertThat(panel.locator(".problem")).hasText(REASON);
    panel.getByText("Copy command").click();
    panel.getByText("Copied").waitFor();
    assertThat((String) page.evaluate("navigator.clipboard.readText()"))
        .contains("eigenlens fit iris.csv")
        .doesNotContain(REASON);
  }

  @Test
  void whereTheBrowserDoesNotCopyTheTextIsThereToBeCopiedByHand() {
    Page page = open();
    look(page, "iris");
    keep(page);
    page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }");
    page.getByText("Copy link").click();
    Locator text = page.getByLabel("Not copied");
    assertThat(text).hasValue(page.url());
    assertThat(text).isFocused();
    assertThat(page.evaluate("document.activeElement.selectionEnd")).isEqualTo(page.url().length());
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.resolve(); }");
    page.getByText("Copy link").click();
    assertThat(text).hasCount(0);
  }

  @Test
  void whatWentWrongOnceInALectureIsNotSaidForEver() {
    Page page = open();
    go(page, "#/learn/5");
    Locator scale = page.locator("[data-live=scale]");
    assertThat(scale.locator("tbody tr")).hasCount(2);
    page.route("**/play/cca", StudioRefusalsTest::refuse);
    page.getByLabel("Unit of x₂").press("ArrowRight");
    assertThat(scale.locator(".problem")).hasText(REASON);
    page.unroute("**/play/cca");
    page.getByLabel("Unit of x₂").press("ArrowRight");
    assertThat(scale.locator(".problem")).hasCount(0);
  }
}
