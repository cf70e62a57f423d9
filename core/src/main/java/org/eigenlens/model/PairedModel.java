package org.eigenlens.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;

/**
 * Two encoders whose coordinates go in pairs: coordinate i of one view correlates with coordinate i
 * of the other as much as any can that does not correlate with those before. With a ridge that is
 * so of the regularised problem only: coordinates of different pairs may correlate a little, and
 * correlations need not descend.
 *
 * <p>Either view can be encoded alone. Coordinates (scores) have mean 0 and variance 1 on the
 * training rows. Both sides are linear, or both are kernel models; their weights are not at right
 * angles, so there is no way back from scores to rows.
 *
 * <pre>{@code
 * PairedModel cca = Cca.builder().components(1).fit(x, y);
 * DenseMatrix scores = cca.transform(PairedModel.Side.Y, y);
 * DenseMatrix expected = cca.predict(PairedModel.Side.X, x);
 * double[] correlations = cca.correlations();
 * }</pre>
 */
public final class PairedModel implements Model {

  /** One of the two views. */
  public enum Side {
    /** The first view. */
    X,
    /** The second view. */
    Y;

    /** Returns the other one. */
    public Side other() {
      return this == X ? Y : X;
    }
  }

  private static final int LANES = 8;
  private static final int TILE_ROWS = 1024;

  private final Provenance provenance;
  private final Model x;
  private final Model y;
  private final Findings findings;

  /**
   * Assembles a model.
   *
   * @param x encodes the first view
   * @param y encodes the second view; of the same kind, with as many coordinates
   */
  public PairedModel(Provenance provenance, Model x, Model y, Findings findings) {
    int k = findings.components();
    if (x instanceof PairedModel || !x.getClass().equals(y.getClass())) {
      throw new IllegalArgumentException("Both views are linear, or both are kernel models.");
    }
    if (x.components() != k || y.components() != k) {
      throw new IllegalArgumentException(
          "%d correlations, but %d and %d components."
              .formatted(k, x.components(), y.components()));
    }
    this.provenance = provenance;
    this.x = x;
    this.y = y;
    this.findings = findings;
  }

  /**
   * Reads a paired model from a file; nothing in it is executed.
   *
   * @throws ModelFileException if the file is not a model, of another kind, or damaged
   * @throws IOException if the file cannot be read
   */
  public static PairedModel load(Path file) throws IOException {
    if (Model.load(file) instanceof PairedModel paired) {
      return paired;
    }
    throw new ModelFileException(file, "it is a model, but not a paired one; use Model.load.");
  }

  /**
   * Refuses: the rows of two views have no origin in common.
   *
   * @throws IllegalArgumentException always
   */
  @Override
  public PairedModel withOrigin(Origin origin) {
    throw new IllegalArgumentException("A model of two views keeps no origin of its rows.");
  }

  /**
   * Refuses: two views have no labels.
   *
   * @throws IllegalArgumentException always
   */
  @Override
  public PairedModel withLabelColumns(List<String> names) {
    throw new IllegalArgumentException("Labels had no part in a model of two views.");
  }

  /**
   * Refuses: views are filled one by one, see {@link #withFilling(Filling, Filling)}.
   *
   * @throws IllegalArgumentException always
   */
  @Override
  public PairedModel withFilling(Filling filling) {
    throw new IllegalArgumentException("Each of two views is filled by itself.");
  }

  /** Returns the same model, which fills missing cells of rows of both views so. */
  public PairedModel withFilling(Filling ofX, Filling ofY) {
    return new PairedModel(provenance, x.withFilling(ofX), y.withFilling(ofY), findings);
  }

  /** Returns what fills rows that have the columns of both views; empty unless both are known. */
  @Override
  public Optional<Filling> filling() {
    return x.filling().flatMap(first -> y.filling().map(first::beside));
  }

