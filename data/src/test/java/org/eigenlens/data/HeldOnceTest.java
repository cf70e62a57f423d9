package org.eigenlens.data;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reading holds a file once: as the matrix it becomes. Each format is read in a process whose heap
 * has room for that, for the program and for what is on its way, but not for the rows twice.
 */
class HeldOnceTest {

  private static final int MATRIX = 48 << 20;

  /**
   * What the program takes beside the rows, and the rows on their way: less than they themselves.
   */
  private static final int BESIDE = 36 << 20;

  private static final int COLUMNS = 64;
  private static final int ROWS = MATRIX / (8 * COLUMNS);

  /** Of entries other than zero, which take a column and a number each. */
  private static final int ENTRIES = MATRIX / 12;

  private static final int SIDE = 64;

  /** Entries that a file announces: with their places 16 bytes each. */
  private static final int ANNOUNCED = 1 << 22;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "csv",
        "jsonl",
        "parquet",
        "npy",
        "idx",
        "mtx",
        "svm",
        "zip",
        "mtx.gz",
        "svm.gz",
        "s.mtx",
        "array.mtx",
        "twice.mtx"
      })
  void aFileIsReadIntoLittleMoreThanItsMatrix(String format) throws Exception {
    Path file = folder.resolve("x." + format);
    write(format, file);
    read(format, file.toString());
  }

  /** All columns but one take nearly as much again as all of them. */
  @ParameterizedTest
  @ValueSource(strings = {"mtx", "svm"})
  void chosenColumnsAreReadIntoLittleMoreThanTheirMatrix(String format) throws Exception {
    Path file = folder.resolve("x." + format);
    write(format, file);
    read(format, file.toString(), "without", "x3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mtx", "svm", "array.mtx"})
  void joinedFilesAreReadIntoLittleMoreThanTheirMatrix(String format) throws Exception {
    Path file = folder.resolve("half." + format);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      write(format, out, 2);
    }
    read(format, file.toString(), "and", file.toString());
  }

  private void read(String format, String... words) throws Exception {
    Path said = folder.resolve("said");
    Process process = started(MATRIX + BESIDE, Reading.class, said, words);
    assertThat(process.waitFor()).as("%s: %s", format, Files.readString(said)).isZero();
  }

  private static Process started(int heap, Class<?> program, Path said, String... words)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heap);
    command.add("-XX:+UseSerialGC");
    command.add("-XX:MaxNewSize=12m");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Deigenlens.backend=java");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(words));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(said.toFile())
        .start();
  }

  /** Room for what these files only announce would take 64 megabytes. */
  @ParameterizedTest
  @ValueSource(strings = {"blank.mtx.gz", "blank.svm.gz", "zeros.mtx"})
  void roomIsTakenForWhatIsThere(String name) throws Exception {
    Path file = folder.resolve(name);
    try (OutputStream stream = Files.newOutputStream(file);
        OutputStream out =
            new BufferedOutputStream(
                name.endsWith(".gz") ? new GZIPOutputStream(stream) : stream, 1 << 16)) {
      switch (name) {
        case "blank.mtx.gz" -> {
          lines(out, 1, "%%MatrixMarket matrix coordinate real general\n9 9 1000000000");
          lines(out, ANNOUNCED, "");
        }
        case "blank.svm.gz" -> lines(out, ANNOUNCED, "#::");
        default -> {
          lines(out, 1, "%%MatrixMarket matrix array real general\n" + ANNOUNCED / 4 + " 4");
          lines(out, ANNOUNCED, "0");
        }
      }
    }
    Path said = folder.resolve("said");
    Process process = started(BESIDE, Opening.class, said, file.toString());
    assertThat(process.waitFor()).as(Files.readString(said)).isZero();
    assertThat(Files.readString(said))
        .contains(
            switch (name) {
              case "blank.mtx.gz" -> "the file ends after 0 of 1000000000 entries";
              case "blank.svm.gz" -> "it has no rows";
              default -> "read";
            });
  }

  /** Opens a file without loading it, and says how it was refused. */
  static final class Opening {
    private Opening() {}

    public static void main(String[] words) {
      try {
        Tables.read(Path.of(words[0]));
        System.out.println("read");
      } catch (DataException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  /** The other process. */
  static final class Reading {
    private Reading() {}

    public static void main(String[] words) {
      boolean joined = words.length > 1 && words[1].equals("and");
      Table table =
          Tables.open(
              joined ? List.of(words[0], words[2]) : List.of(words[0]), ReadOptions.DEFAULT);
      Data data = (words.length > 1 && !joined ? table.without(words[2]) : table).load();
      if ((long) data.matrix().rows() * data.matrix().columns() < ENTRIES * 7L / 8) {
        throw new AssertionError(data.matrix().rows() + " × " + data.matrix().columns());
      }
    }
  }

  private static void write(String format, Path file) throws IOException {
    if (format.equals("npy") || format.equals("parquet")) {
      DenseMatrix rows = DenseMatrix.zeros(ROWS, COLUMNS);
      for (int i = 0; i < ROWS; i++) {
        rows.set(i, i % COLUMNS, i);
      }
      TableWriter.write(file, List.of(), List.of(), Words.numbered("c", COLUMNS), rows);
      return;
    }
    try (OutputStream stream = Files.newOutputStream(file);
        OutputStream out =
            new BufferedOutputStream(
                format.endsWith(".gz") ? new GZIPOutputStream(stream) : stream, 1 << 16)) {
      write(format, out, 1);
    }
  }

  /**
   * Writes a file.
   *
   * @param parts how many of its kind come to the matrix
   */
  private static void write(String format, OutputStream out, int parts) throws IOException {
    switch (format) {
      case "csv" -> lines(out, ROWS, "1.5" + ",2.5".repeat(COLUMNS - 1));
      case "jsonl" -> lines(out, ROWS, object());
      case "mtx", "mtx.gz" -> matrixMarket(out, ENTRIES / 8 / parts, 0);
      case "twice.mtx" -> matrixMarket(out, ENTRIES / 8, ENTRIES / 64);
      case "s.mtx" -> symmetric(out);
      case "array.mtx" -> {
        int rows = ROWS / parts;
        lines(out, 1, "%%MatrixMarket matrix array real general\n" + rows + " " + COLUMNS);
        lines(out, rows * COLUMNS, "1.5");
      }
      case "svm", "svm.gz" -> lines(out, ENTRIES / 8 / parts, "1 1:1 2:5 3:1 4:5 5:1 6:5 7:1 8:5");
      case "idx" -> idx(out);
      default -> images(out);
    }
  }

  private static void lines(OutputStream out, int count, String line) throws IOException {
    byte[] bytes = (line + "\n").getBytes(US_ASCII);
    for (int i = 0; i < count; i++) {
      out.write(bytes);
    }
  }

  private static String object() {
    return "{"
        + String.join(
            ",", Words.numbered("c", COLUMNS).stream().map(c -> "\"" + c + "\":1.5").toList())
        + "}";
  }

  /**
   * Writes columns one after the other, as most programs do, so that every entry has to move.
   *
   * @param again how many entries of the first column occur twice
   */
  private static void matrixMarket(OutputStream out, int rows, int again) throws IOException {
    String size = rows + " 8 " + (8L * rows + again);
    lines(out, 1, "%%MatrixMarket matrix coordinate real general\n" + size);
    for (int i = 1; i <= again; i++) {
      out.write((i + " 1 2\n").getBytes(US_ASCII));
    }
    for (int j = 1; j <= 8; j++) {
      for (int i = 1; i <= rows; i++) {
        out.write((i + " " + j + " 2\n").getBytes(US_ASCII));
      }
    }
  }

  /** Writes one triangle of a band, with its diagonal. */
  private static void symmetric(OutputStream out) throws IOException {
    int band = 25;
    int rows = ENTRIES / (2 * band + 1);
    long lines = (long) rows * (band + 1) - band * (band + 1) / 2;
    String head = "%%MatrixMarket matrix coordinate real symmetric\n";
    lines(out, 1, head + rows + " " + rows + " " + lines);
    for (int i = 1; i <= rows; i++) {
      for (int j = Math.max(1, i - band); j <= i; j++) {
        out.write((i + " " + j + " 2\n").getBytes(US_ASCII));
      }
    }
  }

  private static void idx(OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(0x0802);
    data.writeInt(ROWS);
    data.writeInt(COLUMNS);
    data.write(new byte[ROWS * COLUMNS]);
    data.flush();
  }

  private static void images(OutputStream out) throws IOException {
    byte[] image = new byte[SIDE * SIDE];
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int i = 0; i < MATRIX / (8 * SIDE * SIDE); i++) {
        zip.putNextEntry(new ZipEntry(i + ".pgm"));
        zip.write(("P5\n" + SIDE + " " + SIDE + "\n255\n").getBytes(US_ASCII));
        zip.write(image);
        zip.closeEntry();
      }
    }
  }
}
