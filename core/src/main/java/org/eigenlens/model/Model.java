package org.eigenlens.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.SparseMatrix;

/**
 * A fitted model: immutable, safe to share between threads, independent of the data it was made
 * from.
 *
 * <pre>{@code
 * Pca.builder().components(2).fit(x).save(Path.of("flowers.eigenlens"));
 * Model model = Model.load(Path.of("flowers.eigenlens"));
 * DenseMatrix coordinates = model.transform(newRows);
 * System.out.println(model.provenance().solver() + ": " + model.explained());
 * }</pre>
 */
public sealed interface Model permits LinearModel, KernelModel, PairedModel {

  /** Returns where the model comes from. */
  Provenance provenance();

  /**
   * Returns the same model, which remembers what its rows were before they were numbers.
   *
   * @throws IllegalArgumentException if the origin does not go with the columns or components
   */
  Model withOrigin(Origin origin);

  /**
   * Returns the same model, which remembers the columns that its labels were in: a table that has
   * them, too, brings it nothing unknown.
   *
   * @throws IllegalArgumentException if labels had no part in it
   */
  Model withLabelColumns(List<String> names);

  /**
   * Returns the same model, which fills missing cells of rows so.
   *
   * @throws IllegalArgumentException if that is for another number of columns, or there are two
   *     views, which are filled one by one
   */
  Model withFilling(Filling filling);

  /**
   * Returns what missing cells of rows are taken to be: what the model was {@linkplain #withFilling
   * given}, as those of its training rows were filled, or else what its components say, if they are
   * principal ones; empty where nothing tells.
   */
  default Optional<Filling> filling() {
    return Optional.ofNullable(provenance().filling());
  }

