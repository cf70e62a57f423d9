package org.eigenlens.data;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Files and folders that live no longer than the process, in the folder of the system for them:
 * that of {@code TMPDIR} under the launcher, and of Java's {@code java.io.tmpdir}.
 */
public final class TemporaryFiles {

  private TemporaryFiles() {}

  /** Makes a file; where there is no folder for it, what is thrown says so. */
  public static Path newFile(String prefix, String suffix) throws IOException {
    try {
      return Files.createTempFile(prefix, suffix);
    } catch (IOException e) {
      throw told(e);
    }
  }

  /** Makes a folder for the owner alone; where there is no folder for it, that is said. */
  public static Path newFolder(String prefix) throws IOException {
    try {
      return Files.createTempDirectory(prefix);
    } catch (IOException e) {
      throw told(e);
    }
  }

  private static IOException told(IOException e) {
    return new IOException(problem(e) + "; " + remedy(), e);
  }

  /** Says that there is no folder that takes temporary files, if so, and why. */
  static Optional<String> problem() {
    try {
      Files.delete(Files.createTempFile("eigenlens-", null));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(problem(e));
    }
  }

  private static String problem(IOException e) {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    String reason = e instanceof FileSystemException known ? known.getReason() : e.getMessage();
    String why =
        Files.isDirectory(folder)
            ? "takes none" + (reason == null ? "" : " (" + reason + ")")
            : "does not exist";
    return "there is no folder for temporary files: %s %s".formatted(folder, why);
  }

  /** Returns how another folder is named. */
  static String remedy() {
    return Heap.isOfJavaAlone()
        ? "give java the option -Djava.io.tmpdir=FOLDER"
        : "set TMPDIR to a folder that takes files";
  }
}
