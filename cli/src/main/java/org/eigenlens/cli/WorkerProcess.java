package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eigenlens.Progress;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.model.Json;
import org.eigenlens.studio.Folders;
import picocli.CommandLine;

/** A {@link Worker} as seen by the process that started it. Runs one command at a time. */
final class WorkerProcess implements AutoCloseable {

  /** From here on Java warns of native code that was not allowed. */
  private static final int NATIVE_ACCESS = 24;

  private static final String GONE = "";

  /** A process that is killed is gone at once, unless the machine has other worries. */
  private static final long END_MILLIS = 2000;

  private final Path folder;
  private final Process process;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  /**
   * Starts a Java that is like this one.
   *
   * @param parent where it gets a folder of its own for temporary files, which is removed with it
   */
  WorkerProcess(Path parent) throws IOException {
    folder = Files.createTempDirectory(parent, "eigenlens-worker-");
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.matches("-X.*|-Dorg\\.bytedeco\\..*|-Deigenlens\\.heap=.*|-ea"))
        .forEach(words::add);
    if (Runtime.version().feature() >= NATIVE_ACCESS) {
      words.add("--enable-native-access=ALL-UNNAMED");
    }
    words.add("-Djava.io.tmpdir=" + folder);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
    words.add(String.valueOf(Parallel.threads()));
    process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Thread reader = new Thread(this::read, "worker-answers");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        answers.add(line);
      }
    } catch (IOException e) {
      assert e != null; // ended by us
    }
    answers.add(GONE);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Runs a command there.
   *
   * @throws InterruptedException if the calling thread is interrupted; the process must be closed
   */
  int run(PrintWriter out, PrintWriter err, List<String> words) throws InterruptedException {
    try {
      process.getOutputStream().write((Json.write(words, false) + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      answers.add(GONE); // the reader says so too, perhaps later
    }
    while (true) {
      String line = answers.take();
      if (line.equals(GONE)) {
        boolean ended = process.waitFor(1, TimeUnit.SECONDS);
        err.println(
            "eigenlens: the process that worked on it ended"
                + (ended ? " with status " + process.exitValue() : "")
                + "; it may have needed more memory than there is");
        return CommandLine.ExitCode.SOFTWARE;
      }
      Map<?, ?> answer = (Map<?, ?>) Json.read(line);
      if (answer.get("step") instanceof String step) {
        if (err instanceof Progress listener) {
          listener.at(step);
        }
      } else {
        out.print(answer.get("out"));
        err.print(answer.get("err"));
        return ((Number) answer.get("status")).intValue();
      }
    }
  }

  /** Ends the process, whatever it is doing, and removes what it left. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Folders.remove(folder); // what is left goes with the studio's own folder
  }
}
