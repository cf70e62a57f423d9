package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdxFileTest {

  @TempDir Path folder;

  private static byte[] bytes(int type, int[] dimensions, byte... data) {
    ByteBuffer buffer = ByteBuffer.allocate(4 + 4 * dimensions.length + data.length);
    buffer.putInt((type << 8) | dimensions.length);
    for (int size : dimensions) {
      buffer.putInt(size);
    }
    return buffer.put(data).array();
  }

  private Path write(String name, byte[] content) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream raw = Files.newOutputStream(file);
        OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(raw) : raw) {
      out.write(content);
    }
    return file;
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.idx", "t.idx.gz", "train-images-idx3-ubyte", "a.idx3-ubyte.gz"})
  void imagesAreLaidOutAsColumns(String name) throws IOException {
    Path file = write(name, bytes(8, new int[] {2, 2, 2}, new byte[] {0, 1, 2, 3, 4, 5, 6, -1}));
    assertThat(Tables.read(file).toMatrix().toArray())
        .isDeepEqualTo(new double[][] {{0, 1, 2, 3}, {4, 5, 6, 255}});
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileThatShrankIsNotLeftOpen() throws IOException {
    Path file = write("t.idx", bytes(8, new int[] {3}, (byte) 7, (byte) 8, (byte) 9));
    IdxFile idx = new IdxFile("t.idx", file);
    Files.write(file, new byte[2]);
    assertThatThrownBy(() -> idx.open(new int[] {0}, new int[0])).isInstanceOf(IOException.class);
    List<Path> open = new ArrayList<>();
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path descriptor : descriptors) {
        if (Files.isSymbolicLink(descriptor)) {
          open.add(Files.readSymbolicLink(descriptor));
        }
      }
    }
    assertThat(open).isNotEmpty().doesNotContain(file.toRealPath());
  }

  @Test
  void labelsAreOneColumn() throws IOException {
    Path file = write("t.idx", bytes(8, new int[] {3}, (byte) 7, (byte) 8, (byte) 9));
    assertThat(Tables.read(file).toMatrix().toArray())
        .isDeepEqualTo(new double[][] {{7}, {8}, {9}});
  }

  @Test
  void wideTypes() throws IOException {
    byte[] data = ByteBuffer.allocate(8).putDouble(0.1).array();
    assertThat(
            Tables.read(write("t.idx", bytes(0x0E, new int[] {1, 1}, data))).toMatrix().get(0, 0))
        .isEqualTo(0.1);
    byte[] small = ByteBuffer.allocate(2).putShort((short) -300).array();
    assertThat(
            Tables.read(write("t.idx", bytes(0x0B, new int[] {1, 1}, small))).toMatrix().get(0, 0))
        .isEqualTo(-300);
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.idx", "t.idx.gz"})
  void announcedSizesAreNotBelieved(String name) throws IOException {
    int[][] hostile = {
      {Integer.MAX_VALUE, 4096, 4096}, {Integer.MAX_VALUE, 1}, {-1, 4}, {2, -1}, {2, 0}, {3, 2, 2}
    };
    for (int[] dimensions : hostile) {
      Path file = write(name, bytes(8, dimensions, new byte[8]));
      assertThatThrownBy(() -> Tables.read(file).load()).isInstanceOf(DataException.class);
    }
  }

  /** Else rows would be lost without a word. */
  @ParameterizedTest
  @ValueSource(strings = {"t.idx", "t.idx.gz"})
  void moreThanTheHeaderAnnouncesIsRefused(String name) throws IOException {
    Path file = write(name, bytes(8, new int[] {2, 2, 2}, new byte[48]));
    assertThatThrownBy(() -> Tables.read(file).load())
        .isInstanceOf(DataException.class)
        .hasMessageContaining(
            "it announces 2 rows of 4, which end after 24 bytes, but holds 64;"
                + " correct its header, or write it again");
    Path one = write("u-" + name, bytes(8, new int[] {3}, (byte) 1, (byte) 2, (byte) 3, (byte) 4));
    assertThatThrownBy(() -> Tables.read(one).load())
        .hasMessageContaining("which end after 11 bytes, but holds 12");
  }

  @Test
  void cutOffHeader() throws IOException {
    Path file = write("t.idx", new byte[] {0, 0, 8, 3, 0, 0});
    assertThatThrownBy(() -> Tables.read(file)).hasMessageContaining("ends within its header");
    Path other = write("u.idx", new byte[] {1, 2, 3, 4, 5});
    assertThatThrownBy(() -> Tables.read(other)).hasMessageContaining("does not start like");
  }
}
