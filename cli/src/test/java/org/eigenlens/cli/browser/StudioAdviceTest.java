package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
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
    // On a map so small each town has its name, in print too.
    page.getByText("Look at it").click();
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Pictures")).click();
    page.getByLabel("Picture", new Page.GetByLabelOptions().setExact(true)).selectOption("scores");
    assertThat(page.locator(".panel .command")).containsText("--axes 1,2 --names");
  }

  @Test
  void oneOfManyColumnsMayDrownTheOthersWithHalfOfTheVariance() {
    Page page = open();
    String names = "a,b,c,d,e,f,g,h,i,j,k,l";
    String even = drop(page, "even.csv", noise(names, 60, 3));
    go(page, "#/fit/" + even);
    assertThat(page.locator("#in-short")).containsText("of the variance");
    assertThat(page.locator("#drowned")).hasCount(0);
    go(page, "#/fit/" + drop(page, "loud.csv", noise(names, 60, 3, 4)));
    assertThat(page.locator("#drowned strong")).hasText("a");
  }

  @Test
  void aKernelThatSaysTheSameOfAllRowsDoesNotMakeThemTheSame() {
    Page page = open();
    String rows = noise("a,b,c", 40, 4).replaceAll("-?\\d\\.", "3.");
    go(page, "#/fit/" + drop(page, "far.csv", rows) + "?method=kernel-pca&kernel=sigmoid");
    page.locator("#in-short").waitFor();
    assertThat(page.locator("#in-short")).not().containsText("Nothing varies");
    assertThat(page.locator("#saturated")).containsText("Take a tenth of γ");
    page.locator("#saturated a").last().click();
    assertThat(page.locator(".command")).containsText("--standardize");
  }

  @Test
  void aKernelThatIsTooNarrowIsSaidToBeAndMendedByAClick() {
    Page page = open();
    String table = drop(page, "wide.csv", noise("a,b,c", 60, 4, 1e5));
    go(page, "#/fit/" + table + "?method=kernel-pca");
    assertThat(page.locator("#in-short")).containsText("The kernel is too narrow");
    page.getByText("Look at it").click();
    assertThat(page.locator("#headline")).containsText("The kernel is too narrow");
    page.locator("#headline a").click();
    Locator gamma = page.getByLabel("γ (gamma)", new Page.GetByLabelOptions().setExact(true));
    assertThat(gamma).hasValue("median");
    assertThat(page.locator("#in-short")).not().containsText("too narrow");
    assertThat(page.locator("#unfit")).hasCount(0);
    // Nothing that fits is said to be too narrow, and what is fitted by hand is fitted again by the
    // click.
    page.getByLabel("Fit again whenever").uncheck();
    gamma.selectOption("");
    page.locator("#fit").click();
    page.locator("#unfit").getByText("Take γ from the distances").click();
    assertThat(page.locator("#unfit")).hasCount(0);
    assertThat(page.locator(".command")).containsText("--gamma median");
  }

  @Test
  void aKernelThatIsTooWideIsSaidToBe() {
    Page page = open();
    String table = drop(page, "near.csv", noise("a,b,c", 60, 4));
    go(page, "#/fit/" + table + "?method=kernel-pca&gamma=1e-5");
    assertThat(page.locator("#in-short")).containsText("The kernel is too wide");
    page.locator("#unfit").getByText("Take γ from the distances").click();
    assertThat(page.locator("#in-short")).not().containsText("too wide");
  }

  /** Numbers in the spelling of spreadsheets, of which a fit reads none. */
  private static String spelled(int rows) {
    StringBuilder csv = new StringBuilder("\"Revenue, USD\",growth,a,b,nr\n");
    Random random = new Random(5);
    for (int i = 0; i < rows; i++) {
      csv.append(
          String.format(
              Locale.ROOT,
              "\"1,%03d.5\",%.1f%%,%.3f,%.3f,%d%n",
              i % 1000,
              random.nextDouble() * 50,
              random.nextGaussian(),
              random.nextGaussian(),
              i + 1));
    }
    return csv.toString();
  }

  @Test
  void columnsThatAFitRefusesAreNoneThatItUses() {
    Page page = open();
    drop(page, "spelled.csv", spelled(1200));
    assertThat(page.locator("#features")).hasText("5 features, 2 of which the fit will refuse.");
    assertThat(page.locator("td.type"))
        .hasText(
            new String[] {"text like numbers", "text like numbers", "number", "number", "number"});
    assertThat(page.locator("#sampled")).containsText("in the first 1,000 rows");
    assertThat(page.locator(".warnings")).containsText("nr: it only counts the rows");
    page.locator("#refused").getByText("Leave out both").click();
    assertThat(page.locator("#features")).hasText("3 features will be used.");
    assertThat(page.getByLabel("Use growth")).not().isChecked();
    assertThat(page.getByLabel("Use Revenue, USD")).not().isChecked();
    assertThat(page.locator("#refused")).hasCount(0);
    page.getByLabel("Use nr").uncheck();
    assertThat(page.locator("#features")).hasText("2 features will be used.");
    page.getByText("Next: choose a method").click();
    assertThat(page.locator("#in-short")).containsText("of the variance");
  }

  @Test
  void commasOfFractionsAndOfThousandsAreNoNumbersInATableOfCommas() {
    Page page = open();
    StringBuilder csv = new StringBuilder("shift,people,share,a,b\n");
    Random random = new Random(6);
    for (int i = 0; i < 30; i++) {
      csv.append(
          String.format(
              Locale.ROOT,
              "\"%d,%02d\",\"%d,%03d\",%d%%,%.3f,%.3f%n",
              random.nextInt(9) - 4,
              random.nextInt(100),
              1 + random.nextInt(999),
              random.nextInt(1000),
              random.nextInt(100),
              random.nextGaussian(),
              random.nextGaussian()));
    }
    drop(page, "commas.csv", csv.toString());
    assertThat(page.locator("#features")).hasText("5 features, 3 of which the fit will refuse.");
    String like = "text like numbers";
    assertThat(page.locator("td.type"))
        .hasText(new String[] {like, like, like, "number", "number"});
    page.locator("#refused").getByText("Leave out all 3").click();
    assertThat(page.locator("#features")).hasText("2 features will be used.");
    page.getByText("Next: choose a method").click();
    assertThat(page.locator("#in-short")).containsText("of the variance");
  }

  @Test
  void aColumnThatAFitRefusesIsLeftOutByAClick() {
    Page page = open();
    go(page, "#/fit/" + drop(page, "spelled.csv", spelled(40)) + "?exclude=nr");
    page.locator("#remedies").getByText("Leave out Revenue, USD").click();
    page.locator("#remedies").getByText("Leave out growth").click();
    assertThat(page.locator(".command")).containsText("growth");
    assertThat(page.locator("#in-short")).containsText("of the variance");
  }

  @Test
  void cellsAndTypesAreReadBesideLongNames() {
    Page page = open();
    String name = "a_name_that_somebody_made_of_everything_they_knew_of_the_column_".repeat(4);
    drop(page, "comma.csv", "k;" + name + "\n76,87;1,5\n79,47;2,5\n74,39;4\n");
    assertThat(page.locator("td.first").first()).hasText("76,87 · 79,47 · 74,39");
    assertThat(page.locator("th.name[title]").first()).hasAttribute("title", name);
    page.setViewportSize(1440, 900);
    assertThat(page.locator("td.first").nth(1)).isInViewport(whole());
    assertThat(page.locator("td.type").nth(1)).isInViewport(whole());
  }

  private static LocatorAssertions.IsInViewportOptions whole() {
    return new LocatorAssertions.IsInViewportOptions().setRatio(1);
  }

  /** Returns a table of numbers that say nothing. */
  private static String noise(String names, int rows, int seed) {
    return noise(names, rows, seed, 1);
  }

  /** Returns such a table in which the first column has a spread of its own. */
  private static String noise(String names, int rows, int seed, double first) {
    Random random = new Random(seed);
    StringBuilder csv = new StringBuilder(names + "\n");
    int columns = names.split(",", -1).length;
    for (int i = 0; i < rows; i++) {
      csv.append(
          IntStream.range(0, columns)
              .mapToObj(
                  j ->
                      String.format(
                          Locale.ROOT, "%.4f", (j == 0 ? first : 1) * random.nextGaussian()))
              .collect(Collectors.joining(",", "", "\n")));
    }
    return csv.toString();
  }

  @Test
  void viewsWithMoreColumnsThanRowsAreSaidToCorrelateWhateverTheyHold() {
    Page page = open();
    String second = drop(page, "second.csv", noise("f,g,h", 14, 1));
    String first = drop(page, "first.csv", noise("a,b,c,d,e,i,j,k,l,m,n", 14, 2));
    go(page, "#/fit/" + first + "?method=cca&components=1&second=" + second);
    assertThat(page.locator("#in-short")).containsText("Any two such tables correlate by 1");
    page.locator("#unsteady a").click();
    assertThat(page.locator("[data-option=ridge]")).hasCount(1);
    assertThat(page.locator("#in-short")).containsText("on rows left out");
    assertThat(page.locator("#unsteady")).hasCount(0);
    page.getByText("Look at it").click();
    page.locator(".scatter").waitFor();
    // Their pictures are two, and lack colours that the view has.
    page.getByLabel("Colour").selectOption("g");
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Pictures")).click();
    assertThat(page.locator("#uncoloured")).containsText("without the colours by g");
    assertThat(page.getByLabel("Picture").locator("option"))
        .hasText(new String[] {"Scree", "Scores"});
    page.getByLabel("Search rows").fill("row 3");
    page.locator("#hits button").first().click();
    assertThat(page.locator("#nearness")).containsText("of both views together, X1 and Y1");
  }

  @Test
  void textsAreNearByTheirAngleAndShownByHowTheyBegin() {
    Page page = open();
    drop(
        page,
        "notes.csv",
        """
        note
        the cat sleeps on the mat
        cat and mat and cat and mat and cat and mat
        stars shine at night
        the night has stars and the stars shine
        """);
    page.getByText("Next: choose a method").click();
    page.getByText("Look at it").click();
    page.locator(".scatter").waitFor();
    page.getByLabel("Search rows").fill("row 1");
    page.locator("#hits button").first().click();
    assertThat(page.locator("#nearness")).containsText("By the cosine of the angle");
    assertThat(page.locator("#neighbours li").first()).containsText("row 2");
    assertThat(page.locator("#neighbours li").first()).containsText("cat and mat and cat");
  }

  @Test
  void imagesAreCountedAsImages() throws IOException {
    ByteArrayOutputStream zip = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(zip)) {
      for (int i = 0; i < 3; i++) {
        out.putNextEntry(new ZipEntry("faces/" + i + ".pgm"));
        out.write(("P2\n20 10\n255\n" + (i * 40 + " ").repeat(200)).getBytes(UTF_8));
      }
    }
    Page page = open();
    page.locator("#file")
        .setInputFiles(new FilePayload("faces.zip", "application/zip", zip.toByteArray()));
    page.getByText("Next: choose a method").waitFor();
    assertThat(page.locator("main")).containsText("3 images of 20 × 10 pixels will be used");
    assertThat(page.locator("main")).containsText("each of its 200 pixels a feature");
    assertThat(page.locator("main")).not().containsText("202");
  }

  @Test
  void numbersAreFoundByTheirValueOrBeginning() {
    Page page = open();
    drop(page, "numbers.csv", "a,b\n0.4213987654321,7\n42.5,6\n8,42.0\n3,9.42\n");
    page.getByText("Next: choose a method").click();
    page.getByText("Look at it").click();
    page.locator(".scatter").waitFor();
    page.getByLabel("Search rows").fill("42");
    assertThat(page.locator("#hits li .row")).hasText(new String[] {"row 3", "row 2"});
    assertThat(page.locator("#hits .note")).hasText(new String[] {"42.0", "42.5"});
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
