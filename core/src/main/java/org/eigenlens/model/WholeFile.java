package org.eigenlens.model;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * A file that appears whole or not at all.
 *
 * <p>Everything goes to a file beside it, which takes its place in one step at the end. Until then
 * an earlier file of that name is untouched, also if the process is killed. A process that ends
 * otherwise, as by Ctrl-C, leaves nothing beside it: the first use registers a shutdown hook that
 * removes what is unfinished, and while a process ends nothing new is started.
 *
 * <p>Several files appear {@linkplain #together together}.
 */
public final class WholeFile implements Closeable {

  /** What to do about a file that cannot be written. */
  public static final String REMEDY = "check the folder and the space on the disk";

  /** Names have an end, which an addition must not exceed. */
  private static final int LONGEST_START = 40;

  /** Guards itself and {@link #ending}. */
  private static final Set<Path> UNFINISHED = new HashSet<>();

  private static boolean ending;

  static {
    try {
      Runtime.getRuntime()
          .addShutdownHook(new Thread(WholeFile::removeUnfinished, "unfinished-files"));
    } catch (IllegalStateException e) {
      ending = true; // too late for a hook
    }
  }

  /** What users called it: perhaps a link to the target. */
  private final Path given;

  private final Path target;
  private final Path temporary;
  private boolean done;

  /** Starts a file beside the one it is to become; a device is written as it is. */
  public WholeFile(Path file) throws IOException {
    given = file;
    // Through a link the file behind it is replaced, not the link.
    target = Files.isSymbolicLink(file) && Files.exists(file) ? file.toRealPath() : file;
    boolean special =
        Files.exists(target) && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS);
    if (special) {
      temporary = target;
      return;
    }
    String known = target.getFileName().toString();
    temporary = target.resolveSibling("." + start(known) + "." + UUID.randomUUID() + ".tmp");
    try {
      create(temporary);
    } catch (AccessDeniedException e) {
      // Users know the file by its own name only.
      throw new AccessDeniedException(file.toString());
    }
  }

  /** Returns how a name begins; half a character would be no name. */
  private static String start(String name) {
    if (name.length() <= LONGEST_START) {
      return name;
    }
    boolean pair = Character.isHighSurrogate(name.charAt(LONGEST_START - 1));
    return name.substring(0, pair ? LONGEST_START - 1 : LONGEST_START);
  }

  /** Makes a file that goes with the process, unless it is finished before. */
  private static void create(Path unfinished) throws IOException {
    synchronized (UNFINISHED) {
      if (ending) {
        throw new IOException("the program is ending");
      }
      Files.createFile(unfinished);
      UNFINISHED.add(unfinished);
    }
  }

  /**
   * Has the files that this thread commits wait for each other, until the answer is committed or
   * closed: each is written and safely on disk before the first takes its place.
   */
  public static Together together() {
    return new Together();
  }

  /** Files that appear when all of them are complete, or not at all. For one thread. */
  public static final class Together implements Closeable {
    private static final ThreadLocal<Together> CURRENT = new ThreadLocal<>();

    private final List<WholeFile> complete = new ArrayList<>();

    private Together() {
      assert CURRENT.get() == null : "files wait for one end";
      CURRENT.set(this);
    }

    /**
     * Puts the files that were committed meanwhile in their places, one after the other.
     *
     * @throws IOException if the system refuses one, as a mounted file may be; those before it are
     *     the new ones then, and those after it the earlier ones
     */
    public void commit() throws IOException {
      for (WholeFile file : complete) {
        try {
          file.appear();
        } catch (IOException e) {
          throw naming(file.given, e);
        }
      }
    }

    /** Removes what was not put in its place. */
    @Override
    public void close() throws IOException {
      CURRENT.remove();
      for (WholeFile file : complete) {
        file.remove();
      }
    }
  }

  private static void forget(Path finished) {
    synchronized (UNFINISHED) {
      UNFINISHED.remove(finished);
    }
  }

  /** Removes what nobody will finish: other threads may go on writing while the process ends. */
  private static void removeUnfinished() {
    synchronized (UNFINISHED) {
      ending = true;
      for (Path unfinished : UNFINISHED) {
        try {
          Files.deleteIfExists(unfinished);
        } catch (IOException e) {
          assert e != null; // there is nobody left to tell
        }
      }
    }
  }

  /**
   * Returns a failure to write as one about the file that users know, with its reason: the system
   * names the file beside it, or none at all when the disk is full.
   */
  public static IOException naming(Path file, IOException e) {
    IOException named;
    if (e instanceof AccessDeniedException) {
      named = new AccessDeniedException(file.toString());
    } else if (e instanceof NoSuchFileException) {
      named = new NoSuchFileException(file.toString(), null, noRoom(file));
    } else {
      named = new FileSystemException(file.toString(), null, unwritable(e) + "; " + REMEDY);
    }
    named.initCause(e);
    return named;
  }

  /** Says that a file cannot be written and why, in the words of the system. */
  public static String unwritable(IOException e) {
    String reason = e instanceof FileSystemException known ? known.getReason() : e.getMessage();
    return "it cannot be written: " + (reason == null ? e.getClass().getSimpleName() : reason);
  }

  /** Says why no file can be made and what to do: some folders of the system take none. */
  public static String noRoom(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return folder != null && Files.isDirectory(folder)
        ? "its folder takes no files; choose another folder"
        : "its folder does not exist; make the folder first";
  }

  /** Returns where to write meanwhile. */
  public Path path() {
    return temporary;
  }

  /**
   * Puts the file in its place, once it is safely on disk, and where it appears {@linkplain
   * #together together} with others once these are, too.
   */
  public void commit() throws IOException {
    if (!temporary.equals(target)) {
      try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Together others = Together.CURRENT.get();
      if (others == null) {
        appear();
      } else {
        others.complete.add(this);
      }
    }
    done = true;
  }

  private void appear() throws IOException {
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    }
    forget(temporary);
  }

  private void remove() throws IOException {
    Files.deleteIfExists(temporary);
    forget(temporary);
  }

  /** Removes what was written unless it was committed. */
  @Override
  public void close() throws IOException {
    if (!done && !temporary.equals(target)) {
      remove();
    }
  }
}
