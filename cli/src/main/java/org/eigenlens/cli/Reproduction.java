package org.eigenlens.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eigenlens.model.Model;
import picocli.CommandLine.Model.CommandSpec;

/** How to make a model again: as a command, and as a program. */
final class Reproduction {

  private final GivenOptions given;
  private final List<String> words;
  private final Model model;
  private final List<String> inputs;

  Reproduction(CommandSpec command, Model model, List<String> inputs) {
    this.given = new GivenOptions(command.commandLine().getParseResult());
    this.words = command.root().commandLine().getParseResult().originalArgs();
    this.model = model;
    this.inputs = inputs;
  }

  /** Returns what the rows were read from. */
  String source() {
    return given.text("--sql").map(sql -> "the query " + sql).orElse(String.join(", ", inputs));
  }

  /** Returns how many components were asked for, in words. */
  Optional<String> asked() {
    return given.text("-k").map(text -> "asked for with -k " + text);
  }

  /** Returns the command, quoted for a shell where it has to be. */
  String command() {
    return quoted("eigenlens", words);
  }

  /** Returns a program with some words, quoted for a shell where they have to be. */
  static String quoted(String program, List<String> words) {
    return Stream.concat(Stream.of(program), words.stream())
        .map(
            word ->
                word.matches("[A-Za-z0-9_./,:=@%+-]+")
                    ? word
                    : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }

  /**
   * Returns a program that does the same through the library; none where something was asked for
   * that it does not say, since it would make another model.
   */
  Optional<String> program() {
    return new Program(given, model, inputs).text();
  }
}
