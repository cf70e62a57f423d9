package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.WholeFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableWriterTest {

  @TempDir Path folder;

  private long files() throws IOException {
    try (Stream<Path> list = Files.list(folder)) {
      return list.count();
    }
  }

  @Test
  void csvOnAStream() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TableWriter writer = TableWriter.csv(out, List.of("id"), List.of("PC1", "a,b"))) {
      writer.append(
          List.of(List.of("x", "y \"z\"")), Matrix.of(new double[][] {{1, -0.5}, {1e-9, 2e20}}));
      writer.append(List.of(List.of("w\nv")), Matrix.of(new double[][] {{Double.NaN, 3}}));
      writer.commit();
    }
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo("id,PC1,\"a,b\"\nx,1,-0.5\n\"y \"\"z\"\"\",1E-9,2E20\n\"w\nv\",,3\n");
  }

  @Test
  void textThatASpreadsheetWouldRunIsTextThereToo() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<String> texts =
        List.of("=1+1", "+cmd|' /C calc'!A0", "@SUM(1)", "\tx", "-5", "+1 555", "@ann", "a=b", "");
    try (TableWriter writer = TableWriter.csv(out, List.of("=id"), List.of("PC1"))) {
      writer.append(List.of(texts), DenseMatrix.zeros(texts.size(), 1));
      writer.commit();
      assertThat(writer.remarks())
          .containsExactly(
              "the output: 5 texts that a spreadsheet would run as a formula got an apostrophe"
                  + " each; .parquet keeps texts as they are");
    }
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "'=id,PC1",
            "'=1+1,0",
            "'+cmd|' /C calc'!A0,0",
            "'@SUM(1),0",
            "'\tx,0",
            "-5,0",
            "+1 555,0",
            "@ann,0",
            "a=b,0",
            ",0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.csv", "t.npy", "t.parquet"})
  void manyBatchesReadBackTheSame(String name) {
    Random random = new Random(11);
    DenseMatrix all = DenseMatrix.zeros(30_000, 3);
    for (int i = 0; i < all.rows(); i++) {
      for (int j = 0; j < 3; j++) {
        double value = Double.longBitsToDouble(random.nextLong());
        all.set(i, j, Double.isNaN(value) || Double.isInfinite(value) ? 0 : value);
      }
    }
    Path file = folder.resolve(name);
    try (TableWriter writer = TableWriter.create(file, List.of(), List.of("a", "b", "c"))) {
      for (int i = 0; i < all.rows(); i += 7000) {
        writer.append(List.of(), all.rowRange(i, Math.min(all.rows(), i + 7000)));
      }
      writer.commit();
    }
    assertThat(Tables.read(file).toMatrix().toArray()).isDeepEqualTo(all.toArray());
  }

  @Test
  void longRowsAreWrittenAFewAtATime() {
    int[] largest = {0};
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) {}

          @Override
          public void write(byte[] bytes, int from, int count) {
            largest[0] = Math.max(largest[0], count);
          }
        };
    int columns = 5000;
    try (TableWriter writer = TableWriter.csv(out, List.of(), Words.numbered("x", columns))) {
      writer.append(List.of(), SparseMatrix.of(1000, columns, new int[1001], new int[0], none()));
      writer.commit();
    }
    assertThat(largest[0]).isBetween(2 * columns, 100_000);
  }

  /** A block of 4,096 rows would take more bytes than an array can have. */
  @Test
  void moreNumbersThanAnArrayHoldsAreWrittenToNumPy() throws IOException {
    int columns = 1 << 16;
    int rows = 1 << 12;
    try (FileChannel nowhere = FileChannel.open(Path.of("/dev/null"), StandardOpenOption.WRITE)) {
      NpySink sink = new NpySink(nowhere, columns);
      sink.append(List.of(), SparseMatrix.of(rows, columns, new int[rows + 1], new int[0], none()));
      sink.finish();
    }
  }

  private static double[] none() {
    return new double[0];
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.csv", "t.npy", "t.parquet"})
  void withoutCommitTheEarlierFileStays(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "earlier");
    try (TableWriter writer = TableWriter.create(file, List.of(), List.of("a"))) {
      writer.append(List.of(), DenseMatrix.zeros(100, 1));
      assertThat(Files.readString(file)).isEqualTo("earlier");
    }
    assertThat(Files.readString(file)).isEqualTo("earlier");
    assertThat(files()).isEqualTo(1);
  }

  /** As a database that has no room may. */
  @Test
  void whatFailsToLetGoLeavesNothing() throws IOException {
    TableSink sink =
        new TableSink() {
          @Override
          public void append(List<List<String>> texts, Matrix numbers) {}

          @Override
          public void finish() {}

          @Override
          public void release() {
            throw DataException.of("it does not let go", "");
          }
        };
    WholeFile whole = new WholeFile(folder.resolve("t.parquet"));
    TableWriter writer = new TableWriter("t.parquet", 0, 1, whole, () -> {}, sink);
    assertThatThrownBy(writer::close).hasMessageContaining("it does not let go");
    assertThat(files()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.csv", "t.npy", "t.parquet"})
  void commitReplacesTheEarlierFileAndLeavesNothingBeside(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "earlier");
    TableWriter.write(file, List.of(), List.of(), List.of("a"), DenseMatrix.identity(1));
    assertThat(Tables.read(file).toMatrix().get(0, 0)).isEqualTo(1);
    assertThat(files()).isEqualTo(1);
  }

  @Test
  void linkStaysALink() throws IOException {
    Path real = Files.writeString(folder.resolve("real.csv"), "earlier");
    Path link = Files.createSymbolicLink(folder.resolve("link.csv"), real);
    TableWriter.write(link, List.of(), List.of(), List.of("a"), DenseMatrix.identity(1));
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(Files.readString(real)).isEqualTo("a\n1\n");
  }

  @Test
  void unknownEndingAndMissingFolder() throws IOException {
    assertThatThrownBy(() -> TableWriter.create(folder.resolve("t.txt"), List.of(), List.of("a")))
        .hasMessageContaining("name it .csv, .parquet or .npy");
    assertThatThrownBy(
            () -> TableWriter.create(folder.resolve("no/t.csv"), List.of(), List.of("a")))
        .hasMessageContaining("its folder does not exist");
    assertThat(files()).isZero();
  }

  @Test
  void sizesMustAgree() {
    try (TableWriter writer =
        TableWriter.csv(new ByteArrayOutputStream(), List.of("id"), List.of("a"))) {
      assertThatThrownBy(() -> writer.append(List.of(), DenseMatrix.zeros(1, 1)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> writer.append(List.of(List.of("x", "y")), DenseMatrix.zeros(1, 1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void missingCellInASingleColumnIsStillARow() {
    Path file = folder.resolve("t.csv");
    Matrix matrix = Matrix.of(new double[][] {{1}, {Double.NaN}, {3}});
    TableWriter.write(file, List.of(), List.of(), List.of("a"), matrix);
    assertThat(Tables.read(file).load().matrix().rows()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "-0.0, -0.0",
    "0.1, 0.1",
    "100, 100",
    "1e7, 1E7",
    "1.5e300, 1.5E300",
    "2e-3, 0.002",
    "2e23, 2E23",
    "4.9e-324, 4.9E-324",
    "123456.75, 123456.75"
  })
  void shortestForm(double value, String text) {
    assertThat(Numbers.text(value)).isEqualTo(text);
  }

  @Test
  void everyNumberReadsBackTheSame() {
    Random random = new Random(5);
    for (int i = 0; i < 100_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (!Double.isNaN(value) && !Double.isInfinite(value)) {
        assertThat(NumberText.parse(Numbers.text(value), false)).isEqualTo(value);
      }
    }
  }

  @Test
  void decimalsAreRoundedCorrectly() {
    Random random = new Random(6);
    for (int i = 0; i < 300_000; i++) {
      long digits = random.nextLong() >>> (1 + random.nextInt(12));
      String text = Long.toString(digits);
      int point = random.nextInt(text.length());
      text = text.substring(0, point) + "." + text.substring(point);
      assertThat(NumberText.parse(text, false)).as(text).isEqualTo(Double.parseDouble(text));
    }
  }

  @Test
  void halvesBetweenTwoDoublesAreRoundedToEven() {
    for (String text :
        new String[] {"9007199254740993.0", "90071992547409.925", "9007199254740995.0"}) {
      assertThat(NumberText.parse(text, false)).isEqualTo(Double.parseDouble(text));
    }
  }
}
