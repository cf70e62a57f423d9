package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A line that does not end is refused before it fills the heap: some bytes unpack to gigabytes. */
class EndlessLinesTest {

  @TempDir Path folder;

  private Path packed(String name, String start, int megabytes) throws IOException {
    Path file = folder.resolve(name);
    byte[] some = new byte[1 << 20];
    Arrays.fill(some, (byte) 'a');
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(start.getBytes(StandardCharsets.UTF_8));
      for (int i = 0; i < megabytes; i++) {
        out.write(some);
      }
    }
    return file;
  }

  @ParameterizedTest
  @CsvSource({
    "x.csv.gz, '', 'x.csv.gz: it cannot be read: a line is longer than 64 MB; is there a quote'",
    "y.csv.gz, 'x,y\n', 'y.csv.gz: it cannot be read: a line is longer than 64 MB; is there a quote'",
    "z.csv.gz, 'x,y\n1,2\n3,4\n5,', 'z.csv.gz: it cannot be read: a line is longer than 64 MB; is'",
    "x.mtx.gz, '%%MatrixMarket', 'x.mtx.gz, line 1: the line is longer than 64 MB; check'",
    "y.mtx.gz, '%%MatrixMarket matrix array real general\n%', 'y.mtx.gz, line 2: the line is'",
    "x.svm.gz, '1 2:3\n\n1 #', 'x.svm.gz, line 3: the line is longer than 64 MB; check the line'"
  })
  void areRefused(String name, String start, String message) throws IOException {
    for (int megabytes : new int[] {65, 130}) {
      Path file = packed(name, start, megabytes);
      assertThatThrownBy(() -> Tables.read(file).load())
          .as("%s MB", megabytes)
          .isInstanceOf(DataException.class)
          .hasMessageContaining(message);
    }
  }

  @Test
  void aLineOfMegabytesIsRead() throws IOException {
    Path file = packed("x.svm.gz", "1 1:2\n2 1:3 #", 3);
    assertThat(Tables.read(file).toMatrix().toArray()).isDeepEqualTo(new double[][] {{2}, {3}});
  }

  @Test
  void linesEndAsTheyDoInText() throws IOException {
    // Line ends stand at the end of what is read at once, too.
    String long1 = "ä".repeat((1 << 15) - 1);
    String text = "\n" + long1 + "\r\nb\r\rc\n\n\r\n" + long1 + long1 + "\rd";
    Path file = Files.writeString(folder.resolve("t.txt"), text);
    List<String> lines = new ArrayList<>();
    try (TextLines reader = new TextLines("t", file)) {
      for (String line = reader.next(); line != null; line = reader.next()) {
        lines.add(line);
        assertThat(reader.number()).isEqualTo(lines.size());
      }
    }
    assertThat(lines).isEqualTo(text.lines().toList());
  }
}
