package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What stands beside the live things of the lectures stays true while they are moved. */
class StudioLecturesTest extends StudioPages {

  @Test
  void theBlendIsOfItsOwnSectionAlone() {
    Page page = open();
    go(page, "#/learn/4");
    Locator angle = page.locator("[data-live=blend] p");
    assertThat(angle).containsText(" is 79.2° from ");
    Locator numbers = page.locator("#hsic-numbers td");
    assertThat(numbers.nth(3)).hasText("0.1425");
    String before = page.locator("[data-live=classes]").innerHTML();
    page.getByLabel("Blend b").press("End");
    assertThat(angle).containsText(" is 0.0° from ");
    assertThat(page.locator("[data-live=classes]").innerHTML()).isEqualTo(before);
    assertThat(page).hasURL(Pattern.compile(".*[?&]b=1(&.*)?"));
    // A link with a blend changes no more of the first section.
    page.reload();
    assertThat(angle).containsText(" is 0.0° from ");
    assertThat(numbers.nth(3)).hasText("0.1425");
    assertThat(page.locator("[data-live=classes]").innerHTML()).isEqualTo(before);
    // Points are of both.
    page.locator("[data-live=classes] circle.point").first().press("ArrowUp");
    assertThat(numbers.nth(3)).not().hasText("0.1425");
    page.getByLabel("Blend b").press("Home");
    assertThat(angle).not().containsText(" is 0.0° from ");
  }

  @Test
  void equationsFollowTheBoxes() {
    Page page = open();
    go(page, "#/learn/1");
    page.locator("#nine-numbers").waitFor();
    assertThat(equations(page))
        .contains("S=1N∑n=1N(xn−μ)(xn−μ)⊤", "z=B⊤(x−μ)", "x^=μ+Bz", "1N∑n‖xn−x^n‖2=∑i>kλi");
    Locator covariance = page.locator("#nine-numbers td").nth(2);
    String before = covariance.textContent();
    page.getByLabel("divide by N − 1").check();
    assertThat(equations(page))
        .contains("μ=1N∑n=1Nxn", "S=1N−1∑n=1N(xn−μ)(xn−μ)⊤", "1N−1∑n‖xn−x^n‖2=∑i>kλi");
    assertThat(page.locator(".lecture")).containsText("003, eq. 17, without 1/N, as the boxes say");
    assertThat(covariance).not().hasText(before);
    lossIsWhatIsLeftOut(page, 8);
    page.getByLabel("do not centre").check();
    assertThat(equations(page))
        .contains("S=1N−1∑n=1Nxnxn⊤", "z=B⊤x", "x^=Bz", "1N−1∑n‖xn−x^n‖2=∑i>kλi");
    assertThat(page.locator(".lecture")).containsText("The mean is not subtracted");
    page.locator("#nine-numbers").getByText("not subtracted").waitFor();
    lossIsWhatIsLeftOut(page, 8);
    assertThat(page).hasURL(Pattern.compile(".*centre=no.*"));
    page.reload();
    page.locator("#nine-numbers").waitFor();
    assertThat(equations(page)).contains("z=B⊤x");
    page.getByLabel("divide by N − 1").uncheck();
    page.getByLabel("do not centre").uncheck();
    assertThat(equations(page)).contains("S=1N∑n=1N(xn−μ)(xn−μ)⊤", "z=B⊤(x−μ)");
    assertThat(page.locator(".lecture")).containsText("The mean is subtracted:");
    assertThat(page.locator(".lecture")).not().containsText("as the boxes say");
  }

  private static List<String> equations(Page page) {
    return page.locator(".lecture section:not(:last-child) math").allTextContents();
  }

  /** Checks the last equation with the numbers of the page. */
  private static void lossIsWhatIsLeftOut(Page page, int divisor) {
    double loss =
        page.locator("[data-live=table] tbody tr").all().stream()
                .map(row -> numbers(row.locator("td").allTextContents()))
                .mapToDouble(
                    x -> Math.pow(x.get(0) - x.get(3), 2) + Math.pow(x.get(1) - x.get(4), 2))
                .sum()
            / divisor;
    List<Double> variances =
        numbers(Arrays.asList(page.locator("#nine-numbers td").nth(2).textContent().split(", ")));
    assertThat(loss).isCloseTo(variances.get(1), within(1e-3 * variances.get(1)));
  }

  private static List<Double> numbers(List<String> texts) {
    return texts.stream().map(text -> Double.valueOf(text.replace('−', '-'))).toList();
  }

  @Test
  void onNarrowPagesGammaStaysInSightOfTheContours() {
    Page page = open();
    for (String lecture : List.of("#/play", "#/learn/3")) {
      for (int width : List.of(400, 800)) {
        go(page, "#/start");
        page.locator("[data-example=iris]").waitFor();
        page.setViewportSize(width, 800);
        go(page, lecture);
        Locator contours = page.locator("#contours canvas");
        contours.last().waitFor();
        contours.last().evaluate("canvas => canvas.scrollIntoView({block: 'end'})");
        BoundingBox gamma = page.getByLabel("γ").boundingBox();
        BoundingBox last = contours.last().boundingBox();
        assertThat(gamma.y).isBetween(0.0, last.y);
        assertThat(last.y + last.height).isLessThan(801);
        String before = page.locator("#contours figcaption").last().textContent();
        page.getByLabel("γ").press(width == 400 ? "Home" : "End");
        assertThat(page.locator("#contours figcaption").last()).not().hasText(before);
        assertThat(fitsItsWindow(page)).isTrue();
      }
    }
  }
}
