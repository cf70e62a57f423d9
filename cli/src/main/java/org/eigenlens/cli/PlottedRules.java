package org.eigenlens.cli;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.eigenlens.ComponentRules;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Provenance;
import org.eigenlens.plot.Points;
import org.eigenlens.plot.Scene;

/** What the rules for the number of components say of the rows in a picture. */
final class PlottedRules {

  /**
   * Asking all rules takes hundreds of decompositions: so many operations each are some ten seconds
   * on two cores, and a picture does not wait longer.
   */
  private static final double MOST_OPERATIONS = 2e8;

  private PlottedRules() {}

  /**
   * Asks the rules about the rows that a model of principal components describes; other models have
   * none. A picture does without them where they cannot be asked.
   *
   * @param unasked told why they were not
   */
  static Scene of(Scene scene, Points points, Consumer<String> unasked) {
    if (!(scene.model() instanceof LinearModel linear)
        || linear.spread() != null
        || points.rows().isEmpty()) {
      return scene;
    }
    Matrix rows = known(points.rows().get(), points.coordinates());
    double n = rows.rows();
    double d = rows.columns();
    if (n * d * Math.min(n, d) > MOST_OPERATIONS) {
      unasked.accept(
          String.format(
              Locale.ROOT,
              "the rules for the number of components were not asked, since with %,d × %,d cells"
                  + " that takes long; see select",
              rows.rows(),
              rows.columns()));
      return scene;
    }
    Provenance p = linear.provenance();
    try {
      return scene.with(
          ComponentRules.builder()
              .center(p.centered())
              .standardize(p.standardized())
              .ddof(p.ddof())
              .seed(p.seed())
              .build()
              .select(rows, linear.columnNames()));
    } catch (NumericalException | IllegalArgumentException e) {
      unasked.accept("the rules for the number of components say nothing: " + e.getMessage());
      return scene;
    }
  }

  /** Returns the rows that have coordinates: the others were left out for their missing cells. */
  private static Matrix known(Matrix rows, DenseMatrix coordinates) {
    int[] known =
        IntStream.range(0, rows.rows()).filter(i -> PlottedCells.isKnown(coordinates, i)).toArray();
    if (known.length == rows.rows()) {
      return rows;
    }
    return rows instanceof SparseMatrix sparse
        ? sparse.rows(known)
        : DenseMatrix.copyOf(IntStream.of(known).mapToObj(rows::row).toArray(double[][]::new));
  }
}
