package org.eigenlens.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eigenlens.data.Tables;

/** What a reader of a report needs to find the same data and the same program again. */
final class Traces {

  private static final int MOST_FILES = 4;

  /** Files larger than this are not read once more for their fingerprint. */
  private static final long MOST_BYTES = 1L << 28;

  private Traces() {}

  /** Returns when and by what a report was made, and the size and fingerprint of what was read. */
  static List<String> of(List<String> inputs) throws IOException {
    List<String> traces = new ArrayList<>();
    traces.add(
        "Written on %s by %s."
            .formatted(LocalDate.now(ZoneId.systemDefault()), new Version().getVersion()[0]));
    List<Path> files =
        Tables.paths(inputs, Optional.empty()).stream()
            .filter(Files::isRegularFile)
            .distinct()
            .toList();
    for (Path file : files.subList(0, Math.min(MOST_FILES, files.size()))) {
      long bytes = Files.size(file);
      traces.add(
          String.format(
              Locale.ROOT,
              "Read %s: %,d bytes%s.",
              file.getFileName(),
              bytes,
              bytes > MOST_BYTES ? "" : ", SHA-256 " + fingerprint(file)));
    }
    if (files.size() > MOST_FILES) {
      traces.add("Read %d files more.".formatted(files.size() - MOST_FILES));
    }
    return traces;
  }

  private static String fingerprint(Path file) throws IOException {
    try (InputStream stream = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] part = new byte[1 << 16];
      for (int read = stream.read(part); read >= 0; read = stream.read(part)) {
        digest.update(part, 0, read);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256.", e);
    }
  }
}
