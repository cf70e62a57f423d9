package org.eigenlens.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.operator.SparseObservations;

/**
 * Coordinates along directions: z = W(x − μ)/σ, and back: x̂ = μ + σ·Wᵀz, the nearest point of the
 * plane; where a method's directions are not at right angles the pseudoinverse takes Wᵀ's place.
 *
 * <p>Encoding n rows costs 2ndk operations, decoding as many. Rows are centred tile by tile before
 * they are multiplied, so nothing is lost where the mean is large beside the spread.
 *
 * <pre>{@code
 * LinearModel pca = Pca.builder().components(2).fit(x);
 * DenseMatrix back = pca.inverseTransform(pca.transform(newRows));
 * }</pre>
 */
public final class LinearModel implements Model {

  private static final int LANES = 8;

  /** Directions further from right angles than this are so by their method, not by rounding. */
  private static final double ASKEW = 1e-6;

  private final Provenance provenance;
  private final List<String> columnNames;
  private final double[] mean;
  private final double[] scale;
  private final DenseMatrix directions;
  private final double[] eigenvalues;
  private final double total;
  private final double leftSquares;
  private final Spread spread;

  /** Scores one row at a time; made when first needed. */
  private volatile RowEncoder rowEncoder;

  /** What principal components say of missing cells; made when first needed. */
  private volatile Filling ownFilling;

  /**
   * Assembles a model; the arrays are copied.
   *
   * @param mean of each column, zeros if not centred
   * @param scale of each column, null if not standardised
   * @param directions orthonormal rows; zero rows where the eigenvalue is zero
   * @param eigenvalues squared singular values of the prepared data, one a direction
   * @param total the sum of all of them, also of those left out
   * @param leftSquares the sum of the squares of those left out, for the limit of the SPE
   */
  public LinearModel(
      Provenance provenance,
      List<String> columnNames,
      double[] mean,
      double[] scale,
      DenseMatrix directions,
      double[] eigenvalues,
      double total,
      double leftSquares) {
    this(provenance, columnNames, mean, scale, directions, eigenvalues, total, leftSquares, null);
  }

  /**
   * Assembles a model of a method whose eigenvalues are no variances; the arrays are copied.
   *
   * @param directions unit rows, which need not be at right angles
   * @param eigenvalues of the method's own operator, one a direction
   * @param total the trace of that operator
   * @param spread how far rows spread along the directions
   */
  public LinearModel(
      Provenance provenance,
      List<String> columnNames,
      double[] mean,
      double[] scale,
      DenseMatrix directions,
      double[] eigenvalues,
      double total,
      Spread spread) {
    this(provenance, columnNames, mean, scale, directions, eigenvalues, total, Double.NaN, spread);
  }

  LinearModel(
      Provenance provenance,
      List<String> columnNames,
      double[] mean,
      double[] scale,
      DenseMatrix directions,
      double[] eigenvalues,
      double total,
      double leftSquares,
      Spread spread) {
    int d = directions.columns();
    if (mean.length != d || (scale != null && scale.length != d) || columnNames.size() != d) {
      throw new IllegalArgumentException(
          "Directions have %d columns, but there are %d means, %d scales and %d names."
              .formatted(d, mean.length, scale == null ? d : scale.length, columnNames.size()));
    }
    if (eigenvalues.length != directions.rows()) {
      throw new IllegalArgumentException(
          eigenvalues.length + " eigenvalues for " + directions.rows() + " directions.");
    }
    this.provenance = provenance;
    this.columnNames = List.copyOf(columnNames);
    this.mean = mean.clone();
    this.scale = scale == null ? null : scale.clone();
    // A copy: what was given may be a view that keeps far more numbers alive.
    this.directions = directions.copy();
    this.eigenvalues = eigenvalues.clone();
    this.total = total;
    this.leftSquares = leftSquares;
    this.spread = spread;
  }

