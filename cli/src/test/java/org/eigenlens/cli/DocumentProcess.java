package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process that runs the commands of one document after the other, in a working directory that is
 * empty at the start of each: a page has to write the samples it speaks of, as its readers do.
 *
 * <p>It has one core, so that two of them make good use of two. What is printed does not depend on
 * the number of threads. Where the process ends, or takes too long and is ended, that is what is
 * wrong with its document, and the next document has a new one.
 */
final class DocumentProcess implements AutoCloseable {

  static final String RIGHT = "== as the document says ==";
  static final String WRONG = "== not as the document says ==";

  /** Much more than any page takes, also on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Path folder;
  private final Duration patience;
  private Process process;
  private BufferedWriter documents;
  private BufferedReader answers;

  /** Runs documents in new folders below another. */
  DocumentProcess(Path folder) {
    this(folder, PATIENCE);
  }

  DocumentProcess(Path folder, Duration patience) {
    this.folder = folder;
    this.patience = patience;
  }

  private void start() throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                DocumentProcess.class.desiredAssertionStatus() ? "-ea" : "-da",
                "-XX:ActiveProcessorCount=1",
                // What runs for a second at most is done before the second compiler is.
                "-XX:TieredStopAtLevel=1",
                "-Dfile.encoding=UTF-8",
                "-Dstdout.encoding=UTF-8",
                "-D" + DocumentedPictures.REWRITE + "=" + DocumentedPictures.rewrites(),
                "-cp",
                System.getProperty("java.class.path"),
                DocumentedCommands.class.getName())
            .directory(Files.createTempDirectory(folder, "work").toFile())
            .redirectErrorStream(true)
            .start();
    documents = process.outputWriter(UTF_8);
    answers = process.inputReader(UTF_8);
  }

  /** Runs the commands of a document; returns what is wrong, if anything is. */
  Optional<String> run(Path document) throws IOException {
    if (process == null || !process.isAlive()) {
      start();
    }
    Process running = process;
    CompletableFuture<Void> late =
        CompletableFuture.runAsync(
            () -> kill(running),
            CompletableFuture.delayedExecutor(patience.toMillis(), TimeUnit.MILLISECONDS));
    StringBuilder said = new StringBuilder();
    String line;
    try {
      documents.write(document + "\n");
      documents.flush();
      line = answers.readLine();
      while (line != null && !line.equals(RIGHT) && !line.equals(WRONG)) {
        said.append(line).append('\n');
        line = answers.readLine();
      }
    } finally {
      late.cancel(false);
    }
    if (line == null) {
      kill(running);
      process = null;
      said.append("the process ended, or had no answer within ").append(patience.toSeconds());
      said.append(" s");
    }
    return RIGHT.equals(line) ? Optional.empty() : Optional.of(said.toString());
  }

  /** Ends a process by its handle: by itself it would close what is still to be read. */
  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.toHandle().destroyForcibly();
  }

  /** Ends the process. */
  @Override
  public void close() {
    if (process != null) {
      kill(process);
    }
  }
}
