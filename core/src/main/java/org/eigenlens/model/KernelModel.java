package org.eigenlens.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.eigenlens.kernel.Attribution;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.LessOne;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.kernel.preimage.Decoder;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.kernel.preimage.PreImages;
import org.eigenlens.kernel.preimage.Subspace;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;

/**
 * Coordinates along directions of feature space, known by the similarities of a point with
 * reference points: z = A·k(x) − c.
 *
 * <p>With HKH = VΛVᵀ the rows of A are those of Λ^(−1/2)Vᵀ and c = A·r̄ with the row means r̄ of K:
 * lecture equations 54 and 56, in which the terms that centring adds for each new point cancel
 * because the rows of A sum to zero. The reference points are the training rows, or landmarks among
 * them.
 *
 * <p>Encoding a row costs m kernel values and 2mk operations for m reference points, on all cores;
 * rows with a value that is missing or not finite get NaN. A model is immutable and may be used
 * from any thread: what the way back needs is made once, by whoever asks first. Rows that do not
 * fit the model are an {@link IllegalArgumentException}, cells that the kernel is not made for a
 * {@link org.eigenlens.matrix.NumericalException}, and points or gradients asked of a precomputed
 * kernel, which has none, an {@link IllegalStateException}.
 */
public final class KernelModel implements Model {

  /** The solver whose reference points are landmarks. */
  private static final String LANDMARKS = "nystrom";

  private static final int LANES = 8;

  /** How many reference points are compared at once: the block of similarities stays in cache. */
  private static final int REFERENCES = 1024;

  private static final int TILE_ROWS = 128;

  private final Provenance provenance;
  private final List<String> columnNames;
  private final Kernel kernel;

  /** What new rows are compared by: the kernel, or the same but for a constant that cancels. */
  private final Kernel compared;

  private final Frame frame;
  private final DenseMatrix references;
  private final DenseMatrix coefficients;
  private final double[] offsets;
  private final double[] meanWeights;
  private final Spectrum spectrum;
  private final PreImageMethod preImage;

  /** Null for a precomputed kernel. */
  private final WayBack wayBack;

  /**
   * What is done to a row before the kernel sees it: (x − shift)/scale.
   *
   * @param mean of each column of the training rows, to fill in missing cells with
   * @param shift subtracted from each column; zeros where the kernel needs the origin in its place
   * @param scale divides each column; null if nothing is divided
   */
  public record Frame(double[] mean, double[] shift, double[] scale) {

    /** Copies the numbers. */
    public Frame {
      mean = mean.clone();
      shift = shift.clone();
      scale = scale == null ? null : scale.clone();
    }

    @Override
    public double[] mean() {
      return mean.clone();
    }

    @Override
    public double[] shift() {
      return shift.clone();
    }

    @Override
    public double[] scale() {
      return scale == null ? null : scale.clone();
    }

    /** Prepares rows in place. */
    public void enter(DenseMatrix rows) {
      LinearAlgebra.subtractFromRows(rows, shift);
      if (scale != null) {
        double[] inverse = new double[scale.length];
        Arrays.setAll(inverse, j -> 1 / scale[j]);
        LinearAlgebra.scaleColumns(rows, inverse);
      }
    }

    /** Brings prepared rows back to the units of the data, in place. */
    public void leave(DenseMatrix rows) {
      if (scale != null) {
        LinearAlgebra.scaleColumns(rows, scale);
      }
      double[] back = new double[shift.length];
      Arrays.setAll(back, j -> -shift[j]);
      LinearAlgebra.subtractFromRows(rows, back);
    }
  }

  /**
   * What is known of the centred kernel matrix.
   *
   * @param eigenvalues the leading ones, undivided; 0 where the component carries nothing
   * @param total its trace: the sum of all eigenvalues
   * @param traceError how much of the trace landmarks do not see, 0 for an exact model: every true
   *     eigenvalue lies between the one given and the one given plus this
   * @param spread how far rows spread, for methods whose eigenvalues do not say; otherwise null
   */
  public record Spectrum(double[] eigenvalues, double total, double traceError, Spread spread) {

    /** Copies the numbers. */
    public Spectrum {
      eigenvalues = eigenvalues.clone();
    }

