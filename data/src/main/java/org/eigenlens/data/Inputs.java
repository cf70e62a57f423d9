package org.eigenlens.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Finds the files behind what a user typed, and the format of each. */
final class Inputs {

  static final String SUPPORTED = ".csv .tsv .parquet .json .jsonl .npy .mtx .svm .idx";

  private static final Set<String> ENDINGS =
      Set.of(
          "csv", "tsv", "parquet", "json", "jsonl", "ndjson", "npy", "mtx", "svm", "libsvm", "idx");

  private static final String REMEDY =
      "supported are "
          + SUPPORTED
          + ", and .gz of the text ones and of .idx; images .png .jpg .pgm .bmp and texts .txt, with"
          + " folders and zips of them";
  private static final Pattern IDX_NAME = Pattern.compile(".*[-.]idx\\d-[a-z0-9]+");

  /** A file, and how the user may know it. */
  record Found(String name, Path path) {}

  private Inputs() {}

  /** Expands patterns; the files of one pattern come sorted by name. */
  static List<Found> expand(List<String> inputs) {
    List<Found> found = new ArrayList<>();
    for (String input : inputs) {
      if (input.isEmpty()) {
        throw DataException.of("the name of an input is empty", "name a file or a pattern");
      }
      Path plain = path(input);
      if (plain != null && Files.exists(plain)) {
        found.add(new Found(input, plain));
      } else if (isPattern(input)) {
        found.addAll(glob(input));
      } else if (plain != null && !Files.notExists(plain)) {
        found.add(new Found(input, plain)); // whoever opens it will hear why it cannot be seen
      } else {
        throw DataException.at(
            Place.file(input),
            "there is no such file",
            input.equals("-") ? "/dev/stdin is what comes through a pipe" : "check the name");
      }
    }
    return found;
  }

  private static boolean isPattern(String input) {
    return input.matches("(?s).*[*?\\[{].*");
  }

