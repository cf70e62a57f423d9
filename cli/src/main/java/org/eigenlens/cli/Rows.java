package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eigenlens.Imputation;
import org.eigenlens.Pca;
import org.eigenlens.Progress;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Data;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.Filling;
import org.eigenlens.pca.ColumnStatistics;
import org.eigenlens.pca.Wanted;

/**
 * The rows a model is fitted to, after missing cells were dealt with.
 *
 * @param matrix what is fitted
 * @param dropped rows of the input that are not in the matrix
 * @param filling what missing cells of other rows are taken to be; empty where nobody learned it
 * @param notes what was done, for the user
 */
record Rows(Matrix matrix, BitSet dropped, Optional<Filling> filling, List<String> notes) {

  private static final int NAMED = 5;

  /** Deals with missing cells as asked; without a word from the user they are an error. */
  static Rows of(
      Data data,
      Optional<MissingCells> missing,
      Wanted wanted,
      boolean standardize,
      Progress progress) {
    if (data.missingCells() == 0 || missing.isEmpty()) {
      return new Rows(data.requireComplete().matrix(), new BitSet(), Optional.empty(), List.of());
    }
    MissingCells how = missing.get();
    if (how == MissingCells.DROP) {
      return drop(data);
    }
    requireKnownColumns(data);
    BitSet empty = withoutValues(data);
    Rows some =
        empty.isEmpty()
            ? new Rows(data.matrix(), empty, Optional.empty(), List.of())
            : without(data, empty, withoutValues(empty.cardinality()));
    Matrix x = some.matrix();
    if (data.missingCells() == (long) empty.cardinality() * x.columns()) {
      return some;
    }
    Imputation filled =
        how == MissingCells.MEAN || !haveComponents(x.rows(), x.columns())
            ? Imputation.byMean(x)
            : Imputation.byComponents(
                x, data.featureNames(), componentsToFillWith(x, wanted), standardize, progress);
    return new Rows(
        filled.filled(),
        empty,
        Optional.of(filled.filling()),
        Stream.concat(some.notes().stream(), Stream.of(filled.note())).toList());
  }

  /**
   * Returns what missing cells of rows are taken to be by components, where those of these rows
   * were not filled, as none was missing: with {@code em} rows that come later may have some. Empty
   * where the rows do not tell.
   */
  Optional<Filling> learned(Wanted wanted, boolean standardize, long memory, Progress progress) {
    if (!haveComponents(matrix.rows(), matrix.columns())) {
      return Optional.of(Filling.byMeans(ColumnStatistics.of(matrix, true).mean()));
    }
    try {
      return Optional.of(
          Filling.byComponents(
              Pca.builder()
                  .components(componentsToFillWith(matrix, wanted))
                  .standardize(standardize)
                  .memory(memory)
                  .progress(progress)
                  .build()
                  .fit(matrix)));
    } catch (NumericalException e) {
      return Optional.empty(); // nobody has asked for it yet, and who does is told
    }
  }

  /** As many as are wanted, but so many that something is left to tell noise from structure. */
  private static int componentsToFillWith(Matrix x, Wanted wanted) {
    int asked = wanted instanceof Wanted.Count count ? count.components() : 2;
    return Math.min(asked, Math.min(x.rows() - 1, x.columns()) - 1);
  }

  /** Tells whether cells can be filled by components; else they have nothing but means to go by. */
  static boolean haveComponents(long rows, int columns) {
    return Math.min(rows - 1, columns) > 1;
  }

  /** Refuses a column that nothing is known of. */
  private static void requireKnownColumns(Data data) {
    Matrix x = data.matrix();
    BitSet known = new BitSet();
    for (int i = 0; i < x.rows(); i++) {
      double[] row = x.row(i);
      for (int j = 0; j < row.length; j++) {
        known.set(j, known.get(j) || !Double.isNaN(row[j]));
      }
    }
    int unknown = known.nextClearBit(0);
    if (unknown < x.columns()) {
      throw noValues(data.featureNames().get(unknown));
    }
  }

