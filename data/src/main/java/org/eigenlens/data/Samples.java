package org.eigenlens.data;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Small data sets inside the library. Their origin is told beside the files. */
public final class Samples {

  private Samples() {}

  /** Returns 1,797 handwritten digits of 8 × 8 grey pixels from 0 to 16, labelled {@code label}. */
  public static Table digits() {
    return resource("digits.csv.gz").label("label");
  }

  /** Returns Fisher's 150 irises with four measures in centimetres, labelled {@code species}. */
  public static Table iris() {
    return resource("iris.csv.gz").label("species");
  }

  /** Returns nine points in the plane by which a lecture works PCA by hand; they have no label. */
  public static Table ninePoints() {
    return resource("nine-points.csv");
  }

  /**
   * Returns 800 points of a sheet that is rolled up: where they lie in space, and in the last
   * column, {@code along}, how far along the sheet.
   */
  public static Table roll() {
    return resource("roll.csv");
  }

  /**
   * Returns the distances by air between ten capitals of Europe, in kilometres; ids {@code town}.
   */
  public static Table flights() {
    return resource("flights.csv").id("town");
  }

  /**
   * Titles of technical memoranda.
   *
   * @param names c1 to c5 for those on people and computers, m1 to m4 for those on graphs
   * @param texts the titles
   */
  public record Titles(List<String> names, List<String> texts) {}

  /** Returns the nine titles by which Deerwester et al. (1990) explain latent semantic analysis. */
  public static Titles titles() {
    return new Titles(column("titles.tsv", "\t", "name"), column("titles.tsv", "\t", "title"));
  }

  /**
   * Travellers' remarks: each document speaks of one thing in its first part, of another in its
   * second, and is glad or cross in both.
   *
   * @param documents the names of the documents
   * @param moods glad or cross
   * @param topics what the first part speaks of
   * @param secondTopics what the second part speaks of
   * @param first the words of the first parts
   * @param second the words of the second parts
   */
  public record Remarks(
      List<String> documents,
      List<String> moods,
      List<String> topics,
      List<String> secondTopics,
      WordCounts first,
      WordCounts second) {}

  /** Returns 144 remarks of travellers, as counts of the words that two documents or more have. */
  public static Remarks remarks() {
    return new Remarks(
        texts("document"),
        texts("mood"),
        texts("firstTopic"),
        texts("secondTopic"),
        WordCounts.of(texts("first"), 2),
        WordCounts.of(texts("second"), 2));
  }

  /** Reads one column of the remarks: no text in them has a comma. */
  private static List<String> texts(String column) {
    return column("remarks.csv", ",", column);
  }

  /** Reads one column of a file whose texts do not have the separator in them. */
  private static List<String> column(String file, String separator, String column) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream(file), StandardCharsets.UTF_8))) {
      List<String> lines = reader.lines().toList();
      int place = List.of(lines.get(0).split(separator, -1)).indexOf(column);
      return lines.stream().skip(1).map(line -> line.split(separator, -1)[place]).toList();
    } catch (IOException e) {
      throw RowCursor.unreadable(file, e);
    }
  }

  private static Table resource(String file) {
    try {
      TableFile table = new CsvFile(file, () -> unpacked(file), null, null, ReadOptions.Header.YES);
      return new Table(List.of(table), ReadOptions.DEFAULT);
    } catch (IOException e) {
      throw RowCursor.unreadable(file, e);
    }
  }

  private static InputStream unpacked(String file) throws IOException {
    return file.endsWith(".gz") ? new GZIPInputStream(stream(file)) : stream(file);
  }

  private static InputStream stream(String file) throws IOException {
    InputStream stream = Samples.class.getResourceAsStream("samples/" + file);
    if (stream == null) {
      throw new FileNotFoundException("the data set is missing from the library");
    }
    return stream;
  }
}
