package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.FilePayload;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** Numbers, colours and controls say what there is. */
class StudioDescriptionsTest extends StudioPages {

  private static String send(Page page, String name, String table) {
    page.locator("#file").setInputFiles(new FilePayload(name, "text/csv", table.getBytes(UTF_8)));
    page.getByText("Next: choose a method").waitFor();
    return (String) page.evaluate("new URLSearchParams(location.hash.split('?')[1]).get('input')");
  }

  /** A table of numbers with two columns, y1 and y2, that others explain. */
  private static String numbers() {
    return IntStream.range(0, 30)
        .mapToObj(i -> "%d,%d,%d,%d,%d".formatted(i, i % 7, i * i % 11, 2 * i + i % 3, i % 5))
        .collect(Collectors.joining("\n", "a,b,c,y1,y2\n", "\n"));
  }

  @Test
  void rowsAreColouredByTheirTargetAndItIsCalledByItsName() {
    Page page = open();
    String input = send(page, "numbers.csv", numbers());
    String fit = "#/fit/" + input + "?method=supervised-pca&target=";
    go(page, fit + "y1");
    assertThat(page.locator("#in-short")).containsText("% of what depends on y1.");
    assertThat(page.locator(".outcome .ends")).hasText("060");
    page.getByText("Look at it").click();
    assertThat(page.getByLabel("Colour")).hasValue("y1");
    assertThat(page.locator(".ends")).hasText("060");
    go(page, fit + "y1,y2");
    assertThat(page.locator("#in-short")).containsText("% of what depends on the targets.");
    go(page, fit + "y*");
    assertThat(page.locator("#in-short")).containsText("% of what depends on the targets.");
    page.getByText("Look at it").click();
    assertThat(page.getByLabel("Colour")).hasValue("y1");
    go(page, "#/fit/" + input + "?method=isomap&target=y2");
    page.getByText("Look at it").click();
    assertThat(page.getByLabel("Colour")).hasValue("y2");
    assertThat(page.locator(".ends")).hasText("04");
  }

