package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;

/** The command's output as a stream of bytes, so that tables can be written to it. */
final class StandardOutput extends OutputStream {

  private final PrintWriter out;

  private StandardOutput(PrintWriter out) {
    this.out = TextWriter.raw(out);
  }

  static OutputStream of(PrintWriter out) {
    return new StandardOutput(out);
  }

  @Override
  public void write(int value) {
    out.write(value);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    out.write(new String(bytes, from, length, UTF_8));
    if (out.checkError()) {
      throw new Eigenlens.OutputLostException();
    }
  }

  @Override
  public void flush() {
    out.flush();
  }
}
