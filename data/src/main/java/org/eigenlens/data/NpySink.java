package org.eigenlens.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eigenlens.matrix.Matrix;

/** Writes a NumPy array of doubles; text columns have no place in one and are left out. */
final class NpySink implements TableSink {

  private static final int HEADER = 128;

  /** Numbers that are written at once: 8 MB, however long rows are. */
  private static final int AT_ONCE = 1 << 20;

  private final FileChannel channel;
  private final int columns;
  private long rows;

  NpySink(FileChannel channel, int columns) throws IOException {
    this.channel = channel;
    this.columns = columns;
    channel.position(HEADER);
  }

  @Override
  public void append(List<List<String>> texts, Matrix numbers) throws IOException {
    int most = Math.min(numbers.rows(), Math.max(1, AT_ONCE / Math.max(1, columns)));
    ByteBuffer buffer = ByteBuffer.allocate(8 * most * columns).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < numbers.rows(); i++) {
      buffer.asDoubleBuffer().put(numbers.row(i));
      buffer.position(buffer.position() + 8 * columns);
      if (!buffer.hasRemaining() || i == numbers.rows() - 1) {
        write(buffer.flip());
        buffer.clear();
      }
    }
    rows += numbers.rows();
  }

  private void write(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  /** Goes back to write the header, as only now the number of rows is known. */
  @Override
  public void finish() throws IOException {
    String dictionary =
        "{'descr': '<f8', 'fortran_order': False, 'shape': (" + rows + ", " + columns + "), }";
    ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    header.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    header.put((byte) 1).put((byte) 0).putShort((short) (HEADER - 10));
    header.put(dictionary.getBytes(StandardCharsets.US_ASCII));
    while (header.position() < HEADER - 1) {
      header.put((byte) ' ');
    }
    header.put((byte) '\n').flip();
    channel.position(0);
    write(header);
    channel.position(channel.size());
  }

  @Override
  public void release() {}
}
