package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Others at the same studio, in the same browser, or in the data. */
class StudioStrangersTest extends StudioPages {

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
}