  /**
   * Reads a linear model from a file; nothing in it is executed.
   *
   * @throws ModelFileException if the file is not a model, of another kind, or damaged
   * @throws IOException if the file cannot be read
   */
  public static LinearModel load(Path file) throws IOException {
    if (Model.load(file) instanceof LinearModel linear) {
      return linear;
    }
    throw new ModelFileException(file, "it is a model, but not a linear one; use Model.load.");
  }

  @Override
  public LinearModel withOrigin(Origin origin) {
    Model.checkOrigin(origin, this);
    return with(provenance.withOrigin(origin), directions);
  }

  @Override
  public LinearModel withLabelColumns(List<String> names) {
    return with(provenance.withLabelColumns(names), directions);
  }

  @Override
  public LinearModel withFilling(Filling filling) {
    filling.check(this);
    return with(provenance.withFilling(filling), directions);
  }

  /** Returns the same; what the components of a PCA tell of cells is made when first asked for. */
  @Override
  public Optional<Filling> filling() {
    if (provenance.filling() != null || !isPrincipal()) {
      return Model.super.filling();
    }
    Filling known = ownFilling;
    if (known == null) {
      known = Filling.byComponents(this);
      // Threads that meet here make the same numbers.
      ownFilling = known;
    }
    return Optional.of(known);
  }

  @Override
  public LinearModel turned(boolean[] which) {
    double[] signs = Model.signs(which, this);
    DenseMatrix turned = directions.copy();
    LinearAlgebra.scaleRows(turned, signs);
    return with(provenance.turned(signs), turned);
  }

  private LinearModel with(Provenance made, DenseMatrix basis) {
    return new LinearModel(
        made, columnNames, mean, scale, basis, eigenvalues, total, leftSquares, spread);
  }

  @Override
  public Provenance provenance() {
    return provenance;
  }

  @Override
  public List<String> columnNames() {
    return columnNames;
  }

  @Override
  public int components() {
    return directions.rows();
  }

  /** Returns a copy of the mean: zeros if not centred. */
  @Override
  public double[] mean() {
    return mean.clone();
  }

  /** Returns a copy of what columns are divided by: ones if not standardised. */
  public double[] scale() {
    double[] copy = new double[columns()];
    Arrays.setAll(copy, j -> scale == null ? 1 : scale[j]);
    return copy;
  }

  /** Returns a copy of the directions, a row each (the loadings, transposed). */
  public DenseMatrix directions() {
    return directions.copy();
  }

  /** Returns the squared singular values of the centred and scaled data. */
  @Override
  public double[] eigenvalues() {
    return eigenvalues.clone();
  }

  /** Returns the sum of all squared singular values, also of those left out. */
  @Override
  public double totalSquares() {
    return total;
  }

  @Override
  public Spread spread() {
    return spread;
  }

  /**
   * Refuses what is true of principal components only.
   *
   * @throws IllegalStateException for other components
   */
  void requirePrincipal(String what) {
    if (!isPrincipal()) {
      throw new IllegalStateException(
          what + " rests on principal components, and these are of " + provenance.method() + ".");
    }
  }

  /**
   * Tells whether the components are principal: directions at right angles, along which rows spread
   * as the eigenvalues say.
   */
  public boolean isPrincipal() {
    return spread == null && !Double.isNaN(provenance.orthogonality());
  }

  /** Returns what the limit of the SPE rests on. */
  double leftSquares() {
    return leftSquares;
  }

  boolean isScaled() {
    return scale != null;
  }

  /** Returns W·D⁻¹, and for whitening each row over the standard deviation along it. */
  DenseMatrix encoder(Scratch scratch) {
    DenseMatrix encoder = scratch.matrix(components(), columns());
    LinearAlgebra.copy(directions, encoder);
    if (scale != null) {
      double[] inverse = new double[scale.length];
      Arrays.setAll(inverse, j -> 1 / scale[j]);
      LinearAlgebra.scaleColumns(encoder, inverse);
    }
    if (provenance.whitened()) {
      double[] variance = explainedVariance();
      double[] inverse = new double[variance.length];
      Arrays.setAll(inverse, i -> variance[i] > 0 ? 1 / Math.sqrt(variance[i]) : 0);
      LinearAlgebra.scaleRows(encoder, inverse);
    }
    return encoder;
  }

