package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.eigenlens.Imputation;
import org.eigenlens.Progress;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Data;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.pca.Wanted;

/**
 * The rows a model is fitted to, after missing cells were dealt with.
 *
 * @param matrix what is fitted
 * @param dropped rows of the input that are not in the matrix
 * @param notes what was done, for the user
 */
record Rows(Matrix matrix, BitSet dropped, List<String> notes) {

  private static final int NAMED = 5;

  /** Deals with missing cells as asked; without a word from the user they are an error. */
  static Rows of(
      Data data,
      Optional<MissingCells> missing,
      Wanted wanted,
      boolean standardize,
      Progress progress) {
    if (data.missingCells() == 0 || missing.isEmpty()) {
      return new Rows(data.requireComplete().matrix(), new BitSet(), List.of());
    }
    return switch (missing.get()) {
      case DROP -> drop(data);
      case MEAN -> {
        Imputation filled = Imputation.byMean(data.matrix());
        yield new Rows(filled.filled(), new BitSet(), List.of(filled.note()));
      }
      case EM -> {
        int components = componentsToFillWith(data.matrix(), wanted);
        Imputation filled =
            Imputation.byComponents(data.matrix(), components, standardize, progress);
        yield new Rows(filled.filled(), new BitSet(), List.of(filled.note()));
      }
    };
  }

  /** As many as are wanted, but so many that something is left to tell noise from structure. */
  private static int componentsToFillWith(Matrix x, Wanted wanted) {
    int most = Math.min(x.rows() - 1, x.columns()) - 1;
    int asked = wanted instanceof Wanted.Count count ? count.components() : 2;
    return Math.max(1, Math.min(asked, most));
  }

  private static Rows drop(Data data) {
    BitSet dropped = data.incompleteRows();
    Matrix all = data.matrix();
    int kept = all.rows() - dropped.cardinality();
    if (kept == 0) {
      throw new NumericalException(
          "All " + all.rows() + " rows have missing cells; use --missing mean or em.");
    }
    DenseMatrix matrix = DenseMatrix.zeros(kept, all.columns());
    int at = 0;
    for (int i = dropped.nextClearBit(0); i < all.rows(); i = dropped.nextClearBit(i + 1)) {
      matrix.setRow(at++, all.row(i), 0);
    }
    return new Rows(matrix, dropped, List.of(droppedNote(data, dropped)));
  }

  /** Says which rows have missing cells. */
  static String droppedNote(Data data, BitSet dropped) {
    List<String> named = new ArrayList<>();
    for (int i = dropped.nextSetBit(0);
        i >= 0 && named.size() < NAMED;
        i = dropped.nextSetBit(i + 1)) {
      named.add(data.locate(i));
    }
    int count = dropped.cardinality();
    return "%d of %d rows have missing cells and were left out: %s%s"
        .formatted(
            count, data.matrix().rows(), String.join("; ", named), count > NAMED ? "; …" : "");
  }

  /** Spreads coordinates over all rows of the input: those that were dropped have none (NaN). */
  DenseMatrix spread(DenseMatrix coordinates) {
    if (dropped.isEmpty()) {
      return coordinates;
    }
    int rows = coordinates.rows() + dropped.cardinality();
    DenseMatrix spread = DenseMatrix.zeros(rows, coordinates.columns());
    double[] none = new double[coordinates.columns()];
    java.util.Arrays.fill(none, Double.NaN);
    int at = 0;
    for (int i = 0; i < rows; i++) {
      if (dropped.get(i)) {
        spread.setRow(i, none, 0);
      } else {
        spread.setRow(i, coordinates.row(at++), 0);
      }
    }
    return spread;
  }
}
