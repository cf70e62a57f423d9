package org.eigenlens.data;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Two classic data sets, inside the library. Their origin is told beside the files. */
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

  private static Table resource(String file) {
    try {
      TableFile table =
          new CsvFile(file, () -> new GZIPInputStream(stream(file)), null, ReadOptions.Header.YES);
      return new Table(List.of(table), ReadOptions.DEFAULT);
    } catch (IOException e) {
      throw RowCursor.unreadable(file, e);
    }
  }

  private static InputStream stream(String file) throws IOException {
    InputStream stream = Samples.class.getResourceAsStream("samples/" + file);
    if (stream == null) {
      throw new FileNotFoundException("the data set is missing from the library");
    }
    return stream;
  }
}
