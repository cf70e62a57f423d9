package org.eigenlens;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eigenlens.eigen.Certificate;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Provenance;
import org.eigenlens.model.Version;
import org.eigenlens.pca.ColumnStatistics;

/**
 * PCA of rows that arrive over time, in batches of any size.
 *
 * <p>Keeps a factor F of at most {@code capacity} rows with FᵀF equal to the scatter seen so far,
 * and folds each batch in by the singular value decomposition of [F; batch − its mean;
 * √(nm/(n+m))·(old mean − batch mean)] (Ross and others, 2008). As long as nothing had to be
 * truncated the result is that of a batch PCA of all rows. Truncation only takes away: with Δ the
 * sum of the squares cut off so far, each true eigenvalue lies between the computed one and that
 * plus Δ, which the model's warnings state.
 *
 * <p>Costs about 4(capacity + batch)²·d operations a batch; single rows are gathered first. Not
 * safe for use by several threads at once.
 *
 * <pre>{@code
 * IncrementalPca growing = IncrementalPca.builder(2).build();
 * growing.partialFit(x);
 * growing.partialFit(newRows);
 * LinearModel soFar = growing.model();
 * }</pre>
 */
public final class IncrementalPca {

  /** Up to this width everything is kept, so that nothing is ever truncated. */
  private static final int NARROW = 256;

  private static final int GATHERED = 64;

  /**
   * The largest cell: squares of deviations up to twice as large, of 2⁶³ rows and 2³¹ columns, add
   * up to less than 10¹⁴⁹, and the square of that sum, which limits rest on, is finite too.
   */
  private static final double LARGEST = 1e60;

  private final int components;
  private final int ddof;
  private final boolean center;
  private final int givenCapacity;
  private int capacity;
  private long rows;
  private double[] mean;
  private double total;
  private double cutOff;
  private DenseMatrix factor;
  private final List<double[]> pending = new ArrayList<>();

  private IncrementalPca(Builder builder) {
    components = builder.components;
    ddof = builder.ddof;
    center = builder.center;
    givenCapacity = builder.capacity;
  }

  /** Starts with the defaults: centred, divisor n − 1, everything kept up to 256 columns. */
  public static Builder builder(int components) {
    return new Builder(components);
  }

  /** Collects the options. */
  public static final class Builder {
    private final int components;
    private int ddof = 1;
    private boolean center = true;
    private int capacity;

    private Builder(int components) {
      if (components < 1) {
        throw new IllegalArgumentException(
            "At least 1 component is needed, not " + components + ".");
      }
      this.components = components;
    }

    /** Sets the divisor of variances to n − ddof. */
    public Builder ddof(int value) {
      if (value != 0 && value != 1) {
        throw new IllegalArgumentException("ddof can be 0 or 1, not " + value + ".");
      }
      ddof = value;
      return this;
    }

    /** Chooses whether to subtract the mean. */
    public Builder center(boolean value) {
      center = value;
      return this;
    }

    /** Sets how many directions are kept between batches: at least as many as components. */
    public Builder capacity(int value) {
      if (value < components) {
        throw new IllegalArgumentException(
            "A capacity of " + value + " cannot hold " + components + " components.");
      }
      capacity = value;
      return this;
    }

    /** Returns an analysis that has seen no rows yet. */
    public IncrementalPca build() {
      return new IncrementalPca(this);
    }
  }

  /** Returns how many rows were taken in so far. */
  public long rows() {
    return rows + pending.size();
  }

  /**
   * Takes rows in; a batch may be of any size, a single row too.
   *
   * @throws IllegalArgumentException if the batch has another number of columns than those before
   * @throws NumericalException if a cell is not a finite number, or so large that sums of squares
   *     could overflow; nothing of the batch is taken then
   */
  public void partialFit(Matrix batch) {
    int d = batch.columns();
    if (mean != null && d != mean.length) {
      throw new IllegalArgumentException(
          "The batch has "
              + Counted.of(d, "column")
              + ", but those before had "
              + mean.length
              + ".");
    }
    check(batch);
    // Only now: a batch that was refused must not settle the number of columns.
    if (mean == null) {
      mean = new double[d];
      factor = DenseMatrix.zeros(0, d);
      capacity =
          givenCapacity > 0
              ? Math.min(d, givenCapacity)
              : d <= NARROW ? d : Math.min(d, components + Math.max(16, components));
    }
    int chunk = Math.max(GATHERED, 2 * capacity);
    int from = 0;
    if (batch.rows() < GATHERED || !pending.isEmpty()) {
      while (from < batch.rows() && (pending.size() < GATHERED)) {
        pending.add(batch.row(from++));
      }
      if (pending.size() >= GATHERED) {
        flush();
      }
    }
    while (from < batch.rows()) {
      int to = Math.min(batch.rows(), from + chunk);
      try (Scratch scratch = new Scratch()) {
        DenseMatrix copy = scratch.matrix(to - from, d);
        if (batch instanceof DenseMatrix dense) {
          LinearAlgebra.copy(dense.rowRange(from, to), copy);
        } else {
          for (int i = from; i < to; i++) {
            copy.setRow(i - from, batch.row(i), 0);
          }
        }
        fold(copy);
      }
      from = to;
    }
  }