  @Override
  public PairedModel turned(boolean[] which) {
    double[] signs = Model.signs(which, this);
    Findings turned = findings;
    if (isLinear()) {
      DenseMatrix loadings = findings.loadings();
      LinearAlgebra.scaleColumns(loadings.columnRange(0, signs.length), signs);
      LinearAlgebra.scaleColumns(loadings.columnRange(signs.length, 2 * signs.length), signs);
      turned = findings.withLoadings(loadings);
    }
    return new PairedModel(provenance.turned(signs), x.turned(which), y.turned(which), turned);
  }

  @Override
  public Provenance provenance() {
    return provenance;
  }

  /** Returns the encoder of a view; of what it offers only transform means anything by itself. */
  public Model encoder(Side side) {
    return side == Side.X ? x : y;
  }

  /** Tells whether scores are weighted sums of columns. */
  public boolean isLinear() {
    return x instanceof LinearModel;
  }

  /** Returns the encoder of a view as a kernel model, to learn its kernel and landmarks. */
  public KernelModel kernelSide(Side side) {
    if (encoder(side) instanceof KernelModel kernel) {
      return kernel;
    }
    throw new IllegalStateException("The views of this model are linear.");
  }

  /** Returns the names of the columns of the first view and then of the second. */
  @Override
  public List<String> columnNames() {
    return Stream.concat(x.columnNames().stream(), y.columnNames().stream()).toList();
  }

  /** Returns the names of the columns of one view. */
  public List<String> columnNames(Side side) {
    return encoder(side).columnNames();
  }

  @Override
  public double[] mean() {
    double[] mean = Arrays.copyOf(x.mean(), columns());
    System.arraycopy(y.mean(), 0, mean, x.columns(), y.columns());
    return mean;
  }

  /** Returns the number of pairs; a row of both views has twice as many coordinates. */
  @Override
  public int components() {
    return findings.components();
  }

  /** Returns the squared singular values of the whitened cross-covariance. */
  @Override
  public double[] eigenvalues() {
    return Arrays.stream(findings.singularValues()).map(value -> value * value).toArray();
  }

  @Override
  public double totalSquares() {
    return findings.total();
  }

  /** Returns what was found beside the weights. */
  public Findings findings() {
    return findings;
  }

  /** Returns the correlation of each pair of scores on the training rows. */
  public double[] correlations() {
    return findings.correlations();
  }

  /** Returns the correlation of each pair on rows left out; empty without cross-validation. */
  public double[] crossValidatedCorrelations() {
    return findings.crossValidated();
  }

  /**
   * Returns the correlation of each column of a view (a row each) with its own scores: the
   * structure correlations.
   */
  public DenseMatrix loadings(Side side) {
    return loadings(side, side);
  }

  /** Returns the correlation of each column of a view with the scores of the other view. */
  public DenseMatrix crossLoadings(Side side) {
    return loadings(side, side.other());
  }

  private DenseMatrix loadings(Side of, Side with) {
    int k = components();
    DenseMatrix rows =
        of == Side.X
            ? allLoadings().rowRange(0, x.columns())
            : allLoadings().rowRange(x.columns(), columns());
    return (with == Side.X ? rows.columnRange(0, k) : rows.columnRange(k, 2 * k)).copy();
  }

  /**
   * Returns the correlation of every column, the first view's first, with all scores, the first
   * view's first.
   *
   * @throws IllegalStateException for kernel models
   */
  public DenseMatrix allLoadings() {
    if (!isLinear()) {
      throw new IllegalStateException(
          "A kernel model has no loadings: its components are no weighted sums of columns.");
    }
    return findings.loadings();
  }

  /** Returns the weights of a view, a row for each component: score = w·(x − mean). */
  public DenseMatrix weights(Side side) {
    if (!(encoder(side) instanceof LinearModel linear)) {
      throw new IllegalStateException("A kernel model has no weights of columns.");
    }
    DenseMatrix weights = linear.directions();
    if (linear.isScaled()) {
      LinearAlgebra.scaleColumns(
          weights, Arrays.stream(linear.scale()).map(scale -> 1 / scale).toArray());
    }
    return weights;
  }

