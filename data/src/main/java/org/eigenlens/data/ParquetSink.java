package org.eigenlens.data;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.eigenlens.matrix.Bytes;
import org.eigenlens.matrix.Matrix;

/** Writes a Parquet file through a table in DuckDB; NaN becomes null. */
final class ParquetSink implements TableSink {

  private static final AtomicInteger TABLES = new AtomicInteger();

  /** What DuckDB takes for a column, however few rows there are. */
  private static final long BYTES_PER_COLUMN = 64 << 10;

  private static final String MORE_MEMORY =
      "allow more with --memory, or write many columns as .csv or .npy";

  private final Path file;
  private final String table = "written_" + TABLES.incrementAndGet();
  private final List<String> names;
  private final Connection connection;
  private final DuckDBAppender appender;

  ParquetSink(Path file, List<String> texts, List<String> numbers) throws IOException {
    this.file = file;
    this.names = new ArrayList<>(texts);
    names.addAll(numbers);
    String columns =
        IntStream.range(0, names.size())
            .mapToObj(i -> "c" + i + (i < texts.size() ? " varchar" : " double"))
            .collect(Collectors.joining(", "));
    try {
      connection = Duck.connect();
      Duck.execute(connection, "create table " + table + " (" + columns + ")");
      appender = connection.unwrap(DuckDBConnection.class).createAppender("main", table);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** Refuses more columns than DuckDB has room for. */
  static void requireRoom(Path file, long columns) {
    long need = columns * BYTES_PER_COLUMN;
    long allowed = Duck.memory();
    if (need > allowed) {
      throw DataException.at(
          Place.file(file.toString()),
          "%d columns take %s while they are written as Parquet, and %s may be taken for that"
              .formatted(columns, Bytes.needed((double) need), Bytes.allowed((double) allowed)),
          MORE_MEMORY);
    }
  }

  @Override
  public void append(List<List<String>> texts, Matrix numbers) throws IOException {
    try {
      for (int i = 0; i < numbers.rows(); i++) {
        appender.beginRow();
        for (List<String> column : texts) {
          appender.append(column.get(i));
        }
        for (double value : numbers.row(i)) {
          if (Double.isNaN(value)) {
            appender.appendNull();
          } else {
            appender.append(value);
          }
        }
        appender.endRow();
      }
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  @Override
  public void finish() throws IOException {
    String list =
        IntStream.range(0, names.size())
            .mapToObj(i -> "c" + i + " as " + Duck.quoteName(names.get(i)))
            .collect(Collectors.joining(", "));
    try {
      appender.close();
      Duck.execute(
          connection,
          "copy (select "
              + list
              + " from "
              + table
              + ") to "
              + Duck.quoteText(file.toString())
              + " (format parquet)");
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  @Override
  public void release() {
    try (Connection last = connection) {
      appender.close();
      Duck.execute(last, "drop table if exists " + table);
    } catch (SQLException e) {
      String way = Duck.ranOutOfMemory(e) ? MORE_MEMORY : "check the space on the disk";
      throw DataException.at(Place.file(file.toString()), Duck.reason(e), way, e);
    }
  }

  private IOException failure(SQLException e) {
    if (Duck.ranOutOfMemory(e)) {
      throw DataException.at(Place.file(file.toString()), Duck.reason(e), MORE_MEMORY, e);
    }
    return new IOException(Duck.reason(e), e);
  }
}
