package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.SelectOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What links bring back, what files hold, and what is told of the whole. */
class StudioLinksTest extends StudioPages {

  /** Returns what the address says, in whatever order, once all of it is written. */
  private static Set<String> details(Page page) {
    page.evaluate("import('/js/router.js').then(({settle}) => settle())");
    return new TreeSet<>(List.of(page.url().split("[?&]", -1)));
  }

  @Test
  void hiddenClassesAndBothZoomsComeBack() {
    Page page = open();
    look(page, "iris");
    String input =
        (String)
            page.evaluate(
                "import('/js/session.js').then(({session}) => [...session.inputs.keys()][0])");
    go(page, "#/fit/" + input + "?label=species&method=kernel-pca&components=2");
    assertThat(page.locator(".command")).containsText("kernel-pca");
    page.getByText("Look at it").click();
    page.locator(".look .legend").evaluate("legend => legend.dataset.first = 'yes'");
    page.getByLabel("Beside").selectOption(new SelectOption().setIndex(1));
    assertThat(page.locator(".scatter")).hasCount(2);
    Locator boxes = page.locator(".legend input");
    // Another colour would go to the first class if only what is hidden were kept.
    boxes.nth(0).uncheck();
    boxes.nth(1).uncheck();
    boxes.nth(1).check();
    boxes.nth(0).check();
    boxes.nth(2).uncheck();
    assertThat(page).hasURL(Pattern.compile(".*classes=1\\.0\\.x.*"));
    page.locator(".scatter [role=application]").nth(1).press("+");
    page.locator(".scatter [role=application]").nth(1).press("ArrowLeft");
    assertThat(page).hasURL(Pattern.compile(".*view2=.*"));
    // The legend of the first plot was not taken away while the second one was read.
    assertThat(page.locator(".legend[data-first]")).hasCount(1);
    String colours = "swatches => swatches.map((one) => one.style.background)";
    Object before = page.locator(".legend .swatch").evaluateAll(colours);
    Set<String> address = details(page);
    page.reload();
    assertThat(page.locator(".scatter")).hasCount(2);
    assertThat(boxes.nth(2)).not().isChecked();
    assertThat(boxes.nth(0)).isChecked();
    assertThat(page.locator(".legend .swatch").evaluateAll(colours)).isEqualTo(before);
    // Nothing is chosen of what is hidden.
    page.locator("[data-tool=box]").click();
    draw(page, page.locator(".scatter").first(), at(.02, .02), at(.98, .98));
    assertThat(page.locator("#chosen caption")).hasText("100 rows chosen");
    page.getByText("Choose nothing").click();
    assertThat(page.locator("#chosen")).hasCount(0);
    assertThat(details(page)).containsAll(address);
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Keep")).click();
    assertThat(page.locator("main")).containsText("Brings this view back while the studio runs.");
    page.getByLabel("Colour").selectOption("");
    assertThat(page).not().hasURL(Pattern.compile(".*classes=.*"));
  }

  @Test
  void chosenRowsAreWrittenWhole(@TempDir Path folder) throws IOException {
    Page page = open();
    String lines =
        "name,a,b\nann,1.000000000000001,2\nbob,2,5\n\"c, d\",4,4\neve,7,1\n"
            + "long %s,3,3\n".formatted("text ".repeat(600));
    String input = upload(page, "few.csv", lines);
    go(page, "#/fit/" + input + "?method=pca");
    page.locator("#in-short").waitFor();
    page.getByText("Look at it").click();
    page.locator(".scatter").waitFor();
    page.locator("[data-tool=box]").click();
    draw(page, page.locator(".scatter"), at(.02, .02), at(.98, .98));
    Download download = page.waitForDownload(() -> page.getByText("Download as CSV").click());
    assertThat(download.suggestedFilename()).isEqualTo("few-pca-chosen.csv");
    Path file = folder.resolve("chosen.csv");
    download.saveAs(file);
    List<String> given = lines.lines().toList();
    assertThat(Files.readAllLines(file))
        .containsExactly(
            "row," + given.get(0),
            "1," + given.get(1),
            "2," + given.get(2),
            "3," + given.get(3),
            "4," + given.get(4),
            "5," + given.get(5));
  }

