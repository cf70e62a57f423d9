package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What can be read only once can still be read as a table. */
@DisabledOnOs(OS.WINDOWS)
class PipeTest {

  @TempDir Path folder;

  /** Makes a pipe and writes text into it, as another process would. */
  private Path pipe(String name, String text) throws IOException, InterruptedException {
    Path pipe = folder.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Thread writer =
        new Thread(
            () -> {
              try {
                Files.writeString(pipe, text);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    writer.setDaemon(true);
    writer.start();
    return pipe;
  }

  /** Returns the copies of pipes that there are. */
  private static List<Path> copies(String name) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files.filter(file -> file.toString().endsWith("-" + name)).toList();
    }
  }

  @Test
  void withoutAnEndingItIsCsv() throws IOException, InterruptedException {
    Table table = Tables.read(pipe("63", "a,b\n1,2\n3,4\n"));
    double[][] expected = {{1, 2}, {3, 4}};
    assertThat(table.toMatrix().toArray()).isDeepEqualTo(expected);
    assertThat(table.toMatrix().toArray()).as("read again").isDeepEqualTo(expected);
  }

  @Test
  void withAnEndingItIsWhatThatSays() throws IOException, InterruptedException {
    Table table = Tables.read(pipe("t.jsonl", "{\"a\":1}\n{\"a\":2}\n"));
    assertThat(table.toMatrix().toArray()).isDeepEqualTo(new double[][] {{1}, {2}});
  }

  @Test
  void mistakesAreNamedByThePipe() throws IOException, InterruptedException {
    assertThatThrownBy(() -> Tables.read(pipe("fd", "a,b\n1,x\n2,3\n")).load())
        .hasMessageContaining("fd, line 2, column 'b': 'x' is not a number");
    assertThatThrownBy(() -> Tables.read(pipe("nothing", "")))
        .hasMessageContaining("nothing: it is empty");
  }

  @Test
  void aDeviceWithoutDataIsEmpty() {
    assertThatThrownBy(() -> Tables.read(Path.of("/dev/null"))).hasMessageContaining("it is empty");
  }

  @Test
  void aDeviceWithoutAnEndIsRefusedByWhatItHolds() {
    for (String device : List.of("/dev/zero", "/dev/urandom")) {
      assertThatThrownBy(() -> Tables.read(Path.of(device)))
          .hasMessageContaining(device + ": it holds zero bytes, so it is no text");
    }
  }

  /** What binary formats hold tells nothing of an end. */
  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aDeviceThatALinkCallsBinaryIsRefused() throws IOException {
    for (String device : List.of("/dev/zero", "/dev/urandom")) {
      for (String ending : List.of("npy", "parquet", "mtx", "svm", "idx", "csv.gz")) {
        Path link = folder.resolve(device.substring(5) + "." + ending);
        Files.createSymbolicLink(link, Path.of(device));
        assertThatThrownBy(() -> Tables.read(link))
            .hasMessage(
                link + ": it is a device, of which only text is read; save it to a file first");
        Files.delete(link); // JUnit warns of links that lead out of its folder
      }
    }
  }

  @Test
  void aPipeMayBeBinary() throws IOException, InterruptedException {
    Table table = Tables.read(pipe("p.svm", "1 1:2\n0 1:3\n"));
    assertThat(table.load().matrix().rows()).isEqualTo(2);
  }

  @Test
  void aCancelledCopyLeavesNothing() throws IOException, InterruptedException {
    Path pipe = pipe("cancelled.csv", "a,b\n1,2\n");
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> Tables.read(pipe)).hasMessageContaining("it was cancelled");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(copies("cancelled.csv")).isEmpty();
  }

  /** It would be waited for without end. */
  @Test
  void aPipeAmongImagesIsLeftOut() throws Exception {
    Path images = Files.createDirectory(folder.resolve("images"));
    Files.write(images.resolve("a.pgm"), TestImages.pgm(1, 2));
    Files.write(images.resolve("c.pgm"), TestImages.pgm(2, 1));
    Path pipe = images.resolve("b.pgm");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Table table = Tables.read(images);
    assertThat(table.load().matrix().rows()).isEqualTo(2);
    assertThat(table.remarks()).containsExactly("1 file that is no image was left out, as b.pgm");
  }
}
