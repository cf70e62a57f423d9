package org.eigenlens.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eigenlens.cli.Shell;
import org.eigenlens.model.Model;
import org.eigenlens.plot.ModelReport;
import org.eigenlens.plot.ModelReport.Circumstances;
import org.eigenlens.plot.Scene;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures and reports as the commands write them: no error, and no request leaves the file. */
final class PicturesBrowserTest extends Browsing {

  @TempDir static Path folder;

  private static Shell shell;

  @BeforeAll
  static void writeSamples() {
    shell = new Shell(folder);
    shell.iris();
  }

  @Override
  List<String> troubles() {
    return List.of("error", "warning");
  }

  /** Draws the scores of a table whose classes are in a column. */
  private static void drawScores(String name, String label) {
    Path table = shell.path(name + ".csv");
    Path model = shell.path(name + ".eigenlens");
    shell.ok("fit", table, "--label", label, "-o", model);
    Path page = shell.path(name + ".html");
    shell.ok("plot", "scores", model, table, "--label", label, "-o", page);
  }

  /** Opens a page at 800 pixels. */
  private Page show(String name) {
    String address = folder.resolve(name).toUri().toString();
    Page page = newPage(address, 800);
    page.navigate(address);
    assertThat(fitsItsWindow(page)).as(name).isTrue();
    return page;
  }

  @Test
  void aPictureTellsItsMarksZoomsAndHidesCategories() {
    drawScores("iris", "species");
    Page page = show("iris.html");
    Locator mark = page.locator("[data-tip]").first();
    BoundingBox place = mark.boundingBox();
    page.mouse().move(place.x + place.width / 2, place.y + place.height / 2);
    assertThat(page.locator(".tip").textContent()).startsWith("row 1 · setosa");

    page.locator("[data-zoom=in]").click();
    assertThat(page.locator("svg").getAttribute("viewBox")).doesNotStartWith("-10 -10 ");
    page.locator("[data-zoom=reset]").click();
    assertThat(page.locator("svg").getAttribute("viewBox")).isEqualTo("-10 -10 820 620");

    page.locator("input[data-group=setosa]").uncheck();
    assertThat(mark.isVisible()).isFalse();
    assertThat(page.locator("[data-group=virginica]").first().isVisible()).isTrue();
    page.locator("input[data-group=setosa]").check();
    assertThat(mark.isVisible()).isTrue();
  }

  @Test
  void hostileLabelsDoNothing() {
    List<String> lines = new ArrayList<>(List.of("class,a,b"));
    for (int row = 0; row < 12; row++) {
      String markup = row < 6 ? "</svg><img src=x onerror=alert(1)>" : "b";
      lines.add("%s,%d,%d".formatted(markup, row * 7 % 11, row % 5));
    }
    shell.write("hostile.csv", lines.toArray(String[]::new));
    drawScores("hostile", "class");
    Page page = show("hostile.html");
    assertThat(page.locator("svg").first().textContent()).contains("onerror");
    assertThat(page.locator("img").count()).isZero();
  }

  @Test
  void theReportOfEveryKindOfModelOpens() {
    String views = "--x sepal_length,sepal_width --y petal_length,petal_width -k 2";
    Map<String, String> fits =
        Map.of(
            "pca", "--label species --standardize",
            "kernel-pca", "--columns petal_length,petal_width --label species -k 3",
            "supervised-pca", "--label species -k 2",
            "cca", views,
            "kernel-cca", views + " --kernel rbf --gamma 0.5 --ridge 0.1");
    fits.forEach(
        (method, options) -> {
          List<Object> words =
              new ArrayList<>(List.of("fit", shell.path("iris.csv"), "-m", method));
          words.addAll(List.of(options.split(" ")));
          words.addAll(List.of("--report", shell.path(method + ".html")));
          shell.ok(words.toArray());
          Page page = show(method + ".html");
          assertThat(page.locator("h2").allTextContents())
              .as(method)
              .contains("What was done", "Components", "How many components", "Pictures");
          assertThat(page.locator("footer").textContent()).contains("Made by Eigenlens");
          assertThat(page.locator("figure.picture svg").count())
              .as(method)
              .isGreaterThanOrEqualTo(2);
        });
  }

  @Test
  void theReportOfAModelWithoutItsRowsOpensWithItsWarnings() throws Exception {
    Path model = shell.path("alone.eigenlens");
    shell.ok("fit", shell.path("iris.csv"), "--label", "species", "-o", model);
    Circumstances alone =
        new Circumstances(
            "pca",
            "iris.csv",
            List.of(),
            List.of("beware"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    Scene scene = Scene.of(Model.load(model));
    Files.writeString(folder.resolve("alone.html"), new ModelReport(scene, alone).html());
    assertThat(show("alone.html").locator("h2").allTextContents())
        .contains("What was done", "Warnings", "Components", "Pictures");
  }
}