  /** Returns the rows without any value: nothing tells where these lie. */
  private static BitSet withoutValues(Data data) {
    BitSet empty = (BitSet) data.incompleteRows().clone();
    for (int i = empty.nextSetBit(0); i >= 0; i = empty.nextSetBit(i + 1)) {
      empty.set(i, Imputation.isEmpty(data.matrix().row(i)));
    }
    return empty;
  }

  /** Says that rows were left out which have nothing to be filled by. */
  static String withoutValues(long rows) {
    return Words.count(rows, "row")
        + (rows == 1 ? " has no values at all and was" : " have no values at all and were")
        + " left out";
  }

  static NumericalException noValues(String column) {
    return new NumericalException(
        "column '" + column + "' has no values at all; leave it out with --exclude");
  }

  static NumericalException nothingLeft(long rows) {
    return new NumericalException(
        (rows == 1 ? "the only row has" : "all " + rows + " rows have")
            + " missing cells; use --missing mean or em");
  }

  /** Says that rows were left out. */
  static String leftOut(long incomplete, long rows) {
    return incomplete == 1
        ? "1 of " + Words.count(rows, "row") + " has missing cells and was left out"
        : "%d of %d rows have missing cells and were left out".formatted(incomplete, rows);
  }

  private static Rows drop(Data data) {
    BitSet dropped = data.incompleteRows();
    int all = data.matrix().rows();
    if (dropped.cardinality() == all) {
      throw nothingLeft(all);
    }
    return without(data, dropped, leftOut(dropped.cardinality(), all));
  }

  /** Returns the rows of the input without some, and a note why. */
  private static Rows without(Data data, BitSet dropped, String note) {
    Matrix all = data.matrix();
    int kept = all.rows() - dropped.cardinality();
    DenseMatrix matrix = DenseMatrix.zeros(kept, all.columns());
    int at = 0;
    for (int i = dropped.nextClearBit(0); i < all.rows(); i = dropped.nextClearBit(i + 1)) {
      matrix.setRow(at++, all.row(i), 0);
    }
    return new Rows(matrix, dropped, Optional.empty(), List.of(note + where(data, dropped)));
  }

  /** Returns these rows without some more of the input, which have no label. */
  Rows without(BitSet more, Data data) {
    return without(more, data, unlabelled(more.cardinality()));
  }

  /** Returns these rows without some more of the input, and a note why. */
  Rows without(BitSet more, Data data, String note) {
    BitSet all = (BitSet) dropped.clone();
    all.or(more);
    int count = data.matrix().rows() - all.cardinality();
    DenseMatrix kept = DenseMatrix.zeros(count, matrix.columns());
    int from = 0;
    int to = 0;
    for (int i = 0; i < data.matrix().rows(); i++) {
      if (!all.get(i)) {
        kept.setRow(to++, matrix.row(from), 0);
      }
      from += dropped.get(i) ? 0 : 1;
    }
    List<String> said = new ArrayList<>(notes);
    said.add(note + where(data, more));
    return new Rows(kept, all, filling, said);
  }

  /** Says that rows without a label were left out. */
  static String unlabelled(long rows) {
    return rows == 1
        ? "1 row has no label and was left out"
        : rows + " rows have no label and were left out";
  }

  /** Says where rows are: the first few of them. */
  static String where(Data data, BitSet rows) {
    List<String> named = new ArrayList<>();
    for (int i = rows.nextSetBit(0); i >= 0 && named.size() < NAMED; i = rows.nextSetBit(i + 1)) {
      named.add(data.locate(i));
    }
    return ": " + String.join("; ", named) + (rows.cardinality() > NAMED ? "; …" : "");
  }

  /** Returns which row of the input a row of the matrix is. */
  int number(int row) {
    int number = dropped.nextClearBit(0);
    for (int i = 0; i < row; i++) {
      number = dropped.nextClearBit(number + 1);
    }
    return number;
  }

  /** Spreads coordinates over all rows of the input: those that were dropped have none (NaN). */
  DenseMatrix spread(DenseMatrix coordinates) {
    if (dropped.isEmpty()) {
      return coordinates;
    }
    int rows = coordinates.rows() + dropped.cardinality();
    DenseMatrix spread = DenseMatrix.zeros(rows, coordinates.columns());
    double[] none = new double[coordinates.columns()];
    Arrays.fill(none, Double.NaN);
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
