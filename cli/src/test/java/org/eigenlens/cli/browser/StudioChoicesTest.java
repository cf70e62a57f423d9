package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.FilePayload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.eigenlens.data.Tables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be brought, chosen and taken away. */
class StudioChoicesTest extends StudioPages {

  private static final int WIDE = 300;

  /** Sends a table of many numbers after a class, and returns the number of its address. */
  private static String wide(Page page) {
    String names =
        IntStream.range(0, WIDE)
            .mapToObj(j -> "c" + j)
            .collect(Collectors.joining(",", "k,", "\n"));
    String lines =
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    IntStream.range(0, WIDE)
                        .mapToObj(j -> String.valueOf((i * (j + 3)) % 17 + 0.5))
                        .collect(Collectors.joining(",", (i % 2 == 0 ? "even," : "odd,"), "\n")))
            .collect(Collectors.joining());
    page.locator("#file")
        .setInputFiles(new FilePayload("wide.csv", "text/csv", (names + lines).getBytes(UTF_8)));
    page.getByText("Next: choose a method").waitFor();
    return (String) page.evaluate("new URLSearchParams(location.hash.split('?')[1]).get('input')");
  }

  /** Drops files as somebody who drags them does. */
  private static void drop(Page page, String... names) {
    page.locator(".drop")
        .evaluate(
            """
            (zone, names) => {
              const dataTransfer = new DataTransfer();
              for (const name of names) dataTransfer.items.add(new File(['a,b\\n1,2\\n2,1\\n'], name));
              for (const kind of ['dragover', 'drop'])
                zone.dispatchEvent(new DragEvent(kind, {dataTransfer, bubbles: true, cancelable: true}));
            }
            """,
            names);
  }

  @Test
  void aFileIsDroppedAndOfSeveralNone() {
    Page page = open();
    drop(page, "one.csv", "two.csv");
    assertThat(page.locator("main .problem"))
        .containsText("These are 2 files, and one is opened at a time.");
    assertThat(page.locator("main")).not().containsText("Already here");
    drop(page, "one.csv");
    assertThat(page.locator("h1")).hasText("one.csv");
    assertThat(page.locator(".lead")).hasText("2 rows × 2 columns");
  }

  @Test
  void parquetIsWrittenAndOpened(@TempDir Path folder) {
    Page page = open();
    look(page, "iris");
    tab(page, "Keep").click();
    Path file = download(page, folder, "PARQUET");
    go(page, "#/start");
    page.locator("#file").setInputFiles(file);
    assertThat(page.locator("h1")).hasText(file.getFileName().toString());
    assertThat(page.locator(".lead")).hasText("150 rows × 5 columns");
  }

  @Test
  void ticksAndTheTextOfWhatIsLeftOutAreOne() {
    Page page = open();
    wide(page);
    page.getByLabel("Use c1", new Page.GetByLabelOptions().setExact(true)).uncheck();
    Locator text = page.getByLabel("Columns to leave out");
    assertThat(text).hasValue("c1");
    text.fill("c1,c2");
    text.press("Enter");
    assertThat(page.getByLabel("Use c2", new Page.GetByLabelOptions().setExact(true)))
        .not()
        .isChecked();
    page.getByLabel("Use c1", new Page.GetByLabelOptions().setExact(true)).check();
    assertThat(text).hasValue("c2");
  }

  @Test
  void ticksShowWhatPatternsLeaveOut() {
    Page page = open();
    wide(page);
    Locator text = page.getByLabel("Columns to leave out");
    text.fill("c1*");
    text.press("Enter");
    assertThat(page.locator("main")).containsText("Left out: 112 columns");
    assertThat(use(page, "c1")).not().isChecked();
    assertThat(use(page, "c189")).not().isChecked();
    assertThat(use(page, "c20")).isChecked();
    // Beside a pattern a column has its own name, and one of the pattern's is taken from all names.
    use(page, "c20").uncheck();
    assertThat(text).hasValue("c1*,c20");
    assertThat(page.locator("main")).containsText("Left out: 113 columns");
    use(page, "c10").check();
    assertThat(page.locator("main")).containsText("Left out: 112 columns");
    assertThat(use(page, "c10")).isChecked();
    assertThat(use(page, "c100")).not().isChecked();
    assertThat(text).hasValue(Pattern.compile("c1,c11,c12,.*,c20,c100,.*,c199"));
    // A name that a pattern beside it stands for as well.
    text.fill("c1*,c10,c20");
    text.press("Enter");
    assertThat(page.locator("main")).containsText("Left out: 113 columns");
    use(page, "c20").check();
    assertThat(text).hasValue("c1*,c10");
    use(page, "c10").check();
    assertThat(page.locator("main")).containsText("Left out: 111 columns");
    assertThat(use(page, "c10")).isChecked();
    text.fill("c0..c297");
    text.press("Enter");
    assertThat(page.locator("main")).containsText("Left out: 299 columns");
    assertThat(use(page, "c290")).not().isChecked();
    assertThat(use(page, "c290")).isDisabled(); // of so many not all names are known here
    assertThat(use(page, "c298")).isChecked();
  }

  private static Locator use(Page page, String column) {
    return page.getByLabel("Use " + column, new Page.GetByLabelOptions().setExact(true));
  }

  @Test
  void whetherToFitAgainIsNoChange() {
    Page page = open();
    example(page, "iris");
    page.getByText("Next: choose a method").click();
    page.locator("#in-short").waitFor();
    List<String> fits = new CopyOnWriteArrayList<>();
    page.onRequest(
        request -> {
          if (request.url().endsWith("/api/fits")) {
            fits.add(request.url());
          }
        });
    Locator again = page.getByLabel("Fit again whenever something changes");
    again.uncheck();
    assertThat(page.locator(".outcome")).not().containsText("You changed something");
    assertThat(page.locator(".outcome.old")).hasCount(0);
    again.check();
    again.uncheck();
    page.locator("[data-option=standardize]").check();
    assertThat(page.locator(".outcome.old")).containsText("You changed something");
    assertThat(fits).isEmpty();
    again.check();
    assertThat(page.locator(".command")).containsText("--standardize");
    assertThat(fits).hasSize(1);
  }

  @Test
  void anExampleThatIsClickedTwiceIsOne() {
    Page page = open();
    page.locator("[data-example=iris]").dblclick();
    page.getByText("Next: choose a method").waitFor();
    go(page, "#/start");
    assertThat(page.locator(".choices.own > li")).hasCount(1);
    Page other = page.context().newPage();
    other.navigate(page.url());
    other.locator(".choices.own").waitFor();
    other.locator("[data-example=iris]").click();
    other.getByText("Next: choose a method").waitFor();
    go(other, "#/start");
    assertThat(other.locator(".choices.own > li")).hasCount(1);
  }

  @Test
  void pairsOfViewsHaveRoomInTheirCard() {
    Page page = open();
    String second = example(page, "remarks-second");
    go(page, "#/start");
    String first = example(page, "remarks-first");
    go(
        page,
        "#/fit/"
            + first
            + "?method=cca&components=2&id=document&label=mood&ridge=0.1&second="
            + second);
    Locator pairs = page.locator("#pairs");
    assertThat(pairs).containsText("second view");
    for (int width : new int[] {1280, 400}) {
      page.setViewportSize(width, 900);
      assertThat(
              pairs.evaluate(
                  "one => one.getBoundingClientRect().right <= one.closest('.card').getBoundingClientRect().right"))
          .isEqualTo(true);
    }
    assertThat(page.locator("#pairs th:not([scope])")).hasCount(0);
  }

  @Test
  void pointsAreColouredAndSizedByAnyColumn() {
    Page page = open();
    go(page, "#/fit/" + wide(page) + "?method=pca&components=3");
    page.getByText("Look at it").click();
    Locator colour = page.getByLabel("Colour");
    assertThat(colour.locator("option[value=c250]")).hasCount(0);
    colour.selectOption("another column …");
    Locator name = page.getByLabel("Name of another column");
    assertThat(name).isFocused();
    name.fill("c250");
    name.press("Enter");
    assertThat(colour).hasValue("c250");
    assertThat(name).hasCount(0);
    assertThat(page.locator(".ends")).hasText("0.516.5");
    assertThat(page).hasURL(Pattern.compile(".*colour=c250.*"));
    byte[] before = page.locator(".scatter").screenshot();
    page.getByLabel("Size").selectOption("another column …");
    name.fill("c251");
    name.press("Enter");
    assertThat(page.locator(".side")).containsText("The larger a point, the more c251.");
    page.waitForCondition(() -> !Arrays.equals(page.locator(".scatter").screenshot(), before));
    tab(page, "Keep").click();
    assertThat(page.locator("#view-command")).containsText("--color c250");
    page.reload();
    assertThat(colour).hasValue("c250");
    assertThat(page.getByLabel("Size")).hasValue("c251");
    assertThat(page.locator(".ends")).hasText("0.516.5");
    // By what is no number no point is larger, and the points stay.
    go(page, page.url().replaceFirst(".*#", "#").replace("c251", "k"));
    assertThat(page.locator(".side .problem")).containsText("k is a text");
    assertThat(page.locator(".ends")).hasText("0.516.5");
    assertThat(page.locator(".scatter")).isVisible();
  }

  @Test
  void depthIsInTheLinkAndIsDrawn() {
    Page page = open();
    look(page, "iris");
    Locator plot = page.locator(".scatter");
    page.getByLabel("Depth").selectOption("2");
    assertThat(page).hasURL(Pattern.compile(".*z=2.*"));
    byte[] before = plot.screenshot();
    draw(page, plot, at(.5, .5), at(.7, .6)); // which turns the cloud
    page.mouse().move(1, 1);
    page.waitForCondition(() -> !Arrays.equals(plot.screenshot(), before));
    // It turns, and its middle stays where it is; a plane would have moved.
    assertThat(page)
        .hasURL(Pattern.compile(".*view=1_0_0_(?!0\\.6_)-?[\\d.]+_(?!0\\.35)0\\.[\\d]+.*"));
    page.reload();
    plot.waitFor();
    assertThat(page.getByLabel("Depth")).hasValue("2");
  }

  @Test
  void fromTheSideDepthTellsRowsApart() {
    Page page = open();
    StringBuilder corners = new StringBuilder("far,middle,near\n");
    for (int i = 0; i < 8; i++) {
      corners.append("%d,%d,%d\n".formatted(i < 4 ? -4 : 4, i % 4 < 2 ? -2 : 2, i % 2 * 2 - 1));
    }
    String model =
        fit(page, upload(page, "corners.csv", corners.toString()), Map.of("method", "pca"));
    go(page, "#/look/" + model + "?z=2");
    Locator plot = page.locator(".scatter");
    plot.waitFor();
    BoundingBox box = plot.boundingBox();
    // From its first angle, 0.6, to a right one: what is across now is nothing but the depth.
    double turn = (Math.PI / 2 - 0.6) / 0.008 / box.width;
    draw(page, plot, at(.7, .5), at(.7 - turn, .5));
    assertThat(page).hasURL(Pattern.compile(".*view=1_0_0_1\\.57.*"));
    page.locator("[data-tool=box]").click();
    draw(page, plot, at(.02, .02), at(.5, .98));
    assertThat(page.locator("#chosen caption")).hasText("4 rows chosen");
    assertThat(new TreeSet<>(page.locator("#chosen td:last-child").allTextContents())).hasSize(1);
  }

  @Test
  void anotherColumnNeedNotBeNamed() {
    Page page = open();
    go(page, "#/fit/" + wide(page) + "?method=pca&components=3");
    page.getByText("Look at it").click();
    Locator colour = page.getByLabel("Colour");
    Locator name = page.getByLabel("Name of another column");
    colour.selectOption("c2");
    assertThat(page.locator(".side")).containsText("c2");
    for (String typed : List.of("", "c25")) {
      colour.selectOption("another column …");
      name.pressSequentially(typed);
      name.press("Escape");
      assertThat(name).hasCount(0);
      assertThat(colour).hasValue("c2");
      assertThat(colour).isFocused();
    }
    colour.selectOption("another column …");
    page.getByLabel("Search rows").focus();
    assertThat(name).hasCount(0);
    assertThat(colour).hasValue("c2");
    assertThat(page.getByLabel("Search rows")).isFocused();
    assertThat(page).hasURL(Pattern.compile(".*colour=c2(&.*)?$"));
  }

  @Test
  void pointingTellsTheRowAndShowsItsImage() {
    Page page = open();
    look(page, "digits");
    BoundingBox box = page.locator(".scatter").boundingBox();
    Locator tip = page.locator(".tip");
    // Somewhere on this line there are points.
    for (int i = 0; i <= 60 && !tip.isVisible(); i++) {
      page.mouse().move(box.x + box.width * (.2 + .01 * i), box.y + box.height / 2);
    }
    assertThat(tip).containsText("label: ");
    Locator image = tip.locator("img");
    page.waitForCondition(() -> image.evaluate("image => image.naturalWidth").equals(8));
    page.mouse().move(1, 1);
    assertThat(tip).isHidden();
  }

  @Test
  void textsAreCopiedAndFilesAreWhatTheySay(@TempDir Path folder) throws IOException {
    Page page = open();
    page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
    look(page, "iris");
    tab(page, "Keep").click();
    assertThat(copied(page, "Copy link")).isEqualTo(page.url());
    assertThat(copied(page, "Copy command"))
        .startsWith("eigenlens demo --samples")
        .contains("eigenlens fit iris.csv", "eigenlens plot scores");
    assertThat(copied(page, "Copy Java")).contains("Tables.read(Path.of(\"iris.csv\"))");
    Path png = download(page, folder, "PNG");
    assertThat(ImageIO.read(png.toFile()).getWidth()).isGreaterThan(300);
    Path view = download(page, folder, "This view");
    assertThat(ImageIO.read(view.toFile()).getWidth()).isGreaterThan(300);
    assertThat(Tables.read(download(page, folder, "NPY")).load().matrix().rows()).isEqualTo(150);
    assertThat(Files.readString(download(page, folder, "SVG"))).startsWith("<svg");
  }

  private static String copied(Page page, String button) {
    page.getByText(button).click();
    page.getByText("Copied").first().waitFor();
    return (String) page.evaluate("navigator.clipboard.readText()");
  }

  private static Path download(Page page, Path folder, String button) {
    Download download =
        page.waitForDownload(
            () ->
                page.locator(".keep")
                    .getByText(button, new Locator.GetByTextOptions().setExact(true))
                    .click());
    Path file = folder.resolve(download.suggestedFilename());
    download.saveAs(file);
    return file;
  }

  /** What of a page is not coloured as the present theme has it. */
  private static final String FAITHLESS =
      """
      async () => {
        const {category, css, rgb} = await import('/js/palette.js');
        const wanted = (index) => css(rgb(category(index))).replaceAll(' ', ', ');
        const seen = [
          ...[...document.querySelectorAll('.swatch')].map((one) => getComputedStyle(one).backgroundColor),
          ...[...document.querySelectorAll('.drawing .point')].map((one) => getComputedStyle(one).fill),
        ];
        return seen.filter((one, i) => one !== wanted(i < 3 && location.hash.includes('look') ? i : 0));
      }
      """;

  @Test
  void whatIsDrawnFollowsTheTheme() {
    Page page = open();
    look(page, "iris");
    Locator theme = page.locator("#theme");
    theme.click(); // light
    assertThat(page.locator(".swatch")).hasCount(3);
    assertThat((List<?>) page.evaluate(FAITHLESS)).isEmpty();
    String light = painted(page.locator(".swatch").first());
    theme.click(); // dark
    assertThat((List<?>) page.evaluate(FAITHLESS)).isEmpty();
    assertThat(painted(page.locator(".swatch").first())).isNotEqualTo(light);
    page.getByLabel("Colour").selectOption("petal_width");
    Locator ramp = page.locator(".ramp");
    String dark = painted(ramp);
    theme.click(); // as the system has it, which is light here
    assertThat(painted(ramp)).isNotEqualTo(dark);
    go(page, "#/learn/1");
    assertThat(page.locator("#nine-numbers")).isVisible();
    assertThat(page.locator(".drawing .point").first()).isVisible();
    theme.click();
    theme.click();
    assertThat((List<?>) page.evaluate(FAITHLESS)).isEmpty();
    go(page, "#/learn/2");
    Locator matrix = page.locator(".matrices canvas").first();
    matrix.waitFor();
    String before = (String) matrix.evaluate("canvas => canvas.toDataURL()");
    theme.click();
    assertThat((String) matrix.evaluate("canvas => canvas.toDataURL()")).isNotEqualTo(before);
  }

  /** Returns the picture of an element. */
  private static String painted(Locator element) {
    return Base64.getEncoder().encodeToString(element.screenshot());
  }

  @Test
  void whatTheButtonWasPressedForStaysAndTouchBeginsWithTheRowThatWasLookedAt() {
    Page page = open();
    example(page, "iris");
    page.getByText("Next: choose a method").click();
    page.locator("#in-short").waitFor();
    page.locator("#fit").click();
    page.waitForFunction(
        "() => Object.keys(localStorage).some((name) => name.startsWith('looked of '))");
    page.locator("[data-option=standardize]").check();
    assertThat(page.locator(".command")).containsText("--standardize");
    page.getByText("Look at it").click();
    page.locator(".scatter").waitFor();
    assertThat(page.getByLabel("Beside").locator("option")).hasCount(2);
    page.getByLabel("Search rows").fill("row 3");
    page.locator("#hits button").first().click();
    page.locator("#neighbours").waitFor();
    page.locator(".toolbar a").getByText("Touch").click();
    assertThat(page.getByLabel("Row, 1 to 150")).hasValue("3");
  }
}