  /**
   * Returns rows with their missing cells (NaN) {@linkplain #filling() filled}, for {@link
   * #transform(Matrix) transform}: a copy of them in double. A row without any value stays so, and
   * sparse rows, which have no missing cells, are returned as they are.
   *
   * @throws IllegalStateException if nothing tells what to fill in
   * @throws NumericalException with the row, if what fills it is beyond the largest number
   */
  default Matrix filled(Matrix rows) {
    checkWidth(rows.columns(), this);
    Filling filling =
        filling()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "This model of %s knows nothing to fill missing cells with; give it what filled those of its rows (withFilling)."
                            .formatted(provenance().method())));
    return rows instanceof SparseMatrix ? rows : filling.filled(rows);
  }

  /**
   * Returns the same model with some components turned round: their coordinates change sign, and
   * nothing else does.
   *
   * @param which tells of each component whether it is turned
   */
  Model turned(boolean[] which);

  /** Returns the names of the columns it was fitted to, in their order. */
  List<String> columnNames();

  /** Returns the number of columns of the data. */
  default int columns() {
    return columnNames().size();
  }

  /** Returns a copy of the mean of each column, or null where there are no columns of data. */
  double[] mean();

  /** Returns the number of coordinates it gives a row. */
  int components();

  /** Returns the eigenvalues of the operator whose eigenvectors the components are, undivided. */
  double[] eigenvalues();

  /** Returns the trace of that operator: the sum of all eigenvalues, also of those left out. */
  double totalSquares();

  /** Returns the roots of the eigenvalues: for a linear model the singular values of the data. */
  default double[] singularValues() {
    return Arrays.stream(eigenvalues()).map(Math::sqrt).toArray();
  }

  /**
   * Returns how far rows spread along the components where the eigenvalues do not say, as with
   * supervised methods; null where the eigenvalues are the sums of squares.
   */
  default Spread spread() {
    return null;
  }

  /** Returns the variance along each component, with divisor n − ddof. */
  default double[] explainedVariance() {
    double divisor = provenance().divisor();
    double[] squares = spread() == null ? eigenvalues() : spread().squares();
    return Arrays.stream(squares).map(value -> value / divisor).toArray();
  }

  /** Returns each component's share of the total variance, also of what was left out. */
  default double[] explainedVarianceRatio() {
    double[] variance = explainedVariance();
    double total = totalVariance();
    return Arrays.stream(variance).map(value -> total > 0 ? value / total : 0).toArray();
  }

  /** Returns the total variance of the prepared data, with divisor n − ddof. */
  default double totalVariance() {
    return (spread() == null ? totalSquares() : spread().total()) / provenance().divisor();
  }

  /** Returns a table of the components for people to read. */
  default String explained() {
    if (spread() != null) {
      return SpreadTable.of(this);
    }
    StringBuilder table = new StringBuilder();
    table.append(
        String.format(
            Locale.ROOT,
            "%-9s %14s %14s %9s %11s%n",
            "component",
            "eigenvalue",
            "variance",
            "share",
            "cumulative"));
    double[] eigenvalues = eigenvalues();
    double[] variance = explainedVariance();
    double[] share = explainedVarianceRatio();
    double cumulative = 0;
    for (int i = 0; i < components(); i++) {
      cumulative += share[i];
      table.append(
          String.format(
              Locale.ROOT,
              "%-9s %14.6g %14.6g %8.2f%% %10.2f%%%n",
              "PC" + (i + 1),
              eigenvalues[i],
              variance[i],
              100 * share[i],
              100 * cumulative));
    }
    return table.toString();
  }

  /** Refuses an origin that makes rows of another width, or documents of another length. */
  static void checkOrigin(Origin origin, Model model) {
    long columns =
        origin instanceof Origin.Images images
            ? images.columns()
            : ((Origin.Texts) origin).termWeights().length;
    if (columns != model.columns()) {
      throw new IllegalArgumentException(
          "Rows of %s do not go with a model of %d."
              .formatted(Counted.of(columns, "column"), model.columns()));
    }
    if (origin instanceof Origin.Texts texts
        && texts.coordinates() != null
        && texts.coordinates().columns() != model.components()) {
      throw new IllegalArgumentException(
          "Documents with %d coordinates do not go with a model of %d components."
              .formatted(texts.coordinates().columns(), model.components()));
    }
  }

  /** Returns −1 for each component that is turned, and 1 for the others. */
  static double[] signs(boolean[] which, Model model) {
    if (which.length != model.components()) {
      throw new IllegalArgumentException(
          "%d components cannot be turned as %d are told to."
              .formatted(model.components(), which.length));
    }
    double[] signs = new double[which.length];
    Arrays.setAll(signs, i -> which[i] ? -1 : 1);
    return signs;
  }

  /** Refuses rows of another width than the model's. */
  static void checkWidth(int given, Model model) {
    if (given != model.columns()) {
      boolean table = model instanceof KernelModel kernel && kernel.isTable();
      throw new IllegalArgumentException(
          "The rows have %s, but the model was fitted to %d."
              .formatted(
                  table
                      ? Counted.of(given, "similarity", "similarities")
                      : Counted.of(given, "column"),
                  model.columns()));
    }
  }

  /** Encodes rows tile by tile into one matrix of so many columns. */
  static DenseMatrix gathered(Model model, Matrix rows, int width) {
    DenseMatrix coordinates = DenseMatrix.unset(rows.rows(), width, Precision.DOUBLE);
    model.transform(
        rows,
        (lane, first, tile) -> {
          int from = Math.toIntExact(first);
          LinearAlgebra.copy(tile, coordinates.rowRange(from, from + tile.rows()));
        });
    return coordinates;
  }

  /**
   * Encodes rows: one row of coordinates for each. A row with a missing cell (NaN) has none (NaN),
   * nor has one that is too far from all data to have neighbours.
   *
   * @throws NumericalException with the row, if its values are so large that its coordinates are
   *     beyond the largest number
   */
  DenseMatrix transform(Matrix rows);

  /**
   * Encodes rows tile by tile; the visitor receives tiles of coordinates, several at once. The same
   * holds as for {@linkplain #transform(Matrix) a matrix}.
   */
  void transform(RowSource rows, RowSource.TileVisitor visitor);

  /**
   * Decodes coordinates: for each row of them a point in the space of the data.
   *
   * @throws NumericalException with the row, if a linear model finds a point beyond the largest
   *     number
   */
  DenseMatrix inverseTransform(Matrix coordinates);

  /**
   * Writes the model to a file, which appears whole or not at all.
   *
   * @throws IOException if the file cannot be written
   */
  void save(Path file) throws IOException;

  /**
   * Reads a model from a file; nothing in it is executed.
   *
   * @throws ModelFileException if the file is not a model, or damaged
   * @throws IOException if the file cannot be read
   */
  static Model load(Path file) throws IOException {
    return ModelFile.load(file);
  }
}
