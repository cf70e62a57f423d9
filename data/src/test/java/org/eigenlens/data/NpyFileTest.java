package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyFileTest {

  @TempDir Path folder;

  private Path write(int version, String header, byte[] data) throws IOException {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(0x93);
    out.writeBytes("NUMPY".getBytes(StandardCharsets.US_ASCII));
    out.write(version);
    out.write(0);
    ByteBuffer length = ByteBuffer.allocate(version == 1 ? 2 : 4).order(ByteOrder.LITTLE_ENDIAN);
    out.writeBytes(
        (version == 1 ? length.putShort((short) text.length) : length.putInt(text.length)).array());
    out.writeBytes(text);
    out.writeBytes(data);
    return Files.write(folder.resolve("t.npy"), out.toByteArray());
  }

  private static String header(String type, boolean fortran, String shape) {
    return "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n"
        .formatted(type, fortran ? "True" : "False", shape);
  }

  private static byte[] encode(String type, double... values) {
    int size = type.charAt(2) - '0';
    ByteOrder order = type.charAt(0) == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    ByteBuffer buffer = ByteBuffer.allocate(values.length * size).order(order);
    for (double value : values) {
      switch (type.substring(1)) {
        case "f8" -> buffer.putDouble(value);
        case "f4" -> buffer.putFloat((float) value);
        case "i8", "u8" -> buffer.putLong((long) value);
        case "i4", "u4" -> buffer.putInt((int) (long) value);
        case "i2", "u2" -> buffer.putShort((short) value);
        default -> buffer.put((byte) value);
      }
    }
    return buffer.array();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<f8", ">f8", "<f4", ">f4", "|i1", "<i2", ">i2", "<i4", ">i4", "<i8", ">i8", "|u1", "<u2",
        ">u2", "<u4", ">u4", "<u8", ">u8"
      })
  void everyTypeInEveryByteOrder(String type) throws IOException {
    Path file = write(1, header(type, false, "(2, 3)"), encode(type, 1, 2, 3, 4, 5, 100));
    assertThat(Tables.read(file).toMatrix().toArray())
        .isDeepEqualTo(new double[][] {{1, 2, 3}, {4, 5, 100}});
  }

  /** Else rows would be lost without a word, as of a file that several arrays were saved to. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void moreThanTheHeaderAnnouncesIsRefused(boolean fortran) throws IOException {
    String header = header("<f8", fortran, "(2, 2)");
    int start = 10 + header.length();
    for (int more : new int[] {1, 8, 800}) {
      Path file = write(1, header, new byte[32 + more]);
      assertThatThrownBy(() -> Tables.read(file))
          .isInstanceOf(DataException.class)
          .hasMessageContaining(
              "it announces 2 × 2 numbers, which end after %d bytes, but holds %d; save a table"
                  .formatted(start + 32, start + 32 + more));
    }
  }

  @ParameterizedTest
  @CsvSource({"|u1, 200", "<u2, 60000", "<u4, 4000000000", "|i1, -100", "<i2, -30000"})
  void signs(String type, double value) throws IOException {
    Path file = write(1, header(type, false, "(1, 1)"), encode(type, value));
    assertThat(Tables.read(file).toMatrix().get(0, 0)).isEqualTo(value);
  }

  @Test
  void largestUnsigned() throws IOException {
    byte[] ones = {-1, -1, -1, -1, -1, -1, -1, -1};
    Path file = write(1, header("<u8", false, "(1, 1)"), ones);
    assertThat(Tables.read(file).toMatrix().get(0, 0)).isEqualTo(0x1p64);
  }

  @Test
  void booleans() throws IOException {
    Path file = write(1, header("|b1", false, "(2, 2)"), new byte[] {0, 1, 1, 0});
    assertThat(Tables.read(file).toMatrix().toArray())
        .isDeepEqualTo(new double[][] {{0, 1}, {1, 0}});
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void versions(int version) throws IOException {
    Path file = write(version, header("<f8", false, "(1, 2)"), encode("<f8", 1, 2));
    assertThat(Tables.read(file).toMatrix().row(0)).containsExactly(1, 2);
  }

  @Test
  void fortranOrder() throws IOException {
    Path file = write(1, header("<f8", true, "(2, 3)"), encode("<f8", 1, 4, 2, 5, 3, 6));
    assertThat(Tables.read(file).toMatrix().toArray())
        .isDeepEqualTo(new double[][] {{1, 2, 3}, {4, 5, 6}});
    assertThat(Tables.read(file).without("x2").label("x1").load().labels().orElseThrow())
        .containsExactly("1", "4");
  }

  @Test
  void oneDimensionIsOneColumn() throws IOException {
    Path file = write(1, header("<f8", false, "(3,)"), encode("<f8", 1, 2, 3));
    assertThat(Tables.read(file).toMatrix().toArray())
        .isDeepEqualTo(new double[][] {{1}, {2}, {3}});
  }

  @Test
  void notFiniteAndMissing() throws IOException {
    Path file = write(1, header("<f8", false, "(2, 1)"), encode("<f8", 1, Double.NaN));
    assertThatThrownBy(() -> Tables.read(file).toMatrix())
        .hasMessageContaining("t.npy, row 2, column 'x1': 1 cell is missing");
    write(1, header("<f8", false, "(2, 1)"), encode("<f8", 1, Double.POSITIVE_INFINITY));
    assertThatThrownBy(() -> Tables.read(file).toMatrix())
        .hasMessageContaining("row 2, column 'x1': the number is not finite");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(1000000000, 1000000000)",
        "(2147483647, 16777216)",
        "(99999999999999999999,)",
        "(4294967297, 1)",
        "(2, 2)",
        "(1, 99999999)",
        "()",
        "(1, 1, 1)",
        "(-1, 1)",
        "(0, 4)"
      })
  void shapeThatTheFileCannotHold(String shape) throws IOException {
    Path file = write(1, header("<f8", false, shape), encode("<f8", 1, 2));
    assertThatThrownBy(() -> Tables.read(file).load()).isInstanceOf(DataException.class);
  }

  @Test
  void headerLongerThanTheFile() throws IOException {
    byte[] bytes = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, -1, -1, -1, 127};
    Path file = Files.write(folder.resolve("t.npy"), bytes);
    assertThatThrownBy(() -> Tables.read(file)).hasMessageContaining("2147483647 bytes");
  }

  @Test
  void typesThatAreNoNumbers() throws IOException {
    Path object = write(1, header("|O", false, "(1,)"), new byte[8]);
    assertThatThrownBy(() -> Tables.read(object)).isInstanceOf(DataException.class);
    Path complex = write(1, header("<c8", false, "(1,)"), new byte[8]);
    assertThatThrownBy(() -> Tables.read(complex)).hasMessageContaining("'c8'");
  }

  @Test
  void roundTripOfManyRows() {
    Random random = new Random(3);
    DenseMatrix matrix = DenseMatrix.zeros(20_000, 7);
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.columns(); j++) {
        matrix.set(i, j, random.nextGaussian());
      }
    }
    Path file = folder.resolve("r.npy");
    TableWriter.write(
        file,
        java.util.List.of(),
        java.util.List.of(),
        java.util.List.of("a", "b", "c", "d", "e", "f", "g"),
        matrix);
    assertThat(Tables.read(file).toMatrix().toArray()).isDeepEqualTo(matrix.toArray());
  }
}
