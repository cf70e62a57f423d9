package org.eigenlens.cli;

import java.util.Optional;
import org.eigenlens.data.Table;
import picocli.CommandLine.Option;

/** The options that choose among the columns. */
final class FeatureOptions {

  @Option(
      names = "--columns",
      paramLabel = "COLS",
      description = "The features: names, a..d ranges and * patterns.")
  private Optional<String> columns;

  @Option(names = "--exclude", paramLabel = "COLS", description = "Columns to leave out.")
  private Optional<String> exclude;

  boolean given() {
    return columns.isPresent() || exclude.isPresent();
  }

  /** Returns a table with the features that were chosen. */
  Table of(Table table) {
    Table chosen =
        columns.isPresent() ? table.select(table.selection().withColumns(columns.get())) : table;
    return exclude.isPresent() ? InputOptions.without(chosen, exclude.get()) : chosen;
  }
}
