package org.eigenlens.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eigenlens.kernel.DataKernel;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.LessOne;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.kernel.preimage.Decoder;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.kernel.preimage.PreImages;
import org.eigenlens.kernel.preimage.Subspace;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
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
 *
 * <pre>{@code
 * KernelModel curved = KernelPca.builder().kernel(Kernels.rbf(0.25)).components(2).fit(x);
 * DenseMatrix coordinates = curved.transform(newRows);
 * PreImages back = curved.preImages(coordinates, newRows);
 * System.out.println(back.summary());
 * }</pre>
 */
public final class KernelModel implements Model {

  /** The solver whose reference points are landmarks. */
  private static final String LANDMARKS = "nystrom";

  private static final int LANES = 8;
  private static final int TILE_ROWS = 128;

  private final Provenance provenance;
  private final List<String> columnNames;
  private final Kernel kernel;
  private final RowFrame frame;
  private final DenseMatrix references;
  private final DenseMatrix coefficients;
  private final double[] offsets;
  private final double[] meanWeights;
  private final KernelSpectrum spectrum;
  private final PreImageMethod preImage;
  private final KernelEncoder encoder;
  private final Map<String, Double> measures;

  /** Null where there is none. */
  private final WayBack wayBack;

  /**
   * Assembles a model. Arrays are copied; the two matrices, which may be large, are handed over and
   * must not be changed afterwards.
   *
   * @param references prepared reference points, m × d; null for a precomputed kernel or a table of
   *     distances; for kernels made from data the points they were made from
   * @param coefficients a row of m for each component; zero rows where the eigenvalue is zero
   * @param offsets what is subtracted from each coordinate
   * @param meanWeights the mean of feature space as a weighted sum of the reference points; zeros
   *     if not centred
   * @param preImage the way back to points; null where there is none
   */
  public KernelModel(
      Provenance provenance,
      List<String> columnNames,
      Kernel kernel,
      RowFrame frame,
      DenseMatrix references,
      DenseMatrix coefficients,
      double[] offsets,
      double[] meanWeights,
      KernelSpectrum spectrum,
      PreImageMethod preImage) {
    this(
        provenance,
        columnNames,
        kernel,
        frame,
        references,
        coefficients,
        offsets,
        meanWeights,
        spectrum,
        preImage,
        Map.of());
  }

  private KernelModel(
      Provenance provenance,
      List<String> columnNames,
      Kernel kernel,
      RowFrame frame,
      DenseMatrix references,
      DenseMatrix coefficients,
      double[] offsets,
      double[] meanWeights,
      KernelSpectrum spectrum,
      PreImageMethod preImage,
      Map<String, Double> measures) {
    int k = coefficients.rows();
    int m = coefficients.columns();
    if (offsets.length != k || spectrum.eigenvalues().length != k || meanWeights.length != m) {
      throw new IllegalArgumentException(
          "%d × %d coefficients, but %d offsets, %d eigenvalues and %d mean weights."
              .formatted(k, m, offsets.length, spectrum.eigenvalues().length, meanWeights.length));
    }
    KernelEncoder.checkShapes(kernel, frame, references, m, columnNames.size());
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
    this.measures = Collections.unmodifiableMap(new LinkedHashMap<>(measures));
    Kernel compared =
        references != null && provenance.centered() && isExact()
            ? LessOne.inPlaceOf(kernel, references)
            : kernel;
    this.encoder = new KernelEncoder(kernel, compared, frame, references, coefficients);
    this.wayBack =
        preImage == null
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
    return with(provenance, coefficients, offsets, spectrum, method, measures);
  }

  @Override
  public KernelModel withOrigin(Origin origin) {
    Model.checkOrigin(origin, this);
    return with(provenance.withOrigin(origin), coefficients, offsets, spectrum, preImage, measures);
  }

  @Override
  public KernelModel withLabelColumns(List<String> names) {
    return with(
        provenance.withLabelColumns(names), coefficients, offsets, spectrum, preImage, measures);
  }

  @Override
  public KernelModel withFilling(Filling filling) {
    filling.check(this);
    return with(
        provenance.withFilling(filling), coefficients, offsets, spectrum, preImage, measures);
  }

  @Override
  public KernelModel turned(boolean[] which) {
    double[] signs = Model.signs(which, this);
    DenseMatrix turned = coefficients.copy();
    LinearAlgebra.scaleRows(turned, signs);
    double[] constants = new double[signs.length];
    Arrays.setAll(constants, i -> signs[i] * offsets[i]);
    return with(provenance.turned(signs), turned, constants, spectrum, preImage, measures);
  }

  /** Returns the same model with its first components only. */
  public KernelModel first(int count) {
    Objects.checkIndex(count - 1, components());
    KernelSpectrum kept = spectrum.first(count);
    double all = Arrays.stream(eigenvalues()).sum();
    double share = all > 0 ? Arrays.stream(kept.eigenvalues()).sum() / all : 1;
    // A goodness of fit is the sum of the eigenvalues that are kept, over something of all.
    Map<String, Double> fewer = new LinkedHashMap<>(measures);
    fewer.replaceAll((name, value) -> name.startsWith("goodness") ? value * share : value);
    DenseMatrix weights = coefficients.rowRange(0, count);
    double[] constants = Arrays.copyOf(offsets, count);
    return with(provenance.first(count), weights, constants, kept, preImage, fewer);
  }

  private KernelModel with(
      Provenance origin,
      DenseMatrix weights,
      double[] constants,
      KernelSpectrum known,
      PreImageMethod method,
      Map<String, Double> values) {
    return new KernelModel(
        origin,
        columnNames,
        kernel,
        frame,
        references,
        weights,
        constants,
        meanWeights,
        known,
        method,
        values);
  }

