package org.eigenlens.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eigenlens.data.DataException;
import org.eigenlens.data.TableWriter;
import org.eigenlens.data.Tables;
import org.eigenlens.model.WholeFile;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Where tables go: to a file, or as CSV to standard output. */
final class Outputs {

  /** As many as Linux follows. */
  private static final int MOST_LINKS = 40;

  private Outputs() {}

  /** Refuses a file that no table can be written to, before any time is spent on it. */
  static void requireTable(CommandLine command, Path file, List<Path> read) throws IOException {
    try {
      TableWriter.requireSupported(file);
    } catch (DataException e) {
      throw new ParameterException(command, e.getMessage(), e);
    }
    requireWritable(command, file, read);
  }

  /**
   * Refuses a file that cannot be written, or that is read by the same command.
   *
   * @param read files that must stay as they are
   */
  static void requireWritable(CommandLine command, Path file, List<Path> read) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(
          file.toString(), null, "it is a folder; name a file to be written");
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new FileSystemException(
          file.toString(), null, "its folder does not exist; make the folder first");
    }
    for (Path other : read) {
      boolean both = Files.isRegularFile(file) && Files.exists(other);
      boolean same = both ? Files.isSameFile(file, other) : place(file).equals(place(other));
      if (same) {
        throw needed(command, file);
      }
      // An image or text in a folder that is read, but not a table or model beside them.
      boolean among = Files.isRegularFile(file) && Files.isDirectory(other);
      if (among
          && file.toRealPath().startsWith(other.toRealPath())
          && Tables.haveItems(List.of(file.toString()))) {
        throw needed(command, file);
      }
    }
    attempt(file);
  }

  /** Begins a file, which leaves nothing: of a folder that takes none nothing else tells. */
  private static void attempt(Path file) throws IOException {
    try (WholeFile begun = new WholeFile(file)) {
      assert begun.path() != null;
    } catch (IOException e) {
      throw WholeFile.naming(file, e);
    }
  }

  /**
   * Refuses a folder that files cannot be written to; one that is not there yet is not left.
   *
   * @param files their names
   */
  static void requireFolder(CommandLine command, Path folder, List<String> files)
      throws IOException {
    try (NewFolder attempt = new NewFolder(folder)) {
      for (String file : files) {
        requireWritable(command, attempt.path().resolve(file), List.of());
      }
    }
  }

  /** Returns the one name of a file, also of one that is not there yet: a link gives it others. */
  private static Path place(Path file) throws IOException {
    Path found = file.toAbsolutePath();
    // A link may lead to what is not there yet, but not round in a circle.
    for (int i = 0; i < MOST_LINKS && Files.isSymbolicLink(found) && !Files.exists(found); i++) {
      found = found.resolveSibling(Files.readSymbolicLink(found));
    }
    Path folder = found.getParent();
    if (Files.exists(found) || folder == null) {
      try {
        return found.toRealPath();
      } catch (NoSuchFileException e) {
        return found; // a pipe, which /dev/stdin may lead to, has no name
      }
    }
    return place(folder).resolve(found.getFileName()).normalize();
  }

  private static ParameterException needed(CommandLine command, Path file) {
    return new ParameterException(
        command, file + " would be overwritten, but the command needs it; name another file");
  }

  /** Tells whether a name has an ending, other than that of an image. */
  static boolean isTable(Path file) {
    String name = file.getFileName() == null ? "" : file.getFileName().toString();
    return !isPng(file) && name.lastIndexOf('.') > 0;
  }

  static boolean isPng(Path file) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".png");
  }

  /** Refuses a place for images that cannot be written, or that images are read from. */
  static void requireImages(CommandLine command, Path place, List<Path> read) throws IOException {
    if (isPng(place)) {
      requireWritable(command, place, read);
      return;
    }
    if (Files.exists(place) && !Files.isDirectory(place)) {
      throw new FileSystemException(
          place.toString(), null, "it is a file, and images go to a folder; name another");
    }
    Path folder = place(place);
    for (Path other : read) {
      if (Files.isDirectory(other) && folder.startsWith(other.toRealPath())) {
        throw new ParameterException(
            command, place + " is in the folder that is read, " + other + "; name another folder");
      }
    }
    try (NewFolder made = new NewFolder(place)) {
      attempt(made.path().resolve("image.png"));
    }
  }

  /** Says that text columns are lost, if the format of a file has no place for them. */
  static List<String> lostTexts(Optional<Path> file, List<String> texts) {
    boolean npy = file.map(Path::toString).orElse("").toLowerCase(Locale.ROOT).endsWith(".npy");
    return npy && !texts.isEmpty()
        ? List.of(file.get() + " has no place for text, so it lacks " + String.join(", ", texts))
        : List.of();
  }
}
