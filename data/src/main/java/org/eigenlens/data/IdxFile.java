package org.eigenlens.data;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eigenlens.model.Origin;

/**
 * An IDX file, as MNIST is given out: a row for each item, its further dimensions laid out as
 * columns.
 */
final class IdxFile extends ArrayFile {

  /** So much of what is left over is counted. */
  private static final long COUNTED = 1L << 28;

  private final Path path;
  private final NumberType type;
  private final int headerBytes;
  private final int rows;
  private final int width;
  private final int[] sizes;
  private final long needed;

  IdxFile(String name, Path path) throws IOException {
    super(name, path);
    this.path = path;
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(TextInput.open(path)))) {
      int magic = in.readInt();
      int dimensions = magic & 0xFF;
      type = magic >>> 16 == 0 ? type((magic >> 8) & 0xFF) : null;
      if (type == null || dimensions == 0) {
        throw complaint("it does not start like an IDX file");
      }
      headerBytes = 4 + 4 * dimensions;
      rows = in.readInt();
      long product = 1;
      sizes = new int[dimensions - 1];
      for (int i = 1; i < dimensions; i++) {
        int size = in.readInt();
        if (size <= 0 || product * size > SparseFile.MOST_COLUMNS) {
          throw complaint("dimension " + (i + 1) + " is " + size);
        }
        product *= size;
        sizes[i - 1] = size;
      }
      width = (int) product;
    } catch (EOFException e) {
      throw complaint("it ends within its header");
    }
    if (rows < 0) {
      throw complaint("it announces " + Integer.toUnsignedString(rows) + " rows");
    }
    needed = headerBytes + (long) rows * width * type.bytes();
    if (!TextInput.isGzip(path) && Files.size(path) > needed) {
      throw tooLong("" + Files.size(path));
    }
    // Gzip shrinks a thousand times at most, so an announcement beyond that is a lie.
    long held = Files.size(path) * (TextInput.isGzip(path) ? 1100 : 1);
    if (held < needed) {
      throw complaint(
          "it holds at most %d bytes, but %d rows of %d need %d"
              .formatted(held, rows, width, needed));
    }
  }

  /** Items of lines and columns are grey pictures. */
  @Override
  public Origin origin() {
    return sizes.length == 2 ? new Origin.Images(sizes[1], sizes[0], 1) : null;
  }

  private static NumberType type(int code) {
    return switch (code) {
      case 0x08 -> NumberType.U1;
      case 0x09 -> NumberType.I1;
      case 0x0B -> NumberType.I2;
      case 0x0C -> NumberType.I4;
      case 0x0D -> NumberType.F4;
      case 0x0E -> NumberType.F8;
      default -> null;
    };
  }

  /** Refuses what would be left over: rows that nobody sees. */
  private DataException tooLong(String held) {
    return DataException.at(
        Place.file(name()),
        "it announces %d rows of %d, which end after %d bytes, but holds %s"
            .formatted(rows, width, needed, held),
        "correct its header, or write it again");
  }

  private DataException complaint(String problem) {
    return DataException.at(Place.file(name()), problem, "check that the file is complete");
  }

  @Override
  int rows() {
    return rows;
  }

  @Override
  int width() {
    return width;
  }

  /** Refuses more than was announced, of which a packed file does not tell before. */
  private void requireEnd(InputStream in) throws IOException {
    byte[] block = new byte[1 << 16];
    long more = 0;
    int read = in.read(block);
    while (read > 0 && more < COUNTED) {
      more += read;
      read = in.read(block);
    }
    if (more > 0) {
      throw tooLong((read > 0 ? "more than " : "") + (needed + more));
    }
  }

  @Override
  public Rows open(int[] numeric, int[] text) throws IOException {
    // What can fail comes before the file is opened, or closes it.
    ByteBuffer buffer = ByteBuffer.allocate(rowsAtOnce() * width * type.bytes());
    DataInputStream in = new DataInputStream(TextInput.open(path));
    try {
      in.skipNBytes(headerBytes);
    } catch (IOException e) {
      in.close();
      throw e;
    }
    return new Blocks() {
      @Override
      Chunk read(int first, int count) throws IOException {
        try {
          in.readFully(buffer.array(), 0, count * width * type.bytes());
        } catch (EOFException e) {
          throw complaint("it ends before row " + (first + count) + " of " + rows);
        }
        if (first + count == rows) {
          requireEnd(in);
        }
        return type.chunk(buffer, count, width, numeric, text, first + 1L);
      }

      @Override
      public void close() throws IOException {
        in.close();
      }
    };
  }
}
