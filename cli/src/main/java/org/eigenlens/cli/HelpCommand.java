package org.eigenlens.cli;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the help of a command, for those who ask in this order. */
@Command(
    name = "help",
    description = "Print the help of a command.",
    footer = {"", "Example: eigenlens help fit"})
final class HelpCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command to explain.")
  private Optional<String> command;

  @Override
  public void run() {
    CommandLine root = spec.commandLine().getParent();
    CommandLine subject = command.map(root.getSubcommands()::get).orElse(root);
    if (command.isPresent() && subject == root) {
      String near =
          Nearest.to(command.get(), List.copyOf(root.getSubcommands().keySet()))
              .map(name -> " (did you mean '" + name + "'?)")
              .orElse("");
      throw new ParameterException(root, "unknown command '" + command.get() + "'" + near);
    }
    subject.usage(TextWriter.raw(root.getOut()));
  }
}
