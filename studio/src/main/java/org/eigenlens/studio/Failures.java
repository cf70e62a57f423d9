package org.eigenlens.studio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CancellationException;
import org.eigenlens.data.Heap;

/** Says in one line what went wrong; where in the program it happened is no matter of the page. */
final class Failures {

  /** What Unix says of it, which Java passes on. */
  private static final String DISK_FULL = "No space left on device";

  private Failures() {}

  /** Tells whether the message of a failure was written for users. */
  static boolean isMeantForUsers(Throwable e) {
    if (e instanceof UncheckedIOException wrapped) {
      return isMeantForUsers(wrapped.getCause());
    }
    return e.getMessage() != null
        && (e instanceof Refusal
            || e instanceof IOException
            || e instanceof CancellationException
            || (e instanceof IllegalArgumentException && !(e instanceof NumberFormatException))
            || e.getClass().getName().startsWith("org.eigenlens."));
  }

  /** Tells whether a failure is a mistake of ours. */
  static boolean isBug(Throwable e) {
    return !isMeantForUsers(e) && !(e instanceof OutOfMemoryError);
  }

  static String line(Throwable e) {
    String line;
    if (e instanceof UncheckedIOException wrapped) {
      return line(wrapped.getCause());
    } else if (e instanceof IOException && String.valueOf(e.getMessage()).contains(DISK_FULL)) {
      line = "the disk is full; free some of it, or set TMPDIR to another and start anew";
    } else if (e instanceof NoSuchFileException missing && missing.getReason() == null) {
      line = missing.getFile() + ": there is no such file";
    } else if (e instanceof FileSystemException file && file.getReason() != null) {
      line = file.getFile() + ": " + file.getReason();
    } else if (e instanceof OutOfMemoryError) {
      line =
          "out of memory; ask for less, or start the studio anew: "
              + Heap.remedy(2 * (Heap.bytes() >> 20));
    } else {
      line = isMeantForUsers(e) ? e.getMessage() : "internal error (" + e + ")";
    }
    return line.strip().replaceAll("\\s*\\R\\s*", " ").replaceFirst("\\.$", "");
  }
}
