package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.SelectOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a view was still doing when somebody went on: it ends, and says nothing to the next one. */
class StudioLeavingTest extends StudioPages {

  /** Holds all answers of an address back. */
  private static List<Route> hold(Page page, String address) {
    List<Route> held = new CopyOnWriteArrayList<>();
    page.route(address, held::add);
    return held;
  }

  /** Notes how often the page ends a request. */
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

  /** Returns the address once all that is to be written to it is. */
  private static String address(Page page) {
    settle(page);
    page.evaluate("import('/js/router.js').then(({settle}) => settle())");
    return page.url().replaceFirst(".*#", "#");
  }

  @Test
  void aLookThatWasLeftWritesIntoNoOtherAddress() {
    Page page = open();
    String iris = example(page, "iris");
    String first = fit(page, iris, Map.of("method", "pca", "label", "species"));
    String second = fit(page, iris, Map.of("method", "pca", "standardize", "true"));
    String link = "#/look/%s?colour=species&beside=%s&sel=0-3&row=5".formatted(first, second);
    for (String address : List.of("**/scores?*", "**/column?*")) {
      List<Route> held = hold(page, address);
      go(page, link);
      page.waitForCondition(() -> held.size() == 1);
      String next = "#/look/" + second;
      go(page, next);
      page.unroute(address);
      held.get(0).resume();
      page.getByText("All rows have one colour.").waitFor();
      assertThat(address(page)).isEqualTo(next);
      assertThat(page.locator(".scatter")).hasCount(1);
    }
  }

  @Test
  void axesThatComeLateAreNotWrittenIntoTheNextAddress() {
    Page page = open();
    String model = fit(page, example(page, "iris"), Map.of("method", "pca"));
    go(page, "#/look/" + model);
    page.getByText("All rows have one colour.").waitFor();
    List<Route> held = hold(page, "**/scores?*");
    page.getByLabel("Across").selectOption("2");
    page.waitForCondition(() -> held.size() == 1);
    go(page, "#/start");
    page.getByText("Already here").waitFor();
    held.get(0).resume();
    assertThat(address(page)).isEqualTo("#/start");
  }

  @Test
  void ofColoursThatAreChosenInTurnOnlyTheLastIsRead() {
    Page page = open();
    look(page, "iris");
    page.locator(".look .legend").waitFor();
    List<String> ended = ended(page);
    List<Route> held = hold(page, "**/column?*");
    List<String> names = List.of("sepal_length", "sepal_width", "petal_length", "petal_width");
    for (int i = 0; i < names.size(); i++) {
      int read = i;
      page.getByLabel("Colour").selectOption(names.get(i));
      page.waitForCondition(() -> held.size() == read + 1 && ended.size() == read);
    }
    page.getByLabel("Size").selectOption("sepal_width");
    page.waitForCondition(() -> held.size() == names.size() + 1);
    assertThat(ended).hasSize(names.size() - 1);
    go(page, "#/play");
    page.waitForCondition(() -> ended.size() == names.size() + 1);
  }

  @Test
  void aLookThatIsLeftWhileItOpensReadsNoFurther() {
    Page page = open();
    String model = fit(page, example(page, "iris"), Map.of("method", "pca", "label", "species"));
    List<String> ended = ended(page);
    List<Route> held = hold(page, "**/column?*");
    go(page, "#/look/" + model + "?colour=species");
    page.waitForCondition(() -> held.size() == 1);
    go(page, "#/play");
    page.waitForCondition(() -> ended.size() == 1);
  }

  @Test
  void aFileThatIsWrittenStaysInSightAndIsTheOnlyOne() {
    Page page = open();
    look(page, "iris");
    page.getByLabel("Search rows").fill("setosa");
    List<String> ended = ended(page);
    List<Route> held = hold(page, "**/chosen");
    Locator button = page.getByText("Download as CSV");
    button.click();
    page.waitForCondition(() -> held.size() == 1);
    page.getByText("Choose the others").click();
    assertThat(page.locator("#chosen caption")).hasText("100 rows chosen");
    Locator panel = page.locator(".panel");
    assertThat(panel).containsText("Writing 50 rows …");
    assertThat(button).isDisabled();
    page.getByText("Choose nothing").click();
    tab(page, "Summary").click();
    tab(page, "Chosen rows").click();
    panel.getByText("Cancel").click();
    assertThat(panel).containsText("Cancelled: nothing was written.");
    page.waitForCondition(() -> ended.size() == 1);
    page.getByLabel("Search rows").fill("virginica");
    button.click();
    page.waitForCondition(() -> held.size() == 2);
    Download download = page.waitForDownload(() -> held.get(1).resume());
    assertThat(download.suggestedFilename()).isEqualTo("iris-pca-chosen.csv");
    assertThat(panel).not().containsText("Writing");
    button.click();
    page.waitForCondition(() -> held.size() == 3);
    go(page, "#/play");
    page.waitForCondition(() -> ended.size() == 2);
  }

  @Test
  void ofRowsThatKeysComeToInTurnTheLastIsSaid() {
    Page page = open();
    look(page, "iris");
    page.locator(".look .legend").waitFor();
    List<Route> held = hold(page, "**/rows?at=*");
    Locator plot = page.locator(".scatter [role=application]");
    plot.press("n");
    plot.press("n");
    page.waitForCondition(
        () -> held.stream().anyMatch(one -> one.request().url().contains("at=1")));
    Locator said = page.locator("#status");
    held.stream().filter(one -> one.request().url().contains("at=1")).forEach(Route::resume);
    assertThat(said).containsText("row 2,");
    page.waitForResponse(
        answer -> answer.url().contains("at=0"),
        () ->
            held.stream()
                .filter(one -> one.request().url().contains("at=0"))
                .forEach(Route::resume));
    settle(page);
    assertThat(said).containsText("row 2,");
  }

  @Test
  void theWayBackLeadsPastWhereOneWasSentOn() {
    Page page = open();
    look(page, "iris");
    go(page, "#/play");
    page.locator("#contours canvas").first().waitFor();
    for (String view : List.of("look", "touch")) {
      go(page, "#/" + view);
      assertThat(page).hasURL(Pattern.compile(".*#/" + view + "/.+"));
      page.goBack();
      assertThat(page.locator("h1")).hasText("Draw points, watch the kernel follow");
    }
  }

  @Test
  void aSecondModelThatIsTakenAwayAgainIsReadNoFurther() {
    Page page = open();
    String iris = example(page, "iris");
    fit(page, iris, Map.of("method", "pca", "standardize", "true"));
    go(page, "#/look/" + fit(page, iris, Map.of("method", "pca")));
    page.getByText("All rows have one colour.").waitFor();
    List<String> ended = ended(page);
    List<Route> held = hold(page, "**/scores?*");
    page.getByLabel("Beside").selectOption(new SelectOption().setIndex(1));
    page.waitForCondition(() -> held.size() == 1);
    page.getByLabel("Beside").selectOption("");
    page.waitForCondition(() -> ended.size() == 1);
    assertThat(page.locator(".scatter")).hasCount(1);
  }
}
