package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import com.microsoft.playwright.options.SelectOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people do in the studio, done in a real browser. */
class StudioBrowserTest extends StudioPages {

  /** What the studio itself says of the jobs of a page. */
  private static final String STATES =
      """
      fetch('/api/session', {headers: {'X-Session': sessionStorage.getItem('session')}})
        .then(answer => answer.json()).then(({jobs}) => jobs.map(job => job.state))
      """;

  @Test
  void fromAnExampleToChosenRows() {
    Page page = open();
    example(page, "iris");
    assertThat(page.locator("main")).containsText("species: it is the label");
    page.getByText("Next: choose a method").click();
    assertThat(page.locator("#in-short")).containsText("97.8 % of the variance");
    page.getByText("Look at it").click();
    assertThat(page.locator(".legend li"))
        .hasText(new String[] {"setosa50", "versicolor50", "virginica50"});

    // All of setosa is in the left third, and nothing else is.
    page.locator("[data-tool=lasso]").click();
    draw(
        page,
        page.locator(".scatter"),
        at(.02, .05),
        at(.3, .05),
        at(.3, .95),
        at(.02, .95),
        at(.02, .1));
    assertThat(page.locator("#chosen caption")).hasText("50 rows chosen");
    assertThat(page.locator("#chosen tbody tr").first()).containsText("setosa");
    assertThat(page).hasURL(Pattern.compile(".*sel=0-49.*"));
    page.reload();
    assertThat(page.locator("#chosen caption")).hasText("50 rows chosen");
    page.locator("[data-tool=lasso]").click();

    // What is hidden is not chosen.
    page.locator(".legend input").first().uncheck();
    draw(page, page.locator(".scatter"), at(.02, .05), at(.98, .05), at(.98, .95), at(.02, .95));
    assertThat(page.locator("#chosen caption")).hasText("100 rows chosen");
  }

  @Test
  void searchFindsRowsAndTheirNeighbours() {
    Page page = open();
    look(page, "iris");
    page.getByLabel("Search rows").fill("virginica");
    assertThat(page.locator("#chosen caption")).hasText("50 rows chosen");
    page.locator("#hits button").first().click();
    assertThat(page.locator("#neighbours li")).hasCount(10);

    // What was chosen by hand is not replaced unasked.
    page.getByText("Choose the others").click();
    assertThat(page.locator("#chosen caption")).hasText("100 rows chosen");
    page.getByLabel("Search rows").fill("setosa");
    page.getByText("Choose them instead").waitFor();
    assertThat(page.locator("#chosen caption")).hasText("100 rows chosen");
    page.getByText("Choose them instead").click();
    assertThat(page.locator("#chosen caption")).hasText("50 rows chosen");
    assertThat(page.locator("#chosen tbody tr").first()).containsText("setosa");

    // A row is found by the number that the page gives it, and keys go on from there.
    page.getByLabel("Search rows").fill("row 35");
    assertThat(page.locator("#chosen caption")).hasText("1 row chosen");
    assertThat(page.locator(".side h2").last()).hasText("row 35");
    Locator plot = page.locator(".scatter [role=application]");
    plot.press("n");
    plot.press("Enter");
    assertThat(page.locator(".side h2").last()).hasText("row 36");
    assertThat(page.locator("#chosen caption")).hasText("1 row chosen");
    plot.press("Shift+Enter");
    assertThat(page.locator("#chosen caption")).hasText("2 rows chosen");
    double before = page.locator(".tip").boundingBox().x;
    plot.press("ArrowLeft");
    page.waitForCondition(() -> page.locator(".tip").boundingBox().x != before);
  }

