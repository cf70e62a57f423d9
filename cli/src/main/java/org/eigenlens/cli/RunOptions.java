package org.eigenlens.cli;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.model.Json;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say how a command runs and how it answers. */
final class RunOptions {

  /** Leaves room for the system and for what we do not count. */
  private static final double USABLE = 0.8;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads work at once; all cores by default.")
  private Integer threads;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = Size.class,
      description =
          "How much memory may be taken, as in 4g or 500m; most of the machine's by default."
              + " Data that do not fit are read in passes.")
  private Long memory;

  boolean json() {
    return json;
  }

  /** Puts the number of threads into force. */
  void start() {
    if (threads != null) {
      Parallel.setThreads(threads);
    }
  }

  /** Returns how many bytes may be taken. */
  long memory() {
    if (memory != null) {
      return memory;
    }
    var system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof com.sun.management.OperatingSystemMXBean machine
        ? (long) (USABLE * machine.getTotalMemorySize())
        : Long.MAX_VALUE;
  }

  /** Prints a report as JSON. */
  static void print(PrintWriter out, Map<String, Object> report) {
    out.println(Json.write(report, true));
  }

  /** Reads sizes such as 4g, 500m, 1.5G or a number of bytes. */
  static final class Size implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      String lower = text.strip().toLowerCase(Locale.ROOT).replaceFirst("i?b$", "");
      double unit = 1;
      int last = lower.isEmpty() ? -1 : "kmgt".indexOf(lower.charAt(lower.length() - 1));
      if (last >= 0) {
        unit = Math.pow(1024, last + 1);
        lower = lower.substring(0, lower.length() - 1);
      }
      if (!lower.matches("\\d+(\\.\\d+)?") || !(Double.parseDouble(lower) > 0)) {
        throw new TypeConversionException("'" + text + "' is not a size such as 4g or 500m");
      }
      return (long) (Double.parseDouble(lower) * unit);
    }
  }
}
