package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.eigenlens.matrix.LinearAlgebra;

/** What the numbers were taken on, in words. */
final class Machine {

  private Machine() {}

  static String description() {
    return String.format(
        Locale.ROOT,
        "%s, %d cores, %s of memory, %s %s; Java %s, %s",
        field("/proc/cpuinfo", "model name"),
        Runtime.getRuntime().availableProcessors(),
        memory(),
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        System.getProperty("java.version"),
        LinearAlgebra.backend().name());
  }

  /** Returns the load before the run, since a busy machine makes numbers worthless. */
  static String load() {
    try {
      return Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0];
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static String memory() {
    String kilobytes = field("/proc/meminfo", "MemTotal").replaceAll("\\D", "");
    return kilobytes.isEmpty()
        ? "an unknown amount"
        : String.format(Locale.ROOT, "%.1f GB", Long.parseLong(kilobytes) * 1024e-9);
  }

  private static String field(String file, String name) {
    try {
      for (String line : Files.readAllLines(Path.of(file))) {
        if (line.startsWith(name)) {
          return line.substring(line.indexOf(':') + 1).trim();
        }
      }
    } catch (IOException e) {
      // Another system; it has no such file.
      return System.getProperty("os.arch");
    }
    return System.getProperty("os.arch");
  }
}
