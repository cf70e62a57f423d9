package org.eigenlens.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eigenlens.model.Json;

/**
 * Writes text for people: whatever names and cells of others hold, a terminal shows it as
 * characters and obeys none of it.
 *
 * <p>Control characters, and marks that turn the direction of text, become visible; a text that is
 * put into a pattern stays within its line, and no line is endless. Tables and JSON are for
 * programs, which get them as they are, through {@link #raw}.
 */
final class TextWriter extends PrintWriter {

  /** Longer lines than this are shortened in the middle, where they are one of ours. */
  private static final int LONGEST = 4000;

  /** No line goes on beyond this, whoever wrote it. */
  private static final int WIDEST = 2 * LONGEST;

  private static final Pattern BREAK = Pattern.compile("\\R");

  private static final char SHOWN = '\uFFFD';

  private final PrintWriter raw;

  private TextWriter(PrintWriter raw) {
    super(new Visible(raw), true);
    this.raw = raw;
  }

  /** Returns a writer for people over one that takes everything. */
  static PrintWriter on(PrintWriter writer) {
    return writer instanceof TextWriter ? writer : new TextWriter(writer);
  }

  /** Returns the writer that takes everything. */
  static PrintWriter raw(PrintWriter writer) {
    return writer instanceof TextWriter text ? text.raw : writer;
  }

  @Override
  public PrintWriter format(Locale locale, String pattern, Object... values) {
    Object[] shown = values.clone();
    for (int i = 0; i < shown.length; i++) {
      if (shown[i] instanceof String text && (text.length() > LONGEST || isBroken(text))) {
        shown[i] = oneLine(text);
      }
    }
    return super.format(locale, pattern, shown);
  }

  @Override
  public PrintWriter format(String pattern, Object... values) {
    return format(Locale.ROOT, pattern, values);
  }

  private static boolean isBroken(String text) {
    return BREAK.matcher(text).find();
  }

  @Override
  public boolean checkError() {
    return super.checkError() || raw.checkError();
  }

  /** Prints warnings, a line each. */
  static void warn(PrintWriter err, List<String> warnings) {
    warnings.forEach(warning -> err.println("warning: " + oneLine(warning)));
  }

  /** Makes one line of a text, which is not endless. */
  static String oneLine(String text) {
    return BREAK
        .splitAsStream(shortened(text.strip()))
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining(" "));
  }

  private static String shortened(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = LONGEST / 2;
    int start = text.length() - LONGEST / 2;
    // Half a character would be none.
    end -= Character.isHighSurrogate(text.charAt(end - 1)) ? 1 : 0;
    start += Character.isLowSurrogate(text.charAt(start)) ? 1 : 0;
    return text.substring(0, end) + " … " + text.substring(start);
  }

  private static final class Visible extends FilterWriter {
    private int column;

    Visible(Writer out) {
      super(out);
    }

    @Override
    public void write(int character) throws IOException {
      write(new char[] {(char) character}, 0, 1);
    }

    @Override
    public void write(char[] text, int from, int count) throws IOException {
      StringBuilder visible = new StringBuilder();
      for (int i = from; i < from + count; i++) {
        column = text[i] == '\n' ? 0 : column + 1;
        // Half a character would be none.
        if (column == WIDEST && Character.isHighSurrogate(text[i])) {
          column++;
        }
        if (column <= WIDEST) {
          visible.append(visible(text[i]));
        } else if (column == WIDEST + 1) {
          visible.append('…');
        }
      }
      out.append(visible);
    }

    @Override
    public void write(String text, int from, int count) throws IOException {
      write(text.toCharArray(), from, count);
    }
  }

  private static char visible(char c) {
    boolean ours = c == '\n' || c == '\t' || System.lineSeparator().indexOf(c) >= 0;
    return !ours && Json.isUnseen(c) ? SHOWN : c;
  }
}