  private void checkColumns(RowSource rows) {
    checkColumns(rows.columns());
  }

  private void checkColumns(int given) {
    Model.checkWidth(given, this);
  }

  /**
   * Encodes one row: what a service that scores rows as they come needs.
   *
   * <p>Costs 2dk operations and allocates nothing but the answer, without a matrix or a call into
   * native code. The first call copies the directions once. Where many rows are at hand, {@link
   * #transform(Matrix)} is faster a row.
   */
  public double[] transform(double[] row) {
    checkColumns(row.length);
    return FiniteRows.required(rowEncoder().encode(row), row);
  }

  /**
   * Encodes one sparse row by the elements it stores: 2k operations each.
   *
   * @param size how many columns the row has
   * @param indices the columns of its elements, from 0, in any order; others are 0
   * @param values what they hold; elements of one column add up
   * @throws IllegalArgumentException if the size is not that of the model, an index is not within
   *     it, or there are more of the one than of the other
   */
  public double[] transform(int size, int[] indices, double[] values) {
    checkColumns(size);
    return FiniteRows.required(rowEncoder().encode(indices, values), values);
  }

  private RowEncoder rowEncoder() {
    RowEncoder known = rowEncoder;
    if (known == null) {
      try (Scratch scratch = new Scratch()) {
        known = new RowEncoder(encoder(scratch), provenance.centered() ? mean : null);
      }
      // Threads that meet here make the same numbers.
      rowEncoder = known;
    }
    return known;
  }

  @Override
  public DenseMatrix transform(Matrix rows) {
    checkColumns(rows);
    if (rows instanceof SparseMatrix sparse) {
      try (Scratch scratch = new Scratch()) {
        DenseMatrix turned = scratch.matrix(components(), rows.rows());
        new SparseObservations(sparse, provenance.centered() ? mean : null, null, 0)
            .project(encoder(scratch), turned);
        DenseMatrix coordinates = turned.transpose();
        FiniteRows.require(
            coordinates, 0, i -> FiniteRows.hasGap(sparse.row(i)), FiniteRows.COORDINATES);
        return coordinates;
      }
    }
    return Model.gathered(this, rows, components());
  }

  @Override
  public void transform(RowSource rows, RowSource.TileVisitor visitor) {
    checkColumns(rows);
    try (Scratch scratch = new Scratch()) {
      DenseMatrix encoder = encoder(scratch);
      rows.forEachTile(
          tileRows(),
          LANES,
          (lane, first, tile) -> {
            try (Scratch inner = new Scratch()) {
              DenseMatrix coordinates = inner.matrix(tile.rows(), components());
              center(tile);
              LinearAlgebra.multiply(1, tile, false, encoder, true, 0, coordinates);
              FiniteRows.require(
                  coordinates, first, i -> FiniteRows.hasGap(tile.row(i)), FiniteRows.COORDINATES);
              visitor.visit(lane, first, coordinates);
            }
          });
    }
  }

  private int tileRows() {
    return Math.max(16, Math.min(4096, (1 << 17) / Math.max(1, columns())));
  }

  private void center(DenseMatrix tile) {
    if (provenance.centered()) {
      LinearAlgebra.subtractFromRows(tile, mean);
    }
  }