  @Test
  void theScreesCutIsTiedToTheNumberAndTheShare() {
    Page page = open();
    look(page, "iris");
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("How many components"))
        .click();
    Locator words = page.locator(".scree p").first();
    assertThat(words).containsText("The first 4 components of 4 keep 100.00 %");
    draw(page, page.locator(".scree svg"), at(.97, .3), at(.8, .3), at(.56, .3));
    assertThat(words).containsText("The first 2 components of 4 keep 97.77 %");
    page.getByLabel("Share to keep, in %").fill("99");
    page.getByLabel("Share to keep, in %").press("Enter");
    assertThat(words).containsText("The first 3 components of 4 keep 99.48 %");
    page.getByLabel("Components to keep").press("ArrowLeft");
    page.getByLabel("Components to keep").press("ArrowLeft");
    assertThat(words).containsText("The first component of 4 keeps 92.46 %");
    page.getByText("Fit again with 1 component").click();
    assertThat(page.locator(".command")).containsText("-k 1");
    page.getByText("Look at it").click();
    page.getByLabel("Search rows").fill("setosa");
    assertThat(page.locator("#chosen caption")).hasText("50 rows chosen");
  }

  @Test
  void cancellingStopsTheWorkAndReloadingDoesNot() {
    Page page = open();
    String digits = example(page, "digits");
    go(page, "#/fit/" + digits + LONG);
    assertThat(page.locator(".outcome .task")).containsText("Fitting");
    page.reload();
    assertThat(page.locator(".outcome .task")).containsText("Fitting");
    // Elsewhere it is at the foot.
    go(page, "#/play");
    assertThat(page.locator("#tasks .task")).containsText("Fitting");
    page.locator("#tasks").getByText("Cancel").click();
    assertThat(page.locator("#tasks .task")).hasCount(0);
    assertThat(page.evaluate(STATES)).isEqualTo(List.of("cancelled"));
  }

  /**
   * Sends a table of a text and three numbers, the first of which is far larger than the others.
   */
  private static void send(Page page, String label, String firstCell) {
    StringBuilder csv = new StringBuilder(label + ",income,age,visits\n");
    for (int row = 0; row < 40; row++) {
      String income = row == 0 ? firstCell : String.valueOf(30_000 + 997 * (row * 7 % 40));
      csv.append("c%d,%s,%d,%d\n".formatted(row % 3, income, 20 + row * 11 % 37, row * row % 13));
    }
    page.locator("#file")
        .setInputFiles(new FilePayload("own.csv", "text/csv", csv.toString().getBytes(UTF_8)));
    page.getByText("Next: choose a method").waitFor();
  }

  @Test
  void missingCellsAreToldAndMendedWithAClick() {
    Page page = open();
    send(page, "class", "");
    assertThat(page.locator("#gaps")).containsText("cells without a value");
    assertThat(page.locator("#missing label")).hasText("1 missing cell");
    page.getByText("Next: choose a method").click();
    page.locator("#remedies").getByText("Leave their rows out").click();
    assertThat(page.locator(".command")).containsText("--missing drop");
    page.getByText("change columns").click();
    assertThat(page.locator("#gaps")).hasCount(0); // what was said is remembered

    // A row that was left out is neither counted nor among the others; what is hidden is not
    // either.
    page.getByText("Next: choose a method").click();
    page.getByText("Look at it").click();
    assertThat(page.locator(".legend li")).hasText(new String[] {"c013", "c113", "c213"});
    assertThat(page.locator(".scatter [role=application]"))
        .hasAttribute("aria-label", "Principal components: 39 of 40 rows as points");
    page.getByLabel("Search rows").fill("c1");
    assertThat(page.locator("#chosen caption")).hasText("13 rows chosen");
    page.getByText("Choose the others").click();
    assertThat(page.locator("#chosen caption")).hasText("26 rows chosen");
    assertThat(page.locator("#status")).hasText("26 rows chosen");
    page.locator(".legend input").last().uncheck();
    page.getByText("Choose the others").click();
    assertThat(page.locator("#chosen caption")).hasText("13 rows chosen");
    page.getByText("Choose the others").click();
    assertThat(page.locator("#chosen tbody tr")).hasText(NAMED_C0);
    assertThat(page.getByLabel("Size").locator("option"))
        .hasText(new String[] {"all alike", "income", "age", "visits"});
  }

  private static final Pattern[] NAMED_C0 =
      Stream.generate(() -> Pattern.compile("row \\d+c0.*")).limit(13).toArray(Pattern[]::new);

  @Test
  void aColumnThatDrownsTheOthersIsNoticedAndTheCutIsTiedToTheFit() {
    Page page = open();
    send(page, "class", "31000");
    page.getByText("Next: choose a method").click();
    assertThat(page.locator("#drowned strong")).hasText("income");
    page.getByText("standardise the columns").click();
    assertThat(page.locator(".command")).containsText("--standardize");
    assertThat(page.locator("#drowned")).hasCount(0);
    page.getByLabel("Components to keep").press("Home");
    page.getByText("Fit again with 1 component").click();
    assertThat(page.locator(".command")).containsText("-k 1");
    assertThat(page.locator("select[data-option=components]")).hasValue("number");
  }

  @Test
  void aColumnNamedLikeASwitchIsALabel() {
    Page page = open();
    send(page, "true", "31000");
    page.getByText("Next: choose a method").click();
    assertThat(page.locator(".command")).containsText("--label true");
    page.getByText("Look at it").click();
    assertThat(page.locator(".legend li")).hasCount(3);
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Keep")).click();
    assertThat(page.locator("#view-command")).containsText("--label true");
  }

  @Test
  void whatIsWrongIsSaidInTheWordsOfThePage() {
    Page page = open();
    String iris = example(page, "iris");
    go(page, "#/fit/" + iris + "?label=species&method=kernel-pca&gamma=-1");
    assertThat(page.locator(".outcome .problem")).containsText("gamma");
    page.getByLabel("γ (gamma): this number").fill("0.1"); // it is fitted again by itself
    assertThat(page.locator(".command")).containsText("--gamma 0.1");
    go(page, "#/fit/" + iris + "?label=species&method=isomap");
    page.locator("#remedies").getByText("Bridge gaps").click();
    assertThat(page.locator(".command")).containsText("--bridge");
    // What is in force is seen, folded away or not; a solver belongs to its method.
    go(page, "#/fit/" + iris + "?label=species&method=kernel-pca&solver=dense");
    assertThat(page.locator(".fitting summary")).hasText("More options: Way to the answer");
    page.locator("#method").selectOption("mds");
    assertThat(page.locator(".fitting summary")).hasText("More options");
  }

  @Test
  void modelScoresAndViewAreDownloaded(@TempDir Path folder) throws IOException {
    Page page = open();
    look(page, "iris");
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Keep")).click();
    assertThat(page.locator("#command"))
        .hasText(Pattern.compile("eigenlens fit iris.csv .*--label species.*"));
    for (String button : new String[] {"Download model", "CSV", "This view"}) {
      Download download =
          page.waitForDownload(
              () ->
                  page.locator(".keep")
                      .getByText(button, new Locator.GetByTextOptions().setExact(true))
                      .click());
      Path file = folder.resolve(download.suggestedFilename());
      download.saveAs(file);
      assertThat(Files.size(file)).as(button).isGreaterThan(500);
    }
  }

  @Test
  void twoModelsSideBySideShareWhatIsChosen() {
    Page page = open();
    look(page, "iris");
    String input =
        (String)
            page.evaluate(
                "import('/js/session.js').then(({session}) => [...session.inputs.keys()][0])");
    go(page, "#/fit/" + input + "?label=species&method=kernel-pca&components=2");
    assertThat(page.locator(".command")).containsText("kernel-pca");
    page.getByText("Look at it").click();
    page.getByLabel("Beside").selectOption(new SelectOption().setIndex(1));
    assertThat(page.locator(".scatter")).hasCount(2);
    page.locator("[data-tool=box]").click();
    draw(page, page.locator(".scatter").nth(1), at(.02, .05), at(.98, .95));
    assertThat(page.locator("#chosen caption")).hasText("150 rows chosen");
  }

  @Test
  void columnsOfAWideTableAreTyped() {
    Page page = open();
    String wide =
        """
        async () => {
          const names = Array.from({length: 300}, (_, i) => `c${i}`);
          const row = (i) => names.map((_, j) => Math.sin(i * (j + 1))).join(',');
          const text = [names.join(','), ...Array.from({length: 20}, (_, i) => row(i))].join('\\n');
          return (await (await import('/js/session.js')).addFile(new File([text], 'wide.csv'))).id;
        }
        """;
    go(page, "#/fit/" + page.evaluate(wide) + "?method=cca");
    page.locator("input[data-option=x]").fill("c0..c1");
    page.locator("input[data-option=y]").fill("c298,c299");
    assertThat(page.locator("#in-short")).containsText("correlates by");
  }

  @Test
  void aMethodThatNeedsMoreSaysSoAndOthersStayToBeCompared() {
    Page page = open();
    example(page, "iris");
    page.getByText("Next: choose a method").click();
    page.locator("#in-short").waitFor();
    page.locator("#method").selectOption("cca");
    assertThat(page.locator("#lacking")).containsText("relates two views");
    tick(page, "x", "sepal_length", "sepal_width");
    tick(page, "y", "petal_length", "petal_width");
    assertThat(page.locator("#in-short")).containsText("correlates by 0.9");
    assertThat(page.locator("#pairs tbody tr")).hasCount(2);
    assertThat(page.locator("#pairs tbody tr").first())
        .hasText(Pattern.compile("10\\.941sepal_length .*, sepal_width .*petal_length .*"));
    page.locator("#method").selectOption("fisher");
    assertThat(page.locator("#in-short"))
        .containsText("The first direction carries 99.1 % of what separates the 3 classes.");
    page.locator("#method").selectOption("lsa");
    assertThat(page.locator("#in-short"))
        .containsText("Two coordinates show 99.8 % of the sum of squares.");
    // A person types 95 %, and the command takes 0.95; what was tried of the same method goes.
    page.locator("select[data-option=components]").selectOption("share");
    assertThat(page.locator(".command")).containsText("-k 0.95");
    page.getByLabel("How many components: share, in %").fill("99 %");
    assertThat(page.locator(".command")).containsText("-k 0.99");
    page.getByText("Look at it").click();
    assertThat(page.getByLabel("Beside").locator("option"))
        .hasText(
            new String[] {
              "nothing",
              "Principal components, 4 components",
              "Canonical correlations, 2 components",
              "Fisher’s directions, 2 components"
            });
    // The other one has axes of its own: of two views the first pair, X1 and Y1.
    page.getByLabel("Beside").selectOption(new SelectOption().setIndex(2));
    assertThat(page.getByLabel("Second, across")).hasValue("0");
    assertThat(page.getByLabel("Second, up")).hasValue("2");
    page.getByLabel("Second, up").selectOption("0"); // they change places
    assertThat(page.getByLabel("Second, across")).hasValue("2");
    assertThat(page).hasURL(Pattern.compile(".*beside=.*x2=2.*"));
    page.reload();
    assertThat(page.getByLabel("Second, across")).hasValue("2");
    // Of choices that follow each other at once the last counts.
    page.getByLabel("Beside")
        .evaluate(
            """
            (select) => {
              for (const index of [1, 3, 1, 3]) {
                select.selectedIndex = index;
                select.dispatchEvent(new Event('change'));
              }
            }
            """);
    assertThat(page.locator(".stages figcaption").nth(1)).containsText("Fisher");
    assertThat(page.locator(".stages figure")).hasCount(2);
  }

  private static void tick(Page page, String option, String... columns) {
    for (String column : columns) {
      page.locator("[data-option=" + option + "]").getByLabel(column).check();
    }
  }

  @Test
  void aTableOfTextsIsComparedByItsWords() {
    Page page = open();
    example(page, "titles");
    assertThat(page.locator("main")).containsText("The words of title will be used");
    page.getByText("Next: choose a method").click();
    page.locator("select[data-option=components]").selectOption("number");
    assertThat(page.locator(".command")).containsText("-m lsa -k 2 --id name --text title");
    page.locator("#in-short").waitFor();
  }

  @Test
  void tenColoursGoToTheClassesThatAreTicked() {
    Page page = open();
    StringBuilder csv = new StringBuilder("class,a,b%n".formatted());
    for (int row = 0; row < 60; row++) {
      csv.append("c%02d,%d,%d%n".formatted(row % 15, row * 7 % 31, row * row % 17));
    }
    page.locator("#file")
        .setInputFiles(new FilePayload("many.csv", "text/csv", csv.toString().getBytes(UTF_8)));
    page.getByText("Next: choose a method").click();
    page.getByText("Look at it").click();
    assertThat(page.locator(".side")).containsText("5 classes in grey");
    page.getByText("Tick none").click();
    page.locator(".legend input").last().check();
    assertThat(page.locator(".legend .swatch").last())
        .hasCSS("background-color", Pattern.compile("rgb\\(0, 114, 178\\)|rgb\\(58, 155, 217\\)"));
    assertThat(page.locator(".side")).not().containsText("in grey");
  }

  @Test
  void whatIsForgottenIsGone() {
    Page page = open();
    look(page, "iris");
    go(page, "#/start");
    page.getByLabel("Forget Principal components, 4 components").click();
    page.getByLabel("Forget iris.csv").click();
    assertThat(page.locator("main")).not().containsText("Already here");
    page.reload();
    assertThat(page.locator("h1")).hasText("What would you like to look at?");
    assertThat(page.locator("main")).not().containsText("Already here");
  }
}
