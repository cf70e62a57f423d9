package org.eigenlens.data;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents as tables of their terms. */
class TextTableTest {

  /** Sums and roots of a few numbers of size 1. */
  private static final Offset<Double> ROUNDING = within(1e-14);

  private static final TextOptions COUNTS =
      TextOptions.DEFAULT.withLanguage(Language.NONE).withWeighting(Weighting.COUNTS);

  @TempDir Path folder;

  private void document(String name, String text) throws IOException {
    TestImages.write(folder.resolve(name), text.getBytes(UTF_8));
  }

  @Test
  void filesAreDocumentsWithTheirFoldersAsLabels() throws IOException {
    document("news/b.txt", "Rain and more rain.");
    document("mail/a.txt", "Rain again");
    Table table = Tables.read(folder, ReadOptions.DEFAULT.withTexts(COUNTS));
    Data data = table.id("file").label("folder").load();
    assertThat(data.ids()).contains(List.of("mail/a.txt", "news/b.txt"));
    assertThat(data.labels()).contains(List.of("mail", "news"));
    assertThat(data.featureNames()).containsExactly("again", "and", "more", "rain");
    assertThat(data.matrix()).isInstanceOf(SparseMatrix.class);
    assertThat(data.matrix().toArray()).isDeepEqualTo(new double[][] {{1, 0, 0, 1}, {0, 1, 1, 2}});
    assertThat(table.documents()).contains(List.of("mail/a.txt", "news/b.txt"));
  }

  @Test
  void aZipOfTextsIsReadLikeItsTree() throws IOException {
    Path zip =
        TestImages.zip(
            folder.resolve("t.zip"),
            Map.of("x/a.txt", "one two".getBytes(UTF_8), "x/b.txt", "two".getBytes(UTF_8)));
    Table table = Tables.read(zip, ReadOptions.DEFAULT.withTexts(COUNTS));
    assertThat(table.load().matrix().toArray()).isDeepEqualTo(new double[][] {{1, 1}, {0, 1}});
    assertThat(table.ownLabel()).isEmpty();
  }

  @Test
  void aColumnOfATableKeepsTheOthersForLabelsAndTargets() throws IOException {
    Files.writeString(
        folder.resolve("t.csv"), "label,text,score\nx,label this,1.5\ny,\"this, this\",2\n", UTF_8);
    Table table =
        Tables.read(
            folder.resolve("t.csv"), ReadOptions.DEFAULT.withTexts(COUNTS.withColumn("text")));
    Data data = table.select(Selection.ALL.withLabel("label").withTargets("score")).load();
    assertThat(data.labels()).contains(List.of("x", "y"));
    assertThat(data.targets().toArray()).isDeepEqualTo(new double[][] {{1.5}, {2}});
    // A term may be called like a column: the column is the one that is meant by name.
    assertThat(data.featureNames()).containsExactly("label", "this");
    assertThat(data.matrix().toArray()).isDeepEqualTo(new double[][] {{1, 1}, {0, 2}});
    assertThat(data.locate(1)).contains("line 3");
    assertThat(table.documents()).contains(List.of("row 1: label this", "row 2: this, this"));
    assertThat(table.remarks()).containsExactly("other columns left out: label, score");
  }

  @Test
  void numericColumnsAreNamedAsTheyAreInParquetToo() throws IOException {
    TableWriter.write(
        folder.resolve("t.parquet"),
        List.of("text"),
        List.of(List.of("one two", "two")),
        List.of("year"),
        DenseMatrix.copyOf(new double[][] {{1999}, {2000}}));
    Table table =
        Tables.read(
            folder.resolve("t.parquet"), ReadOptions.DEFAULT.withTexts(COUNTS.withColumn("text")));
    Data data = table.select(Selection.ALL.withTargets("year")).load();
    assertThat(data.targets().toArray()).isDeepEqualTo(new double[][] {{1999}, {2000}});
    assertThat(data.matrix().toArray()).isDeepEqualTo(new double[][] {{1, 1}, {0, 1}});
  }