  @Override
  public DenseMatrix inverseTransform(Matrix coordinates) {
    if (coordinates.columns() != components()) {
      throw new IllegalArgumentException(
          "Rows have %s, but the model has %s."
              .formatted(
                  Counted.of(coordinates.columns(), "coordinate"),
                  Counted.of(components(), "component")));
    }
    DenseMatrix points = DenseMatrix.unset(coordinates.rows(), columns(), Precision.DOUBLE);
    try (Scratch scratch = new Scratch()) {
      DenseMatrix decoder = wholeDecoder(scratch);
      double[] negative = new double[mean.length];
      Arrays.setAll(negative, j -> -mean[j]);
      coordinates.forEachTile(
          tileRows(),
          LANES,
          (lane, first, tile) -> {
            int from = Math.toIntExact(first);
            DenseMatrix target = points.rowRange(from, from + tile.rows());
            LinearAlgebra.multiply(1, tile, false, decoder, false, 0, target);
            if (provenance.centered()) {
              LinearAlgebra.subtractFromRows(target, negative);
            }
            FiniteRows.require(
                target, first, i -> FiniteRows.hasGap(tile.row(i)), "what it decodes to is");
          });
    }
    return points;
  }

  /** Returns what coordinates are multiplied by, to be in the units of the data. */
  DenseMatrix wholeDecoder(Scratch scratch) {
    DenseMatrix decoder = decoder(scratch);
    if (scale != null) {
      LinearAlgebra.scaleColumns(decoder, scale);
    }
    if (provenance.whitened()) {
      LinearAlgebra.scaleRows(
          decoder, Arrays.stream(explainedVariance()).map(Math::sqrt).toArray());
    }
    return decoder;
  }

  /** Returns the directions, or if askew their pseudoinverse. */
  private DenseMatrix decoder(Scratch scratch) {
    DenseMatrix decoder = scratch.matrix(components(), columns());
    LinearAlgebra.copy(directions, decoder);
    if (!(provenance.orthogonality() > ASKEW)) {
      return decoder;
    }
    // W = LQ, and the point of the plane with coordinates z is QᵀL⁻¹z.
    DenseMatrix lower = LinearAlgebra.lq(decoder);
    DenseMatrix turned = decoder.transpose();
    LinearAlgebra.solveLower(lower, true, turned);
    DenseMatrix back = turned.transpose();
    LinearAlgebra.copy(back, decoder);
    return decoder;
  }

  /** Returns ‖x − x̂‖² of each row, in the units of the data. */
  public double[] reconstructionErrors(Matrix rows) {
    DenseMatrix coordinates = transform(rows);
    DenseMatrix back = inverseTransform(coordinates);
    coordinates.storage().release();
    double[] errors = new double[rows.rows()];
    for (int i = 0; i < errors.length; i++) {
      double[] x = rows.row(i);
      double[] y = back.row(i);
      for (int j = 0; j < x.length; j++) {
        errors[i] += (x[j] - y[j]) * (x[j] - y[j]);
      }
    }
    back.storage().release();
    return errors;
  }

  /**
   * Measures how unusual rows are.
   *
   * <p>The limit of T² is k(n²−1)/(n(n−k))·F(k, n−k), that of the SPE g·χ²(h) with g = θ₂/θ₁ and h
   * = θ₁²/θ₂ from the eigenvalues left out (Box, 1954). Both assume normal data.
   *
   * @param level the probability that a row of the same population stays below, such as 0.95
   */
  public Diagnostics diagnose(Matrix rows, double level) {
    DenseMatrix coordinates = transform(rows);
    Diagnostics found = diagnose(rows, coordinates, level);
    coordinates.storage().release();
    return found;
  }

  /**
   * Measures how unusual rows are whose coordinates are known, as of {@linkplain #filled filled}
   * rows.
   *
   * <p>A missing cell adds nothing to the SPE; a row without coordinates has neither measure.
   */
  public Diagnostics diagnose(Matrix rows, DenseMatrix coordinates, double level) {
    requirePrincipal("How unusual a row is");
    checkColumns(rows);
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("A level lies between 0 and 1, not at " + level + ".");
    }
    return new Unusual(this).of(rows, coordinates, level);
  }

  @Override
  public void save(Path file) throws IOException {
    LinearModelFile.save(this, file);
  }
}
