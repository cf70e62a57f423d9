package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eigenlens.data.ReadOptions;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Table;
import org.eigenlens.data.Tables;
import org.eigenlens.matrix.Precision;
import picocli.CommandLine.Option;

/** The options that say what is read, and which columns play which part. */
final class InputOptions {

  /** What to do about cells without a value. */
  enum MissingCells {
    DROP,
    MEAN,
    EM
  }

  @Option(
      names = "--sql",
      paramLabel = "QUERY",
      description = "Read the result of a query over files, as in \"select * from 'a.parquet'\".")
  private Optional<String> sql;

  @Option(
      names = "--no-header",
      description = "The first line of a CSV is data, not the names of the columns.")
  private boolean noHeader;

  @Option(
      names = "--label",
      paramLabel = "COL",
      description = "The column with the class of each row; it is not a feature.")
  private Optional<String> label;

  @Option(
      names = "--target",
      paramLabel = "COL[,COL]",
      description = "The columns with numeric targets; they are not features.")
  private Optional<String> target;

  @Option(
      names = "--id",
      paramLabel = "COL",
      description = "The column with a name for each row; it is not a feature.")
  private Optional<String> id;

  @Option(
      names = "--missing",
      paramLabel = "drop|mean|em",
      description =
          "What to do about missing cells: leave their rows out, use the column's mean, or fill"
              + " them in by PCA. Without this option they are an error.")
  private MissingCells missing;

  Optional<MissingCells> missing() {
    return Optional.ofNullable(missing);
  }

  /** Returns the names of the text columns that outputs start with. */
  List<String> textColumns() {
    List<String> names = new ArrayList<>();
    id.ifPresent(names::add);
    label.ifPresent(names::add);
    return names;
  }

  /** Opens the inputs with the label, targets and id that were named. */
  Table open(List<String> inputs, Precision precision) {
    ReadOptions options =
        ReadOptions.DEFAULT
            .withPrecision(precision)
            .withHeader(noHeader ? ReadOptions.Header.NO : ReadOptions.Header.AUTO);
    Table table = Tables.open(inputs, sql, options);
    Selection selection = Selection.ALL;
    if (label.isPresent()) {
      selection = selection.withLabel(label.get());
    }
    if (target.isPresent()) {
      selection = selection.withTargets(target.get());
    }
    if (id.isPresent()) {
      selection = selection.withId(id.get());
    }
    return table.select(selection);
  }

  /** Returns the text columns of rows, in the order of {@link #textColumns}. */
  static List<List<String>> texts(Optional<List<String>> ids, Optional<List<String>> labels) {
    List<List<String>> texts = new ArrayList<>();
    ids.ifPresent(texts::add);
    labels.ifPresent(texts::add);
    return texts;
  }
}