  @Test
  void tfIdfIsWhatScikitLearnComputes() {
    // TfidfVectorizer().fit_transform(['a1 b1', 'b1 b1 c1']).toarray() of scikit-learn.
    Data data =
        Tables.texts(List.of("a1 b1", "b1 b1 c1"), COUNTS.withWeighting(Weighting.TF_IDF)).load();
    double idf = Math.log(1.5) + 1;
    double first = Math.sqrt(idf * idf + 1);
    double second = Math.sqrt(4 + idf * idf);
    assertThat(data.matrix().toArray()[0])
        .containsExactly(new double[] {idf / first, 1 / first, 0}, ROUNDING);
    assertThat(data.matrix().toArray()[1])
        .containsExactly(new double[] {0, 2 / second, idf / second}, ROUNDING);
    assertThat(data.matrix().get(0, 0)).isEqualTo(0.8148024746671689, ROUNDING);
  }

  @Test
  void logEntropyIsZeroForWhatIsSpreadEvenlyAndFullForWhatIsInOneDocument() {
    Table table =
        Tables.texts(
            List.of("even once once", "even uneven", "even uneven uneven uneven"),
            COUNTS.withWeighting(Weighting.LOG_ENTROPY));
    double uneven = 1 + (0.25 * Math.log(0.25) + 0.75 * Math.log(0.75)) / Math.log(3);
    double[][] rows = table.load().matrix().toArray();
    assertThat(rows[0]).containsExactly(new double[] {0, Math.log(3), 0}, ROUNDING);
    assertThat(rows[1]).containsExactly(new double[] {0, 0, Math.log(2) * uneven}, ROUNDING);
    assertThat(rows[2]).containsExactly(new double[] {0, 0, Math.log(4) * uneven}, ROUNDING);
    assertThat(table.remarks()).isEmpty();
  }