  @Test
  void thePictureOfAViewIsCalledAsOtherFilesAre() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(numbers().getBytes(UTF_8));
    }
    Page page = open();
    page.locator("#file")
        .setInputFiles(new FilePayload("numbers.csv.gz", "application/gzip", packed.toByteArray()));
    page.getByText("Next: choose a method").click();
    page.getByText("Look at it").click();
    tab(page, "Keep").click();
    for (String[] file :
        new String[][] {{"This view", "view.png"}, {"SVG", "scores.svg"}, {"NPY", "scores.npy"}}) {
      Locator button =
          page.locator(".keep").getByText(file[0], new Locator.GetByTextOptions().setExact(true));
      assertThat(page.waitForDownload(button::click).suggestedFilename())
          .isEqualTo("numbers-pca-" + file[1]);
    }
  }

  @Test
  void picturesHaveTheColoursOfATarget() {
    Page page = open();
    String fit = "#/fit/" + send(page, "numbers.csv", numbers()) + "?components=1&method=";
    for (String options : List.of("pca&target=y1&label=c", "supervised-pca&target=y2,y1")) {
      go(page, fit + options);
      page.getByText("Look at it").click();
      page.getByLabel("Colour").selectOption("y1");
      showScores(page);
      assertThat(page.locator("code.command").first()).containsText("--color y1");
    }
  }

  @Test
  void picturesOfTwoViewsAreDrawnWithoutTheColoursOfNumbers() {
    Page page = open();
    String input = send(page, "numbers.csv", numbers());
    go(page, "#/fit/" + input + "?method=cca&x=a&y=b&target=y1");
    page.getByText("Look at it").click();
    assertThat(page.getByLabel("Colour")).hasValue("y1");
    showScores(page);
    assertThat(page.locator("#uncoloured"))
        .containsText("two views are drawn without the colours by y1");
    tab(page, "Keep").click();
    assertThat(page.locator("#lost")).containsText("the colours by y1");
    // Those of classes they have.
    go(page, "#/fit/" + input + "?method=cca&x=a&y=b&label=c&id=y2");
    page.getByText("Look at it").click();
    assertThat(page.getByLabel("Colour")).hasValue("c");
    showScores(page);
    assertThat(page.locator("code.command").first()).containsText("--label c");
    assertThat(page.locator("#uncoloured")).hasCount(0);
  }

  private static void showScores(Page page) {
    tab(page, "Pictures").click();
    page.getByLabel("Picture", new Page.GetByLabelOptions().setExact(true)).selectOption("scores");
    // It says that it draws until the picture is there, or what went wrong.
    assertThat(page.locator(".picture img")).hasCount(1);
    assertThat(page.locator("p[role=status]:has(+ .picture)")).hasCount(0);
  }

  @Test
  void aWideTableAsksForNamesOfItsColumns() {
    Page page = open();
    String names =
        IntStream.range(0, 300).mapToObj(j -> "c" + j).collect(Collectors.joining(",", "", "\n"));
    String lines =
        IntStream.range(0, 9)
            .mapToObj(
                i ->
                    IntStream.range(0, 300)
                        .mapToObj(j -> String.valueOf(i * (j + 3) % 17))
                        .collect(Collectors.joining(",", "", "\n")))
            .collect(Collectors.joining());
    go(page, "#/fit/" + send(page, "wide.csv", names + lines) + "?method=cca");
    assertThat(page.locator(".outcome")).containsText("Name the columns of each");
    assertThat(page.locator("[data-option=second]"))
        .containsText("columns of this table, named below");
    go(page, "#/start");
    go(page, "#/fit/" + send(page, "numbers.csv", numbers()) + "?method=cca");
    assertThat(page.locator(".outcome")).containsText("Tick the columns of each");
    assertThat(page.locator("[data-option=second]"))
        .containsText("columns of this table, ticked below");
  }

  @Test
  void imagesHaveAListOfTheirColumns() throws IOException {
    ByteArrayOutputStream zip = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(zip)) {
      for (int i = 0; i < 4; i++) {
        BufferedImage image = new BufferedImage(24, 24, BufferedImage.TYPE_BYTE_GRAY);
        image.setRGB(i, i, 0xFFFFFF);
        out.putNextEntry(new ZipEntry("s%d/%d.png".formatted(i / 2, i)));
        ImageIO.write(image, "png", out);
      }
    }
    Page page = open();
    page.locator("#file")
        .setInputFiles(new FilePayload("faces.zip", "application/zip", zip.toByteArray()));
    page.getByText("Next: choose a method").waitFor();
    Locator label = page.getByLabel("Label", new Page.GetByLabelOptions().setExact(true));
    assertThat(label.locator("option")).hasText(new String[] {"none", "file", "folder"});
    assertThat(label).hasValue("folder");
    Locator name = page.getByLabel("Name of each row");
    assertThat(name.locator("option")).hasText(new String[] {"none", "file", "folder"});
    assertThat(name).hasValue("file");
    label.selectOption("");
    assertThat(page).hasURL(Pattern.compile(".*[?&]id=file.*"));
    assertThat(page).not().hasURL(Pattern.compile(".*label=folder.*"));
  }

  @Test
  void sharesHaveTheDigitsThatTellThemApart() {
    Page page = open();
    String axis =
        """
        async ([shares, cumulative]) => {
          const {scree} = await import('/js/chart/scree.js');
          const drawn = scree({shares, cumulative}, shares.map((_, i) => `PC${i + 1}`), null, () => {});
          const texts = [...drawn.querySelectorAll('text')].map(({textContent}) => textContent);
          return [...texts.filter((text) => text.endsWith('%')), drawn.querySelector('p').textContent];
        }
        """;
    assertThat(page.evaluate(axis, List.of(List.of(0.012, 0.010), List.of(0.012, 0.022))))
        .isEqualTo(
            List.of(
                "0.0\u00a0%",
                "0.5\u00a0%",
                "1.0\u00a0%",
                "1.5\u00a0%",
                "2.0\u00a0%",
                "The first 2 components of 2 keep 2.20\u00a0% of the variance."));
    List<String> whole =
        List.of(
            "0\u00a0%",
            "20\u00a0%",
            "40\u00a0%",
            "60\u00a0%",
            "80\u00a0%",
            "100\u00a0%",
            "The first 2 components of 2 keep 100.00\u00a0% of the variance.");
    for (double sum : new double[] {1, 1 - 1e-12, 1 + 1e-12}) {
      assertThat(page.evaluate(axis, List.of(List.of(0.7, 0.3), List.of(0.7, sum))))
          .isEqualTo(whole);
    }
  }

  @Test
  void aNumberAndItsUnitAreOnOneLine() {
    Object texts =
        open()
            .evaluate(
                """
                async () => {
                  const {bytes, duration, percent} = await import('/js/words.js');
                  return [percent(0.218, 1), percent(0.99996), percent(0.9999, 0), percent(1 - 1e-9),
                    percent(1), bytes(2 ** 31), bytes(500), duration(1), duration(7200)];
                }
                """);
    assertThat(texts)
        .isEqualTo(
            List.of(
                "21.8\u00a0%",
                "99.996\u00a0%",
                "99.99\u00a0%",
                "100.00\u00a0%",
                "100.00\u00a0%",
                "2\u00a0GB",
                "500\u00a0bytes",
                "1\u00a0second",
                "2\u00a0hours"));
  }

  @Test
  void wordsBelowAFieldKeepOffIt() {
    Page page = open();
    look(page, "iris");
    page.getByLabel("Search rows").fill("set");
    Locator found = page.locator(".side .card:has(input[type=search]) p[role=status]");
    assertThat(found).containsText("50 rows");
    BoundingBox field = page.getByLabel("Search rows").boundingBox();
    assertThat(found.boundingBox().y).isGreaterThan(field.y + field.height + 4);
    page.getByText("How many components", new Page.GetByTextOptions().setExact(true)).click();
    BoundingBox share = page.getByLabel("Share to keep, in %").boundingBox();
    assertThat(page.locator(".scree p[aria-live]").boundingBox().y)
        .isGreaterThan(share.y + share.height + 4);
  }

  @Test
  void nearnessOfTextsIsCalledWhatItIs() {
    Page page = open();
    String texts =
        """
        what
        a red apple and a green pear
        a green apple and a red pear
        the sea is wide and deep
        the deep sea is cold
        """;
    go(page, "#/fit/" + send(page, "texts.csv", texts) + "?method=lsa&text=what&components=2");
    page.getByText("Look at it").click();
    page.locator(".scatter").waitFor();
    page.getByLabel("Search rows").fill("row 1");
    page.locator("#hits button").first().click();
    assertThat(page.locator("#nearness"))
        .containsText("By the cosine of the angle in the 2 coordinates kept:");
    assertThat(page.locator("#nearness")).not().containsText("say the same");
  }
}
