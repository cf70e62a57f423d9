package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import org.junit.jupiter.api.Test;

/** What the page makes of data that are easily taken for something else, and says of them. */
class StudioAdviceTest extends StudioPages {

  /** Gives the page a file of its own, and returns the number by which its address names it. */
  private static String drop(Page page, String name, String text) {
    go(page, "#/start");
    page.locator("#file").setInputFiles(new FilePayload(name, "text/csv", text.getBytes(UTF_8)));
    page.getByText("Next: choose a method").waitFor();
    return (String) page.evaluate("new URLSearchParams(location.hash.split('?')[1]).get('input')");
  }

  @Test
  void aTableOfDistancesIsSeenToBeOneAndDrawnAsAMap() {
    Page page = open();
    String roads = "town,a,b,c,d\na,0,3,4,5\nb,3,0,5,4\nc,4,5,0,3\nd,5,4,3,0\n";
    drop(page, "roads.csv", roads);
    assertThat(page.locator("#distances"))
        .containsText("This looks like a table of distances between 4 rows");
    page.getByText("Draw a map from the distances").click();
    assertThat(page.locator("#in-short")).containsText("100.0 % of the squared distances");
    assertThat(page.locator("#distances")).containsText("So it is taken as one.");
    // The tick is not hidden among further options, and holds for as long as nobody changes it.
    assertThat(page.locator("details [data-option=distances]")).hasCount(0);
    page.locator("[data-option=distances]").uncheck();
    assertThat(page.locator("#distances")).containsText("taken as measurements");
    assertThat(page.locator("#in-short")).containsText("of the variance");
    assertThat(page.locator(".warnings")).containsText("say so with “The table holds distances”");
    page.locator("#method").selectOption("isomap");
    assertThat(page.locator("[data-option=distances]")).not().isChecked();
    page.locator("#method").selectOption("pca");
    assertThat(page.locator("#distances")).containsText("which they hardly are");
    page.locator("#distances button").click();
    assertThat(page.locator("#method")).hasValue("mds");
    assertThat(page.locator("[data-option=distances]")).isChecked();
    assertThat(page.locator("#in-short")).containsText("of the squared distances");
  }

  @Test
  void whereAColumnIsLeftOutNoDistancesAreLeft() {
    Page page = open();
    String roads = "town,a,b,c,d\na,0,3,4,5\nb,3,0,5,4\nc,4,5,0,3\nd,5,4,3,0\n";
    drop(page, "roads.csv", roads);
    page.getByLabel("Use b").uncheck();
    assertThat(page.locator("#distances")).hasCount(0);
    page.getByText("Next: choose a method").click();
    assertThat(page.locator("#method")).hasValue("pca");
    assertThat(page.locator("#distances")).isEmpty();
  }
}
