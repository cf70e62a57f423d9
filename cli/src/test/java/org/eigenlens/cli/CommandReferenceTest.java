package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/** The reference of the command line is what the program says of itself. */
class CommandReferenceTest {

  private static final Path PAGE = DocumentedBlock.ROOT.resolve("docs/commands.md");
  private static final String REWRITE = "eigenlens.rewrite";

  @Test
  void thePageIsWhatTheProgramSays() throws IOException {
    String page = page();
    if (Boolean.getBoolean(REWRITE)) {
      Files.writeString(PAGE, page, UTF_8);
    }
    assertThat(Files.readString(PAGE, UTF_8))
        .as(
            "docs/commands.md is older than the program; rewrite it with%n  mvn -q -B -pl cli -am"
                + " test -Dtest=CommandReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -D%s",
            REWRITE + "=true")
        .isEqualTo(page);
  }

  private static String page() {
    CommandLine root = Eigenlens.prepare(new CommandLine(new Eigenlens()));
    Set<CommandLine> commands = new LinkedHashSet<>(root.getSubcommands().values());
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Commands

        What `--help` prints for each command. A test compares this page with the program and names the command that rewrites it; the [guide](guide.md) tells the story.

        | command | what it does |
        |---|---|
        """);
    for (CommandLine command : commands) {
      page.append(
          "| [`%s`](#%s)%s | %s |%n"
              .formatted(
                  command.getCommandName(),
                  command.getCommandName(),
                  aliases(command.getCommandSpec()),
                  String.join(" ", command.getCommandSpec().usageMessage().description())));
    }
    page.append("\nAll of them take `-h`, `--help` and `--stacktrace`.\n");
    for (CommandLine command : commands) {
      page.append("%n## %s%n%n```text%n".formatted(command.getCommandName()));
      String usage = command.setUsageHelpWidth(100).getUsageMessage(Ansi.OFF);
      usage.lines().forEach(line -> page.append(line.stripTrailing()).append('\n'));
      page.append("```\n");
    }
    return page.toString().replace("\r\n", "\n");
  }

  private static String aliases(CommandSpec spec) {
    List<String> names = List.of(spec.aliases());
    return names.isEmpty() ? "" : ", `" + String.join("`, `", names) + "`";
  }
}
