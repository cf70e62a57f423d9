package org.eigenlens.cli;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Tables;
import org.eigenlens.matrix.Bytes;
import org.eigenlens.matrix.Parallel;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say how a command runs. */
final class RunOptions {

  /** Leaves room for the system and for what we do not count. */
  private static final double USABLE = 0.8;

  /** The share of the memory that data may take where they can be read in passes as well. */
  private static final double DATA_SHARE = 0.7;

  /** The program itself takes about this much: a smaller budget only says that rows stream. */
  private static final long LEAST_MEMORY = 64L << 20;

  /** With less, DuckDB can hardly sort, or read JSON in two threads. */
  private static final long LEAST_QUERY_MEMORY = 128L << 20;

  /** The share of the memory that rows may take while they pass: they are copied on their way. */
  private static final double PIECE_SHARE = 0.2;

  private static final int LEAST_ROWS = 64;
  private static final int MOST_ROWS = 16_384;

  private static final long MEGABYTE = 1L << 20;

  /** What the program, and what it decodes, takes of a heap beside the data. */
  private static final long GIGABYTE = 1L << 30;

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = Threads.class,
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

  /** Puts the number of threads into force, and what may be taken beside the data. */
  void start() {
    if (threads != null) {
      Parallel.setThreads(threads);
    }
    Tables.limitMemory(Math.max((long) ((1 - DATA_SHARE) * memory()), LEAST_QUERY_MEMORY));
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

  /** Returns how many bytes a fit may count on that reads its rows in passes. */
  long workMemory() {
    return Math.max(memory(), LEAST_MEMORY);
  }

  /**
   * Returns how many bytes a fit may count on beside data that take so many; they count in whole
   * megabytes, so that a limit is told as it was given where they are next to nothing.
   */
  long workMemory(long data) {
    return Math.max(1, workMemory() - data / MEGABYTE * MEGABYTE);
  }

  /** Returns how many rows of so many numbers are read at once where they pass. */
  static int pieceRows(long memory, int columns) {
    double most = PIECE_SHARE * memory / (8.0 * Math.max(1, columns));
    return (int) Math.max(LEAST_ROWS, Math.min(MOST_ROWS, most));
  }

  /** Tells whether data of so many bytes may be held in memory. */
  boolean holds(long bytes) {
    return bytes <= DATA_SHARE * memory();
  }

  /**
   * Refuses what must be held in memory as a whole, and is too large.
   *
   * @param what as in {@code m.eigenlens: the model}
   */
  void require(long bytes, String what) {
    if (bytes > workMemory()) {
      throw DataException.of(
          "%s takes %s, and %s may be taken"
              .formatted(what, Bytes.needed((double) bytes), Bytes.allowed((double) workMemory())),
          "allow more with --memory");
    }
  }

  /**
   * Returns the refusal of what needs all data in memory, where they are read in passes.
   *
   * @param what as in {@code --quality}
   * @param bytes what the data take
   */
  DataException noRoom(String what, long bytes, String instead) {
    return holds(bytes)
        ? DataException.of(
            what + " needs all data in memory, which --solver streaming avoids",
            "leave one of them out")
        : DataException.of(
            "%s needs all data in memory: they take %s, and %s may be taken for them"
                .formatted(
                    what, Bytes.needed((double) bytes), Bytes.allowed(DATA_SHARE * memory())),
            "allow more with --memory, or " + instead);
  }

  /** Returns what there is to say of the memory that was allowed. */
  List<String> remarks() {
    return memory() < LEAST_MEMORY
        ? List.of("--memory is less than the program itself takes; up to 64 MB are used")
        : List.of();
  }

  /**
   * Returns what to say of a heap that does not keep to {@code --memory}: once Java runs, nobody
   * can bound it any more.
   *
   * @param words a command line
   * @param heap how many bytes the heap may take
   */
  static Optional<String> unboundedHeap(List<String> words, long heap) {
    int option = words.indexOf("--memory");
    Optional<String> size =
        option >= 0 && option + 1 < words.size()
            ? Optional.of(words.get(option + 1))
            : words.stream()
                .filter(word -> word.startsWith("--memory="))
                .map(word -> word.substring("--memory=".length()))
                .findFirst();
    try {
      long most = size.map(text -> new Size().convert(text) / 4 * 5 + GIGABYTE).orElse(heap);
      return heap <= most
          ? Optional.empty()
          : Optional.of(
              ("--memory is for data and the work on them, and the heap of this Java may take %d MB"
                      + " all the same; start ./eigenlens, or give java the option -Xmx%dm")
                  .formatted(heap / MEGABYTE, most / MEGABYTE));
    } catch (TypeConversionException e) {
      return Optional.empty(); // whoever reads the option says so
    }
  }

  /** Reads a number of threads. */
  static final class Threads implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("0*[1-9]\\d{0,5}")) {
        throw new TypeConversionException("'" + text + "' is not a number of threads from 1");
      }
      return Integer.valueOf(text);
    }
  }

  /** Reads sizes such as 4g, 500m, 1.5G or a number of bytes. */
  static final class Size implements ITypeConverter<Long> {
    /** What can be added to and multiplied by small numbers, a million terabytes. */
    private static final double MOST = 0x1p60;

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
      double bytes = Double.parseDouble(lower) * unit;
      if (bytes > MOST) {
        throw new TypeConversionException("'" + text + "' is more memory than any machine has");
      }
      return (long) bytes;
    }
  }
}
