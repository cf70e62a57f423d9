package org.eigenlens.rules;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.Pca;
import org.eigenlens.matrix.Bytes;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.ColumnStatistics;
import org.eigenlens.pca.Extent;
import org.eigenlens.pca.PcaFit;
import org.eigenlens.pca.Preprocessing;

/**
 * What rules look at: data, their spectrum, and what cross-validation learned of them. Everything
 * is computed when first asked for, and once. An instance is for one thread.
 */
public final class Evidence {

  private final RowSource source;
  private final RuleOptions options;
  private final LinearModel model;
  private final boolean[] constant;
  private final Spectrum spectrum;
  private HeldOut heldOut;
  private Evidence standardized;

  /**
   * Decomposes the data.
   *
   * @throws NumericalException if they cannot be decomposed, or do not vary at all
   */
  public Evidence(RowSource source, RuleOptions options) {
    this(source, null, options);
  }

  /** Decomposes data whose columns have names, for warnings to use; null calls them x1, x2, …. */
  public Evidence(RowSource source, List<String> columnNames, RuleOptions options) {
    this.source = source;
    this.options = options;
    Preprocessing preparation = options.preparation();
    model =
        Pca.builder()
            .center(preparation.center())
            .standardize(preparation.standardize())
            .ddof(preparation.ddof())
            .memory(options.memory())
            .progress(options.progress())
            .build()
            .fit(source, columnNames);
    if (!(model.totalSquares() > 0)) {
      throw new NumericalException(
          "All rows are the same, so there is no component; give rows that differ.");
    }
    constant = constantColumns(source, preparation.center());
    spectrum = new Spectrum(model.explainedVariance(), model.totalVariance());
  }

  /** Finds the columns that do not vary, or hold zeros only where no mean is subtracted. */
  private static boolean[] constantColumns(RowSource source, boolean center) {
    boolean[] constant = Preprocessing.constantColumns(source, ColumnStatistics.of(source, center));
    if (!IntStream.range(0, constant.length).anyMatch(j -> constant[j])) {
      return constant;
    }
    // The squares of small numbers vanish, though the numbers differ.
    Extent extent = Extent.of(source, PcaFit.names(source.columns(), null));
    for (int j = 0; j < constant.length; j++) {
      constant[j] &=
          center ? extent.isConstant(j) : extent.first()[j] == 0 && extent.deviations()[j] == 0;
    }
    return constant;
  }

  /** Returns what there is to see of the same data with standardised columns. */
  Evidence standardized() {
    if (standardized == null) {
      standardized =
          options.preparation().standardize()
              ? this
              : new Evidence(source, columnNames(), options.standardized());
    }
    return standardized;
  }

  /** Asks every rule. */
  public Recommendation recommendation() {
    List<Answer> answers = Rules.all().stream().map(rule -> Rules.ask(rule, this)).toList();
    return Recommendation.of(model, spectrum, answers);
  }

  /** Returns what the columns are called. */
  List<String> columnNames() {
    return model.columnNames();
  }

  /** Returns the options. */
  RuleOptions options() {
    return options;
  }

  /** Returns the variances along all components. */
  Spectrum spectrum() {
    return spectrum;
  }

  /** Returns the singular values of the prepared data that are not zero. */
  double[] singularValues() {
    return model.singularValues();
  }

  /** Returns the number of rows. */
  long rows() {
    return model.provenance().rows();
  }

  /** Returns how many cells the data have. */
  double cells() {
    return (double) rows() * source.columns();
  }

  /** Returns how many rows are independent: centring costs one. */
  long freeRows() {
    return options.preparation().center() ? rows() - 1 : rows();
  }

  /** Returns the number of columns that vary. */
  int columns() {
    return varying().length;
  }

  private int[] varying() {
    return IntStream.range(0, constant.length).filter(j -> !constant[j]).toArray();
  }

  /** Returns how many components data of this shape can have. */
  int components() {
    return (int) Math.min(freeRows(), columns());
  }

  /** Returns what cross-validation found, or why it cannot be done. */
  HeldOut heldOut() {
    if (heldOut == null) {
      heldOut = HeldOut.of(this);
    }
    return heldOut;
  }

  /**
   * Says why the rows cannot be worked on themselves, if so.
   *
   * @param numbers how many numbers have to be kept beside them
   */
  Optional<String> outOfReach(double numbers) {
    return source instanceof Matrix
        ? tooLarge(numbers)
        : Optional.of("it needs all rows in memory, where there is no room for them");
  }

  /** Says that so many numbers are too many for the memory allowed, if so. */
  Optional<String> tooLarge(double numbers) {
    double bytes = 8 * numbers;
    return bytes <= options.memory()
        ? Optional.empty()
        : Optional.of(
            "it takes %s beside the data, and %s are allowed; allow more memory"
                .formatted(Bytes.needed(bytes), Bytes.allowed((double) options.memory())));
  }

  /** Returns the rows; only after {@link #outOfReach} found nothing. */
  Matrix matrix() {
    return (Matrix) source;
  }

  /**
   * Returns the prepared data with a row for each column that varies, in units of the root of the
   * total variance: squares neither overflow nor vanish. The caller releases it.
   */
  DenseMatrix preparedColumns() {
    Matrix x = matrix();
    int n = x.rows();
    double[] mean = model.mean();
    double[] scale = model.scale();
    double unit = Math.sqrt(spectrum.total());
    int[] numbers = varying();
    DenseMatrix columns = DenseMatrix.unset(numbers.length, n, Precision.DOUBLE);
    // A band of rows at a time: each is read once, and each column is written in runs.
    int band = 256;
    double[] run = new double[band];
    for (int first = 0; first < n; first += band) {
      double[][] rows = x.rowRange(first, Math.min(n, first + band)).toArray();
      DenseMatrix target = columns.columnRange(first, first + rows.length);
      for (int c = 0; c < numbers.length; c++) {
        int j = numbers[c];
        for (int i = 0; i < rows.length; i++) {
          run[i] = (rows[i][j] - mean[j]) / scale[j] / unit;
        }
        target.setRow(c, run, 0);
      }
    }
    return columns;
  }

  /** Returns the variances of the first {@code count} components in the same units. */
  double[] relativeValues(int count) {
    double[] values = new double[count];
    Arrays.setAll(values, spectrum::shareOf);
    return values;
  }
}
