package org.eigenlens.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Says of shared options what a command takes of them: help lists nothing that is refused. */
final class OptionText {

  private OptionText() {}

  /** Rewords the options of the commands that take less than others. */
  static void reword(CommandLine root) {
    CommandLine hsic = root.getSubcommands().get("hsic");
    if (hsic != null) {
      reword(
          hsic.getCommandSpec(),
          "--missing",
          "drop",
          "Leave rows with missing cells out. Without this option they are an error.");
    }
    CommandLine select = root.getSubcommands().get("select");
    if (select != null) {
      reword(
          select.getCommandSpec(),
          "--method",
          "METHOD",
          "What the components are for: pca (the default), dual-pca, lsa, kernel-pca or cca.");
    }
  }

  private static void reword(CommandSpec spec, String name, String label, String description) {
    OptionSpec shared = spec.findOption(name);
    spec.remove(shared);
    spec.addOption(OptionSpec.builder(shared).paramLabel(label).description(description).build());
  }
}
