package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.Callable;
import org.eigenlens.matrix.NumericalException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

class ErrorReporterTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void unknownOptionSuggestsTheNearest() {
    assertThat(run("--verison")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "eigenlens: unknown option '--verison' (did you mean '--version'?);"
                + " see eigenlens --help");
  }

  @Test
  void unknownOptionLikeNoOtherSuggestsNothing() {
    assertThat(run("--quux=3")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("eigenlens: unknown option '--quux'; see eigenlens --help");
  }

  @Test
  void unknownCommandSuggestsTheNearest() {
    assertThat(runWith(() -> 0, "wrok")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "eigenlens: unknown command 'wrok' (did you mean 'work'?); see eigenlens --help");
  }

  @Test
  void optionOfASubcommandIsLookedForThere() {
    assertThat(runWith(() -> 0, "work", "--seeed", "3")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "eigenlens: unknown option '--seeed' (did you mean '--seed'?);"
                + " see eigenlens work --help");
  }

  @Test
  void superfluousArgumentOfASubcommand() {
    assertThat(runWith(() -> 0, "work", "one.csv")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "eigenlens: unexpected argument 'one.csv'; see eigenlens work --help");
  }

  @Test
  void wrongValueOfAnOption() {
    assertThat(runWith(() -> 0, "work", "--seed", "x")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("eigenlens: invalid value for option '--seed'")
        .contains("'x'")
        .hasLineCount(1);
  }

  @Test
  void noCommand() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("eigenlens: no command was given; see eigenlens --help");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void missingFile() {
    assertFails(new NoSuchFileException("a.csv"), "a.csv: there is no such file");
  }

  @Test
  void missingFileInsideAnUncheckedException() {
    assertFails(
        new UncheckedIOException(new NoSuchFileException("a.csv")), "a.csv: there is no such file");
  }

  @Test
  void forbiddenFile() {
    assertFails(
        new AccessDeniedException("a.csv"), "a.csv: no permission; check who owns it and its mode");
  }

  @Test
  void messageOfSeveralLinesBecomesOne() {
    assertFails(new IOException("disk\n  is full\n"), "disk is full");
  }

  @Test
  void numericalFailureIsToldInItsOwnWords() {
    assertFails(new NumericalException("It did not converge."), "It did not converge");
  }

  @Test
  void bugIsCalledAnInternalError() {
    assertFails(
        new IllegalStateException("odd"),
        "internal error (java.lang.IllegalStateException: odd);"
            + " run it again with --stacktrace to see where");
  }

  @Test
  void exceptionWithoutAMessageIsAnInternalError() {
    assertFails(
        new IllegalArgumentException(),
        "internal error (java.lang.IllegalArgumentException);"
            + " run it again with --stacktrace to see where");
  }

  @Test
  void failedAssertionIsOneLine() {
    int status =
        runWith(
            () -> {
              throw new AssertionError("broken");
            },
            "work");
    assertThat(status).isEqualTo(1);
    assertThat(err.toString()).startsWith("eigenlens: internal error (").hasLineCount(1);
  }

  @Test
  void fullHeapNamesItsLimit() {
    int status =
        runWith(
            () -> {
              throw new OutOfMemoryError("Java heap space");
            },
            "work");
    assertThat(status).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("eigenlens: out of memory (Java heap space); the heap may take ")
        .contains("MB: give java the option -Xmx")
        .hasLineCount(1);
  }

  @Test
  void fullNativeMemoryNamesTheBudget() {
    int status =
        runWith(
            () -> {
              throw new OutOfMemoryError("Cannot allocate new DoublePointer(9)");
            },
            "work");
    assertThat(status).isEqualTo(1);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "eigenlens: out of memory (Cannot allocate new DoublePointer(9)); set a budget with"
                + " --memory, use --precision float, or ask for fewer components (-k)");
  }

  @Test
  void stackTraceIsPrintedWhenAskedFor() {
    int status =
        runWith(
            () -> {
              throw new IOException("disk full");
            },
            "work",
            "--stacktrace");
    assertThat(status).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("eigenlens: disk full")
        .contains("java.io.IOException: disk full", "\tat ");
  }

  @Test
  void stackTraceIsPrintedForAWrongCommandToo() {
    assertThat(run("--quux", "--stacktrace")).isEqualTo(2);
    assertThat(err.toString()).contains("UnmatchedArgumentException", "\tat ");
  }

  private void assertFails(Exception thrown, String line) {
    int status =
        runWith(
            () -> {
              throw thrown;
            },
            "work");
    assertThat(status).isEqualTo(1);
    assertThat(err.toString()).isEqualToIgnoringNewLines("eigenlens: " + line);
    assertThat(out.toString()).isEmpty();
  }

  private int run(String... args) {
    return Eigenlens.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  /** Runs eigenlens with one more subcommand, which does what it is told. */
  private int runWith(Callable<Integer> work, String... args) {
    CommandLine command = new CommandLine(new Eigenlens()).addSubcommand(new Work(work));
    return Eigenlens.run(command, new PrintWriter(out), new PrintWriter(err), args);
  }

  @Command(name = "work")
  private static final class Work implements Callable<Integer> {

    private final Callable<Integer> work;

    @CommandLine.Spec private CommandSpec spec;

    @Option(names = "--seed")
    private int seed;

    Work(Callable<Integer> work) {
      this.work = work;
    }

    @Override
    public Integer call() throws Exception {
      spec.commandLine().getOut().print(seed == 0 ? "" : seed);
      return work.call();
    }
  }
}
