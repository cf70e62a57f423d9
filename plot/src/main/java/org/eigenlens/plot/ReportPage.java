package org.eigenlens.plot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A page of words, tables and pictures in one file, written from top to bottom. */
final class ReportPage {

  private final StringBuilder body = new StringBuilder();
  private final String title;
  private int pictures;

  ReportPage(String title, String lead) {
    this.title = title;
    add("<h1>%s</h1>\n<p class=\"lead\">%s</p>\n", title, lead);
  }

  private void add(String html, String... texts) {
    Object[] safe = new Object[texts.length];
    for (int i = 0; i < texts.length; i++) {
      safe[i] = Texts.escape(texts[i]);
    }
    body.append(html.formatted(safe));
  }

  ReportPage section(String heading) {
    add("<h2>%s</h2>\n", heading);
    return this;
  }

  ReportPage paragraph(String text) {
    add("<p>%s</p>\n", text);
    return this;
  }

  /** Writes lines that are read one by one; none at all leave no trace. */
  ReportPage list(List<String> lines, boolean warnings) {
    if (!lines.isEmpty()) {
      add(warnings ? "<ul class=\"warnings\">\n" : "<ul>\n");
      lines.forEach(line -> add("<li>%s</li>\n", line));
      add("</ul>\n");
    }
    return this;
  }

  /** Writes a table; the first so many columns are words, the others numbers. */
  ReportPage table(List<String> head, List<List<String>> rows, int words) {
    add("<div class=\"wide\"><table>\n<thead><tr>");
    for (int j = 0; j < head.size(); j++) {
      add(j < words ? "<th class=\"text\">%s</th>" : "<th>%s</th>", head.get(j));
    }
    add("</tr></thead>\n<tbody>\n");
    for (List<String> row : rows) {
      add("<tr>");
      for (int j = 0; j < row.size(); j++) {
        add(j < words ? "<td class=\"text\">%s</td>" : "<td>%s</td>", row.get(j));
      }
      add("</tr>\n");
    }
    add("</tbody>\n</table></div>\n");
    return this;
  }

  /** Writes what is to be copied; lines stay as they are. */
  ReportPage code(String text) {
    add("<pre>");
    text.lines().forEach(line -> add("%s\n", line));
    add("</pre>\n");
    return this;
  }

  ReportPage picture(Picture picture) {
    body.append(Page.figure(picture, "p" + pictures++ + "-"));
    return this;
  }

  ReportPage footer(String text) {
    add("<footer><p>%s</p></footer>\n", text);
    return this;
  }

  String html() {
    return Page.whole(title, body.toString());
  }

  /** Writes the page; the file appears whole or not at all. */
  void write(Path file) throws IOException {
    Picture.write(file, html().getBytes(UTF_8));
  }
}
