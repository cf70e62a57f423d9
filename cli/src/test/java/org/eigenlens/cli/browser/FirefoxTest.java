package org.eigenlens.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eigenlens.cli.StudioServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way from data to a picture in Firefox; skipped where there is none. */
class FirefoxTest {

  private static final String LISTEN =
      """
      window.failures = [];
      addEventListener('error', (event) => failures.push(event.message));
      addEventListener('unhandledrejection', (event) => failures.push(String(event.reason)));
      addEventListener('securitypolicyviolation', (event) => failures.push(event.violatedDirective));
      """;

  private static String click(String words) {
    return "[...document.querySelectorAll('a, button')].find((each) => each.textContent === '%s' && !each.hidden).click()"
        .formatted(words);
  }

  @Test
  void fitsLooksAndTeaches(@TempDir Path profile) throws Exception {
    Optional<Path> program =
        Stream.of("/usr/bin/firefox", "/usr/bin/firefox-esr")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(program.isPresent(), "no Firefox on this machine");
    try (StudioServer studio = StudioServer.start();
        Marionette firefox = new Marionette(program.get(), profile)) {
      firefox.open(studio.link());
      firefox.await("document.querySelector('[data-example=iris]')");
      firefox.script(LISTEN);
      firefox.script("document.querySelector('[data-example=iris]').click()");
      firefox.await("document.body.innerText.includes('4 features will be used')");
      firefox.script(click("Next: choose a method"));
      firefox.await("document.querySelector('#in-short')?.textContent.includes('97.8\u00a0%')");
      firefox.script(click("Look at it"));
      // Without a graphics card, and so without points, there are the pictures of the command.
      firefox.await(
          "document.querySelector('.legend li') || document.querySelector('#picture')?.naturalWidth > 0");
      firefox.script("location.hash = '#/learn/1'");
      firefox.await("document.querySelector('#nine-numbers')?.textContent.includes('10.1034')");
      firefox.script("location.hash = '#/play'");
      firefox.await("document.querySelectorAll('#contours canvas').length === 6");
      // Firefox refuses more than 200 changes of the address in 10 seconds.
      firefox.script(
          """
          const range = document.querySelector('.controls input[type=range]');
          for (let i = 0; i <= 300; i += 1) {
            range.value = -2 + 0.01 * i;
            range.dispatchEvent(new Event('input', {bubbles: true}));
          }
          """);
      firefox.await("location.hash.includes('gamma=10&')");
      assertThat(firefox.script("return failures")).isEqualTo(List.of());
      assertThat(studio.log()).isEmpty();
    }
  }
}
