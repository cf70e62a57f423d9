package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs typical commands in one process, so that the launcher can archive the classes they load.
 *
 * <p>The commands are the lines of {@code commands.txt} in the given folder; {@code $DIR} in them
 * is that folder.
 */
final class Training {

  private Training() {}

  /** Runs the commands of a folder. */
  public static void main(String[] args) throws IOException {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    for (String failure : run(Path.of(args[0]), nowhere)) {
      System.err.println("eigenlens: training command failed: " + failure);
    }
  }

  /** Runs the commands of a folder and returns those that failed. */
  static List<String> run(Path folder, PrintWriter err) throws IOException {
    List<String> failures = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("commands.txt"), UTF_8)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] words =
          Stream.of(line.strip().split("\\s+", -1))
              .map(word -> word.replace("$DIR", folder.toString()))
              .toArray(String[]::new);
      if (Eigenlens.run(new PrintWriter(Writer.nullWriter()), err, words) != 0) {
        failures.add(line);
      }
    }
    return failures;
  }
}
