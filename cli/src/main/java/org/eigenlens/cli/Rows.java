package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
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
    requireSomeValues(data, how);
    Matrix x = data.matrix();
    Imputation filled =
        how == MissingCells.MEAN || !haveComponents(x.rows(), x.columns())
            ? Imputation.byMean(x)
            : Imputation.byComponents(x, componentsToFillWith(x, wanted), standardize, progress);
    return new Rows(
        filled.filled(), new BitSet(), Optional.of(filled.filling()), List.of(filled.note()));
  }

  /**
   * Returns these rows, which know what missing cells of others are: who asked for components to
   * fill them has a use for that also where no cell of these was missing.
   */
  Rows learning(Optional<MissingCells> missing, Wanted wanted, boolean standardize) {
    boolean asked = missing.equals(Optional.of(MissingCells.EM));
    if (!asked || filling.isPresent() || !(matrix instanceof DenseMatrix)) {
      return this;
    }
    return new Rows(matrix, dropped, Optional.of(learned(wanted, standardize)), notes);
  }

  private Filling learned(Wanted wanted, boolean standardize) {
    if (!haveComponents(matrix.rows(), matrix.columns())) {
      return Imputation.byMean(matrix).filling();
    }
    return Filling.byComponents(
        Pca.builder()
            .components(componentsToFillWith(matrix, wanted))
            .standardize(standardize)
            .build()
            .fit(matrix));
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

  /** Refuses a column that nothing is known of, and a row where its other cells have to tell. */
  private static void requireSomeValues(Data data, MissingCells how) {
    BitSet incomplete = data.incompleteRows();
    Matrix x = data.matrix();
    BitSet known = new BitSet();
    for (int i = 0; i < x.rows(); i++) {
      double[] row = x.row(i);
      int values = 0;
      for (int j = 0; j < row.length; j++) {
        if (!Double.isNaN(row[j])) {
          known.set(j);
          values++;
        }
      }
      if (values == 0 && how == MissingCells.EM && incomplete.get(i)) {
        throw new NumericalException(
            data.locate(i) + ": the row has no values at all; take it out, or use --missing drop");
      }
    }
    int unknown = known.nextClearBit(0);
    if (unknown < x.columns()) {
      throw noValues(data.featureNames().get(unknown));
    }
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
    Matrix all = data.matrix();
    int kept = all.rows() - dropped.cardinality();
    if (kept == 0) {
      throw nothingLeft(all.rows());
    }
    DenseMatrix matrix = DenseMatrix.zeros(kept, all.columns());
    int at = 0;
    for (int i = dropped.nextClearBit(0); i < all.rows(); i = dropped.nextClearBit(i + 1)) {
      matrix.setRow(at++, all.row(i), 0);
    }
    String note = leftOut(dropped.cardinality(), all.rows()) + where(data, dropped);
    return new Rows(matrix, dropped, Optional.empty(), List.of(note));
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
