package org.eigenlens.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBPreparedStatement;
import org.eigenlens.matrix.Parallel;

/**
 * The one DuckDB of this process, in memory; started when first needed, which costs about half a
 * second.
 *
 * <p>It never downloads anything: extensions that are not built in are not installed.
 */
final class Duck {

  private Duck() {}

  /** What reads JSON has room for two objects of 16 megabytes in each thread. */
  private static final long BYTES_PER_THREAD = 48L << 20;

  /**
   * How deep a query may be. DuckDB would take 1,000 levels, for which the stack of a thread of
   * Java is too small: that ends the process, as 300 tables each of which is made of the one before
   * did.
   */
  static final int DEEPEST = 200;

  static final String TOO_DEEP =
      "it has more than %d levels of parentheses, terms or steps".formatted(DEEPEST);

  private static final Pattern MALFORMED =
      Pattern.compile("^Malformed JSON at byte (\\d{1,18}) in (line|record/value) (\\d{1,18})");

  /**
   * As the system says it, or by its number where DuckDB passes a failure on as JSON; a cell of
   * those words is quoted in failures of other kinds.
   */
  private static final Pattern DISK_FULL =
      Pattern.compile("IO Error: .*No space left on device|\"errno\":\"28\"");

  /** As its driver names what it unpacks. */
  private static final String LIBRARIES = "libduckdb_java*.so";

  private static final PathMatcher LIBRARY =
      FileSystems.getDefault().getPathMatcher("glob:" + LIBRARIES);

  /** How long the end waits before it looks again, in nanoseconds. */
  private static final long MOMENT = 5_000_000;

  private static DuckDBConnection shared;
  private static boolean hooked;

  private static volatile boolean starting;

  /** Whether the process ends and the library, which was being unpacked, is removed. */
  private static volatile boolean abandoned;

  /** Where it puts what it has no memory for; empty where there is no such place. */
  private static volatile String folder = "";

  /** How many bytes it may take; 0 for what it takes by itself, most of the machine's. */
  private static long memory;

  /** Limits what it takes: what is more goes to temporary files, or is refused. */
  static synchronized void limit(long bytes) {
    memory = bytes;
    if (shared != null) {
      try {
        execute(shared, "set memory_limit = " + quoteText(limit()));
        execute(shared, "set threads = " + threads());
      } catch (SQLException e) {
        throw DataException.at(Place.NOWHERE, reason(e), "allow more with --memory", e);
      }
    }
  }

  /** Returns how many bytes it may take. */
  static synchronized long memory() {
    return memory > 0 ? memory : Long.MAX_VALUE;
  }

  private static String limit() {
    return Math.max(1, memory >> 10) + "KiB";
  }

  /** Each of its threads takes room of its own. */
  private static long threads() {
    long most = memory > 0 ? Math.max(1, memory / BYTES_PER_THREAD) : Long.MAX_VALUE;
    return Math.min(most, Parallel.threads());
  }

  /** Starts it once; in a class of its own a failure would be told as one of that class. */
  private static synchronized DuckDBConnection shared() {
    if (shared == null) {
      starting = true;
      try {
        shared = start();
      } finally {
        starting = false;
      }
    }
    return shared;
  }

  private static DuckDBConnection start() {
    endWithTheProcess();
    if (folder.isEmpty()) {
      folder = temporaryFolder();
    }
    Properties settings = new Properties();
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("autoload_known_extensions", "false");
    settings.setProperty("jdbc_stream_results", "true");
    settings.setProperty("temp_directory", folder);
    settings.setProperty("max_expression_depth", String.valueOf(DEEPEST));
    settings.setProperty("threads", String.valueOf(threads()));
    if (memory > 0) {
      settings.setProperty("memory_limit", limit());
    }
    Set<Path> before = libraries();
    boolean started = false;
    try {
      DuckDBConnection first =
          DriverManager.getConnection("jdbc:duckdb:", settings).unwrap(DuckDBConnection.class);
      started = true;
      return first;
    } catch (SQLException | LinkageError e) {
      while (abandoned) {
        LockSupport.parkNanos(MOMENT); // nobody is to be told of it any more
      }
      Optional<String> nowhere = TemporaryFiles.problem();
      String room = "set TMPDIR to a folder with room for its library";
      throw DataException.at(
          Place.NOWHERE,
          "DuckDB, which reads .parquet and .json and answers --sql, does not start here: "
              + nowhere.orElseGet(() -> rootOf(e)),
          "use .csv or .npy instead, or " + (nowhere.isPresent() ? TemporaryFiles.remedy() : room),
          e);
    } finally {
      if (!started) {
        removeLibraries(before);
      }
    }
  }

