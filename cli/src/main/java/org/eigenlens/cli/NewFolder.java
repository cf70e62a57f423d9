package org.eigenlens.cli;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A folder to write to: made if it is not there, and gone again if nothing was written to it. */
final class NewFolder implements Closeable {

  private final Path folder;

  /** What was not there, the innermost first. */
  private final List<Path> made = new ArrayList<>();

  /** Makes a folder, and some within it. */
  NewFolder(Path folder, Path... within) throws IOException {
    this.folder = folder;
    try {
      make(folder);
      for (Path inner : within) {
        make(folder.resolve(inner));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private void make(Path path) throws IOException {
    List<Path> chain = new ArrayList<>();
    Path missing = path.toAbsolutePath().normalize();
    while (missing != null && !Files.exists(missing, LinkOption.NOFOLLOW_LINKS)) {
      chain.add(missing);
      missing = missing.getParent();
    }
    if (missing != null && !Files.isDirectory(missing)) {
      boolean nowhere = Files.isSymbolicLink(missing) && !Files.exists(missing);
      throw refused(
          chain.isEmpty() ? path : missing,
          nowhere ? "it is a link that leads nowhere" : "it is no folder, which is needed here");
    }
    made.addAll(0, chain);
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      FileSystemException refused = refused(path, "this folder cannot be made: " + reason(e));
      refused.initCause(e);
      throw refused;
    }
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "no permission";
    }
    if (e instanceof NoSuchFileException) {
      return "the one above takes none"; // some of the system's own
    }
    String reason = e instanceof FileSystemException known ? known.getReason() : e.getMessage();
    return reason == null ? e.getClass().getSimpleName() : reason;
  }

  private static FileSystemException refused(Path path, String why) {
    return new FileSystemException(path.toString(), null, why + "; name another folder");
  }

  Path path() {
    return folder;
  }

  /** Removes the folders that were made and hold nothing. */
  @Override
  public void close() {
    for (Path empty : made) {
      try {
        Files.deleteIfExists(empty);
      } catch (IOException e) {
        assert e != null; // it is in use
      }
    }
  }
}
