package org.eigenlens.data;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Opens text files as UTF-8 bytes without a byte order mark, unpacked if they are gzipped. */
final class TextInput {

  private TextInput() {}

  static boolean isGzip(Path path) {
    return path.getFileName().toString().toLowerCase(java.util.Locale.ROOT).endsWith(".gz");
  }

  /** Opens a file as it is, or what is packed in it. */
  static InputStream open(Path path) throws IOException {
    InputStream raw = Files.newInputStream(path);
    try {
      return isGzip(path) ? new GZIPInputStream(raw, 1 << 16) : raw;
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  /** Something that can be read from its start as often as needed. */
  @FunctionalInterface
  interface Opener {
    InputStream open() throws IOException;
  }

  /** Opens a file as text: UTF-8, whatever its byte order mark says it is written in. */
  static InputStream openText(Path path) throws IOException {
    return asText(open(path));
  }

  /** Turns what is read into UTF-8, whatever its byte order mark says it is written in. */
  static InputStream asText(InputStream raw) throws IOException {
    try {
      PushbackInputStream stream = new PushbackInputStream(raw, 3);
      byte[] mark = stream.readNBytes(3);
      if (starts(mark, 0xEF, 0xBB, 0xBF)) {
        return stream;
      }
      stream.unread(mark);
      if (isWide(mark)) {
        // UTF_16 reads the mark itself.
        return new Utf8Stream(
            new InputStreamReader(new BufferedInputStream(stream), StandardCharsets.UTF_16));
      }
      return stream;
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  /** Tells whether text starts with the mark of UTF-16, in which zero bytes are common. */
  static boolean isWide(byte[] bytes) {
    return starts(bytes, 0xFF, 0xFE) || starts(bytes, 0xFE, 0xFF);
  }

  /** Tells whether bytes are valid UTF-8. */
  static boolean isUtf8(byte[] bytes, int from, int to) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static boolean starts(byte[] bytes, int... mark) {
    if (bytes.length < mark.length) {
      return false;
    }
    for (int i = 0; i < mark.length; i++) {
      if ((bytes[i] & 0xFF) != mark[i]) {
        return false;
      }
    }
    return true;
  }

  /** Characters as UTF-8 bytes. */
  private static final class Utf8Stream extends InputStream {
    private final Reader reader;
    private final CharBuffer chars = CharBuffer.allocate(8192).flip();
    private final ByteBuffer bytes = ByteBuffer.allocate(3 * 8192 + 16).flip();
    private final CharsetEncoder encoder =
        StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private boolean ended;

    Utf8Stream(Reader reader) {
      this.reader = reader;
    }

    private boolean fill() throws IOException {
      while (!bytes.hasRemaining() && !ended) {
        chars.compact();
        ended = reader.read(chars) < 0;
        chars.flip();
        bytes.clear();
        encoder.encode(chars, bytes, ended);
        bytes.flip();
      }
      return bytes.hasRemaining();
    }

    @Override
    public int read() throws IOException {
      return fill() ? bytes.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int at, int count) throws IOException {
      if (count == 0) {
        return 0;
      }
      if (!fill()) {
        return -1;
      }
      int moved = Math.min(count, bytes.remaining());
      bytes.get(into, at, moved);
      return moved;
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