  /** Returns the libraries that DuckDB has unpacked and that are not yet removed. */
  private static Set<Path> libraries() {
    Set<Path> found = new HashSet<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(Path.of(System.getProperty("java.io.tmpdir")), LIBRARIES)) {
      files.forEach(found::add);
    } catch (IOException | DirectoryIteratorException e) {
      assert e != null; // where there is no folder, nothing is unpacked
    }
    return found;
  }

  /**
   * Removes a library that could not be unpacked, whose place DuckDB does not tell; it has one
   * removed only once all of it is there. Another process that unpacks one at this very moment does
   * so on a disk that is full.
   */
  private static void removeLibraries(Set<Path> before) {
    for (Path library : libraries()) {
      if (!before.contains(library)) {
        remove(library);
      }
    }
  }

  private static String rootOf(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
  }

  /**
   * Has the end of the process wait until DuckDB has started, and then remove the folder.
   *
   * <p>It has its library removed only once that is unpacked: before, an end would leave it. So it
   * is removed here where the system tells which one this process writes, as Linux does; to unpack
   * it takes half a second, and more on a busy machine.
   */
  private static void endWithTheProcess() {
    if (hooked) {
      return;
    }
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(Duck::end, "duckdb-end"));
      hooked = true;
    } catch (IllegalStateException e) {
      throw DataException.at(Place.NOWHERE, "the program is ending", "start it again", e);
    }
  }

  private static void end() {
    while (starting && !abandoned) {
      abandoned = removeUnpacked();
      LockSupport.parkNanos(MOMENT);
    }
    if (!folder.isEmpty()) {
      remove(Path.of(folder));
    }
  }

  /** Removes the library while this process writes it, and returns whether it did. */
  private static boolean removeUnpacked() {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path file : open) {
        Path library = target(file);
        // Its name is taken first, by an empty file that gives way to another.
        if (library != null && LIBRARY.matches(library.getFileName()) && Files.size(library) > 0) {
          abandoned = true; // before the loading of it can fail
          return Files.deleteIfExists(library);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      assert e != null; // the system does not tell
    }
    return false;
  }

  private static Path target(Path link) {
    try {
      Path target = Files.readSymbolicLink(link);
      return target.getFileName() == null ? null : target;
    } catch (IOException e) {
      return null; // closed meanwhile
    }
  }

  /** Makes a folder that only this process uses; empty if there can be none. */
  static String temporaryFolder() {
    try {
      return Files.createTempDirectory("eigenlens-duckdb").toString();
    } catch (IOException e) {
      return ""; // so that large queries fail instead of spilling
    }
  }

  /** Removes a file, or a folder and the files in it, as far as possible. */
  static void remove(Path folder) {
    try (Stream<Path> found = Files.walk(folder)) {
      for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      assert e != null; // the system clears temporary files some day
    }
  }

  /** Returns a connection of one's own to the shared database. */
  static Connection connect() throws SQLException {
    return shared().duplicate();
  }

  /** Runs a statement that returns nothing of interest. */
  static void execute(Connection connection, String sql) throws SQLException {
    // A failing query closes its statement, so each gets its own.
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Runs a query for columns of text and returns its rows; null is null. */
  static List<String[]> rows(Connection connection, String sql, int columns) throws SQLException {
    List<String[]> rows = new ArrayList<>();
    // Another way to run a query tells a failure as "invalid result set", whatever it was.
    try (PreparedStatement statement = connection.prepareStatement(sql);
        DuckDBChunkedResult result = statement.unwrap(DuckDBPreparedStatement.class).query()) {
      while (result.nextChunk()) {
        DuckDBDataChunkReader vectors = result.chunk();
        for (int i = 0; i < vectors.rowCount(); i++) {
          String[] row = new String[columns];
          for (int j = 0; j < columns; j++) {
            row[j] = vectors.vector(j).isNull(i) ? null : vectors.vector(j).getString(i);
          }
          rows.add(row);
        }
      }
    } catch (RuntimeException e) {
      throw new SQLException(e.getMessage(), e);
    }
    return rows;
  }

  static String quoteName(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  static String quoteText(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }

  /** Tells whether something failed since DuckDB would have taken more than it may. */
  static boolean ranOutOfMemory(Exception e) {
    return e.getMessage() != null && e.getMessage().contains("Out of Memory Error");
  }

  /** Returns what DuckDB says in the words of our own messages: what is wrong, in one clause. */
  static String reason(Exception e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    if (DISK_FULL.matcher(message).find()) {
      return "no space is left on the disk";
    }
    String first = message.strip().lines().findFirst().orElse("");
    String bare =
        first
            .replaceFirst("^([a-z]+\\.[\\w.]+: )*([A-Z]\\w*( \\w+)* Error: )?", "")
            .replaceAll(" in file (\"[^\"]*\"|'[^']*'),?", "")
            .replaceFirst("[:,\\s]*\\{\"exception_.*", "") // the same for programs
            .replaceFirst("[.!\\s]+$", "");
    if (bare.startsWith("No magic bytes")
        || bare.contains("too small to be a Parquet file")
        || bare.startsWith("don't know what type") // of the description at its end
        || bare.startsWith("TProtocolException")) {
      return "it is not a whole Parquet file";
    }
    Matcher malformed = MALFORMED.matcher(bare);
    if (malformed.find()) {
      // It counts the line it would read next.
      long line = Long.parseLong(malformed.group(3)) - 1;
      String unit = malformed.group(2).equals("line") ? "line" : "record";
      return "malformed JSON in %s %d, at byte %s%s"
          .formatted(unit, line, malformed.group(1), bare.substring(malformed.end()));
    }
    if (bare.toLowerCase(Locale.ROOT).contains("max expression depth")) {
      return TOO_DEEP;
    }
    if (ranOutOfMemory(e)) {
      return "DuckDB needs more memory than it may take";
    }
    if (first.contains("xtension")) {
      return "it needs an extension of DuckDB that is not built in";
    }
    boolean sentence = bare.length() > 1 && Character.isLowerCase(bare.charAt(1));
    return sentence ? Character.toLowerCase(bare.charAt(0)) + bare.substring(1) : bare;
  }
}