    /** Describes a method whose eigenvalues are the sums of squares. */
    public Spectrum(double[] eigenvalues, double total, double traceError) {
      this(eigenvalues, total, traceError, null);
    }

    @Override
    public double[] eigenvalues() {
      return eigenvalues.clone();
    }

    private Spectrum first(int count) {
      return new Spectrum(
          Arrays.copyOf(eigenvalues, count),
          total,
          traceError,
          spread == null ? null : spread.first(count));
    }
  }

  /**
   * Assembles a model. Arrays are copied; the two matrices, which may be large, are handed over and
   * must not be changed afterwards.
   *
   * @param references prepared reference points, m × d; null for a precomputed kernel
   * @param coefficients a row of m for each component; zero rows where the eigenvalue is zero
   * @param offsets what is subtracted from each coordinate
   * @param meanWeights the mean of feature space as a weighted sum of the reference points; zeros
   *     if not centred
   * @param preImage the way back to points; null for a precomputed kernel, which has none
   */
  public KernelModel(
      Provenance provenance,
      List<String> columnNames,
      Kernel kernel,
      Frame frame,
      DenseMatrix references,
      DenseMatrix coefficients,
      double[] offsets,
      double[] meanWeights,
      Spectrum spectrum,
      PreImageMethod preImage) {
    int k = coefficients.rows();
    int m = coefficients.columns();
    int d = columnNames.size();
    if (offsets.length != k || spectrum.eigenvalues.length != k || meanWeights.length != m) {
      throw new IllegalArgumentException(
          "%d × %d coefficients, but %d offsets, %d eigenvalues and %d mean weights."
              .formatted(k, m, offsets.length, spectrum.eigenvalues.length, meanWeights.length));
    }
    if (references == null
        ? !(kernel instanceof Precomputed) || d != m
        : references.rows() != m || references.columns() != d || frame.shift.length != d) {
      throw new IllegalArgumentException(
          "%d reference points of %d columns, but %d coefficients and %d names."
              .formatted(
                  references == null ? 0 : references.rows(),
                  references == null ? 0 : references.columns(),
                  m,
                  d));
    }
    this.provenance = provenance;
    this.columnNames = List.copyOf(columnNames);
    this.kernel = kernel;
    this.frame = frame;
    this.references = references;
    this.coefficients = coefficients;
    this.offsets = offsets.clone();
    this.meanWeights = meanWeights.clone();
    this.spectrum = spectrum;
    this.preImage = preImage;
    this.compared =
        references != null && provenance.centered() && isExact()
            ? LessOne.inPlaceOf(kernel, references)
            : kernel;
    this.wayBack =
        references == null
            ? null
            : new WayBack(
                frame,
                () ->
                    Decoder.of(
                        preImage,
                        new Subspace(kernel, references, coefficients, meanWeights, offsets)));
  }

  /** Returns the same model with another way back to points. */
  public KernelModel withPreImage(PreImageMethod method) {
    method.check(kernel);
    return with(provenance, components(), method);
  }

  @Override
  public KernelModel withOrigin(Origin origin) {
    Model.checkOrigin(origin, this);
    return with(provenance.withOrigin(origin), components(), preImage);
  }

  /** Returns the same model with its first components only. */
  public KernelModel first(int count) {
    return with(provenance, Objects.checkIndex(count - 1, components()) + 1, preImage);
  }

  private KernelModel with(Provenance known, int count, PreImageMethod method) {
    return new KernelModel(
        known,
        columnNames,
        kernel,
        frame,
        references,
        coefficients.rowRange(0, count),
        Arrays.copyOf(offsets, count),
        meanWeights,
        spectrum.first(count),
        method);
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
    return coefficients.rows();
  }

  /** Returns the kernel. */
  public Kernel kernel() {
    return kernel;
  }

  /** Returns the way back to points; null for a precomputed kernel. */
  public PreImageMethod preImage() {
    return preImage;
  }

  /**
   * Tells whether the training rows are the reference points, in their order, so that nothing is
   * approximated. Landmarks never are, however many: they come in the order they were chosen.
   */
  public boolean isExact() {
    return references() == provenance.rows() && !provenance.solver().equals(LANDMARKS);
  }

