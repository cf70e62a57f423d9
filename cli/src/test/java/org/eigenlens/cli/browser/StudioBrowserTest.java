package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import com.microsoft.playwright.options.SelectOption;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people do in the studio, done in a real browser. */
class StudioBrowserTest extends StudioPages {

  /** Parallel analysis of so many tables takes far longer than any test waits. */
  private static final String LONG =
      "?label=label&method=pca&components=parallel&iterations=1000000";

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

  private static double[] at(double x, double y) {
    return new double[] {x, y};
  }

  @Test
  void searchFindsRowsAndTheirNeighbours() {
    Page page = open();
    look(page, "iris");
    page.getByLabel("Search rows").fill("virginica");
    assertThat(page.locator("#chosen caption")).hasText("50 rows chosen");
    page.locator("#hits button").first().click();
    assertThat(page.locator("#neighbours li")).hasCount(10);
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
    // Elsewhere it is in the corner.
    go(page, "#/play");
    assertThat(page.locator("#tasks .task")).containsText("Fitting");
    page.locator("#tasks").getByText("Cancel").click();
    assertThat(page.locator("#tasks .task")).hasCount(0);
    assertThat(page.evaluate(STATES)).isEqualTo(List.of("cancelled"));
  }

  @Test
  void whatIsWrongIsSaidInTheWordsOfThePage() {
    Page page = open();
    String iris = example(page, "iris");
    go(page, "#/fit/" + iris + "?label=species&method=kernel-pca&gamma=-1");
    assertThat(page.locator(".outcome .problem")).containsText("gamma");
    page.getByLabel("γ (gamma): this number").fill("0.1"); // it is fitted again by itself
    assertThat(page.locator(".command")).containsText("--gamma 0.1");
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
  void twoPeopleDoNotDisturbEachOther() {
    Page first = open();
    Page second = open();
    look(first, "iris");
    look(second, "nine-points");
    assertThat(first.locator("h1")).hasText("Principal components of iris.csv");
    assertThat(second.locator("h1")).hasText("Principal components of nine-points.csv");
    go(second, "#/start");
    assertThat(second.locator("main")).not().containsText("iris.csv");
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
  void everyMethodAndOptionHasPlainWords() {
    Page page = open();
    String unknown =
        """
        async () => {
          const {OPTIONS} = await import('/js/vocabulary/options.js');
          const {methodPurpose} = await import('/js/vocabulary/methods.js');
          const {methods, options, kernels} = await (await fetch('/api/options', {
            headers: {'X-Session': sessionStorage.getItem('session')}})).json();
          const named = options.filter(({name}) => name === 'method' || OPTIONS[name]?.label);
          return [
            ...methods.map(({name}) => name).filter((name) => !methodPurpose(name)),
            ...options.filter((option) => !named.includes(option)).map(({name}) => name),
            ...options.flatMap((option) => differing(option, kernels, OPTIONS[option.name]?.ways))];
          // What the page offers the command has, and the other way round; '' is what is usual.
          function differing({name, value, help}, kernels, ways) {
            if (!ways || name === 'language') return []; // whose help names some only
            const offered = ways.map(([way]) => way);
            const words = `${value} ${help}`.split(/[^\\w-]+/);
            const all = name === 'kernel' ? kernels : value.split('|').filter((way) => /^[a-z0-9-]+$/.test(way));
            const lacking = all.filter((way) => !offered.includes(way));
            return [
              ...offered.filter((way) => way && ![...words, ...kernels].includes(way)),
              ...(lacking.length > 1 ? lacking : [])].map((way) => `${name} ${way}`);
          }
        }
        """;
    assertThat(page.evaluate(unknown)).isEqualTo(List.of());
    String words =
        """
        async (line) => (await import('/js/vocabulary/failures.js')).inPageWords(line)
        """;
    assertThat(
            page.evaluate(
                words,
                "take more neighbours (--neighbors), bridge them by the shortest edges (--bridge),"
                    + " or fit to one piece at a time (--piece 1); see eigenlens fit --help"))
        .isEqualTo(
            "take more neighbours (“Neighbours”), bridge them by the shortest edges (“Bridge gaps”),"
                + " or fit to one piece at a time (“Only one piece”)");
    assertThat(page.evaluate(words, "it is not; or fit without the column: --exclude price €"))
        .isEqualTo("it is not; or untick price € among the columns");
  }

  @Test
  void whatIsSaidOfAModelDependsOnItsMethod() {
    Page page = open();
    String words = "async (model) => (await import('/js/parts/summary.js')).inShort(model)";
    Map<String, Object> isomap =
        Map.of(
            "method", "isomap",
            "options", Map.of(),
            "scree", Map.of("shares", List.of(0.9, 0.3), "cumulative", List.of(0.9, 1.2)),
            "summary", Map.of("landmarks", 50, "certificate", Map.of("maxRelativeResidual", 0.5)));
    assertThat((String) page.evaluate(words, isomap))
        .startsWith("Two coordinates show 120.0 % of the squared distances walked along the data.")
        .contains("checked, of the landmarks only:");
    Map<String, Object> cca =
        Map.of(
            "method", "cca",
            "options", Map.of(),
            "summary",
                Map.of("correlations", List.of(0.75), "crossValidatedCorrelations", List.of(0.5)));
    assertThat((String) page.evaluate(words, cca))
        .isEqualTo("The first pair of directions correlates by 0.75, and by 0.5 on rows left out.");
    String ways =
        """
        async ([method, kernel]) => (await import('/js/vocabulary/options.js'))
          .meaningOf('gamma', method, kernel).ways.length
        """;
    assertThat(page.evaluate(ways, List.of("kernel-pca", "rbf"))).isEqualTo(2);
    assertThat(page.evaluate(ways, List.of("kernel-pca", "poly"))).isEqualTo(1);
    assertThat(page.evaluate(ways, List.of("laplacian-eigenmaps", "rbf"))).isEqualTo(1);
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
  void manyTabsOfOneBrowserDoNotBlockEachOther() {
    Page first = open();
    List<Page> tabs = new ArrayList<>(List.of(first));
    while (tabs.size() < 8) { // browsers allow six connections to one host
      Page tab = first.context().newPage();
      tab.navigate(first.url().replaceFirst("#.*", ""));
      tab.locator("h1").waitFor();
      tabs.add(tab);
    }
    for (Page tab : tabs) {
      String digits = example(tab, "digits");
      go(tab, "#/fit/" + digits + LONG);
      tab.locator(".outcome .task").waitFor();
    }
    for (Page tab : tabs) {
      tab.locator(".outcome").getByText("Cancel").click();
      tab.locator("#cancelled").waitFor();
    }
    go(tabs.get(7), "#/start");
    look(tabs.get(7), "nine-points");
    assertThat(tabs.get(7).locator("h1")).hasText("Principal components of nine-points.csv");
  }

  @Test
  void draggingAComponentChangesTheDigit() {
    Page page = open();
    go(page, "#/touch");
    page.getByText("Begin with digits").click();
    Locator image = page.locator("#along canvas").nth(1);
    image.waitFor();
    String before = (String) image.evaluate("canvas => canvas.toDataURL()");
    page.getByLabel("PC1").press("End");
    page.waitForCondition(() -> !before.equals(image.evaluate("canvas => canvas.toDataURL()")));
    page.locator("#how-many input").press("Home");
    assertThat(page.locator("#how-many")).containsText("from 0 components");
  }

  @Test
  void contoursFollowTheKernel() {
    Page page = open();
    go(page, "#/play");
    assertThat(page.locator("#contours canvas")).hasCount(6);
    String before = page.locator("#contours figcaption").first().textContent();
    page.getByLabel("γ").press("Home");
    assertThat(page.locator("#contours figcaption").first()).not().hasText(before);
    draw(page, page.locator("canvas.board"), at(.1, .1), at(.3, .1), at(.5, .1));
    assertThat(page.locator(".controls [role=status]")).hasText(Pattern.compile("7[678] points.*"));
  }

  @Test
  void everyLectureShowsItsLiveThing() {
    Page page = open();
    go(page, "#/learn/1");
    assertThat(page.locator("#nine-numbers")).containsText("10.1034");
    page.locator(".drawing circle.point").first().press("ArrowUp");
    assertThat(page.locator("#nine-numbers")).not().containsText("10.1034");
    go(page, "#/learn/2");
    assertThat(page.locator("#two-roads tbody tr").first()).containsText("1");
    go(page, "#/learn/3");
    assertThat(page.locator("#contours canvas")).hasCount(4);
    page.getByText("Fit both models to the digits").click();
    assertThat(page.locator("#cleaned canvas"))
        .hasCount(4, new LocatorAssertions.HasCountOptions().setTimeout(60_000));
    go(page, "#/learn/4");
    assertThat(page.locator("#hsic-numbers")).containsText("HSIC");
    go(page, "#/learn/5");
    assertThat(page.locator("#cca-words")).containsText("correlates by 0.9");
    assertThat(page.locator("#scale-numbers tbody tr")).hasCount(2);
    assertThat(page.locator("math").first()).isVisible();
  }

  @Test
  void textsOfDataAreNeverMarkup() {
    Page page = open();
    String markup = "<img src=x onerror=alert(1)>";
    StringBuilder csv = new StringBuilder("class,\"" + markup + "\",b,c\n");
    for (int row = 0; row < 12; row++) {
      csv.append(row % 2 == 0 ? markup : "</script><b>b")
          .append(",%d,%d,%d%n".formatted(row, row * row % 7, row * 5 % 11));
    }
    page.locator("#file")
        .setInputFiles(new FilePayload("a<b>.csv", "text/csv", csv.toString().getBytes(UTF_8)));
    assertThat(page.locator("main")).containsText(markup);
    page.getByText("Next: choose a method").click();
    page.getByText("Look at it").click();
    assertThat(page.locator(".legend")).containsText(markup);
    page.getByLabel("Search rows").fill("img");
    assertThat(page.locator("#chosen caption")).hasText("6 rows chosen");
    page.locator("#hits button").first().click();
    assertThat(page.locator(".about-row")).containsText(markup);
    assertThat(page.locator("img[src=x], main b")).hasCount(0);
  }

  @Test
  void pagesOfOthersGetNothing() throws IOException {
    Page page = open();
    String home = page.url().replaceFirst("/#.*|/$", "");
    Object session = page.evaluate("sessionStorage.getItem('session')");
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          byte[] html = "<!doctype html><title>other</title>".getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, html.length);
          exchange.getResponseBody().write(html);
          exchange.close();
        });
    other.start();
    try {
      // The same browser, so that the studio's cookie is there.
      Page stranger = page.context().newPage();
      stranger.navigate("http://127.0.0.1:" + other.getAddress().getPort() + "/");
      String tries =
          """
          async ([home, session]) => {
            const read = await fetch(home + '/api/session?session=' + session, {credentials: 'include'})
              .then(() => 'read', () => 'refused');
            await fetch(home + '/api/inputs/example?session=' + session,
                {method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"name":"iris"}'})
              .catch(() => 'refused');
            const seen = await new Promise(done => {
              const image = new Image();
              image.onload = () => done('shown');
              image.onerror = () => done('refused');
              image.src = home + '/icon.svg';
            });
            return [read, seen];
          }
          """;
      assertThat(stranger.evaluate(tries, List.of(home, session)))
          .isEqualTo(List.of("refused", "refused"));
      stranger.close();
    } finally {
      other.stop(0);
    }
    go(page, "#/start");
    page.reload();
    assertThat(page.locator("main")).not().containsText("Already here");
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
