package org.eigenlens.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Says how many frames a second a plot of a million rows draws while somebody handles it. A
 * measurement, which {@code bench/frames} runs, and no test.
 */
final class FrameRates extends StudioPages {

  private static final int ROWS = 1_000_000;
  private static final int SECONDS = 5;

  /** Counts the frames in which points are drawn, and the points. */
  private static final String COUNT =
      """
      () => {
        window.seen = 0;
        window.points = 0;
        let drawn = false;
        const {prototype} = WebGL2RenderingContext;
        const {drawArrays} = prototype;
        prototype.drawArrays = function (mode, first, count) {
          drawn = true;
          window.points += count;
          drawArrays.call(this, mode, first, count);
        };
        const next = () => {
          if (drawn) window.seen++;
          drawn = false;
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }""";

  @Test
  void ofAMillionRows(@TempDir Path folder) throws IOException {
    Path table = folder.resolve("million.csv");
    Random random = new Random(1);
    try (BufferedWriter out = Files.newBufferedWriter(table)) {
      out.write("a,b,c,d\n");
      for (int row = 0; row < ROWS; row++) {
        double a = random.nextGaussian();
        out.write(
            String.format(
                Locale.ROOT,
                "%.4f,%.4f,%.4f,%.4f%n",
                3 * a,
                2 * random.nextGaussian() + Math.cos(a),
                random.nextGaussian() + a,
                random.nextGaussian()));
      }
    }
    Page page = open();
    page.setDefaultTimeout(300_000);
    page.locator("#file").setInputFiles(table);
    page.getByText("Next: choose a method").click();
    page.locator("#fit").click();
    page.locator("#in-short").waitFor();
    page.getByText("Look at it").click();
    page.locator(".scatter").waitFor();
    page.evaluate(COUNT);
    BoundingBox place = page.locator(".scatter").boundingBox();
    double x = place.x + place.width / 2;
    double y = place.y + place.height / 2;
    IntConsumer point = step -> page.mouse().move(x + step * 7 % 200, y + step * 3 % 150);
    tell(page, "pointing", point);
    tell(page, "zooming", step -> page.mouse().wheel(0, step / 20 % 2 == 0 ? -40 : 40));
    page.mouse().down();
    tell(page, "moving", point);
    page.mouse().up();
    page.evaluate("location.hash += (location.hash.includes('?') ? '&' : '?') + 'z=2'");
    page.waitForTimeout(5000); // the cloud is drawn anew
    page.mouse().down();
    tell(page, "turning", point);
    page.mouse().up();
  }

  /** Does something again and again, and says how often the page drew meanwhile. */
  private static void tell(Page page, String what, IntConsumer gesture) {
    int before = (int) page.evaluate("seen");
    long pointsBefore = ((Number) page.evaluate("points")).longValue();
    long start = System.nanoTime();
    double seconds = 0;
    for (int step = 0; seconds < SECONDS; step++) {
      gesture.accept(step);
      seconds = (System.nanoTime() - start) / 1e9;
    }
    int seen = (int) page.evaluate("seen") - before;
    long points = ((Number) page.evaluate("points")).longValue() - pointsBefore;
    System.out.printf(
        Locale.ROOT,
        "%s: %.0f frames a second, %,d points each%n",
        what,
        seen / seconds,
        points / Math.max(1, seen));
    assertThat(seen).as(what).isPositive();
  }
}
