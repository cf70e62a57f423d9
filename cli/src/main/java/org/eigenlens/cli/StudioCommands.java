package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eigenlens.model.Model;
import org.eigenlens.studio.Commands;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Our commands and their words, for the studio.
 *
 * <p>What takes time runs in processes of its own, which are kept for the next command: cancelling
 * ends the process, so that it stops whatever it is doing, and memory that one takes is no matter
 * of the page.
 */
final class StudioCommands implements Commands {

  private static final Set<String> LONG = Set.of("fit", "plot", "inspect");

  private final Deque<WorkerProcess> idle = new ArrayDeque<>();
  private final Set<WorkerProcess> busy = new HashSet<>();
  private Path folder = Path.of(System.getProperty("java.io.tmpdir"));
  private boolean closed;

  private static CommandLine program() {
    return Eigenlens.prepare(new CommandLine(new Eigenlens()));
  }

  @Override
  public synchronized void workIn(Path other) {
    folder = other;
  }

  @Override
  public int run(PrintWriter out, PrintWriter err, List<String> words) {
    return LONG.contains(words.get(0))
        ? runElsewhere(out, err, words)
        : Eigenlens.run(out, err, words.toArray(String[]::new));
  }

  private int runElsewhere(PrintWriter out, PrintWriter err, List<String> words) {
    try {
      return run(take(), out, err, words);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      err.println("eigenlens: the work was cancelled");
    } catch (IOException e) {
      err.println("eigenlens: no process could be started: " + e.getMessage());
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  private int run(WorkerProcess worker, PrintWriter out, PrintWriter err, List<String> words)
      throws InterruptedException {
    boolean kept = false;
    try {
      int status = worker.run(out, err, words);
      kept = worker.isAlive();
      return status;
    } finally {
      giveBack(worker, kept);
    }
  }

  /** Starts a process before it is needed, so that the first fit need not wait for it. */
  synchronized void warmUp() throws IOException {
    if (idle.isEmpty()) {
      idle.push(new WorkerProcess(folder));
    }
  }

  private synchronized WorkerProcess take() throws IOException {
    if (closed) {
      throw new IOException("the studio is ending");
    }
    WorkerProcess worker = idle.isEmpty() ? new WorkerProcess(folder) : idle.pop();
    if (!worker.isAlive()) { // ended by the system, say, while nobody needed it
      worker.close();
      return take();
    }
    busy.add(worker);
    return worker;
  }

  private void giveBack(WorkerProcess worker, boolean kept) {
    synchronized (this) {
      busy.remove(worker);
      if (kept && !closed) {
        idle.push(worker);
        return;
      }
    }
    worker.close();
  }

  /** Ends all processes. */
  @Override
  public void close() {
    List<WorkerProcess> all;
    synchronized (this) {
      closed = true;
      all = new ArrayList<>(idle);
      all.addAll(busy);
      idle.clear();
    }
    all.forEach(WorkerProcess::close);
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
    return Reproduction.quoted(System.getProperty("eigenlens.command", "eigenlens"), words);
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
