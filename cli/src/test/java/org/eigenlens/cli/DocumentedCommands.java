package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The commands that a document tells its readers to type.
 *
 * <p>They are the lines of its {@code sh} blocks that start with {@code ./eigenlens} or {@code
 * eigenlens}; a line that ends in a backslash goes on in the next. A block right after a comment
 * {@code <!-- not run: reason -->} is left out. Words are split as a shell does, with both kinds of
 * quotes; standard output can go to a file with {@code >}, and nothing else of a shell is
 * understood.
 */
final class DocumentedCommands {

  /** One command, and the line of the document it starts on. */
  record Command(int line, List<String> words) {}

  private DocumentedCommands() {}

  /** Runs the commands of a document in the working directory; prints the first that fails. */
  public static void main(String[] args) throws IOException {
    for (Command command : of(Files.readAllLines(Path.of(args[0]), UTF_8))) {
      StringWriter err = new StringWriter();
      if (run(command.words(), new PrintWriter(err)) != 0) {
        System.out.println("line " + command.line() + ": " + err);
        System.exit(1);
      }
    }
  }

  private static int run(List<String> words, PrintWriter err) throws IOException {
    int redirected = words.indexOf(">");
    StringWriter out = new StringWriter();
    List<String> args = words.subList(1, redirected < 0 ? words.size() : redirected);
    int status = Eigenlens.run(new PrintWriter(out), err, args.toArray(String[]::new));
    if (redirected >= 0) {
      Files.writeString(Path.of(words.get(redirected + 1)), out.toString(), UTF_8);
    }
    return status;
  }

  /** Finds the commands in the lines of a document. */
  static List<Command> of(List<String> document) {
    List<Command> commands = new ArrayList<>();
    String fence = null;
    boolean runs = false;
    boolean skipped = false;
    for (int i = 0; i < document.size(); i++) {
      String line = document.get(i).strip();
      if (line.startsWith("```")) {
        runs = fence == null && line.equals("```sh") && !skipped;
        fence = fence == null ? line : null;
        skipped = false;
      } else if (fence == null && !line.isEmpty()) {
        skipped = line.matches("<!-- not run: .+ -->");
      } else if (runs && line.matches("(\\./)?eigenlens( .*)?")) {
        int start = i;
        while (line.endsWith("\\") && i + 1 < document.size()) {
          line = line.substring(0, line.length() - 1) + " " + document.get(++i).strip();
        }
        commands.add(new Command(start + 1, words(line, start + 1)));
      }
    }
    return commands;
  }

  private static List<String> words(String line, int number) {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    char quote = 0;
    for (char c : (line + " ").toCharArray()) {
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == ' ') {
        if (word != null) {
          words.add(word.toString());
          word = null;
        }
      } else if (c == '#' && word == null) {
        break;
      } else if ("|;&<$`(\\".indexOf(c) >= 0) {
        throw new IllegalArgumentException(
            "line " + number + ": '" + c + "' of a shell is not understood here: " + line);
      } else {
        word = word == null ? new StringBuilder() : word;
        if (c == '"' || c == '\'') {
          quote = c;
        } else {
          word.append(c);
        }
      }
    }
    if (quote != 0) {
      throw new IllegalArgumentException("line " + number + ": a quote is not closed: " + line);
    }
    int redirected = words.indexOf(">");
    if (redirected >= 0 && redirected != words.size() - 2) {
      throw new IllegalArgumentException("line " + number + ": '>' needs a file after it: " + line);
    }
    return words;
  }
}