  /**
   * Returns the mean over a view's columns of the squared correlation with each own score; constant
   * columns have no variance to extract, and do not count.
   */
  public double[] varianceExtracted(Side side) {
    return meanSquares(side, loadings(side));
  }

  /**
   * Returns the redundancy: the share of a view's standardised variance that each score of the
   * other view explains.
   */
  public double[] redundancy(Side side) {
    return meanSquares(side, crossLoadings(side));
  }

  private double[] meanSquares(Side side, DenseMatrix loadings) {
    double[][] own = loadings(side).toArray();
    long varying =
        Arrays.stream(own).filter(row -> Arrays.stream(row).anyMatch(r -> r != 0)).count();
    double[] means = new double[loadings.columns()];
    for (double[] row : loadings.toArray()) {
      for (int i = 0; i < means.length; i++) {
        means[i] += row[i] * row[i] / Math.max(1, varying);
      }
    }
    return means;
  }

  @Override
  public String explained() {
    return findings.table();
  }

  /** Encodes rows of both views, the columns of the first view first. */
  @Override
  public DenseMatrix transform(Matrix rows) {
    return Model.gathered(this, rows, 2 * components());
  }

  @Override
  public void transform(RowSource rows, RowSource.TileVisitor visitor) {
    if (rows.columns() != columns()) {
      throw new IllegalArgumentException(
          "The rows have %s, but the views have %d + %d."
              .formatted(Counted.of(rows.columns(), "column"), x.columns(), y.columns()));
    }
    int k = components();
    rows.forEachTile(
        TILE_ROWS,
        LANES,
        (lane, first, tile) -> {
          try (Scratch scratch = new Scratch()) {
            DenseMatrix scores = scratch.matrix(tile.rows(), 2 * k);
            encode(x, tile.columnRange(0, x.columns()), scores.columnRange(0, k));
            encode(y, tile.columnRange(x.columns(), columns()), scores.columnRange(k, 2 * k));
            visitor.visit(lane, first, scores);
          } catch (NumericalException e) {
            throw e.moved(first);
          }
        });
  }

  private static void encode(Model side, DenseMatrix rows, DenseMatrix scores) {
    DenseMatrix found = side.transform(rows);
    LinearAlgebra.copy(found, scores);
    found.storage().release();
  }

  /** Encodes rows of one view. */
  public DenseMatrix transform(Side side, Matrix rows) {
    return encoder(side).transform(rows);
  }

  /**
   * Predicts the scores of the other view from rows of one: r·z, where r is the cross-validated
   * correlation of the pair where it is known, and otherwise that of the training rows; 0 where
   * that is negative.
   */
  public DenseMatrix predict(Side from, Matrix rows) {
    return predicted(transform(from, rows));
  }

  /** Predicts the scores of the other view from scores of one. */
  public DenseMatrix predicted(DenseMatrix scores) {
    DenseMatrix predicted = scores.copy();
    double[] slopes = new double[components()];
    Arrays.setAll(slopes, findings::slope);
    LinearAlgebra.scaleColumns(predicted, slopes);
    for (int i = 0; i < slopes.length; i++) {
      if (slopes[i] == 0) {
        // Nothing is known, which is 0 and not the −0 of a negative score.
        LinearAlgebra.copy(DenseMatrix.zeros(scores.rows(), 1), predicted.columnRange(i, i + 1));
      }
    }
    return predicted;
  }

  /**
   * Fails: scores of a pair do not lead back to rows.
   *
   * @throws IllegalStateException always
   */
  @Override
  public DenseMatrix inverseTransform(Matrix coordinates) {
    throw new IllegalStateException(
        "A paired model has no way back from scores to rows; it predicts one view's scores from the"
            + " other's.");
  }

  @Override
  public void save(Path file) throws IOException {
    PairedModelFile.save(this, file);
  }
}
