package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.eigenlens.data.Heap;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns whatever went wrong into one line on standard error and an exit status.
 *
 * <p>A stack trace follows only if the command line holds {@value #STACKTRACE}. The option is
 * looked for in the words themselves, because a command that cannot be parsed has no options yet.
 */
final class ErrorReporter implements IParameterExceptionHandler, IExecutionExceptionHandler {

  static final String STACKTRACE = "--stacktrace";

  private static final int FAILED = CommandLine.ExitCode.SOFTWARE;
  private static final int WRONG_COMMAND = CommandLine.ExitCode.USAGE;

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean stacktrace;

  ErrorReporter(PrintWriter out, PrintWriter err, String... args) {
    this.out = out;
    this.err = TextWriter.on(err);
    this.stacktrace = List.of(args).contains(STACKTRACE);
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String message =
        e instanceof UnmatchedArgumentException unmatched
            ? unmatched(unmatched)
            : e instanceof MissingParameterException missing ? missing(missing) : e.getMessage();
    String help = command.getCommandSpec().qualifiedName() + " --help";
    report(clause(message) + "; see " + help, e);
    return WRONG_COMMAND;
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    return failed(e);
  }

  /** Reports work that failed; that nobody reads the rest of the output is no failure. */
  int failed(Throwable e) {
    if (isOutputLost(e) && PipeWriter.readerLeft(out)) {
      return CommandLine.ExitCode.OK;
    }
    report(describe(e), e);
    return FAILED;
  }

  /** Reports that memory ran out, and which of the two kinds: each has its own way out. */
  int outOfMemory(OutOfMemoryError e) {
    String what = e.getMessage() == null ? "" : " (" + withoutFullStop(e.getMessage()) + ")";
    long heap = Heap.bytes() >> 20;
    String remedy =
        what.contains("heap")
            ? "the heap may take " + heap + " MB: " + Heap.remedy(2 * heap)
            : "set a budget with --memory, use --precision float";
    report("out of memory" + what + "; " + remedy + ", or ask for fewer components (-k)", e);
    return FAILED;
  }

  private static String unmatched(UnmatchedArgumentException e) {
    CommandLine command = e.getCommandLine();
    String word = e.getUnmatched().get(0);
    List<String> candidates = new ArrayList<>();
    String kind;
    if (e.isUnknownOption()) {
      kind = "option";
      word = word.replaceFirst("=.*", "");
      command.getCommandSpec().options().forEach(o -> candidates.addAll(List.of(o.names())));
    } else if (command.getParent() == null) {
      kind = "command";
      candidates.addAll(command.getSubcommands().keySet());
    } else {
      return "unexpected argument '" + word + "'";
    }
    String message = "unknown " + kind + " '" + word + "'";
    return Nearest.to(word, candidates)
        .map(nearest -> message + " (did you mean '" + nearest + "'?)")
        .orElse(message);
  }

  /** An option that takes several words lacks some of them. */
  private static String missing(MissingParameterException e) {
    return e.getMissing().stream()
        .filter(OptionSpec.class::isInstance)
        .map(OptionSpec.class::cast)
        .filter(option -> option.arity().min() > 1)
        .map(
            option ->
                "option '%s' takes %d values (%s each)"
                    .formatted(option.longestName(), option.arity().min(), option.paramLabel()))
        .findFirst()
        .orElse(e.getMessage());
  }

  /** Puts what went wrong in words. */
  static String describe(Throwable e) {
    boolean wrapped = e instanceof UncheckedIOException || isOutputLost(e.getCause());
    if (wrapped && e.getCause() != null) {
      return describe(e.getCause());
    }
    if (e instanceof NoSuchFileException missing && missing.getReason() == null) {
      return missing.getFile() + ": there is no such file";
    }
    if (e instanceof AccessDeniedException denied && denied.getReason() == null) {
      return denied.getFile() + ": no permission; check who owns it and its mode";
    }
    if (e instanceof FileSystemException file && file.getReason() != null) {
      return file.getFile() + ": " + file.getReason();
    }
    if (isMeantForUsers(e) && e.getMessage() != null) {
      return e.getMessage();
    }
    return "internal error (" + e + "); run it again with " + STACKTRACE + " to see where";
  }

  private static boolean isOutputLost(Throwable e) {
    return e instanceof Eigenlens.OutputLostException
        || (e != null && e.getCause() instanceof Eigenlens.OutputLostException);
  }

  /** Tells our own and the facades' exceptions, whose messages are written for users, from bugs. */
  private static boolean isMeantForUsers(Throwable e) {
    return e instanceof IOException
        || (e instanceof IllegalArgumentException && !(e instanceof NumberFormatException))
        || e instanceof CancellationException
        || e.getClass().getName().startsWith("org.eigenlens.");
  }

  private void report(String message, Throwable e) {
    err.println("eigenlens: " + withoutFullStop(TextWriter.oneLine(message)));
    if (stacktrace) {
      e.printStackTrace(err);
    }
    err.flush();
  }

  /** Makes a sentence a part of another: without a capital and a full stop. */
  static String clause(String sentence) {
    return withoutFullStop(lowerCaseFirst(sentence));
  }

  private static String lowerCaseFirst(String message) {
    boolean sentence =
        message.length() > 1
            && Character.isUpperCase(message.charAt(0))
            && (Character.isLowerCase(message.charAt(1)) || message.startsWith("A "));
    return sentence ? Character.toLowerCase(message.charAt(0)) + message.substring(1) : message;
  }

  private static String withoutFullStop(String message) {
    return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
  }
}
