package org.eigenlens.cli;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A folder to write to: made if it is not there, and gone again if nothing was written to it. */
final class NewFolder implements Closeable {

  private final Path folder;

  /** What was not there, the innermost first. */
  private final List<Path> made = new ArrayList<>();

  NewFolder(Path folder) throws IOException {
    this.folder = folder;
    Path missing = folder.toAbsolutePath().normalize();
    while (missing != null && !Files.exists(missing, LinkOption.NOFOLLOW_LINKS)) {
      made.add(missing);
      missing = missing.getParent();
    }
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  Path path() {
    return folder;
  }

  /** Removes the folders that were made, from the innermost to the first that holds something. */
  @Override
  public void close() {
    for (Path empty : made) {
      try {
        Files.deleteIfExists(empty);
      } catch (IOException e) {
        return; // it is in use, and so are those around it
      }
    }
  }
}
