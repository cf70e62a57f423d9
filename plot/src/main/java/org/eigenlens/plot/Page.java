package org.eigenlens.plot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Pages that need nothing but themselves: the style, the script and all pictures are in them, and a
 * policy in the head keeps browsers from fetching anything.
 */
final class Page {

  private Page() {}

  /** Returns a page with one picture. */
  static String of(Picture picture) {
    return whole(picture.title(), figure(picture, "p"));
  }

  /** Returns a picture with its controls, as part of a page. */
  static String figure(Picture picture, String prefix) {
    Set<String> groups = new LinkedHashSet<>();
    picture.chart().layers().forEach(layer -> groups.addAll(layer.groups()));
    String switches =
        groups.size() < 2
            ? ""
            : groups.stream()
                .sorted()
                .map(Texts::clean)
                .map(Texts::escape)
                .map(
                    name ->
                        "<label><input type=\"checkbox\" checked data-group=\"%s\">%s</label>"
                            .formatted(name, name))
                .collect(Collectors.joining("\n", "<div class=\"groups\">\n", "\n</div>\n"));
    return "<figure class=\"picture\">\n"
        + Svg.interactive(picture, prefix).text()
        + "<div class=\"controls\"><button type=\"button\" data-zoom=\"in\">+</button>"
        + "<button type=\"button\" data-zoom=\"out\">−</button>"
        + "<button type=\"button\" data-zoom=\"reset\">reset</button>"
        + "<span>hover: what a mark is; wheel with Ctrl: zoom; drag: move</span></div>\n"
        + switches
        + "</figure>\n";
  }

  /** Returns a page of some content. */
  static String whole(String title, String body) {
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s</title>
        <style>
        %s</style>
        </head>
        <body>
        %s<script>
        %s</script>
        </body>
        </html>
        """
        .formatted(Texts.escape(title), resource("page.css"), body, resource("page.js"));
  }

  private static String resource(String name) {
    try (InputStream stream = Page.class.getResourceAsStream(name)) {
      return new String(stream.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
