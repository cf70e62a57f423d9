package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.SparseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparseFilesTest {

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Table mtx(String kind, String body) throws IOException {
    return Tables.read(write("t.mtx", "%%MatrixMarket matrix " + kind + "\n% note\n" + body));
  }

  private Table svm(String body) throws IOException {
    return Tables.read(write("t.svm", body));
  }

  @Test
  void coordinates() throws IOException {
    Matrix matrix = mtx("coordinate real general", "2 3 3\n2 3 6\n1 1 1.5\n2 1 4\n").toMatrix();
    assertThat(matrix).isInstanceOf(SparseMatrix.class);
    assertThat(matrix.toArray()).isDeepEqualTo(new double[][] {{1.5, 0, 0}, {4, 0, 6}});
  }

  @Test
  void sparseOnlyIfAllowed() throws IOException {
    Path file = write("t.mtx", "%%MatrixMarket matrix coordinate real general\n1 2 1\n1 2 5\n");
    Matrix matrix = Tables.read(file, ReadOptions.DEFAULT.withSparse(false)).toMatrix();
    assertThat(matrix).isInstanceOf(DenseMatrix.class);
    assertThat(matrix.row(0)).containsExactly(0, 5);
  }

  @Test
  void loadingTakesWhatNonZerosNeedUnlessTheyBecomeDense() throws IOException {
    String text = "%%MatrixMarket matrix coordinate real general\n100 1000 2\n1 2 5\n9 8 7\n";
    Path file = write("t.mtx", text);
    assertThat(Tables.read(file).loadBytes()).isEqualTo(2 * 12 + 100 * 4);
    ReadOptions dense = ReadOptions.DEFAULT.withSparse(false);
    assertThat(Tables.read(file, dense).loadBytes()).isEqualTo(100 * 1000 * 8);
    // Beside the floats there may be sums in double.
    assertThat(Tables.read(file, dense.withPrecision(Precision.FLOAT)).loadBytes())
        .isEqualTo(100 * 1000 * (4 + 8));
  }

  @Test
  void columnsThatTheHeapHasNoRoomForAreRefusedWithFigures() {
    Place place = Place.line("t.mtx", 2);
    SparseFile.requireRoom(place, 1 << 16, 64 << 20);
    assertThatThrownBy(() -> SparseFile.requireRoom(place, 1 << 17, 64 << 20))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("131072 columns need a larger heap: 145 MB, and there are 64; ")
        .hasMessageContaining("-Xmx145m");
    assertThatThrownBy(() -> SparseFile.requireRoom(place, (1 << 22) + 1, 1L << 50))
        .hasMessageContaining("column 4194305 is beyond the largest, 4194304");
  }

  @Test
  void rowsThatTheHeapHasNoRoomForAreRefusedWithFigures() {
    assertThatThrownBy(() -> mtx("coordinate real general", "2000000000 1 1\n1 1 1\n"))
        .isInstanceOf(DataException.class)
        .hasMessageMatching(
            ".*t.mtx, line 3: 2000000000 rows need a larger heap: 68665 MB, and there are [0-9]+;"
                + " give java the option -Xmx68665m");
  }

  /** Blanks are tried one by one, not each run again from every one of them. */
  @Test
  void complaintsOfAMegabyteOfBlanksAreMadeAtOnce() {
    String blanks = " ".repeat(1 << 20);
    assertThat(DataException.of("a\n" + blanks + "b" + blanks + "c", "\r\nd").getMessage())
        .isEqualTo("a b" + blanks + "c; d");
  }

  @Test
  void patternSymmetricAndSkew() throws IOException {
    assertThat(mtx("coordinate pattern symmetric", "2 2 2\n1 1\n2 1\n").toMatrix().toArray())
        .isDeepEqualTo(new double[][] {{1, 1}, {1, 0}});
    assertThat(mtx("coordinate integer skew-symmetric", "2 2 1\n2 1 3\n").toMatrix().toArray())
        .isDeepEqualTo(new double[][] {{0, -3}, {3, 0}});
  }

  @Test
  void arrayIsDenseAndByColumns() throws IOException {
    Matrix matrix = mtx("array real general", "2 3\n1\n2\n3\n4\n5\n6\n").toMatrix();
    assertThat(matrix).isInstanceOf(DenseMatrix.class);
    assertThat(matrix.toArray()).isDeepEqualTo(new double[][] {{1, 3, 5}, {2, 4, 6}});
    assertThat(mtx("array real symmetric", "2 2\n1\n2\n3\n").toMatrix().toArray())
        .isDeepEqualTo(new double[][] {{1, 2}, {2, 3}});
  }

  /** A thousand written as 1 234 is not 1. */
  @Test
  void aLineOfAnArrayHasOneValue() {
    assertThatThrownBy(() -> mtx("array real general", "2 1\n1 234\n5\n"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("t.mtx, line 4: there are 2 values in a line");
  }

  @Test
  void chosenColumnsOfSparseRows() throws IOException {
    Table table = mtx("coordinate real general", "2 3 3\n1 1 1\n1 3 3\n2 2 2\n");
    assertThat(table.only("x3", "x1").toMatrix().toArray())
        .isDeepEqualTo(new double[][] {{3, 1}, {0, 0}});
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2147483647 2147483647 1\n1 1 1\n",
        "2147483000 3 1\n1 1 1\n",
        "2 2 999999999999\n1 1 1\n",
        "2 2 5\n1 1 1\n",
        "2 2 1\n3 1 1\n",
        "2 2 1\n1 0 1\n",
        "2 2 1\n1 1 x\n",
        "2 2 1\n1 1 1\n2 2 2\n",
        "2 2\n",
        "a b c\n",
        "-1 2 1\n",
        ""
      })
  void hostileOrBrokenMatrixMarket(String body) {
    assertThatThrownBy(() -> mtx("coordinate real general", body).load())
        .isInstanceOf(DataException.class)
        .hasMessageContaining("t.mtx, line");
  }

  @Test
  void unsupportedMatrixMarket() {
    assertThatThrownBy(() -> mtx("coordinate complex general", "1 1 0\n"))
        .hasMessageContaining("'coordinate complex general' is not supported");
  }

  @Test
  void libsvm() throws IOException {
    Table table = svm("+1 1:0.5 3:2 # note\n\n-1 2:1\n");
    Data data = table.label("label").load();
    assertThat(data.matrix()).isInstanceOf(SparseMatrix.class);
    assertThat(data.matrix().toArray()).isDeepEqualTo(new double[][] {{0.5, 0, 2}, {0, 1, 0}});
    assertThat(data.labels()).contains(List.of("+1", "-1"));
    assertThat(data.featureNames()).containsExactly("x1", "x2", "x3");
    assertThat(data.locate(1)).endsWith("t.svm, line 3");
  }

  @Test
  void aCommentOfLibsvmStandsAfterABlank() throws IOException {
    Data data = svm("c# 1:2 #3:4\n#whole line\nf# 1:5\n").label("label").load();
    assertThat(data.labels()).contains(List.of("c#", "f#"));
    assertThat(data.matrix().toArray()).isDeepEqualTo(new double[][] {{2}, {5}});
  }

  @Test
  void labelOfLibsvmIsNoFeatureButCanBeTheTarget() throws IOException {
    Table table = svm("2.5 1:1\n3.5 2:1\n");
    assertThat(table.featureNames()).containsExactly("x1", "x2");
    assertThat(table.select(Selection.ALL.withTargets("label")).load().targets().column(0))
        .containsExactly(2.5, 3.5);
  }

  @Test
  void libsvmFilesOfDifferentWidth() throws IOException {
    String one = write("one.svm", "1 1:1\n").toString();
    String two = write("two.svm", "1 4:4\n").toString();
    Matrix matrix = Tables.open(List.of(one, two), ReadOptions.DEFAULT).toMatrix();
    assertThat(matrix.toArray()).isDeepEqualTo(new double[][] {{1, 0, 0, 0}, {0, 0, 0, 4}});
  }

  @Test
  void libsvmColumnsCountFromZeroIfThereIsAColumnZero() throws IOException {
    Data data = svm("1 2:3\n2 0:7 1:8\n").load();
    assertThat(data.matrix().toArray()).isDeepEqualTo(new double[][] {{0, 0, 3}, {7, 8, 0}});
    assertThat(data.featureNames()).containsExactly("x1", "x2", "x3");
    assertThat(data.remarks()).first().asString().contains("columns count from 0");
  }

  @Test
  void libsvmFilesOfOneTableCountFromTheSameNumber() throws IOException {
    Path zero = Files.writeString(folder.resolve("a.svm"), "1 0:7 1:8\n");
    Path other = Files.writeString(folder.resolve("b.svm"), "1 1:9\n");
    Table table = Tables.open(List.of(other.toString(), zero.toString()), ReadOptions.DEFAULT);
    assertThat(table.toMatrix().toArray()).isDeepEqualTo(new double[][] {{0, 9}, {7, 8}});
  }

  @Test
  void narrowLibsvmFileFitsAWiderModel() throws IOException {
    Selection model = Selection.ALL.withFeatures(List.of("x1", "x2", "x3"));
    assertThat(svm("1 1:7\n").select(model).toMatrix().row(0)).containsExactly(7, 0, 0);
    double[] dense = new double[3];
    svm("1 1:7\n")
        .select(model)
        .rows()
        .forEachTile(4, 1, (lane, first, tile) -> tile.getRow(0, dense, 0));
    assertThat(dense).containsExactly(7, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 -1:1\n",
        "1 0:1 0:2\n",
        "1 2:1 1:1\n",
        "1 1:x\n",
        "1 :1\n",
        "1 a:1\n",
        "1 999999999:1\n",
        "1 2 3\n",
        "1 99999999999:1\n",
        "1 1:inf\n",
        "1 1:1.#QNAN\n",
        "1 1:\n"
      })
  void hostileOrBrokenLibsvm(String body) {
    assertThatThrownBy(() -> svm(body).load())
        .isInstanceOf(DataException.class)
        .hasMessageContaining("t.svm, line 1");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsNotFiniteMattersWhereItIsChosen(boolean sparse) throws IOException {
    String text = "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 3\n1 2 inf\n2 1 4\n";
    Table table = Tables.read(write("t.mtx", text), ReadOptions.DEFAULT.withSparse(sparse));
    assertThat(table.without("x2").toMatrix().toArray()).isDeepEqualTo(new double[][] {{3}, {4}});
    assertThatThrownBy(table::toMatrix)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("t.mtx, row 1, column 'x2': ")
        .hasMessageContaining("not finite");
  }

  @Test
  void streamingSparseRows() throws IOException {
    double[] sum = new double[1];
    svm("1 1:1\n1 2:2\n1 3:3\n")
        .rows()
        .forEachTile(2, 1, (lane, first, tile) -> sum[0] += tile.get(0, 0) + tile.get(0, 2));
    assertThat(sum[0]).isEqualTo(4);
  }

  /** Names for all of them would take some hundred megabytes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "%%MatrixMarket matrix coordinate real general\n2 500000 1\n1 1 1\n",
        "1 1:1\n2 500000:1\n"
      })
  void columnsThatNobodySpeaksOfAreNotNamed(String text) throws IOException {
    Path file = write(text.startsWith("%") ? "t.mtx" : "t.svm", text);
    Tables.read(file).load(); // what is loaded once takes its memory before
    var thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = thread.getCurrentThreadAllocatedBytes();
    Table table = Tables.read(file);
    assertThat(table.loadBytes()).isLessThan(1000);
    Data data = table.load();
    long taken = thread.getCurrentThreadAllocatedBytes() - before;
    assertThat(data.matrix().columns()).isEqualTo(500_000);
    assertThat(taken).isLessThan(24L << 20); // some numbers of four bytes for each column
    assertThat(data.featureNames().get(499_999)).isEqualTo("x500000");
  }

  @Test
  void entriesInAnyOrderBecomeRows() throws IOException {
    Random random = new Random(5);
    double[][] expected = new double[40][30];
    List<String> lines = new ArrayList<>();
    for (int n = 0; n < 2000; n++) {
      int i = random.nextInt(40);
      int j = random.nextInt(30);
      expected[i][j] += n % 7;
      lines.add((i + 1) + " " + (j + 1) + " " + n % 7);
    }
    String head = "%%MatrixMarket matrix coordinate real general\n40 30 2000\n";
    Path file = write("t.mtx", head + String.join("\n", lines));
    assertThat(Tables.read(file).toMatrix().toArray()).isDeepEqualTo(expected);
  }

  /** As the file has them: in another order the sum is 1. */
  @Test
  void entriesOfOnePlaceAreAddedInTheirOrder() throws IOException {
    String body = "3 1 5\n3 1 7\n2 1 1e16\n1 1 5\n2 1 1\n2 1 -1e16\n";
    assertThat(mtx("coordinate real general", body).toMatrix().toArray())
        .isDeepEqualTo(new double[][] {{5}, {0}, {7}});
  }

  /** Of entries that occur many times only their sums stay. */
  @Test
  void entriesOfOnePlaceTakeTheRoomOfOne() throws IOException {
    String body = "2 2 8\n" + "2 1 1\n".repeat(7) + "1 2 4\n";
    Table table = mtx("coordinate real general", body);
    assertThat(table.toMatrix().toArray()).isDeepEqualTo(new double[][] {{0, 4}, {7, 0}});
    assertThat(((SparseMatrix) table.toMatrix()).nonZeros()).isEqualTo(2);
    assertThat(((SparseMatrix) table.toMatrix()).scaled(2).toArray())
        .isDeepEqualTo(new double[][] {{0, 8}, {14, 0}});
  }

  @Test
  void sumsThatOverflowAreRefused() throws IOException {
    Table table = mtx("coordinate real general", "1 1 2\n1 1 1.5e308\n1 1 1.5e308\n");
    assertThatThrownBy(table::load)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("t.mtx, row 1, column 'x1': an entry is missing or not finite");
    Path file = folder.resolve("t.mtx");
    Table dense = Tables.read(file, ReadOptions.DEFAULT.withSparse(false));
    assertThatThrownBy(dense::load)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("t.mtx, row 1, column 'x1': the number is not finite");
  }

  @Test
  void rowsThatBecomeDenseKeepTheirGapsLabelsAndTargets() throws IOException {
    Path file = write("t.svm", "2.5 1:1 3:nan\n# none\n3.5 2:4\n");
    ReadOptions dense = ReadOptions.DEFAULT.withSparse(false);
    Data data =
        Tables.read(file, dense)
            .select(Selection.ALL.withTargets("label").withColumns("x3,x1,x2"))
            .load();
    assertThat(data.matrix().row(0)).containsExactly(Double.NaN, 1, 0);
    assertThat(data.matrix().row(1)).containsExactly(0, 0, 4);
    assertThat(data.targets().column(0)).containsExactly(2.5, 3.5);
    assertThat(data.missingCells()).isEqualTo(1);
    assertThat(data.locate(1)).endsWith("t.svm, line 3");
    assertThatThrownBy(data::requireComplete).hasMessageContaining("t.svm, line 1, column 'x3'");
  }

  @Test
  void aNumberBeyondFloatIsRefusedWhereItIs() throws IOException {
    Path file = write("t.svm", "1 1:1\n1 1:1e39\n");
    ReadOptions floats = ReadOptions.DEFAULT.withSparse(false).withPrecision(Precision.FLOAT);
    assertThatThrownBy(() -> Tables.read(file, floats).load())
        .isInstanceOf(DataException.class)
        .hasMessageContaining("t.svm, line 2, column 'x1': 1.0E39 is beyond the range of float");
  }

  @Test
  void aColumnBelowFloatIsRefusedAtItsLargest() throws IOException {
    ReadOptions floats = ReadOptions.DEFAULT.withSparse(false).withPrecision(Precision.FLOAT);
    for (String small : List.of("-1e-60", "-1e-39")) {
      Path file = write("t.svm", "1 1:1 2:1e-70\n1 1:2 2:" + small + "\n1 1:3\n");
      assertThatThrownBy(() -> Tables.read(file, floats).load())
          .isInstanceOf(DataException.class)
          .hasMessageContaining("t.svm, line 2, column 'x2': ")
          .hasMessageContaining("is below the range of float, and no number of the column is");
    }
    Path kept = write("kept.svm", "1 1:1 2:1e-70\n1 1:2 2:1e-37\n1 1:3\n");
    assertThat(Tables.read(kept, floats).load().matrix().row(0)).containsExactly(1, 0);
  }

  @Test
  void entriesOfOnePlaceAreAddedInDoubleAndRoundedOnceToFloat() throws IOException {
    ReadOptions floats = ReadOptions.DEFAULT.withSparse(false).withPrecision(Precision.FLOAT);
    // In float 16777216 + 1 is 16777216, and 1e-50 is 0; 3e38 + 3e38 is beyond it, but not the end.
    Path file =
        write(
            "t.mtx",
            """
            %%MatrixMarket matrix coordinate real general
            4 2 13
            1 1 16777216
            2 1 3e38
            1 1 1
            2 1 3e38
            1 2 0.5
            1 1 1
            2 1 -3e38
            3 2 1e-50
            3 2 1
            3 2 -1
            4 2 1e39
            4 1 7
            4 2 -1e39
            """);
    double[][] read = Tables.read(file, floats).toMatrix().toArray();
    assertThat(read[0]).containsExactly(16777218, 0.5);
    assertThat(read[1]).containsExactly((float) 3e38, 0);
    assertThat(read[2]).containsExactly(0, 0);
    assertThat(read[3]).containsExactly(7, 0);
    Path beyond =
        write(
            "u.mtx",
            "%%MatrixMarket matrix coordinate real general\n2 1 3\n1 1 1\n2 1 3e38\n2 1 3e38\n");
    assertThatThrownBy(() -> Tables.read(beyond, floats).load())
        .isInstanceOf(DataException.class)
        .hasMessageContaining("u.mtx, row 2, column 'x1': 6.0E38 is beyond the range of float");
  }

  @Test
  void entriesOfOnePlaceAreAddedInDoubleWhateverRowsTheyAreReadWith() throws IOException {
    // 2,097 rows of 500 columns are read again at once, and then the others.
    ReadOptions floats = ReadOptions.DEFAULT.withSparse(false).withPrecision(Precision.FLOAT);
    StringBuilder text =
        new StringBuilder("%%MatrixMarket matrix coordinate real general\n3000 500 8997\n");
    for (String value : List.of("16777216", "1", "1")) {
      for (int i = 1; i <= 3000; i++) {
        if (i != 77) {
          text.append(i).append(' ').append(1 + i % 500).append(' ').append(value).append('\n');
        }
      }
    }
    Table table = Tables.read(write("t.mtx", text.toString()), floats);
    assertThat(table.loadBytes()).isEqualTo(4 * 1_500_000 + 8 * (1 << 20));
    DenseMatrix read = (DenseMatrix) table.toMatrix();
    for (int i = 1; i <= read.rows(); i++) {
      double[] row = new double[500];
      row[i % 500] = i == 77 ? 0 : 16777218;
      assertThat(read.row(i - 1)).as("row %d", i).containsExactly(row);
    }
  }
}
