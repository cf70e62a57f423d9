package org.eigenlens.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eigenlens.model.Model;
import org.eigenlens.studio.Commands;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Our commands and their words, for the studio. */
final class StudioCommands implements Commands {

  private static CommandLine program() {
    return Eigenlens.prepare(new CommandLine(new Eigenlens()));
  }

  @Override
  public int run(PrintWriter out, PrintWriter err, List<String> words) {
    return Eigenlens.run(out, err, words.toArray(String[]::new));
  }

  @Override
  public String version() {
    return new Version().getVersion()[0];
  }

  @Override
  public List<Method> methods() {
    return Arrays.stream(org.eigenlens.cli.Method.values())
        .map(
            method ->
                new Method(
                    method.label(),
                    method.title(),
                    method.hasKernel(),
                    method.isSupervised(),
                    method.isPaired(),
                    method.isManifold()))
        .toList();
  }

  @Override
  public List<String> kernels() {
    return Arrays.stream(KernelOptions.Name.values()).map(KernelOptions.Name::label).toList();
  }

  @Override
  public List<Option> options(String command) {
    return program().getSubcommands().get(command).getCommandSpec().options().stream()
        .filter(option -> !option.hidden())
        .map(StudioCommands::option)
        .toList();
  }

  private static Option option(OptionSpec option) {
    String name = option.longestName().replaceFirst("^-+", "");
    int words = option.arity().max();
    String help = String.join(" ", option.description()).replace("%%", "%");
    return new Option(name, words == 0 ? "" : option.paramLabel(), words, help);
  }

  @Override
  public String quoted(List<String> words) {
    return Reproduction.quoted(words);
  }

  @Override
  public Optional<String> program(List<String> words, Model model) {
    ParseResult parsed = program().parseArgs(words.toArray(String[]::new)).subcommand();
    List<String> inputs =
        parsed.matchedPositionals().stream()
            .flatMap(positional -> Stream.of(positional.stringValues()))
            .flatMap(List::stream)
            .toList();
    return new Program(new GivenOptions(parsed), model, inputs).text();
  }
}
