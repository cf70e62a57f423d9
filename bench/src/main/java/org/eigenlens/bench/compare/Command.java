package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A command as a user gives it: a fresh process each time, start-up included.
 *
 * @param words the command and its arguments
 * @param log receives what it says
 * @param limit seconds after which it is ended
 */
record Command(List<String> words, Path log, int limit) {

  /**
   * What runs took.
   *
   * @param seconds of the fastest
   * @param peak largest resident memory of any process, in bytes; 0 where not known
   * @param count how many runs there were
   */
  record Run(double seconds, long peak, int count) {}

  /** Tells whether a command ends well. */
  static boolean works(List<String> words, Path log, int limit) throws InterruptedException {
    try {
      new Command(words, log, limit).once();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Runs at most so often and, after the first, not beyond so many seconds. */
  Run best(int runs, double budget) throws IOException, InterruptedException {
    Run best = once();
    double spent = best.seconds();
    for (int i = 1; i < runs && spent < budget; i++) {
      Run next = once();
      spent += next.seconds();
      best =
          new Run(
              Math.min(best.seconds(), next.seconds()),
              Math.max(best.peak(), next.peak()),
              best.count() + 1);
    }
    return best;
  }

  /** Runs once and watches the peak of its largest process. */
  private Run once() throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    long peak = 0;
    // The peak only grows, so the last look before the end is the one that counts.
    while (!process.waitFor(10, TimeUnit.MILLISECONDS)) {
      peak =
          Stream.concat(Stream.of(process.toHandle()), process.descendants())
              .mapToLong(handle -> ProcessMemory.peak(handle.pid()))
              .reduce(peak, Math::max);
      if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(limit)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new IOException("not done in " + limit + " s");
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (process.exitValue() != 0) {
      List<String> said = Files.readAllLines(log);
      throw new IOException(said.isEmpty() ? "no message" : said.get(said.size() - 1));
    }
    return new Run(seconds, peak, 1);
  }
}
