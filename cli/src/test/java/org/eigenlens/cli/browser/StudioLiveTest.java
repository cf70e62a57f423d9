package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What can be dragged and drawn: components, noise, kernels and the lectures. */
class StudioLiveTest extends StudioPages {

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
    assertThat(page).hasURL(Pattern.compile(".*change=0.*keep=0.*"));
    page.reload();
    assertThat(page.locator("#how-many")).containsText("from 0 components");
  }

  @Test
  void noiseIsCleanedByBothKindsOfPca() {
    Page page = open();
    look(page, "digits");
    page.locator(".toolbar").getByText("Touch").click();
    assertThat(page.locator("#cleaned canvas")).hasCount(3);
    page.getByText("Compare with kernel PCA").click();
    assertThat(page.locator("#cleaned canvas"))
        .hasCount(4, new LocatorAssertions.HasCountOptions().setTimeout(60_000));
    assertThat(page.locator("#cleaned figcaption").last()).containsText("Kernel principal");
    Locator clean = page.locator("#cleaned canvas").first();
    String before = (String) clean.evaluate("canvas => canvas.toDataURL()");
    // The row that is chosen above is the one that gets the noise.
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Next").setExact(true))
        .click();
    page.waitForCondition(() -> !before.equals(clean.evaluate("canvas => canvas.toDataURL()")));
  }

  @Test
  void onlyModelsOfTheSameColumnsAreCompared() {
    Page page = open();
    String iris = example(page, "iris");
    Map<String, String> pca =
        Map.of("method", "pca", "label", "species", "exclude", "sepal_length");
    fit(page, iris, pca);
    Map<String, String> other = new TreeMap<>(pca);
    other.put("exclude", "petal_width");
    String second = fit(page, iris, other);
    other.put("components", "1");
    fit(page, iris, other);
    go(page, "#/touch/" + second);
    // The row, the row with noise, and what the two models of the same columns make of it.
    assertThat(page.locator("#cleaned figcaption")).hasCount(4);
    assertThat(page.locator("#cleaned figure").last()).containsText("petal_length");
    assertThat(page.locator("#cleaned svg").last()).not().containsText("petal_width");
  }

  @Test
  void twoClicksBeginOneFit() {
    Page page = open();
    List<String> fits = new CopyOnWriteArrayList<>();
    page.onRequest(
        request -> {
          if (request.url().endsWith("/api/fits")) {
            fits.add(request.url());
          }
        });
    page.navigate(page.url().replaceFirst("#.*", "") + "#/play");
    go(page, "#/touch");
    page.getByText("Begin with digits").dblclick();
    page.locator("#along canvas").first().waitFor();
    settle(page);
    assertThat(fits).hasSize(1);
    // The way back does not lead to where one was sent on from.
    page.goBack();
    assertThat(page.locator("h1")).hasText("Draw points, watch the kernel follow");
  }

  @Test
  void contoursFollowTheKernel() {
    Page page = open();
    go(page, "#/play");
    assertThat(page.locator("#contours canvas")).hasCount(6);
    String before = page.locator("#contours figcaption").first().textContent();
    page.getByLabel("γ").press("Home");
    assertThat(page.locator("#contours figcaption").first()).not().hasText(before);
    draw(page, page.locator("canvas.board"), at(.1234, .1));
    Locator status = page.locator(".play [role=status]");
    assertThat(status).hasText(Pattern.compile("76 points.*"));
    // The link keeps drawn points to the last digit.
    String[] drawn = page.locator("#contours figcaption").allTextContents().toArray(String[]::new);
    assertThat(page).hasURL(Pattern.compile(".*points=.*"));
    page.reload();
    assertThat(page.locator("#contours figcaption")).hasText(drawn);
    draw(page, page.locator("canvas.board"), at(.1, .2), at(.3, .2), at(.5, .2));
    assertThat(status).hasText(Pattern.compile("7[789] points.*"));
    page.getByLabel("Kernel").selectOption("sigmoid");
    page.getByLabel("γ").press("End");
    assertThat(status).containsText("more than 100 %");
  }

  /**
   * The numbers were made from the points that the page sends, by the formulas beside them written
   * out in Python: eigenvalues by Jacobi's rotations, HSIC as the trace of eq. 59, correlations as
   * roots of the eigenvalues of Σ₁₁⁻¹Σ₁₂Σ₂₂⁻¹Σ₂₁.
   */
  @Test
  void lecturesShowTheNumbersOfTheirFormulas() {
    Page page = open();
    go(page, "#/learn/2");
    assertThat(page.locator("#two-roads tbody tr"))
        .hasText(
            new String[] {
              "σ1²610.77003610.770031",
              "σ2²102.34937102.349371",
              "σ3²58.89055558.8905551",
              "σ4²12.80686612.8068661"
            });
    go(page, "#/learn/4");
    assertThat(page.locator("#hsic-numbers td"))
        .hasText(new String[] {"0.1425", "0.1313", "0.005", "0.1425", "0.004962"});
    assertThat(page.locator("[data-live=blend] p")).containsText(" is 79.2° from ");
    go(page, "#/learn/5");
    assertThat(page.locator("#cca-words"))
        .hasText("The first pair of coordinates correlates by 0.905, the second by 0.177.");
    assertThat(page.locator("#scale-numbers td.number")).hasText(new String[] {"0.8047", "0.9047"});
  }

  @Test
  void modelsOfOtherDataAreNotTakenForThoseOfALecture() {
    Page page = open();
    String digits = example(page, "digits");
    go(page, "#/start");
    String iris = example(page, "iris");
    String pretend =
        """
        async (input) => {
          const {session} = await import('/js/session.js');
          const linear = {method: 'pca', components: '20', label: 'label'};
          const kernel = {method: 'kernel-pca', components: '100', gamma: '0.000416', tolerance: '1e-4', label: 'label'};
          for (const options of [linear, kernel])
            session.models.set(options.method, {id: options.method, inputs: [input], options, rows: 9});
        }
        """;
    page.evaluate(pretend, iris);
    go(page, "#/learn/3");
    assertThat(page.getByText("Fit both models to the digits")).isVisible();
    // Nor are those of the digits that were told more.
    String more = pretend.replace("label: 'label'", "label: 'label', standardize: 'true'");
    go(page, "#/learn/5");
    page.locator("#scale-numbers td").first().waitFor();
    page.evaluate(more, digits);
    go(page, "#/learn/3");
    assertThat(page.getByText("Fit both models to the digits")).isVisible();
  }

  @Test
  void pointsAndTheirComponentsStandBesideEachOther() {
    Page page = open();
    go(page, "#/learn/3");
    assertThat(page.locator("#contours canvas")).hasCount(4);
    String apart =
        """
        () => {
          const board = document.querySelector('canvas.board').getBoundingClientRect();
          const first = document.querySelector('#contours canvas').getBoundingClientRect();
          return board.right <= first.left || board.bottom <= first.top;
        }
        """;
    for (int width : new int[] {1440, 1281, 1280, 1024, 700, 400}) {
      page.setViewportSize(width, 900);
      assertThat(page.evaluate(apart)).as(width + " pixels").isEqualTo(true);
    }
  }

  @Test
  void everyLectureShowsItsLiveThing() {
    Page page = open();
    go(page, "#/learn/1");
    assertThat(page.locator("#nine-numbers")).containsText("10.1034");
    page.locator(".drawing circle.point").first().press("ArrowUp");
    assertThat(page.locator("#nine-numbers")).not().containsText("10.1034");
    String moved = page.locator("#nine-numbers").textContent();
    assertThat(page).hasURL(Pattern.compile(".*points=.*"));
    page.reload();
    assertThat(page.locator("#nine-numbers")).hasText(moved);
    page.getByLabel("do not centre").check();
    assertThat(page.locator("#nine-numbers")).containsText("not subtracted");
    assertThat(page.locator("#nine-numbers")).not().containsText("variance");
    go(page, "#/learn/2");
    assertThat(page.locator("#two-roads tbody tr").first()).containsText("1");
    go(page, "#/learn/3");
    assertThat(page.locator("#contours canvas")).hasCount(4);
    page.getByText("Fit both models to the digits").click();
    assertThat(page.locator("#cleaned canvas"))
        .hasCount(4, new LocatorAssertions.HasCountOptions().setTimeout(60_000));
    page.reload();
    assertThat(page.locator("#cleaned canvas")).hasCount(4);
    go(page, "#/learn/4");
    assertThat(page.locator("#hsic-numbers")).containsText("HSIC");
    // The direction turns in the middle of the slider, and the link keeps where it is.
    page.getByLabel("Blend b").fill("0");
    Locator angle = page.locator("[data-live=blend] p");
    assertThat(angle).hasText(Pattern.compile(".* is [345]\\d\\.\\d° from .*"));
    String turned = angle.textContent();
    assertThat(page).hasURL(Pattern.compile(".*b=0.*"));
    page.reload();
    assertThat(angle).hasText(turned);
    go(page, "#/learn/5");
    assertThat(page.locator("#cca-words")).containsText("correlates by 0.9");
    assertThat(page.locator("#scale-numbers tbody tr")).hasCount(2);
    assertThat(page.locator("math").first()).isVisible();
  }
}