  /** Returns the same model with what was measured of the fit, by name. */
  public KernelModel measured(Map<String, Double> values) {
    return with(provenance, coefficients, offsets, spectrum, preImage, values);
  }

  /**
   * Returns the same model as one of so many rows, of which those it was fitted to are landmarks:
   * sums of squares are taken to be as many times larger.
   */
  public KernelModel ofLandmarks(long rows, String solver, String reason) {
    double times = (double) rows / provenance.rows();
    double[] eigenvalues = Arrays.stream(eigenvalues()).map(value -> value * times).toArray();
    return with(
        provenance.ofRows(rows, solver, reason),
        coefficients,
        offsets,
        new KernelSpectrum(eigenvalues, spectrum.total() * times, spectrum.traceError() * times),
        preImage,
        measures);
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

  /** Returns what was measured of the fit, by name; empty for most methods. */
  public Map<String, Double> measures() {
    return measures;
  }

  /** Tells whether rows hold similarities or distances, so that there are no points. */
  public boolean isTable() {
    return references == null;
  }

  /** Tells whether the eigenvalues are costs, the smallest first, as Laplacian eigenmaps have. */
  public boolean minimizes() {
    return kernel instanceof DataKernel made && made.minimizes();
  }

  @Override
  public String explained() {
    return minimizes() ? SpreadTable.ofCosts(this) : Model.super.explained();
  }

  /** Returns the way back to points; null where there is none. */
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

  /** Tells whether {@link #trainingCoordinates} are known. */
  public boolean knowsItsRows() {
    return isExact() && (spectrum.spread() == null || minimizes());
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
  public KernelSpectrum spectrum() {
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
    return spectrum.total();
  }

  RowFrame frame() {
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
   * kernel: V√Λ, that is the coefficients times the eigenvalues, or what a kernel made from data
   * says in their place.
   *
   * @throws IllegalStateException for a model of landmarks; encode the rows instead
   */
  public DenseMatrix trainingCoordinates() {
    if (spectrum.spread() != null && !minimizes()) {
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
      double[] factors = spectrum.eigenvalues();
      double[] unit = units();
      if (kernel instanceof DataKernel made) {
        Arrays.setAll(factors, i -> made.trainingFactor(factors[i]));
      }
      Arrays.setAll(factors, i -> factors[i] * unit[i]);
      LinearAlgebra.scaleRows(scaled, factors);
      return scaled.transpose();
    }
  }

  /** Returns what each coordinate is multiplied by: 1, or its inverse deviation for whitening. */
  double[] units() {
    double[] units = new double[components()];
    double[] variance = explainedVariance();
    Arrays.setAll(
        units, i -> !provenance.whitened() ? 1 : variance[i] > 0 ? 1 / Math.sqrt(variance[i]) : 0);
    return units;
  }

  @Override
  public DenseMatrix transform(Matrix rows) {
    return Model.gathered(this, rows, components());
  }

  @Override
  public void transform(RowSource rows, RowSource.TileVisitor visitor) {
    Model.checkWidth(rows.columns(), this);
    if (kernel instanceof DataKernel made) {
      made.prepare();
    }
    double[] units = units();
    rows.forEachTile(
        TILE_ROWS,
        LANES,
        (lane, first, tile) -> {
          try (Scratch scratch = new Scratch()) {
            DenseMatrix coordinates = scratch.matrix(tile.rows(), components());
            var without = encoder.encode(tile, first, coordinates, scratch);
            LinearAlgebra.subtractFromRows(coordinates, offsets);
            if (provenance.whitened()) {
              LinearAlgebra.scaleColumns(coordinates, units);
            }
            FiniteRows.require(coordinates, first, without::get, FiniteRows.COORDINATES);
            visitor.visit(lane, first, coordinates);
          }
        });
  }

  /** Prepares rows in place, so that they are what the kernel compares. */
  public void prepare(DenseMatrix rows) {
    Model.checkWidth(rows.columns(), this);
    encoder.prepare(rows);
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
      String given = Counted.of(coordinates.columns(), "coordinate");
      String known = Counted.of(components(), "component");
      throw new IllegalArgumentException(
          "Rows have " + given + ", but the model has " + known + ".");
    }
    if (wayBack == null) {
      throw has("no way back");
    }
    if (starts != null && starts.rows() != coordinates.rows()) {
      String given = Counted.of(starts.rows(), "start");
      String needed = Counted.of(coordinates.rows(), "row");
      throw new IllegalArgumentException("There are " + given + " for " + needed + ".");
    }
    double[] units =
        provenance.whitened() ? Arrays.stream(explainedVariance()).map(Math::sqrt).toArray() : null;
    return wayBack.preImages(coordinates, units, starts);
  }

  private IllegalStateException has(String none) {
    return new IllegalStateException(
        isTable()
            ? "A model of %s has %s: it knows no points."
                .formatted(
                    kernel instanceof Precomputed ? "precomputed similarities" : "distances", none)
            : "A model of " + provenance.method() + " has " + none + ".");
  }

  /**
   * Returns how each coordinate of rows answers to each column, near the row: the gradient of one
   * component, a row each, in units of the data.
   *
   * <p>Costs m·d operations a row for m reference points.
   */
  public DenseMatrix gradients(Matrix rows, int component) {
    Model.checkWidth(rows.columns(), this);
    if (wayBack == null) {
      throw has("no gradients");
    }
    Objects.checkIndex(component, components());
    return encoder.gradients(rows, component, units()[component]);
  }

  @Override
  public void save(Path file) throws IOException {
    KernelModelFile.save(this, file);
  }
}
