package org.eigenlens.model;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.matrix.Cholesky;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;

/**
 * What missing cells (NaN) of a row are taken to be, given its other cells: x̂ = μ + σ·Wᵀz with z =
 * (WₒWₒᵀ + diag(ρ))⁻¹·Wₒ(xₒ − μₒ)/σₒ over the observed cells o. Without components that is the
 * means μ.
 *
 * <p>Under probabilistic PCA (Tipping and Bishop, 1999) with noise s and ρ = s/(λ − s) this is the
 * mean of the missing cells given the others. It is also where the regularised iterative PCA of
 * Josse and Husson (2012) comes to rest, which puts (λ − s)/λ·zᵀW in the place of the cells again
 * and again, with z the coordinates of the row so filled.
 *
 * <p>Immutable. A row is filled by itself, whatever rows come with it. One with missing cells costs
 * k² operations for each of them, or of the others where these are fewer, dk and k³.
 */
public final class Filling {

  /**
   * The least noise, as a part of the largest eigenvalue: components that leave nothing over would
   * have none, and what they say of a cell beyond those before would rest on rounding.
   */
  private static final double LEAST_NOISE = 1e-10;

  /** The ridge of a component that takes no part: what it says of a cell is rounded away. */
  private static final double NO_PART = 1e300;

  private static final int ROWS_AT_ONCE = 256;

  /** Columns that tell of each other, and of no others, one group after the other. */
  private final List<Group> groups;

  /**
   * Some columns.
   *
   * @param mean of each
   * @param scale what deviations from it are divided by
   * @param weights of each column in the components, whose directions are at right angles
   * @param ridges of the components
   */
  record Group(double[] mean, double[] scale, double[][] weights, double[] ridges) {

    int columns() {
      return mean.length;
    }
  }

  private Filling(List<Group> groups) {
    this.groups = List.copyOf(groups);
  }

  static Filling of(Group group) {
    return new Filling(List.of(group));
  }

  /** Returns what puts the means of their columns in the place of missing cells. */
  public static Filling byMeans(double[] mean) {
    double[] ones = new double[mean.length];
    Arrays.fill(ones, 1);
    return of(new Group(mean.clone(), ones, new double[mean.length][0], new double[0]));
  }

  /**
   * Returns what fills cells by principal components.
   *
   * <p>The noise, in the units of the eigenvalues λ, is s = max(n′, d)·l/((n′ − k)(d − k)): l is
   * the sum of the eigenvalues left out, and n′ = n − 1, or n if not centred. A component that does
   * not rise above it takes no part.
   *
   * @throws IllegalStateException if the components of the model are not principal ones
   */
  public static Filling byComponents(LinearModel model) {
    model.requirePrincipal("Filling missing cells");
    double[] squares = model.eigenvalues();
    double noise = noise(model, squares);
    double[] ridges = new double[squares.length];
    Arrays.setAll(ridges, c -> squares[c] > noise ? noise / (squares[c] - noise) : NO_PART);
    DenseMatrix directions = model.directions();
    DenseMatrix turned = directions.transpose();
    double[][] weights = turned.toArray();
    turned.storage().release();
    directions.storage().release();
    return of(new Group(model.mean(), model.scale(), weights, ridges));
  }

  private static double noise(LinearModel model, double[] squares) {
    long free = model.provenance().rows() - (model.provenance().centered() ? 1 : 0);
    int d = model.columns();
    int k = squares.length;
    double left = model.totalSquares() - Arrays.stream(squares).sum();
    double noise =
        free > k && d > k ? left / ((double) (free - k) * (d - k)) * Math.max(free, d) : 0;
    return Math.max(noise, LEAST_NOISE * Arrays.stream(squares).max().orElse(0));
  }

  /**
   * Returns what fills rows that have the columns of this one and then those of another, as of two
   * views: neither tells of the other.
   */
  public Filling beside(Filling other) {
    return new Filling(Stream.concat(groups.stream(), other.groups.stream()).toList());
  }

  /** Returns the only group of columns, which one view has. */
  Group group() {
    return groups.get(0);
  }