  private static void check(Matrix batch) {
    for (int i = 0; i < batch.rows(); i++) {
      double[] row = batch.row(i);
      for (int j = 0; j < row.length; j++) {
        if (!Double.isFinite(row[j])) {
          throw new NumericalException(
              "Row %d, column %d of the batch is %s; every cell must be a finite number."
                  .formatted(i + 1, j + 1, row[j]));
        }
        if (Math.abs(row[j]) > LARGEST) {
          throw new NumericalException(
              "Row %d, column %d of the batch is %s, but sums of squares overflow beyond %s; rescale the data."
                  .formatted(i + 1, j + 1, row[j], LARGEST));
        }
      }
    }
  }

  private void flush() {
    if (!pending.isEmpty()) {
      DenseMatrix gathered = Matrix.of(pending.toArray(new double[0][]));
      pending.clear();
      fold(gathered);
      gathered.storage().release();
    }
  }

  /** Folds a batch, which is overwritten, into the factor. */
  private void fold(DenseMatrix batch) {
    int m = batch.rows();
    int d = batch.columns();
    ColumnStatistics statistics = ColumnStatistics.of(batch, center);
    double between = (double) rows * m / (rows + m);
    double[] shift = new double[d];
    total += statistics.total();
    if (center) {
      double root = Math.sqrt(between);
      for (int j = 0; j < d; j++) {
        double delta = mean[j] - statistics.mean()[j];
        shift[j] = rows == 0 ? 0 : root * delta;
        total += shift[j] * shift[j];
        mean[j] -= delta * ((double) m / (rows + m));
      }
      LinearAlgebra.subtractFromRows(batch, statistics.mean());
    }
    int kept = factor.rows();
    try (Scratch scratch = new Scratch()) {
      DenseMatrix stack = scratch.matrix(kept + m + 1, d);
      LinearAlgebra.copy(factor, stack.rowRange(0, kept));
      LinearAlgebra.copy(batch, stack.rowRange(kept, kept + m));
      stack.setRow(kept + m, shift, 0);
      LinearAlgebra.Svd svd = LinearAlgebra.svd(stack);
      int keep = Math.min(capacity, svd.values().length);
      for (int i = keep; i < svd.values().length; i++) {
        cutOff += svd.values()[i] * svd.values()[i];
      }
      DenseMatrix folded = svd.right().rowRange(0, keep).copy();
      LinearAlgebra.scaleRows(folded, Arrays.copyOf(svd.values(), keep));
      svd.right().storage().release();
      svd.left().storage().release();
      factor.storage().release();
      factor = folded;
    }
    rows += m;
  }

  /**
   * Returns the model of all rows so far; more can be taken in afterwards.
   *
   * <p>While there are fewer rows than components, the components that carry nothing are zero.
   *
   * @throws NumericalException if no rows, or only one, were taken in
   */
  public LinearModel model() {
    flush();
    if (rows < (center ? 2 : 1)) {
      throw new NumericalException(
          Counted.of(rows, "row")
              + " came in so far; at least "
              + (center ? 2 : 1)
              + " are needed.");
    }
    int d = mean.length;
    if (components > d) {
      throw new NumericalException(
          components
              + " components were asked for, but rows have "
              + Counted.of(d, "column")
              + ".");
    }
    DenseMatrix copy = factor.copy();
    LinearAlgebra.Svd svd = LinearAlgebra.svd(copy);
    copy.storage().release();
    DenseMatrix directions = DenseMatrix.zeros(components, d);
    double[] eigenvalues = new double[components];
    double floor = Math.max(rows, d) * Math.ulp(1.0) * svd.values()[0];
    // What was cut off is known by its sum alone; squared that bounds its sum of squares from
    // above,
    // so the limit of the prediction error comes out too wide rather than too narrow.
    double leftSquares = cutOff * cutOff;
    int rank = 0;
    for (int i = 0; i < svd.values().length; i++) {
      double square = svd.values()[i] * svd.values()[i];
      if (i >= components) {
        leftSquares += square * square;
      } else if (svd.values()[i] > floor) {
        eigenvalues[i] = square;
        directions.setRow(i, svd.right().row(i), 0);
        rank++;
      }
    }
    svd.left().storage().release();
    svd.right().storage().release();
    SignRule.apply(directions);
    return new LinearModel(
        provenance(rank, directions),
        columnNames(d),
        mean.clone(),
        null,
        directions,
        eigenvalues,
        total,
        leftSquares);
  }

  private static List<String> columnNames(int count) {
    List<String> names = new ArrayList<>(count);
    for (int j = 1; j <= count; j++) {
      names.add("x" + j);
    }
    return names;
  }

  private Provenance provenance(int rank, DenseMatrix directions) {
    List<String> warnings = new ArrayList<>();
    if (rank < components) {
      warnings.add(
          "only %d of %d components carry variance so far; the others are 0"
              .formatted(rank, components));
    }
    boolean truncated = cutOff > 1e-14 * total;
    if (truncated) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%.2g %% of the squares were cut off between batches: each eigenvalue may be too"
                  + " small by up to %.6g",
              100 * cutOff / total,
              cutOff));
    }
    return new Provenance(
        center ? "pca" : "lsa",
        "incremental",
        truncated
            ? "rows came in batches, of which " + capacity + " directions were kept"
            : "rows came in batches, and nothing was cut off",
        rows,
        center,
        false,
        false,
        ddof,
        0,
        0,
        // The residual would need the rows, which are gone.
        Double.NaN,
        Certificate.orthogonality(directions.rowRange(0, rank)),
        Version.current(),
        warnings);
  }
}
