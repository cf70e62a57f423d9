package org.eigenlens.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Data;
import org.eigenlens.data.Table;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;

/**
 * A model, and rows for it to encode: all at once where they fit in memory, otherwise in pieces.
 *
 * @param model the model
 * @param table rows with the columns the model needs
 * @param warnings what the user should know; more may come while rows are encoded
 */
record ModelInput(LinearModel model, Table table, List<String> warnings) {

  private static final double DATA_SHARE = 0.4;
  private static final int STREAMED_ROWS = 16_384;

  /** Loads a model and opens rows for it. */
  static ModelInput open(Path file, InputOptions input, List<String> inputs) throws IOException {
    LinearModel model = (LinearModel) Model.load(file);
    Table table = input.open(inputs, Precision.DOUBLE);
    Table chosen = table.select(table.selection().withFeatures(model.columnNames()));
    return new ModelInput(model, chosen, new ArrayList<>(chosen.remarks()));
  }

  /** Some rows with their texts, and their coordinates. */
  record Encoded(List<List<String>> texts, Matrix rows, DenseMatrix coordinates) {}

  /** Encodes all rows in order; rows left out because of missing cells have coordinates NaN. */
  void encode(InputOptions input, long memory, BiConsumer<Long, Encoded> visitor) {
    double bytes = 8.0 * table.rowBound() * model.columns();
    if (bytes > DATA_SHARE * memory && input.missing().isEmpty()) {
      // A first visit finds missing cells before anything is written.
      table.forEachBatch(
          STREAMED_ROWS,
          batch ->
              visitor.accept(
                  batch.firstRow(),
                  new Encoded(
                      InputOptions.texts(batch.ids(), batch.labels()),
                      batch.matrix(),
                      model.transform(batch.matrix()))));
      return;
    }
    Data data = table.load();
    if (data.missingCells() > 0 && input.missing().isEmpty()) {
      data.requireComplete();
    }
    Matrix rows = data.matrix();
    DenseMatrix coordinates;
    if (data.missingCells() == 0) {
      coordinates = model.transform(rows);
    } else {
      MissingCells policy = input.missing().orElseThrow();
      coordinates = encodeIncomplete(policy, data);
      rows = policy == MissingCells.MEAN ? filled(rows) : rows;
    }
    visitor.accept(
        0L, new Encoded(InputOptions.texts(data.ids(), data.labels()), rows, coordinates));
  }

  private DenseMatrix encodeIncomplete(MissingCells policy, Data data) {
    BitSet incomplete = data.incompleteRows();
    return switch (policy) {
      case DROP -> {
        warnings.add(Rows.droppedNote(data, incomplete) + "; their coordinates are empty");
        yield model.transform(data.matrix());
      }
      case MEAN -> {
        warnings.add(data.missingCells() + " missing cells were replaced by the model's means");
        yield model.transform(filled(data.matrix()));
      }
      case EM -> {
        warnings.add(
            "%d rows with missing cells were encoded from the cells that are there"
                .formatted(incomplete.cardinality()));
        yield model.transformIncomplete(data.matrix());
      }
    };
  }

  private DenseMatrix filled(Matrix rows) {
    double[] mean = model.mean();
    DenseMatrix filled = DenseMatrix.zeros(rows.rows(), rows.columns());
    for (int i = 0; i < rows.rows(); i++) {
      double[] row = rows.row(i);
      for (int j = 0; j < row.length; j++) {
        row[j] = Double.isNaN(row[j]) ? mean[j] : row[j];
      }
      filled.setRow(i, row, 0);
    }
    return filled;
  }
}
