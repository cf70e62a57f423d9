package org.eigenlens.studio;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The files of the page, which come with the program.
 *
 * <p>For those who work on the page, the system property {@value #FOLDER} names a folder that is
 * read instead, each time anew.
 */
final class PageFiles {

  static final String FOLDER = "eigenlens.studio.page";

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "json", "application/json; charset=utf-8",
          "txt", "text/plain; charset=utf-8",
          "woff2", "font/woff2");

  private final Optional<Path> folder =
      Optional.ofNullable(System.getProperty(FOLDER)).map(Path::of);

  /** Answers with a file of the page. */
  Answer get(String path, Optional<String> known) throws IOException {
    String name = path.equals("/") ? "index.html" : path.substring(1);
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    if (type == null || !name.matches("[a-z0-9-]+(/[a-z0-9-]+)*(\\.[a-z0-9]+)+")) {
      throw Refusal.notFound("there is no page " + path);
    }
    byte[] bytes = read(name).orElseThrow(() -> Refusal.notFound("there is no page " + path));
    CRC32 sum = new CRC32();
    sum.update(bytes);
    String tag = "\"" + Long.toHexString(sum.getValue()) + "-" + bytes.length + "\"";
    Answer answer =
        known.filter(tag::equals).isPresent()
            ? Answer.bytes(304, type, new byte[0])
            : Answer.bytes(200, type, bytes);
    return answer.with("ETag", tag).with("Cache-Control", "no-cache");
  }

  private Optional<byte[]> read(String name) throws IOException {
    if (folder.isPresent()) {
      Path file = folder.get().resolve(name);
      return Files.isRegularFile(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    }
    try (InputStream in = PageFiles.class.getResourceAsStream("page/" + name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    }
  }
}
