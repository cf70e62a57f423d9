package org.eigenlens.studio;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eigenlens.data.TemporaryFiles;

/**
 * A folder of the studio's own, readable by nobody else, that is removed when it is closed. What
 * all pages together put there is bounded.
 */
final class Workspace implements AutoCloseable {

  /** So much of the disk stays free. */
  private static final long SPARE = 256L << 20;

  private static final String PREFIX = "eigenlens-studio-";
  private static final String PAGES = "pages";

  /** Locked for as long as the studio runs, however it ends. */
  private static final String LOCK = "lock";

  /**
   * The folders of this process, whose locks nobody may look at: where a file is closed, Unix drops
   * all locks that the process has on it.
   */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel lock;
  private final long most;
  private final PrintWriter log;

  /**
   * Makes the folder.
   *
   * @param most how many bytes pages may keep in it
   */
  Workspace(long most, PrintWriter log) throws IOException {
    this.most = most;
    this.log = log;
    this.folder = TemporaryFiles.newFolder(PREFIX); // made for the owner alone
    OWN.add(folder.getFileName());
    Files.createDirectory(folder.resolve(PAGES));
    Path fresh = folder.resolve("fresh-" + LOCK);
    this.lock = FileChannel.open(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    lock.lock();
    Files.move(fresh, folder.resolve(LOCK)); // nobody finds it before it is locked
    sweep();
  }

  /** Removes what studios left that were killed: their folders, which nobody locks any more. */
  private void sweep() throws IOException {
    UserPrincipal own = Files.getOwner(folder);
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(folder.toAbsolutePath().getParent(), PREFIX + "*")) {
      for (Path other : found) {
        if (!OWN.contains(other.getFileName())
            && Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(other, LinkOption.NOFOLLOW_LINKS).equals(own)) {
          removeUnlocked(other);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      assert e != null; // others come and go; the next studio looks again
    }
  }

  private static void removeUnlocked(Path other) {
    try (FileChannel channel =
            FileChannel.open(
                other.resolve(LOCK), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        FileLock free = channel.tryLock()) {
      if (free != null) {
        Folders.remove(other);
      }
    } catch (IOException | OverlappingFileLockException e) {
      assert e != null; // it has no lock yet
    }
  }

  Path folder() {
    return folder;
  }

  /** Makes a folder in it for what processes keep while they work, which does not count. */
  Path temporary() throws IOException {
    return Files.createDirectories(folder.resolve("work"));
  }

  /** Makes a folder in it for what a page keeps, which counts. */
  Path folder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(PAGES).resolve(name));
  }

  /** Refuses to put so many bytes more here if there is no room; costs a look at each file. */
  void require(long bytes, String what) {
    try {
      long used = Folders.bytes(folder.resolve(PAGES));
      if (used + bytes > most) {
        throw new Refusal(
            Refusal.TOO_LARGE,
            "there is no room for %s: the studio keeps %s of %s at most; forget some models, or give paths instead of uploads"
                .formatted(what, size(used), size(most)));
      }
      if (bytes > Files.getFileStore(folder).getUsableSpace() - SPARE) {
        throw new Refusal(
            Refusal.TOO_LARGE,
            "there is no room on the disk for %s; free some, or set TMPDIR to another"
                .formatted(what));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String size(long bytes) {
    return bytes >= 1 << 20 ? (bytes >> 20) + " MB" : (bytes >> 10) + " KB";
  }

  /** Removes a folder with all that is in it, as far as it is there. */
  void remove(Path some) {
    Folders.remove(some).ifPresent(e -> warn(some, e));
  }

  private void warn(Path some, IOException e) {
    log.println("warning: " + some + " could not be removed: " + Failures.line(e));
    log.flush();
  }

  /** Removes everything; what somebody was still writing is gone at the second try. */
  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      warn(folder, e);
    }
    if (Folders.remove(folder).isPresent()) {
      remove(folder);
    }
  }
}
