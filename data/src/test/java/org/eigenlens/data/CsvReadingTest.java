package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvReadingTest {

  @TempDir Path folder;

  private Table table(String text) throws IOException {
    return Tables.read(write("t.csv", text, StandardCharsets.UTF_8));
  }

  private Path write(String name, String text, Charset charset) throws IOException {
    return Files.write(folder.resolve(name), text.getBytes(charset));
  }

  private static double[][] values(Table table) {
    return table.load().matrix().toArray();
  }

  @Test
  void headerAndNumbers() throws IOException {
    Table table = table("a,b\n1,2.5\n-3e2,.5\n");
    assertThat(table.featureNames()).containsExactly("a", "b");
    assertThat(values(table)).isDeepEqualTo(new double[][] {{1, 2.5}, {-300, 0.5}});
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void anyLineEnd(String end) throws IOException {
    assertThat(values(table(String.join(end, "a,b", "1,2", "3,4"))))
        .isDeepEqualTo(new double[][] {{1, 2}, {3, 4}});
    assertThat(values(table(String.join(end, "a,b", "1,2", "3,4", ""))))
        .isDeepEqualTo(new double[][] {{1, 2}, {3, 4}});
  }

  @ParameterizedTest
  @ValueSource(strings = {",", ";", "\t", "|"})
  void anySeparator(String separator) throws IOException {
    Table table = table(String.join(separator, "a", "b") + "\n" + "1" + separator + "2.5\n");
    assertThat(table.featureNames()).containsExactly("a", "b");
    assertThat(values(table)).isDeepEqualTo(new double[][] {{1, 2.5}});
  }

  @Test
  void tabsInTsv() throws IOException {
    Path file = write("t.tsv", "a,b\tc\n1\t2\n", StandardCharsets.UTF_8);
    assertThat(Tables.read(file).featureNames()).containsExactly("a,b", "c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
  void byteOrderMark(String charset) throws IOException {
    Path file = write("t.csv", "\uFEFFgröße,b\n1,2\n3,4\n", Charset.forName(charset));
    Table table = Tables.read(file);
    assertThat(table.featureNames()).containsExactly("größe", "b");
    assertThat(values(table)).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}});
  }

  @Test
  void byteOrderMarkOnly() throws IOException {
    assertThatThrownBy(() -> table("\uFEFF")).hasMessageContaining("t.csv: it is empty");
  }

  @Test
  void quotesHideSeparatorsAndLineEnds() throws IOException {
    Data data = table("\"x,1\",note\n\"1.5\",\"a \"\"b\"\",\nc\"\n2,d\n").label("note").load();
    assertThat(data.featureNames()).containsExactly("x,1");
    assertThat(data.labels().orElseThrow()).containsExactly("a \"b\",\nc", "d");
    assertThat(data.matrix().toArray()).isDeepEqualTo(new double[][] {{1.5}, {2}});
    assertThat(data.locate(1)).endsWith("t.csv, line 4");
  }

  @Test
  void quoteWithoutItsPair() throws IOException {
    assertThatThrownBy(() -> table("a,b\n1,2\n3,\"4\n5,6\n").load())
        .isInstanceOf(DataException.class)
        .hasMessageContaining("line 3: a quote is opened but never closed");
  }

  /** Before there is any row, too, and with blank lines and line ends in cells. */
  @ParameterizedTest
  @CsvSource({
    "'a,b|1,\"2|3,4|', 2, a quote is opened but never closed",
    "'||\"a|c\",b||1,\"2|3,4', 6, a quote is opened but never closed",
    "'a,\"b|1,2|3,4|', 1, a quote is opened but never closed",
    "'1,\"2|3,4|', 1, a quote is opened but never closed",
    "'a,b|1,\"2\"3|3,4|', 2, text follows a closing quote",
    "'\"a\"b,c|1,2|', 1, text follows a closing quote"
  })
  void quotesOfTheFirstRecordsAreNamedByTheirLine(String text, int line, String problem) {
    for (String end : List.of("\n", "\r\n", "\r")) {
      assertThatThrownBy(() -> table(text.replace("|", end)).load())
          .isInstanceOf(DataException.class)
          .hasMessageContaining("t.csv, line " + line + ": " + problem + "; correct the line");
    }
  }

  @Test
  void quoteInsideAnUnquotedCellIsText() throws IOException {
    Data data = table("a,b\n1,5\" pipe\n2,6\" pipe\n").label("b").load();
    assertThat(data.labels().orElseThrow()).containsExactly("5\" pipe", "6\" pipe");
  }

  @Test
  void allNumbersInTheFirstLineMeansNoHeader() throws IOException {
    Table table = table("1,2\n3,4\n");
    assertThat(table.featureNames()).containsExactly("x1", "x2");
    assertThat(table.named()).isFalse();
    assertThat(values(table)).hasDimensions(2, 2);
  }

  @Test
  void numbersAndGapsInTheFirstLineAreData() throws IOException {
    assertThat(table("1,,3\n4,5,6\n").load().matrix().rows()).isEqualTo(2);
  }

  @Test
  void headerCanBeForcedOrDenied() throws IOException {
    Path file = write("t.csv", "1,2\n3,4\n", StandardCharsets.UTF_8);
    ReadOptions yes = ReadOptions.DEFAULT.withHeader(ReadOptions.Header.YES);
    assertThat(Tables.read(file, yes).featureNames()).containsExactly("1", "2");
    Path named = write("u.csv", "5.1,setosa\n4.9,setosa\n", StandardCharsets.UTF_8);
    ReadOptions no = ReadOptions.DEFAULT.withHeader(ReadOptions.Header.NO);
    assertThat(Tables.read(named, no).load().matrix().rows()).isEqualTo(2);
  }

  @Test
  void numberInTheHeaderIsRemarkedOn() throws IOException {
    assertThat(table("5.1,setosa\n4.9,setosa\n").remarks())
        .anyMatch(remark -> remark.contains("--no-header"));
  }

  @Test
  void decimalCommas() throws IOException {
    assertThat(values(table("a;b\n1,5;2\n-0,25;1,234\n")))
        .isDeepEqualTo(new double[][] {{1.5, 2}, {-0.25, 1.234}});
    assertThat(values(table("1,5;2,5\n2,5;3,5\n"))).hasDimensions(2, 2);
  }

  @Test
  void thousandsAreNotTakenForDecimals() throws IOException {
    assertThatThrownBy(() -> table("a;b\n1,500;2,000\n3,250;1,000\n"))
        .hasMessageContaining("can be read as a decimal comma or as thousands");
  }

  @Test
  void missingCells() throws IOException {
    Data data = table("a,b\n1,\nNA,2\n\" N/A \",\"\"\nNaN,nan\nnull,NULL\nNone,#N/A\n3,4\n").load();
    assertThat(data.missingCells()).isEqualTo(10);
    assertThat(data.incompleteRows().cardinality()).isEqualTo(6);
    assertThat(data.matrix().get(0, 1)).isNaN();
    assertThatThrownBy(data::requireComplete)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("t.csv, line 2, column 'b': 10 cells are missing in 6 rows")
        .hasMessageEndingWith("--missing drop|mean|em");
  }

  @Test
  void textColumnsAreLeftOutWithARemark() throws IOException {
    Table table = table("name,a,note\nx,1,p\ny,2,q\n");
    assertThat(table.featureNames()).containsExactly("a");
    assertThat(table.remarks()).containsExactly("text columns left out: name, note");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,234",
        "1,234,567.8",
        "5,1",
        "1.234,5",
        "1'234",
        "1 234",
        "5%",
        "5 %",
        "$5",
        "7 €",
        "0x1F",
        "1d",
        "2.5f",
        "1e3D",
        "7L"
      })
  void numbersInAnotherSpellingAreNoText(String cell) throws IOException {
    assertThatThrownBy(() -> table("a,b\n\"%s\",2\n\"%s\",3\n".formatted(cell, cell)).load())
        .hasMessageContaining("t.csv, line 2, column 'a': '%s' is not a number".formatted(cell));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2020-01-31",
        "31.01.2020",
        "12:30",
        "1.2.3",
        "555-1234",
        "10.0.0.1",
        "A1",
        "2D",
        "14F",
        "3l"
      })
  void datesAndNamesAreText(String cell) throws IOException {
    assertThat(table("a,b\n%s,2\n%s,3\n".formatted(cell, cell)).featureNames())
        .containsExactly("b");
  }

  @Test
  void mostlyNumericColumnIsNeverLeftOut() throws IOException {
    assertThatThrownBy(() -> table("a,width\n1,2\n2,3\n3,abc\n4,5\n").load())
        .isInstanceOfSatisfying(
            DataException.class,
            e -> {
              assertThat(e.line()).hasValue(4);
              assertThat(e.column()).hasValue("width");
            })
        .hasMessageEndingWith(
            "t.csv, line 4, column 'width': 'abc' is not a number; correct it, or fit without the"
                + " column: --exclude width");
  }

  @Test
  void textColumnThatIsAskedForMustBeNumeric() throws IOException {
    assertThatThrownBy(() -> table("a,b\n1,x\n2,3\n3,y\n").only("a", "b").load())
        .hasMessageContaining("line 2, column 'b': 'x' is not a number");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1d", "1f", "0x10", "1e", "1.2.3", "--1", "1 2", "e5", ".", "1_000", "+-1"})
  void whatIsNoNumber(String text) throws IOException {
    assertThatThrownBy(() -> table("a\n1\n2\n3\n" + text + "\n").load())
        .hasMessageContaining("line 5, column 'a': '" + text + "' is not a number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inf", "-inf", "Infinity", "1e999"})
  void infinityIsReportedWhereItStands(String text) throws IOException {
    assertThatThrownBy(() -> table("a\n1\n2\n" + text + "\n").load())
        .hasMessageContaining("line 4, column 'a': the number is not finite");
  }

  @ParameterizedTest
  @CsvSource({
    "5., 5",
    "+5, 5",
    "' 7 ', 7",
    "1E3, 1000",
    "1e-3, 0.001",
    "00012, 12",
    "0.1234567890123456789, 0.12345678901234568",
    "123456789012345678901234567890, 1.2345678901234568e29",
    "4.9e-324, 4.9e-324",
    "9007199254740993, 9007199254740992",
    "1.7976931348623157e308, 1.7976931348623157e308"
  })
  void numbersInManyForms(String text, double expected) throws IOException {
    assertThat(table("a\n" + text + "\n").load().matrix().get(0, 0)).isEqualTo(expected);
  }

  @Test
  void raggedRow() throws IOException {
    assertThatThrownBy(() -> table("a,b,c\n1,2,3\n4,5\n").load())
        .hasMessageContaining("t.csv, line 3: it has 2 cells, but the first line has 3");
    assertThatThrownBy(() -> table("a,b\n1,2\n4,5,6\n7,8\n").load())
        .hasMessageContaining("line 3: it has 3 cells, but the first line has 2");
  }

  @Test
  void blankLinesAreSkippedButCounted() throws IOException {
    Data data = table("\n\na,b\n1,2\n\n3,4\n\n").load();
    assertThat(data.matrix().rows()).isEqualTo(2);
    assertThat(data.locate(0)).endsWith("line 4");
    assertThat(data.locate(1)).endsWith("line 6");
  }

  @Test
  void doubledAndMissingNames() throws IOException {
    Table table = table("a,a,,x3\n1,2,3,4\n");
    assertThat(table.featureNames()).containsExactly("a", "a_2", "x3_2", "x3");
    assertThat(table.remarks()).hasSize(2);
  }

  /** Numbers that were tried are not tried again: that would take an hour here. */
  @Test
  void manyColumnsOfOneName() throws IOException {
    int columns = 100_000;
    String text = "a" + ",a".repeat(columns - 1) + "\n1" + ",1".repeat(columns - 1) + "\n";
    assertThat(table(text).featureNames())
        .startsWith("a", "a_2", "a_3")
        .endsWith("a_" + columns)
        .doesNotHaveDuplicates();
    assertThat(table("a,a,b,a_2,b,a\n1,2,3,4,5,6\n").featureNames())
        .containsExactly("a", "a_3", "b", "a_2", "b_2", "a_4");
  }

  @Test
  void emptyHeaderOnlyAndNothing() throws IOException {
    assertThatThrownBy(() -> table("")).hasMessageContaining("t.csv: it is empty");
    assertThatThrownBy(() -> table("\n\n")).hasMessageContaining("no row can be found");
    assertThatThrownBy(() -> table("a,b\n")).hasMessageContaining("a header but no rows");
  }

  @Test
  void singleColumnAndSingleRow() throws IOException {
    assertThat(values(table("v\n1\n2\n"))).isDeepEqualTo(new double[][] {{1}, {2}});
    assertThat(values(table("a,b\n1,2"))).isDeepEqualTo(new double[][] {{1, 2}});
  }

  @Test
  void gzipped() throws IOException {
    Path file = folder.resolve("t.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("a,b\n1,2\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(values(Tables.read(file))).isDeepEqualTo(new double[][] {{1, 2}});
  }

  @Test
  void brokenGzip() throws IOException {
    Path file = write("t.csv.gz", "not packed", StandardCharsets.UTF_8);
    assertThatThrownBy(() -> Tables.read(file))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("t.csv.gz: it cannot be read");
  }

  @Test
  void singlePrecision() throws IOException {
    Path file = write("t.csv", "a\n0.1\n", StandardCharsets.UTF_8);
    Data data = Tables.read(file, ReadOptions.DEFAULT.withPrecision(Precision.FLOAT)).load();
    assertThat(((DenseMatrix) data.matrix()).precision()).isEqualTo(Precision.FLOAT);
    assertThat(data.matrix().get(0, 0)).isEqualTo(0.1f);
  }

  @Test
  void errorsAreOneLine() throws IOException {
    assertThatThrownBy(() -> table("a\n1\n2\n\"b\nc\"\n").load())
        .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1))
        .hasMessageContaining("line 4");
  }

  @Test
  void namesInAnyScript() throws IOException {
    Table table = table("身長,вес,😀\n1,2,3\n");
    assertThat(table.without("вес").featureNames()).isEqualTo(List.of("身長", "😀"));
  }

  @Test
  void binaryFileIsNoText() throws IOException {
    assertThatThrownBy(() -> table("PK\u0003\u0004\u0000\u0000,\n1,2\n"))
        .hasMessageContaining("it holds zero bytes, so it is no text");
  }

  @Test
  void indexAndNumberedColumnsAreAHeader() throws IOException {
    Table table = table(",0,1\n0,1.5,2.5\n1,3,4\n");
    assertThat(table.featureNames()).containsExactly("x1", "0", "1");
    assertThat(table.load().matrix().rows()).isEqualTo(2);
  }
}