  /** Returns the mean of each column of the training rows; null for a precomputed kernel. */
  @Override
  public double[] mean() {
    return frame == null ? null : frame.mean();
  }

  /** Returns how many points a new row is compared with. */
  public int references() {
    return coefficients.columns();
  }

  /** Returns the eigenvalues of the centred kernel matrix, its trace and how exact they are. */
  public Spectrum spectrum() {
    return spectrum;
  }

  @Override
  public Spread spread() {
    return spectrum.spread();
  }

  @Override
  public double[] eigenvalues() {
    return spectrum.eigenvalues();
  }

  @Override
  public double totalSquares() {
    return spectrum.total;
  }

  Frame frame() {
    return frame;
  }

  DenseMatrix referencePoints() {
    return references;
  }

  DenseMatrix coefficients() {
    return coefficients;
  }

  double[] offsets() {
    return offsets;
  }

  double[] meanWeights() {
    return meanWeights;
  }

  /**
   * Returns the coordinates of the training rows, which an exact model knows without computing a
   * kernel: V√Λ, that is the coefficients times the eigenvalues.
   *
   * @throws IllegalStateException for a model of landmarks; encode the rows instead
   */
  public DenseMatrix trainingCoordinates() {
    if (spectrum.spread != null) {
      throw new IllegalStateException(
          "Only kernel PCA knows the coordinates of its training rows by heart; encode the rows.");
    }
    if (!isExact()) {
      throw new IllegalStateException(
          "The model keeps %d landmarks, not its %d training rows in order; encode the rows to learn"
                  .formatted(references(), provenance.rows())
              + " their coordinates.");
    }
    try (Scratch scratch = new Scratch()) {
      DenseMatrix scaled = scratch.matrix(components(), references());
      LinearAlgebra.copy(coefficients, scaled);
      double[] factors = spectrum.eigenvalues.clone();
      double[] unit = units();
      Arrays.setAll(factors, i -> factors[i] * unit[i]);
      LinearAlgebra.scaleRows(scaled, factors);
      return scaled.transpose();
    }
  }

  /** Returns what each coordinate is multiplied by: 1, or its inverse deviation for whitening. */
  private double[] units() {
    double[] units = new double[components()];
    double[] variance = explainedVariance();
    Arrays.setAll(
        units, i -> !provenance.whitened() ? 1 : variance[i] > 0 ? 1 / Math.sqrt(variance[i]) : 0);
    return units;
  }

  @Override
  public DenseMatrix transform(Matrix rows) {
    DenseMatrix coordinates = DenseMatrix.unset(rows.rows(), components(), Precision.DOUBLE);
    transform(
        rows,
        (lane, first, tile) -> {
          int from = Math.toIntExact(first);
          LinearAlgebra.copy(tile, coordinates.rowRange(from, from + tile.rows()));
        });
    return coordinates;
  }

  @Override
  public void transform(RowSource rows, RowSource.TileVisitor visitor) {
    checkColumns(rows);
    double[] units = units();
    rows.forEachTile(
        TILE_ROWS,
        LANES,
        (lane, first, tile) -> {
          try (Scratch scratch = new Scratch()) {
            DenseMatrix coordinates = scratch.matrix(tile.rows(), components());
            encode(tile, first, coordinates, scratch);
            LinearAlgebra.subtractFromRows(coordinates, offsets);
            withholdFromInfinite(tile, coordinates);
            if (provenance.whitened()) {
              LinearAlgebra.scaleColumns(coordinates, units);
            }
            visitor.visit(lane, first, coordinates);
          }
        });
  }