  /** Refuses what fills other columns than those of a model of one view. */
  void check(Model model) {
    Model.checkWidth(columns(), model);
    if (groups.size() > 1) {
      throw new IllegalArgumentException(
          "This fills the rows of two views, and a model of one does not keep it.");
    }
  }

  /** Returns the number of columns of rows. */
  public int columns() {
    return groups.stream().mapToInt(Group::columns).sum();
  }

  /** Tells whether means take the place of missing cells, whatever the others are. */
  public boolean isByMeans() {
    return groups.stream().allMatch(group -> group.ridges.length == 0);
  }

  /**
   * Returns a copy of rows, in double, with their missing cells filled; a row without any value
   * stays so.
   *
   * @throws NumericalException with the row, if what fills it is beyond the largest number
   */
  public DenseMatrix filled(Matrix rows) {
    checkColumns(rows.columns());
    int n = rows.rows();
    DenseMatrix filled = DenseMatrix.unset(n, rows.columns(), Precision.DOUBLE);
    Parallel.forEach(
        (n + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE,
        piece -> {
          int last = Math.min(n, (piece + 1) * ROWS_AT_ONCE);
          for (int i = piece * ROWS_AT_ONCE; i < last; i++) {
            double[] row = rows.row(i);
            fill(row, i);
            filled.setRow(i, row, 0);
          }
        });
    return filled;
  }

  /**
   * Fills the missing cells of a row in place; one without any value stays so.
   *
   * @throws NumericalException if what fills them is beyond the largest number
   */
  public void fill(double[] row) {
    checkColumns(row.length);
    fill(row, -1);
  }

  private void checkColumns(int given) {
    if (given != columns()) {
      throw new IllegalArgumentException(
          "The rows have %s, and %d are known.".formatted(Counted.of(given, "column"), columns()));
    }
  }

  private void fill(double[] row, long number) {
    if (!FiniteRows.hasGap(row)) {
      return;
    }
    int from = 0;
    for (Group group : groups) {
      if (!fill(row, from, group)) {
        throw FiniteRows.refusal(number, "what fills its missing cells is");
      }
      from += group.columns();
    }
  }

  /** Fills the cells of one group in place; tells whether they are numbers. */
  private static boolean fill(double[] row, int from, Group group) {
    int d = group.columns();
    int[] missing = IntStream.range(0, d).filter(j -> Double.isNaN(row[from + j])).toArray();
    if (missing.length == 0 || missing.length == d) {
      return true;
    }
    double[] z = coordinates(row, from, group, missing);
    boolean finite = true;
    for (int j : missing) {
      double fit = 0;
      for (int c = 0; c < z.length; c++) {
        fit += z[c] * group.weights[j][c];
      }
      double cell = group.mean[j] + group.scale[j] * fit;
      row[from + j] = cell;
      finite &= Double.isFinite(cell);
    }
    return finite;
  }

  /** Returns z, the mean of the coordinates given the cells that are there. */
  private static double[] coordinates(double[] row, int from, Group group, int[] missing) {
    int k = group.ridges.length;
    double[] right = new double[k];
    double[][] normal = new double[k][k];
    // WWᵀ = I, so that what the missing cells leave of it is what the others have.
    boolean fewMissing = 2 * missing.length < group.columns();
    for (int j = 0; j < group.columns(); j++) {
      double[] weights = group.weights[j];
      double cell = row[from + j];
      boolean there = !Double.isNaN(cell);
      double deviation = there ? (cell - group.mean[j]) / group.scale[j] : 0;
      for (int c = 0; c < k; c++) {
        right[c] += weights[c] * deviation;
      }
      if (there != fewMissing) {
        for (int c = 0; c < k; c++) {
          double weight = there ? weights[c] : -weights[c];
          for (int e = 0; e <= c; e++) {
            normal[c][e] += weight * weights[e];
          }
        }
      }
    }
    for (int c = 0; c < k; c++) {
      normal[c][c] += (fewMissing ? 1 : 0) + group.ridges[c];
    }
    return Cholesky.solve(normal, right);
  }
}
