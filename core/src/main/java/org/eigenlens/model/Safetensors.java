package org.eigenlens.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32C;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Files in safetensors layout: a length, a JSON header, then the bytes of the tensors without gaps.
 *
 * <p>Reading distrusts the file: the header's length, every shape and every offset are checked
 * against the size of the file before anything of that size is allocated, and nothing in the file
 * is ever executed. A checksum in the metadata finds bits that changed on a disk or on the way;
 * files of others, and our earliest, have none. Writing is atomic: the file appears whole, or the
 * earlier one stays.
 */
final class Safetensors {

  private static final int MAX_HEADER = 100_000_000;
  private static final int MAX_TENSORS = 10_000;
  private static final int PREFIX = 8;

  /** The name of the checksum of all bytes, among which its own eight digits count as zeros. */
  private static final String CHECKSUM = "crc32c";

  private static final String NO_DIGITS = "00000000";

  /** How a header with a checksum begins. */
  private static final byte[] BEGINNING =
      ("{\"__metadata__\":{\"" + CHECKSUM + "\":\"").getBytes(StandardCharsets.US_ASCII);

  /** How many numbers are read or written at once. */
  private static final int CHUNK = 1 << 16;

  private Safetensors() {}

  /** What a file holds: matrices and vectors by name, and a map of strings. */
  record Content(
      Map<String, DenseMatrix> matrices,
      Map<String, double[]> vectors,
      Map<String, String> metadata) {

    /** Returns the tensors whose names start with a prefix, without it. */
    Content part(String prefix) {
      return new Content(stripped(matrices, prefix), stripped(vectors, prefix), metadata);
    }

    private static <T> Map<String, T> stripped(Map<String, T> tensors, String prefix) {
      Map<String, T> part = new LinkedHashMap<>();
      tensors.forEach(
          (name, tensor) -> {
            if (name.startsWith(prefix)) {
              part.put(name.substring(prefix.length()), tensor);
            }
          });
      return part;
    }
  }

  /** One tensor's place in the file. */
  private record Entry(String name, boolean vector, int rows, int columns, long from, long to) {}

  static void write(Path file, Content content) throws IOException {
    Map<String, Object> header = new LinkedHashMap<>();
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put(CHECKSUM, NO_DIGITS);
    metadata.putAll(content.metadata());
    header.put("__metadata__", metadata);
    long at = 0;
    for (Map.Entry<String, DenseMatrix> tensor : content.matrices().entrySet()) {
      DenseMatrix matrix = tensor.getValue();
      long bytes = 8L * matrix.rows() * matrix.columns();
      header.put(tensor.getKey(), entry(at, bytes, List.of(matrix.rows(), matrix.columns())));
      at += bytes;
    }
    for (Map.Entry<String, double[]> tensor : content.vectors().entrySet()) {
      long bytes = 8L * tensor.getValue().length;
      header.put(tensor.getKey(), entry(at, bytes, List.of(tensor.getValue().length)));
      at += bytes;
    }
    byte[] json = Json.write(header, false).getBytes(StandardCharsets.UTF_8);
    if (json.length + PREFIX > MAX_HEADER) {
      throw new FileSystemException(
          file.toString(),
          null,
          "its names of columns and documents take more than "
              + MAX_HEADER
              + " bytes; use fewer columns, or for texts --forget-documents");
    }
    try (WholeFile whole = new WholeFile(file)) {
      try (FileChannel channel = FileChannel.open(whole.path(), StandardOpenOption.WRITE)) {
        // Spaces after the header keep the numbers aligned, as the format recommends.
        int padded = (json.length + 7) / 8 * 8;
        ByteBuffer head = ByteBuffer.allocate(PREFIX + padded).order(ByteOrder.LITTLE_ENDIAN);
        head.putLong(padded).put(json);
        while (head.hasRemaining()) {
          head.put((byte) ' ');
        }
        CRC32C checksum = new CRC32C();
        checksum.update(head.flip());
        writeFully(channel, head.rewind());
        for (DenseMatrix matrix : content.matrices().values()) {
          double[] row = new double[matrix.columns()];
          for (int i = 0; i < matrix.rows(); i++) {
            matrix.getRow(i, row, 0);
            write(channel, row, checksum);
          }
        }
        for (double[] vector : content.vectors().values()) {
          write(channel, vector, checksum);
        }
        byte[] digits = digits(checksum).getBytes(StandardCharsets.US_ASCII);
        channel.write(ByteBuffer.wrap(digits), PREFIX + BEGINNING.length);
      }
      whole.commit();
    } catch (IOException e) {
      throw WholeFile.naming(file, e);
    }
  }