  @Test
  void olderDrawingsHaveTheSizeTheyHad() {
    Page page = open();
    String read =
        "([text, drawn]) => import('/js/chart/shapes.js').then((module) => module.pointsIn(text,"
            + " drawn).flat())";
    assertThat(page.evaluate(read, List.of("-50.20_100.-7", true)))
        .isEqualTo(List.of(-0.5, 0.2, 1, -0.07));
    assertThat(page.evaluate(read, List.of("-500.200_1000.-70", true)))
        .isEqualTo(List.of(-0.5, 0.2, 1, -0.07));
    assertThat(page.evaluate(read, List.of("t-50.20_1.-70", true)))
        .isEqualTo(List.of(-0.05, 0.02, 0.001, -0.07));
    assertThat(page.evaluate(read, List.of("90.50", false))).isEqualTo(List.of(0.09, 0.05));
    String both =
        "import('/js/chart/shapes.js').then(({pointsIn, pointsText}) =>"
            + " pointsIn(pointsText([[0.05, -0.011]]), true).flat())";
    assertThat(page.evaluate(both)).isEqualTo(List.of(0.05, -0.011));
  }

  @Test
  void aSecondTableThatIsNotOfferedIsNotMeant() {
    Page page = open();
    String first = upload(page, "x.csv", "who,a,b\nann,1,2\nbob,2,5\ncid,4,4\ndan,7,1\neve,3,8\n");
    String second = upload(page, "y.csv", "who,c\neve,9\ndan,4\ncid,1\nbob,6\nann,3\nfay,2\n");
    go(page, "#/fit/" + first + "?method=cca&ridge=0.1&id=who&second=" + second);
    assertThat(page.locator("#in-short")).containsText("correlates by");
    // Without names the rows of the two cannot be matched.
    go(page, "#/fit/" + first + "?method=cca&ridge=0.1&second=" + second);
    assertThat(page.locator("#lacking")).containsText("relates two views");
    assertThat(page.locator("[data-option=second]")).hasValue("");
    assertThat(page.locator("[data-option=x]").first()).isVisible();
    assertThat(page).not().hasURL(Pattern.compile(".*second=.*"));
  }

  @Test
  void theAddressOfATabIsALinkForOthers() {
    Page page = open();
    look(page, "iris");
    page.getByLabel("Colour").selectOption("petal_length");
    assertThat(page).hasURL(Pattern.compile(".*colour=petal_length.*"));
    Page other = page.context().newPage();
    other.navigate(page.url());
    other.locator(".scatter").waitFor();
    assertThat(other.getByLabel("Colour")).hasValue("petal_length");
    assertThat(other.locator("h1")).hasText(page.locator("h1").textContent());
    // Data that others see is in the same place.
    go(other, "#/start");
    assertThat(other.locator("main")).containsText("Already here");
  }

  @Test
  void columnsOfUnlikeUnitsAreSeenInOneProfile() {
    Page page = open();
    StringBuilder lines = new StringBuilder("small,large,flat\n");
    for (int i = 0; i < 30; i++) {
      lines.append(0.01 * i).append(',').append(1000 * Math.sin(i)).append(",7\n");
    }
    String input = upload(page, "units.csv", lines.toString());
    go(page, "#/fit/" + input + "?method=pca&components=2");
    page.locator("#in-short").waitFor();
    String model =
        (String)
            page.evaluate(
                "import('/js/session.js').then(({session}) => [...session.models.keys()][0])");
    go(page, "#/touch/" + model + "?row=2");
    assertThat(page.locator("#along figcaption")).containsText("standard deviations from the mean");
    // 0.02 is far below the mean of its column, 0.145, by 1.42 of its deviations.
    Locator bar = page.locator("#along .bar").first();
    assertThat(bar.locator("title")).hasText("small: 0.02");
    assertThat(Double.parseDouble(bar.getAttribute("height"))).isGreaterThan(30);
    // One component of two is nearly all of the variance, and nothing of the small column.
    assertThat(page.locator("#cleaned figcaption").last()).containsText("1 component");
    assertThat(page.locator("#lesson")).containsText("Keep more components.");
  }

