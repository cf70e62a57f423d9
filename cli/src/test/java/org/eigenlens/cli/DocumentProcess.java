package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process that runs the commands of one document after the other, in a working directory that is
 * empty at the start of each: a page has to write the samples it speaks of, as its readers do.
 *
 * <p>It has one core, so that two of them make good use of two. What is printed does not depend on
 * the number of threads.
 */
final class DocumentProcess implements AutoCloseable {

  static final String RIGHT = "== as the document says ==";
  static final String WRONG = "== not as the document says ==";

  private final Process process;
  private final BufferedWriter documents;
  private final BufferedReader answers;

  /** Starts a process in a new folder below another. */
  DocumentProcess(Path folder) throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
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
    documents.write(document + "\n");
    documents.flush();
    StringBuilder said = new StringBuilder();
    String line = answers.readLine();
    while (line != null && !line.equals(RIGHT) && !line.equals(WRONG)) {
      said.append(line).append('\n');
      line = answers.readLine();
    }
    return RIGHT.equals(line) ? Optional.empty() : Optional.of(said.toString());
  }

  /** Ends the process. */
  @Override
  public void close() throws IOException {
    documents.close();
    process.destroy();
  }
}
