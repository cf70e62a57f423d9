package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.eigenlens.Progress;
import org.eigenlens.matrix.Leaving;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.model.Json;

/**
 * A process that runs commands for another, which can end it at any moment: also within a call of
 * native code, which no thread can be stopped in.
 *
 * <p>It reads a JSON array of words from each line of standard input, and answers with lines that
 * are JSON objects: {@code step} while the command runs, then {@code status}, {@code out} and
 * {@code err}. At the end of its input it ends, whatever it is doing.
 */
final class Worker {

  /** Steps come by the thousand; so many nanoseconds lie between those that are passed on. */
  private static final long TOLD_NANOS = 50_000_000;

  private Worker() {}

  /** Serves until there is no more input, with as many threads as the first word says. */
  public static void main(String[] args) throws InterruptedException {
    PrintStream answers = System.out;
    System.setOut(System.err); // only answers go to standard output
    Leaving.hurry(Duration.ZERO, Eigenlens::die);
    Headless.start();
    Parallel.setThreads(Integer.parseInt(args[0]));
    LinearAlgebra.backend(); // loaded while nobody waits for it
    BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    Thread reader = new Thread(() -> read(requests), "requests");
    reader.setDaemon(true);
    reader.start();
    while (true) {
      List<?> words = (List<?>) Json.read(requests.take());
      Listener err = new Listener(answers);
      StringWriter out = new StringWriter();
      int status =
          Eigenlens.run(
              new PrintWriter(out),
              err,
              words.stream().map(String::valueOf).toArray(String[]::new));
      send(answers, Map.of("status", status, "out", out.toString(), "err", err.text()));
    }
  }

  private static void read(BlockingQueue<String> requests) {
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        requests.add(line);
      }
    } catch (IOException e) {
      assert e != null; // the other process is gone
    }
    System.exit(0);
  }

  private static synchronized void send(PrintStream answers, Map<String, Object> answer) {
    answers.writeBytes((Json.write(answer, false) + "\n").getBytes(UTF_8));
    answers.flush();
  }

  /** Takes what a command writes to standard error, and passes its steps on. */
  private static final class Listener extends PrintWriter implements Progress {
    private final PrintStream answers;
    private String kind = "";
    private long told;

    Listener(PrintStream answers) {
      super(new StringWriter(), true);
      this.answers = answers;
    }

    String text() {
      flush();
      return out.toString();
    }

    @Override
    public synchronized void at(String step) {
      long now = System.nanoTime();
      String other = step.replaceAll("\\d+", "#");
      if (now - told > TOLD_NANOS || !other.equals(kind)) {
        kind = other;
        told = now;
        send(answers, Map.of("step", step));
      }
    }
  }
}