  private static Map<String, Object> entry(long at, long bytes, List<Integer> shape) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("dtype", "F64");
    entry.put("shape", shape);
    entry.put("data_offsets", List.of(at, at + bytes));
    return entry;
  }

  private static String digits(CRC32C checksum) {
    return String.format(Locale.ROOT, "%08x", checksum.getValue());
  }

  private static void write(FileChannel channel, double[] values, CRC32C checksum)
      throws IOException {
    for (int from = 0; from < values.length; from += CHUNK) {
      int count = Math.min(CHUNK, values.length - from);
      ByteBuffer bytes = ByteBuffer.allocate(8 * count).order(ByteOrder.LITTLE_ENDIAN);
      bytes.asDoubleBuffer().put(values, from, count);
      checksum.update(bytes);
      writeFully(channel, bytes.rewind());
    }
  }

  private static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  static Content read(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new ModelFileException(file, "it is a folder, not a model file.");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      // Not opened: that would wait until somebody writes to a pipe.
      throw new ModelFileException(
          file, "it is a pipe or a device, and a model is read from its file; save it first.");
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size < PREFIX + 2) {
        throw new ModelFileException(
            file, "it has " + size + " bytes, too few for a model; was it cut off?");
      }
      long length = readFully(channel, 0, PREFIX, file).getLong();
      if (length < 2 || length > MAX_HEADER || length > size - PREFIX) {
        throw new ModelFileException(
            file,
            "this is not a model file: its header claims "
                + length
                + " bytes of a file of "
                + size
                + "; name one that was made by fit -o, or in a program by save.");
      }
      ByteBuffer head = readFully(channel, PREFIX, (int) length, file);
      Map<String, Object> header = header(head.duplicate(), file);
      Map<String, String> metadata = metadata(header.remove("__metadata__"), file);
      String digits = metadata.remove(CHECKSUM);
      long start = PREFIX + length;
      List<Entry> entries = entries(header, size - start, file);
      Map<String, DenseMatrix> matrices = new LinkedHashMap<>();
      Map<String, double[]> vectors = new LinkedHashMap<>();
      CRC32C checksum = new CRC32C();
      checksum.update(
          ByteBuffer.allocate(PREFIX).order(ByteOrder.LITTLE_ENDIAN).putLong(0, length));
      boolean checked = blankDigits(head);
      checksum.update(head);
      for (Entry entry : entries) {
        DenseMatrix tensor = read(channel, start, entry, file, checksum);
        if (entry.vector) {
          vectors.put(entry.name, tensor.row(0));
        } else {
          matrices.put(entry.name, tensor);
        }
      }
      if (checked && !digits(checksum).equals(digits)) {
        throw new ModelFileException(
            file,
            "its checksum is %s where %s was written: bits have changed since; take a copy of it"
                    .formatted(digits(checksum), digits)
                + " from elsewhere.");
      }
      return new Content(matrices, vectors, metadata);
    }
  }

  /** Replaces the digits of the checksum by zeros; false if there is none. */
  private static boolean blankDigits(ByteBuffer head) {
    ByteBuffer beginning = ByteBuffer.wrap(BEGINNING);
    if (head.limit() < BEGINNING.length + NO_DIGITS.length()
        || !head.slice(0, BEGINNING.length).equals(beginning)) {
      return false;
    }
    head.put(BEGINNING.length, NO_DIGITS.getBytes(StandardCharsets.US_ASCII));
    return true;
  }

  private static Map<String, Object> header(ByteBuffer bytes, Path file) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      if (Json.read(text) instanceof Map<?, ?> map) {
        @SuppressWarnings("unchecked")
        Map<String, Object> typed = (Map<String, Object>) map;
        return typed;
      }
      throw new ModelFileException(file, "this is not a model file: its header is no JSON object.");
    } catch (IllegalArgumentException | CharacterCodingException e) {
      throw new ModelFileException(
          file, "this is not a model file: its header cannot be read (" + e.getMessage() + ").", e);
    }
  }

  private static Map<String, String> metadata(Object value, Path file) {
    Map<String, String> metadata = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        if (!(entry.getValue() instanceof String text)) {
          throw new ModelFileException(file, "metadata '" + entry.getKey() + "' is not a text.");
        }
        metadata.put((String) entry.getKey(), text);
      }
    }
    return metadata;
  }

  /** Checks every tensor's type, shape and place; together they must cover the data exactly. */
  private static List<Entry> entries(Map<String, Object> header, long data, Path file) {
    if (header.size() > MAX_TENSORS) {
      throw new ModelFileException(file, "it lists " + header.size() + " tensors, too many.");
    }
    List<Entry> entries = new ArrayList<>();
    for (Map.Entry<String, Object> item : header.entrySet()) {
      String name = item.getKey();
      if (!(item.getValue() instanceof Map<?, ?> entry)
          || !(entry.get("shape") instanceof List<?> shape)
          || !(entry.get("data_offsets") instanceof List<?> offsets)
          || offsets.size() != 2) {
        throw new ModelFileException(file, "tensor '" + name + "' is not described properly.");
      }
      if (!"F64".equals(entry.get("dtype"))) {
        throw new ModelFileException(
            file, "tensor '" + name + "' is of type " + entry.get("dtype") + ", not F64.");
      }
      if (shape.size() > 2) {
        throw new ModelFileException(file, "tensor '" + name + "' has more than 2 dimensions.");
      }
      long rows = shape.size() == 2 ? number(shape.get(0), name, file) : 1;
      long columns = shape.isEmpty() ? 1 : number(shape.get(shape.size() - 1), name, file);
      long from = number(offsets.get(0), name, file);
      long to = number(offsets.get(1), name, file);
      // Both factors are below 2³¹, so the product of three cannot pass 2⁶⁵; check in two steps.
      // An empty tensor would pass for any width: no model has one.
      if (rows < 1
          || columns < 1
          || rows > Integer.MAX_VALUE
          || columns > Integer.MAX_VALUE
          || from > to
          || to > data
          || rows * columns > data / 8
          || rows * columns * 8 != to - from) {
        throw new ModelFileException(
            file,
            "tensor '%s' claims %d × %d numbers in bytes %d to %d of %d; the file is damaged."
                .formatted(name, rows, columns, from, to, data));
      }
      entries.add(new Entry(name, shape.size() < 2, (int) rows, (int) columns, from, to));
    }
    entries.sort(Comparator.comparingLong(Entry::from).thenComparingLong(Entry::to));
    long at = 0;
    for (Entry entry : entries) {
      if (entry.from != at) {
        throw new ModelFileException(
            file,
            "tensor '%s' starts at byte %d where %d was expected; the file is damaged."
                .formatted(entry.name, entry.from, at));
      }
      at = entry.to;
    }
    if (at != data) {
      throw new ModelFileException(
          file,
          "it holds %d bytes of numbers where %d were announced; was it cut off?"
              .formatted(data, at));
    }
    return entries;
  }

  private static long number(Object value, String name, Path file) {
    if (value instanceof Long number && number >= 0) {
      return number;
    }
    throw new ModelFileException(
        file, "tensor '" + name + "' has the size or offset " + value + ".");
  }

  private static DenseMatrix read(
      FileChannel channel, long start, Entry entry, Path file, CRC32C checksum) throws IOException {
    DenseMatrix matrix = DenseMatrix.zeros(entry.rows, entry.columns);
    double[] row = new double[entry.columns];
    for (int i = 0; i < entry.rows; i++) {
      long at = start + entry.from + 8L * i * entry.columns;
      for (int from = 0; from < row.length; from += CHUNK) {
        int count = Math.min(CHUNK, row.length - from);
        ByteBuffer bytes = readFully(channel, at + 8L * from, 8 * count, file);
        bytes.asDoubleBuffer().get(row, from, count);
        checksum.update(bytes);
      }
      matrix.setRow(i, row, 0);
    }
    return matrix;
  }

  private static ByteBuffer readFully(FileChannel channel, long at, int length, Path file)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, at + bytes.position()) < 0) {
        throw new ModelFileException(file, "it ends early; was it cut off?");
      }
    }
    return bytes.flip();
  }
}