  @Test
  void profilesEndWhereThePictureEnds() {
    Page page = open();
    String widest =
        """
        async () => {
          const {profile} = await import('/js/chart/values.js');
          const drawn = profile(Array.from({length: 5000}, (_, i) => `c${i}`), [0, 1], 12000);
          drawn.show(new Array(12000).fill(0.5), new Array(12000).fill(0.4));
          document.querySelector('main').append(drawn.element);
          const places = [...drawn.element.querySelectorAll('polyline, polygon')]
            .flatMap((line) => line.getAttribute('points').split(' ').map((at) => Number(at.split(',')[0])));
          return [Math.max(...places), drawn.element.textContent];
        }
        """;
    List<?> found = (List<?>) page.evaluate(widest);
    assertThat(((Number) found.get(0)).doubleValue()).isBetween(440.0, 520.0);
    assertThat((String) found.get(1)).contains("c4000").contains("column 11001");
  }

  @Test
  void bothTermsPullAlikeInTheMiddleWhereverPointsAre() {
    Page page = open();
    go(page, "#/learn/4");
    Locator blend = page.getByLabel("Blend b");
    blend.fill("0");
    Locator value = page.locator("[data-live=blend] output");
    Locator angle = page.locator("[data-live=blend] p");
    assertThat(angle).hasText(Pattern.compile(".* is \\d+\\.\\d° from .*"));
    String before = value.textContent();
    // Labels by chance tell far less, so that the same b is no longer the middle.
    page.evaluate("Math.random = () => 0.37");
    page.getByText("Shuffle the labels").click();
    page.waitForCondition(() -> !blend.inputValue().equals("0"));
    assertThat(value).hasText(before);
    blend.fill("0");
    assertThat(value).not().hasText(before);
    // In the middle the direction is between those of the two terms, and near to neither.
    blend.fill("1.5");
    assertThat(angle).hasText(Pattern.compile(".* is 0\\.\\d° from .*"));
    blend.fill("0");
    assertThat(angle).not().hasText(Pattern.compile(".* is 0\\.\\d° from .*"));
    String between = angle.textContent();
    blend.fill("-1.5");
    assertThat(angle).not().hasText(between);
    assertThat(degrees(between))
        .isBetween(0.2 * degrees(angle.textContent()), 0.8 * degrees(angle.textContent()));
  }

  private static double degrees(String words) {
    return Double.parseDouble(words.replaceAll(".* is ([\\d.]+)°.*", "$1"));
  }

  @Test
  void whatTheWholeTookTheLastTimeIsTold() {
    Page page = open();
    String job =
        "{\"id\":\"%s\",\"kind\":\"fit\",\"inputs\":[\"i\"],\"options\":{\"method\":\"%s\"},"
            + "\"state\":\"%s\",\"step\":\"decomposing a matrix\",\"seconds\":%d}";
    String jobs =
        String.join(
            ",",
            job.formatted("one", "pca", "done", 12),
            job.formatted("two", "pca", "running", 5),
            job.formatted("three", "mds", "running", 7));
    String session =
        """
        async () => (await fetch('/api/session', {
          headers: {'X-Session': sessionStorage.getItem('session')}})).text()
        """;
    String answer =
        ((String) page.evaluate(session)).replace("\"jobs\":[]", "\"jobs\":[" + jobs + "]");
    page.route(
        "**/api/session", route -> route.fulfill(new Route.FulfillOptions().setBody(answer)));
    page.reload();
    Locator cards = page.locator(".task");
    assertThat(cards).hasCount(2);
    assertThat(cards.filter(new Locator.FilterOptions().setHasText("Principal")))
        .containsText(
            Pattern.compile("seconds so far; all of it took 12\u00a0seconds the last time"));
    assertThat(cards.filter(new Locator.FilterOptions().setHasText("scaling")))
        .containsText("this step does not tell how long it takes");
  }
}