  /** Gives rows with an infinite value no coordinates: a kernel may call them merely far away. */
  private static void withholdFromInfinite(DenseMatrix rows, DenseMatrix coordinates) {
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.rows(); i++) {
      rows.getRow(i, row, 0);
      if (!Arrays.stream(row).allMatch(Double::isFinite)) {
        double[] none = new double[coordinates.columns()];
        Arrays.fill(none, Double.NaN);
        coordinates.setRow(i, none, 0);
      }
    }
  }

  private void encode(DenseMatrix tile, long first, DenseMatrix coordinates, Scratch scratch) {
    if (references == null) {
      LinearAlgebra.multiply(1, tile, false, coefficients, true, 0, coordinates);
      return;
    }
    frame.enter(tile);
    kernel.check(tile, first);
    compare(tile, coordinates, scratch);
  }

  /** Computes A·k(x) for prepared rows, a block of reference points at a time. */
  private void compare(DenseMatrix tile, DenseMatrix coordinates, Scratch scratch) {
    int m = references();
    DenseMatrix similarities = scratch.matrix(tile.rows(), Math.min(REFERENCES, m));
    for (int from = 0; from < m; from += REFERENCES) {
      int to = Math.min(m, from + REFERENCES);
      DenseMatrix block = similarities.columnRange(0, to - from);
      compared.evaluate(tile, references.rowRange(from, to), block);
      LinearAlgebra.multiply(
          1,
          block,
          false,
          coefficients.columnRange(from, to),
          true,
          from == 0 ? 0 : 1,
          coordinates);
    }
  }

  private void checkColumns(RowSource rows) {
    if (rows.columns() != columnNames.size()) {
      throw new IllegalArgumentException(
          "The rows have "
              + rows.columns()
              + (references == null ? " similarities" : " columns")
              + ", but the model was fitted to "
              + columnNames.size()
              + ".");
    }
  }

  /**
   * Decodes coordinates by pre-images: for each row the point whose image comes nearest.
   *
   * <p>Rows without coordinates (NaN) stay so. {@link #preImages} tells more of how it went.
   *
   * @throws IllegalStateException for a precomputed kernel, which knows no points
   */
  @Override
  public DenseMatrix inverseTransform(Matrix coordinates) {
    return preImages(coordinates, null).points();
  }

  /**
   * Decodes coordinates, and says how well that went.
   *
   * <p>The first call prepares the way back, which takes all pairs of the m reference points unless
   * the kernel is linear: m²(d + k) operations, for ridge also an eigendecomposition of at most
   * 2,000 of them. Then a row costs m·d operations a step: none to hundreds of steps by fixed
   * point, one by mds, and by ridge only as many as its error takes. All cores are used.
   *
   * @throws IllegalStateException for a precomputed kernel, which knows no points
   * @param starts the rows they are the coordinates of, where an iteration may begin; or null
   */
  public PreImages preImages(Matrix coordinates, Matrix starts) {
    if (coordinates.columns() != components()) {
      throw new IllegalArgumentException(
          "There are "
              + coordinates.columns()
              + " coordinates, but the model has "
              + components()
              + " components.");
    }
    if (references == null) {
      throw noWayBack();
    }
    if (starts != null && starts.rows() != coordinates.rows()) {
      throw new IllegalArgumentException(
          starts.rows() + " starts were given for " + coordinates.rows() + " rows.");
    }
    double[] units =
        provenance.whitened() ? Arrays.stream(explainedVariance()).map(Math::sqrt).toArray() : null;
    return wayBack.preImages(coordinates, units, starts);
  }

  private static IllegalStateException noWayBack() {
    return new IllegalStateException(
        "A model of precomputed similarities has no way back: it knows no points.");
  }

  /**
   * Returns how each coordinate of rows answers to each column, near the row: the gradient of one
   * component, a row each, in units of the data.
   *
   * <p>Costs m·d operations a row for m reference points.
   */
  public DenseMatrix gradients(Matrix rows, int component) {
    checkColumns(rows);
    if (references == null) {
      throw new IllegalStateException(
          "A model of precomputed similarities has no gradients: it knows no points.");
    }
    Objects.checkIndex(component, components());
    DenseMatrix prepared = DenseMatrix.copyOf(rows.toArray());
    frame.enter(prepared);
    DenseMatrix gradients =
        Attribution.gradients(kernel, references, coefficients.row(component), prepared);
    double unit = units()[component];
    double[] factors = new double[columns()];
    Arrays.setAll(factors, j -> unit / (frame.scale == null ? 1 : frame.scale[j]));
    LinearAlgebra.scaleColumns(gradients, factors);
    return gradients;
  }

  @Override
  public void save(Path file) throws IOException {
    KernelModelFile.save(this, file);
  }
}
