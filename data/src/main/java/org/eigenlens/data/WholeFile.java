package org.eigenlens.data;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A file that appears whole or not at all.
 *
 * <p>Everything goes to a file beside it, which takes its place in one step at the end. Until then
 * an earlier file of that name is untouched, also if the process is killed.
 */
final class WholeFile implements Closeable {

  private final Path target;
  private final Path temporary;
  private boolean done;

  WholeFile(Path file) throws IOException {
    // Through a link the file behind it is replaced, not the link.
    target = Files.isSymbolicLink(file) && Files.exists(file) ? file.toRealPath() : file;
    boolean special =
        Files.exists(target) && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS);
    if (special) {
      temporary = target;
      return;
    }
    String name = "." + target.getFileName() + "." + UUID.randomUUID() + ".tmp";
    temporary = target.resolveSibling(name);
    Files.createFile(temporary);
    temporary.toFile().deleteOnExit();
  }

  /** Returns where to write meanwhile. */
  Path path() {
    return temporary;
  }

  /** Puts the file in its place, once it is safely on disk. */
  void commit() throws IOException {
    if (!temporary.equals(target)) {
      try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      try {
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    done = true;
  }

  /** Removes what was written unless it was committed. */
  @Override
  public void close() throws IOException {
    if (!done && !temporary.equals(target)) {
      Files.deleteIfExists(temporary);
    }
  }
}
