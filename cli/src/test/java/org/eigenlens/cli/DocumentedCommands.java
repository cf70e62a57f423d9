package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The commands that a document tells its readers to type.
 *
 * <p>They are the lines of its {@code sh} blocks that start with {@code ./eigenlens} or {@code
 * eigenlens}; a line that ends in a backslash goes on in the next. A block right after a comment
 * {@code <!-- not run: reason -->} is left out. Words are split as a shell does, with both kinds of
 * quotes; standard output can go to a file with {@code >}, and nothing else of a shell is
 * understood. A {@code text} block right after an {@code sh} block is what the last command of it
 * printed, as {@link ShownOutput} compares it.
 */
final class DocumentedCommands {

  /**
   * One command.
   *
   * @param line the line of the document it starts on
   * @param words the program and its arguments
   * @param shown what the document shows of its standard output; nothing if it shows none
   */
  record Command(int line, List<String> words, List<String> shown) {}

  private DocumentedCommands() {}

  /**
   * Reads the names of documents from standard input, and runs the commands of each in the working
   * directory, which it empties first. See {@link DocumentProcess}.
   */
  public static void main(String[] args) throws IOException {
    BufferedReader documents = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String name = documents.readLine(); name != null; name = documents.readLine()) {
      Path folder = Path.of("").toAbsolutePath();
      empty(folder);
      Optional<String> wrong = outcome(Path.of(name), folder);
      wrong.ifPresent(System.out::println);
      // What was printed last may not have ended its line.
      System.out.println();
      System.out.println(wrong.isPresent() ? DocumentProcess.WRONG : DocumentProcess.RIGHT);
      System.out.flush();
    }
  }

  /** Runs the commands of a document; what is thrown is wrong with that document alone. */
  private static Optional<String> outcome(Path document, Path folder) {
    try {
      return run(document, folder);
    } catch (Exception | Error e) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      return Optional.of(trace.toString());
    }
  }

  private static void empty(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(folder)) {
          Files.delete(file);
        }
      }
    }
  }

  /** Runs the commands of a document; returns what is wrong with the first that is. */
  private static Optional<String> run(Path document, Path folder) throws IOException {
    List<Command> commands = of(DocumentedBlock.of(document));
    for (Command command : commands) {
      Optional<String> wrong = run(command);
      if (wrong.isPresent()) {
        return Optional.of("line " + command.line() + ": " + wrong.get());
      }
    }
    return DocumentedPictures.complaint(
        document,
        folder,
        picture -> commands.stream().anyMatch(command -> draws(command.words(), picture)));
  }

  /**
   * Returns whether a command has to draw a picture; the demo draws one that is not named to it.
   */
  static boolean draws(List<String> words, String picture) {
    return words.contains(picture)
        || (picture.equals("denoising.svg")
            && words.contains("demo")
            && !words.contains("--samples"));
  }

  /** Runs a command; returns what is wrong with it or with what the document shows of it. */
  private static Optional<String> run(Command command) throws IOException {
    List<String> words = command.words();
    int redirected = words.indexOf(">");
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> args = words.subList(1, redirected < 0 ? words.size() : redirected);
    if (Eigenlens.run(new PrintWriter(out), new PrintWriter(err), args.toArray(String[]::new))
        != 0) {
      return Optional.of(err.toString());
    }
    if (redirected >= 0) {
      Files.writeString(Path.of(words.get(redirected + 1)), out.toString(), UTF_8);
    }
    return command.shown().isEmpty()
        ? Optional.empty()
        : ShownOutput.complaint(command.shown(), redirected < 0 ? out.toString() : "")
            .map(wrong -> "the document " + wrong + "\nall that is printed:\n" + out);
  }

  /** Finds the commands in the blocks of a document. */
  static List<Command> of(List<DocumentedBlock> blocks) {
    List<Command> commands = new ArrayList<>();
    for (int b = 0; b < blocks.size(); b++) {
      DocumentedBlock block = blocks.get(b);
      if (block.language().equals("sh") && !block.skipped()) {
        List<Command> found = of(block, DocumentedBlock.shownAfter(blocks, b));
        commands.addAll(found);
      }
    }
    return commands;
  }

  private static List<Command> of(DocumentedBlock block, List<String> shown) {
    List<Command> commands = new ArrayList<>();
    List<String> lines = block.lines();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.matches("(\\./)?eigenlens( .*)?")) {
        int start = block.line() + i;
        while (line.endsWith("\\") && i + 1 < lines.size()) {
          line = line.substring(0, line.length() - 1) + " " + lines.get(++i).strip();
        }
        commands.add(new Command(start, words(line, start), List.of()));
      }
    }
    if (!commands.isEmpty()) {
      Command last = commands.remove(commands.size() - 1);
      commands.add(new Command(last.line(), last.words(), shown));
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
