package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class EigenlensTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void versionNamesProductBackendThreadsAndPlatform() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString().strip())
        .matches(
            "eigenlens \\d+\\.\\d+\\.\\d+(-SNAPSHOT)? \\(.+, \\d+ threads?; Java \\S+, \\S.* \\S+\\)")
        .contains(LinearAlgebra.backend().name() + ", " + Parallel.threads() + " thread")
        .contains("Java " + System.getProperty("java.version"));
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void helpHasAnExample() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("Usage: eigenlens", "--stacktrace", "Example:");
    assertThat(err.toString()).isEmpty();
  }

  /** Names of files and examples are there to be copied, whatever the width of the window. */
  @Test
  void helpIsBrokenAtBlanksOnly() {
    CommandLine root = Eigenlens.prepare(new CommandLine(new Eigenlens()));
    for (CommandLine command : root.getSubcommands().values()) {
      List<String> wide = words(command, 300);
      assertThat(words(command, 80)).as(command.getCommandName()).isEqualTo(wide);
      assertThat(words(command, 100)).as(command.getCommandName()).isEqualTo(wide);
      String footer = command.getHelp().footer();
      assertThat(footer.lines())
          .as("lines of examples, as they were written")
          .containsExactly(command.getCommandSpec().usageMessage().footer());
    }
  }

  /** Returns the words after the synopsis, which picocli breaks between options. */
  private static List<String> words(CommandLine command, int width) {
    String help = command.setUsageHelpWidth(width).getUsageMessage(CommandLine.Help.Ansi.OFF);
    String description = command.getCommandSpec().usageMessage().description()[0];
    String first = description.split(" ", 2)[0];
    return List.of(help.substring(help.indexOf("\n" + first)).strip().split("\\s+"));
  }

  @Test
  void nearestWordForgivesASwapAndAMissingLetter() {
    List<String> words = List.of("fit", "transform", "-k");
    assertThat(Nearest.to("trasnform", words)).contains("transform");
    assertThat(Nearest.to("fi", words)).contains("fit");
    assertThat(Nearest.to("-j", words)).isEmpty();
    assertThat(Nearest.to("reconstruct", words)).isEmpty();
  }

  @Test
  void everyTrainingCommandOfTheLauncherSucceeds(@TempDir Path folder) throws IOException {
    Path source = Path.of("src/main/training");
    try (Stream<Path> files = Files.list(source)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    assertThat(Training.run(folder, new PrintWriter(err))).as(err.toString()).isEmpty();
  }

  private int run(String... args) {
    return Eigenlens.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}
