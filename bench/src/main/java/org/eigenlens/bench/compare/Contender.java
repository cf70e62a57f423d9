package org.eigenlens.bench.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One engine's process, from its start to its last line. */
final class Contender implements AutoCloseable {

  private static final String END = "end";

  private final Process process;
  private final Path log;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<String> remarks = new ArrayList<>();
  private String version = "";

  Contender(List<String> command, Path log) throws IOException {
    this.log = log;
    process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    Thread reader = new Thread(this::read, "contender");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      lines.add(END);
    }
    lines.add(END);
  }

  /** Returns what follows the given word, once the process says it. */
  String await(String word, int seconds) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (true) {
      String line = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new IOException("not done in %d s".formatted(seconds));
      }
      if (line.equals(END)) {
        throw new IOException("ended early: " + lastWords());
      }
      if (line.startsWith("version ")) {
        version = line.substring(8).trim();
      }
      if (line.startsWith("remark ")) {
        remarks.add(line.substring(7).trim());
      }
      if (line.startsWith(word)) {
        return line.substring(word.length()).trim();
      }
    }
  }

  private String lastWords() throws IOException {
    List<String> said = new ArrayList<>(Files.readAllLines(log));
    said.removeIf(String::isBlank);
    // A Java trace names the trouble first, a Python one last.
    for (String line : said) {
      if (line.startsWith("Exception")) {
        return line;
      }
    }
    return said.isEmpty() ? "no message" : said.get(said.size() - 1);
  }

  String version() {
    return version;
  }

  List<String> remarks() {
    return List.copyOf(remarks);
  }

  /** Has it solve again, at most so often, and returns what each time took. */
  double[] times(int runs, double budget, int seconds) throws IOException, InterruptedException {
    Writer out = process.outputWriter(StandardCharsets.UTF_8);
    out.write("time " + runs + " " + budget + "\n");
    out.flush();
    return Arrays.stream(await("times", seconds).split(" ", -1))
        .filter(time -> !time.isEmpty())
        .mapToDouble(Double::parseDouble)
        .toArray();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