  @Test
  void termsOfTooFewOrTooManyDocumentsAreLeftOut() {
    List<String> documents = List.of("a b", "a b c", "a c", "a d");
    assertThat(names(documents, COUNTS.withDocuments(2, 1))).containsExactly("a", "b", "c");
    assertThat(names(documents, COUNTS.withDocuments(2, 0.5))).containsExactly("b", "c");
    assertThat(names(documents, COUNTS.withDocuments(0.25, 2))).containsExactly("b", "c", "d");
    assertThatThrownBy(() -> names(documents, COUNTS.withDocuments(5, 1)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("none of its 4 terms is in as many of the 4 documents")
        .hasMessageContaining("--min-df");
  }

  private static List<String> names(List<String> documents, TextOptions options) {
    return Tables.texts(documents, options).featureNames();
  }

  @Test
  void languagesStopAndStem() {
    assertThat(names(List.of("The users are using it"), TextOptions.DEFAULT))
        .containsExactly("us", "user");
    assertThat(names(List.of("Die Häuser und das Haus"), COUNTS.withLanguage(Language.GERMAN)))
        .containsExactly("haus");
    assertThat(Language.of("French")).isEqualTo(Language.FRENCH);
    assertThatThrownBy(() -> Language.of("klingon")).hasMessageContaining("english");
  }

  @Test
  void everyLanguageFindsTerms() {
    for (Language language : Language.values()) {
      assertThat(names(List.of("Eigenlens 2026 москва كتاب 東京"), COUNTS.withLanguage(language)))
          .as(language.label())
          .isNotEmpty();
    }
  }

  @Test
  void documentsWithoutAWordAreToldAndKept() {
    Table table = Tables.texts(List.of("one", "", "..."), COUNTS);
    assertThat(table.load().matrix().toArray()).isDeepEqualTo(new double[][] {{1}, {0}, {0}});
    assertThat(table.remarks())
        .containsExactly(
            "2 documents have no word that counts, so that their rows are all zero: row 2: ; …");
    assertThatThrownBy(() -> names(List.of("", "!"), COUNTS))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("not a single word in its 2 documents");
  }

  @Test
  void newDocumentsAreWeighedAsTheModelLearned() {
    TextOptions options = COUNTS.withWeighting(Weighting.TF_IDF);
    List<String> documents = List.of("red green", "green blue", "blue blue red green");
    Table fitted = Tables.texts(documents, options);
    Origin.Texts origin = (Origin.Texts) fitted.origin().orElseThrow();
    TextOptions same = TextOptions.DEFAULT.fittedTo(origin, fitted.featureNames());
    // The last two alone would have other document frequencies, and one new word.
    Table others = Tables.texts(List.of(documents.get(2), "yellow green", "yellow"), same);
    double[][] rows = others.load().matrix().toArray();
    assertThat(rows[0]).containsExactly(fitted.load().matrix().row(2));
    assertThat(rows[1]).containsExactly(0, 1, 0);
    assertThat(others.remarks())
        .containsExactly(
            "1 document has no word that the model knows, so that its row is all zero: row 3:"
                + " yellow");
  }

  @Test
  void textsMeanNothingToAModelOfAnythingElse() {
    Table table = Tables.texts(List.of("one two"), COUNTS);
    Table chosen = table.select(Selection.ALL.withFeatures(List.of("a", "b")));
    assertThatThrownBy(chosen::load)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("not fitted to texts");
  }

  @Test
  void textThatIsNotUtf8IsReadAsWindows1252() throws IOException {
    TestImages.write(folder.resolve("a.txt"), "café".getBytes(ISO_8859_1));
    TestImages.write(folder.resolve("b.txt"), "\uFEFFcafé".getBytes(UTF_8));
    TestImages.write(folder.resolve("c.txt"), "\uFEFFcafé".getBytes(UTF_16LE));
    Table table = Tables.read(folder, ReadOptions.DEFAULT.withTexts(COUNTS));
    assertThat(table.featureNames()).containsExactly("café");
    assertThat(table.load().matrix().toArray()).isDeepEqualTo(new double[][] {{1}, {1}, {1}});
    assertThat(table.remarks())
        .containsExactly("1 document is not UTF-8 and was read as Windows-1252");
  }

  @Test
  void aTextColumnThatIsNotThereIsNamed() throws IOException {
    Files.writeString(folder.resolve("t.csv"), "title,x\na b,1\n", UTF_8);
    ReadOptions options = ReadOptions.DEFAULT.withTexts(COUNTS.withColumn("titel"));
    assertThatThrownBy(() -> Tables.read(folder.resolve("t.csv"), options))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("'title'");
  }

  @Test
  void manyWideDocumentsStaySparse() {
    // 20,000 documents of 20,000 terms would be 3.2 GB as doubles.
    List<String> documents = IntStream.range(0, 20_000).mapToObj(i -> "w" + i + " all").toList();
    Table table = Tables.texts(documents, COUNTS);
    assertThat(table.loadBytes()).isLessThan(1_000_000);
    SparseMatrix matrix = (SparseMatrix) table.load().matrix();
    assertThat(matrix.nonZeros()).isEqualTo(40_000);
    assertThat(matrix.columns()).isEqualTo(20_001);
  }

  @Test
  void targetsBesideTextKeepTheirDecimalComma() throws IOException {
    Path file = Files.writeString(folder.resolve("c.csv"), "text;y\nrain wind;1,5\nsnow;2,25\n");
    ReadOptions options = ReadOptions.DEFAULT.withTexts(TextOptions.DEFAULT.withColumn("text"));
    Table table = Tables.read(file, options);
    Data data = table.select(table.selection().withTargets("y")).load();
    assertThat(data.targets().toArray()).isDeepEqualTo(new double[][] {{1.5}, {2.25}});
  }
}
