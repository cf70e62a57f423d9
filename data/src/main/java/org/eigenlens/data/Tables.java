package org.eigenlens.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Opens tables: the entry to this package.
 *
 * <pre>{@code
 * Matrix x = Tables.read(Path.of("digits.csv")).without("label").toMatrix();
 * }</pre>
 *
 * <p>The format is told by the ending: {@code .csv .tsv .parquet .json .jsonl .npy .mtx .svm .idx},
 * and {@code .gz} of the text ones and of idx. Opening reads only as much as is needed to know the
 * columns; what cannot be read is a {@link DataException}.
 */
public final class Tables {

  private Tables() {}

  /** Opens one file. */
  public static Table read(Path file) {
    return read(file, ReadOptions.DEFAULT);
  }

  /** Opens one file. */
  public static Table read(Path file, ReadOptions options) {
    return new Table(List.of(Inputs.open(file.toString(), file, options)), options);
  }

  /** Opens files and patterns such as {@code part-*.csv} as one table, appended in this order. */
  public static Table open(List<String> inputs, ReadOptions options) {
    return open(inputs, Optional.empty(), options);
  }

  /**
   * Opens files and patterns, and the result of a query over files, as one table.
   *
   * @param inputs names and patterns; may be empty if there is a query
   * @param sql as in {@code select * from 'points.parquet' where x > 0}
   */
  public static Table open(List<String> inputs, Optional<String> sql, ReadOptions options) {
    List<TableFile> files = new ArrayList<>();
    for (Inputs.Found found : Inputs.expand(inputs)) {
      files.add(Inputs.open(found.name(), found.path(), options));
    }
    Inputs.countAlike(files);
    sql.ifPresent(text -> files.add(DuckTable.query(text)));
    if (files.isEmpty()) {
      throw DataException.of(
          "there is no input", "name a file, a pattern such as '*.csv' or a query");
    }
    return new Table(List.copyOf(files), options);
  }

  /** Opens the result of a query over files. */
  public static Table query(String sql, ReadOptions options) {
    return open(List.of(), Optional.of(sql), options);
  }
}
