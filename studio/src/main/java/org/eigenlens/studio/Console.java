package org.eigenlens.studio;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Consumer;
import org.eigenlens.Progress;

/** Takes what a command writes, and hears how far it is. */
final class Console extends PrintWriter implements Progress {

  private static final String PREFIX = "eigenlens: ";

  private final Consumer<String> steps;

  Console(Consumer<String> steps) {
    super(new StringWriter(), true);
    this.steps = steps;
  }

  @Override
  public void at(String step) {
    steps.accept(step);
  }

  String text() {
    flush();
    return out.toString();
  }

  /** Returns the line that says why a command failed. */
  String failure() {
    List<String> lines = text().lines().filter(line -> line.startsWith(PREFIX)).toList();
    return lines.isEmpty()
        ? "the command failed without a word; run it in a terminal"
        : lines.get(lines.size() - 1).substring(PREFIX.length());
  }
}
