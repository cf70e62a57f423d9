package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Standard output, which knows whether its reader has left.
 *
 * <p>A reader that leaves, as {@code head} does, has what it wants: that is no failure. A disk
 * without room is one.
 */
final class PipeWriter extends PrintWriter {

  private final Pipe pipe;

  private PipeWriter(Pipe pipe) {
    super(new OutputStreamWriter(new BufferedOutputStream(pipe), UTF_8), false);
    this.pipe = pipe;
  }

  static PipeWriter standardOutput() {
    return of(new FileOutputStream(FileDescriptor.out));
  }

  static PipeWriter of(OutputStream stream) {
    return new PipeWriter(new Pipe(stream));
  }

  /** Tells whether what was written last met a pipe that nobody reads. */
  static boolean readerLeft(PrintWriter out) {
    return out instanceof PipeWriter writer && writer.pipe.broken;
  }

  private static final class Pipe extends FilterOutputStream {
    private boolean broken;

    Pipe(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      try {
        out.write(bytes, from, count);
      } catch (IOException e) {
        // Java gives no other sign than the system's words: Broken pipe, The pipe is being closed.
        String reason = e.getMessage() == null ? "" : e.getMessage().toLowerCase(Locale.ROOT);
        broken = reason.contains("pipe");
        throw e;
      }
    }
  }
}
