package org.eigenlens.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
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

  /**
   * Handles the plot once a frame, as a hand does; from outside, each event would wait for the
   * frame before.
   */
  private static final String HANDLE =
      """
      ([kind, x, y, seconds]) => new Promise((resolve) => {
        const area = document.querySelector('.scatter canvas:last-of-type');
        const before = [seen, points];
        const start = performance.now();
        let frames = 0;
        const next = () => {
          const now = (performance.now() - start) / 1000;
          if (now > seconds) {
            resolve([frames / now, (seen - before[0]) / now, (points - before[1]) / (seen - before[0])]);
            return;
          }
          const clientX = x + 90 * Math.sin(3 * now);
          const clientY = y + 60 * Math.sin(2 * now);
          const deltaY = Math.sin(now) > 0 ? -20 : 20;
          const shared = {clientX, clientY, pointerId: 1, buttons: 1, bubbles: true, cancelable: true};
          const made = kind === 'wheel'
              ? new WheelEvent(kind, {...shared, deltaY})
              : new PointerEvent(kind, shared);
          area.dispatchEvent(made);
          frames++;
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      })""";

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
    page.waitForTimeout(5000); // all points are drawn
    page.mouse().move(x, y);
    tell(page, "pointing", "pointermove", x, y);
    tell(page, "zooming", "wheel", x, y);
    page.mouse().down();
    tell(page, "moving", "pointermove", x, y);
    page.mouse().up();
    page.evaluate("location.hash += (location.hash.includes('?') ? '&' : '?') + 'z=2'");
    page.waitForTimeout(5000); // the cloud is drawn anew
    page.mouse().down();
    tell(page, "turning", "pointermove", x, y);
    page.mouse().up();
  }

  /** Does something again and again, and says how often the page drew meanwhile. */
  private static void tell(Page page, String what, String event, double x, double y) {
    List<?> told = (List<?>) page.evaluate(HANDLE, List.of(event, x, y, SECONDS));
    double frames = ((Number) told.get(0)).doubleValue();
    double drawn = ((Number) told.get(1)).doubleValue();
    System.out.printf(Locale.ROOT, "%s: %.0f frames a second", what, frames);
    if (drawn > 0) {
      double points = ((Number) told.get(2)).doubleValue();
      System.out.printf(Locale.ROOT, ", %.0f of them with %,.0f points each", drawn, points);
    }
    System.out.println();
    assertThat(frames).as(what).isPositive();
  }
}