  private static Path path(String input) {
    try {
      return Path.of(input);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static List<Found> glob(String input) {
    int special = input.length();
    for (char c : new char[] {'*', '?', '[', '{'}) {
      int at = input.indexOf(c);
      special = at >= 0 ? Math.min(special, at) : special;
    }
    int slash = input.lastIndexOf('/', special);
    String base = slash < 0 ? "" : input.substring(0, slash + 1);
    String pattern = input.substring(slash + 1);
    Path start = Path.of(base.isEmpty() ? "." : base);
    List<Found> found = new ArrayList<>();
    try {
      PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
      if (pattern.indexOf('/') < 0) {
        for (Path entry : entries(start)) {
          addMatch(found, base, start, entry, matcher);
        }
      } else {
        try (Stream<Path> entries = Files.walk(start)) {
          entries.forEach(entry -> addMatch(found, base, start, entry, matcher));
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      found.clear();
    } catch (PatternSyntaxException e) {
      throw noPattern(input, e);
    } catch (UncheckedIOException e) {
      throw unreadable(input, e.getCause());
    } catch (IOException e) {
      throw unreadable(input, e);
    }
    if (found.isEmpty()) {
      throw DataException.at(Place.file(input), "no file matches", "check the pattern");
    }
    found.sort((a, b) -> a.name().compareTo(b.name()));
    return found;
  }

  /** Says in our words what is wrong with a pattern. */
  private static DataException noPattern(String input, PatternSyntaxException e) {
    String problem = e.getDescription();
    for (String bracket : List.of("[]", "{}")) {
      if (problem.startsWith("Missing '" + bracket.charAt(1))) {
        return DataException.at(
            Place.file(input),
            "there is no such file, and as a pattern it has a %c that no %c closes"
                .formatted(bracket.charAt(0), bracket.charAt(1)),
            "close it, or write \\%c for the character itself".formatted(bracket.charAt(0)),
            e);
      }
    }
    return DataException.at(
        Place.file(input),
        "there is no such file, and it is no pattern either (%s)"
            .formatted(problem.toLowerCase(Locale.ROOT)),
        "patterns are as in *.csv, day-?.csv, [a-c].csv and {one,two}.csv",
        e);
  }

  /** Returns what a folder holds. */
  static List<Path> entries(Path folder) throws IOException {
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      entries.forEach(all::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return all;
  }

  /** Says of an input what cannot be read: perhaps a folder within it. */
  static DataException unreadable(String input, IOException e) {
    if (e instanceof AccessDeniedException denied && Files.isDirectory(Path.of(denied.getFile()))) {
      return DataException.at(
          Place.file(denied.getFile()),
          "this folder may not be read",
          "check its permissions, or name other files or folders",
          e);
    }
    return RowCursor.unreadable(input, e);
  }

  private static void addMatch(
      List<Found> found, String base, Path start, Path entry, PathMatcher matcher) {
    Path relative = start.relativize(entry);
    if (matcher.matches(relative) && Files.isRegularFile(entry)) {
      found.add(new Found(base + relative, entry));
    }
  }

  /** Opens a file by its ending. */
  static TableFile open(String name, Path path, ReadOptions options) {
    try {
      Files.readAttributes(path, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      throw DataException.at(Place.file(name), "there is no such file", "check the name");
    } catch (IOException e) {
      throw RowCursor.unreadable(name, e); // as in a folder that may not be looked into
    }
    if (Files.isDirectory(path)) {
      throw DataException.at(Place.file(name), "it is a directory, not a table", REMEDY);
    }
    if (!Files.isReadable(path)) {
      throw DataException.at(Place.file(name), "it may not be read", "check its permissions");
    }
    Path file = Files.isRegularFile(path) ? real(path) : path;
    String lower = file.getFileName().toString().toLowerCase(Locale.ROOT);
    boolean packed = lower.endsWith(".gz");
    String bare = packed ? lower.substring(0, lower.length() - 3) : lower;
    String ending = bare.substring(bare.lastIndexOf('.') + 1);
    if (IDX_NAME.matcher(bare).matches()) {
      ending = "idx";
    }
    if (!Files.isRegularFile(file)) {
      // What comes through a pipe is CSV unless the pipe has a name that says otherwise.
      boolean unnamed = !ENDINGS.contains(ending);
      ending = unnamed ? "csv" : ending;
      file = Pipe.copied(name, file, unnamed ? "pipe.csv" : lower);
    }
    return open(name, file, ending, packed, options);
  }

  /** Follows the names that the system gives to what is open, such as /dev/stdin. */
  private static Path real(Path path) {
    try {
      return path.startsWith("/dev") || path.startsWith("/proc") ? path.toRealPath() : path;
    } catch (IOException e) {
      return path;
    }
  }

  private static TableFile open(
      String name, Path path, String ending, boolean packed, ReadOptions options) {
    try {
      if (Files.size(path) == 0) {
        throw DataException.at(Place.file(name), "it is empty", "give a file with data in it");
      }
      Stamp stamp = Stamp.of(name, path);
      TableFile opened = open(name, path, ending, packed, options.header());
      stamp.require(); // some are read as a whole when they are opened
      return opened;
    } catch (IOException e) {
      throw RowCursor.unreadable(name, e);
    }
  }

  private static TableFile open(
      String name, Path path, String ending, boolean packed, ReadOptions.Header header)
      throws IOException {
    return switch (ending) {
      case "csv", "tsv" -> new CsvFile(name, path, header);
      case "json", "jsonl", "ndjson" -> DuckTable.json(name, path, !ending.equals("json"));
      case "mtx" -> new MtxFile(name, path);
      case "svm", "libsvm" -> new SvmFile(name, path, false);
      case "idx" -> new IdxFile(name, path);
      case "parquet" -> DuckTable.parquet(name, unpacked(name, path, packed));
      case "npy" -> new NpyFile(name, unpacked(name, path, packed));
      default ->
          throw DataException.at(
              Place.file(name), "the format of the file is not known by its ending", REMEDY);
    };
  }

  /** Has libsvm files that are one table count their columns from the same number. */
  static void countAlike(List<TableFile> files) {
    if (files.stream().anyMatch(file -> file instanceof SvmFile svm && svm.fromZero())) {
      files.replaceAll(file -> file instanceof SvmFile svm ? svm.countedFromZero() : file);
    }
  }

  private static Path unpacked(String name, Path path, boolean packed) {
    if (packed) {
      throw DataException.at(
          Place.file(name), "this format is not read from .gz", "unpack it first");
    }
    return path;
  }
}
