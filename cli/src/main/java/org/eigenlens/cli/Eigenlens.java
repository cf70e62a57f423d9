package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.eigenlens.data.Heap;
import org.eigenlens.matrix.Leaving;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The {@code eigenlens} command and its exit status: 0 done; 1 the data, the model or the machine
 * said no; 2 the command was wrong.
 *
 * <p>A new subcommand is a class of its own, listed in {@code subcommands}. It writes to the
 * writers of its {@link CommandLine}, throws {@link ParameterException} when the command was wrong
 * and any other exception when the work failed; {@link ErrorReporter} turns both into a line.
 */
@Command(
    name = "eigenlens",
    description = "Turns high-dimensional data into a few meaningful coordinates, and back.",
    versionProvider = Version.class,
    footer = {"", "Example: eigenlens fit iris.csv --label species -k 2"},
    subcommands = {
      FitCommand.class,
      TransformCommand.class,
      ReconstructCommand.class,
      InspectCommand.class,
      ExportCommand.class,
      SelectCommand.class,
      SimilarCommand.class,
      HsicCommand.class,
      PlotCommand.class,
      StudioCommand.class,
      DemoCommand.class,
      JShellCommand.class,
      HelpCommand.class
    })
@SuppressWarnings("UnusedVariable") // picocli acts on these options by itself
public final class Eigenlens implements Runnable {

  /** So long the end waits for LAPACK: who presses Ctrl-C does not wait a second. */
  private static final Duration PATIENCE = Duration.ofMillis(300);

  /** What stands for files in the help. */
  private static final Set<String> FILES = Set.of("FILE", "DIR", "MODEL", "INPUT", "SCRIPT");

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Print this help and exit.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version, the numeric backend and the platform, and exit.")
  private boolean version;

  /** Declared here to be accepted and shown; {@link ErrorReporter} looks for it by itself. */
  @Option(
      names = ErrorReporter.STACKTRACE,
      scope = ScopeType.INHERIT,
      description = "On an error, print where in the program it happened.")
  private boolean stacktrace;

  /** Runs a command line and ends the process with its exit status. */
  public static void main(String[] args) {
    PrintWriter out = PipeWriter.standardOutput();
    PrintWriter err = new PrintWriter(System.err, true, UTF_8);
    Leaving.hurry(PATIENCE, Eigenlens::die);
    if (Heap.isOfJavaAlone()) {
      RunOptions.unboundedHeap(List.of(args), Heap.bytes())
          .ifPresent(remark -> err.println("warning: " + remark));
    }
    System.exit(run(out, err, args));
  }

  /**
   * Has the process ended a fifth of a second later as Ctrl-C does where nobody handles it: not by
   * its exit, which would wait for native threads, but by when its exit handlers have removed what
   * files there are.
   *
   * @return whether it will be: not where there are no such signals, nor to the first process of a
   *     container, which they do not reach from within
   */
  static boolean die() {
    if (ProcessHandle.current().pid() == 1) {
      return false;
    }
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      signal
          .getMethod("handle", signal, handler)
          .invoke(
              null,
              signal.getConstructor(String.class).newInstance("INT"),
              handler.getField("SIG_DFL").get(null));
    } catch (ReflectiveOperationException e) {
      assert e != null; // it will be killed
    }
    // Interrupts may be ignored, as shells have them for what is in the background; of two signals
    // at once the other would be taken.
    String kill =
        "sleep 0.2 || sleep 1; kill -INT %1$d; sleep 0.1 || sleep 1; kill -KILL %1$d"
            .formatted(ProcessHandle.current().pid());
    try {
      new ProcessBuilder("sh", "-c", kill)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Runs a command line and returns its exit status. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    return run(new CommandLine(new Eigenlens()), out, err, args);
  }

  /** Has a command line understand words as we do. */
  static CommandLine prepare(CommandLine commandLine) {
    Values.register(commandLine);
    OptionText.reword(commandLine);
    commandLine.setHelpFactory(Usage::new);
    return commandLine.setExpandAtFiles(false); // a column may be called @timestamp
  }

  static int run(CommandLine commandLine, PrintWriter out, PrintWriter err, String... args) {
    ErrorReporter reporter = new ErrorReporter(out, err, args);
    prepare(commandLine)
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler(reporter)
        .setExecutionExceptionHandler(reporter)
        .setExecutionStrategy(Eigenlens::execute);
    try {
      int status = commandLine.execute(args);
      // A writer swallows what goes wrong; a result that nobody received is a failure.
      return status == 0 && out.checkError() ? reporter.failed(new OutputLostException()) : status;
    } catch (OutOfMemoryError e) {
      return reporter.outOfMemory(e);
    } catch (Error e) {
      return reporter.failed(e);
    } finally {
      out.flush();
      err.flush();
    }
  }

  /** Runs a command, which writes for people; help has colours of its own. */
  private static int execute(ParseResult parsed) {
    Integer helped = CommandLine.executeHelpRequest(parsed);
    if (helped != null) {
      return helped;
    }
    parsed.asCommandLineList().forEach(Eigenlens::requireNames);
    CommandLine program = parsed.commandSpec().commandLine();
    program.setOut(TextWriter.on(program.getOut())).setErr(TextWriter.on(program.getErr()));
    return new CommandLine.RunLast().execute(parsed);
  }

  /** Refuses files without a name, as a variable that was not set leaves them. */
  private static void requireNames(CommandLine command) {
    for (ArgSpec given : command.getParseResult().matchedArgs()) {
      if (FILES.contains(given.paramLabel().replaceFirst("\\..*", ""))
          && given.originalStringValues().contains("")) {
        throw new ParameterException(
            command,
            "the name given for %s is empty; name %s"
                .formatted(
                    given instanceof OptionSpec option ? option.longestName() : given.paramLabel(),
                    given.paramLabel().equals("DIR") ? "a folder" : "a file"));
      }
    }
  }

  /** Standard output did not take what was written to it. */
  static final class OutputLostException extends IOException {
    private static final long serialVersionUID = 1;

    OutputLostException() {
      super("standard output was closed, or has no room, before everything was written");
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command was given");
  }
}
