package org.eigenlens.spark;

import java.util.Locale;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.eigenlens.kernel.Bandwidth;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kernel.LandmarkMethod;
import org.eigenlens.kpca.KernelChoice;

/**
 * Kernel PCA of a column of vectors by landmarks, as {@link org.eigenlens.KernelPca} does it, with
 * a bound on what they miss that is summed over all rows.
 *
 * <p>Landmarks are chosen among all rows by randomly pivoted Cholesky, in rounds: a pass draws
 * candidates by what the landmarks there are leave of each row, and the driver accepts some of
 * them; four to some ten rounds are usual. Then one pass compares all rows with the landmarks: nm
 * kernel values and 2nm² operations on the executors, and m²/2 numbers a partition come back. Two
 * passes before measure the columns, and count and sample rows. The same seed takes the same
 * landmarks however rows are ordered and divided.
 */
public final class KernelPca extends Reduction<KernelPca> {

  private transient Param<String> kernel;
  private transient DoubleParam gamma;
  private transient BooleanParam medianGamma;
  private transient IntParam degree;
  private transient DoubleParam coef0;
  private transient IntParam landmarks;
  private transient Param<String> landmarkMethod;

  /** Starts with the defaults of the library: ten components, as many landmarks as it takes. */
  public KernelPca() {
    this(Identifiable$.MODULE$.randomUID("kernelPca"));
  }

  /** Starts with the defaults, under a name that is given. */
  public KernelPca(String uid) {
    super(uid);
    setDefault(kernel(), "rbf");
    setDefault(medianGamma(), false);
    setDefault(degree(), 3);
    setDefault(coef0(), 1.0);
    setDefault(landmarkMethod(), "pivoted");
  }

  /** Reads what {@code save} wrote. */
  public static KernelPca load(String path) {
    return read().load(path);
  }

  /** Returns a reader of what {@code save} wrote. */
  public static MLReader<KernelPca> read() {
    return new DefaultParamsReader<>();
  }

  @Override
  KernelPca self() {
    return this;
  }

  /** The kernel: rbf, laplacian, poly, cosine, chi2 or linear. */
  public Param<String> kernel() {
    kernel =
        kernel == null
            ? new Param<>(
                this,
                "kernel",
                "rbf, laplacian, poly, cosine, chi2 or linear",
                ParamValidators.inArray(
                    new String[] {"rbf", "laplacian", "poly", "cosine", "chi2", "linear"}))
            : kernel;
    return kernel;
  }

  /** γ; one over the number of elements where nobody says. */
  public DoubleParam gamma() {
    gamma =
        gamma == null
            ? new DoubleParam(
                this,
                "gamma",
                "width of the kernel, above 0; 1/d if not set",
                ParamValidators.gt(0))
            : gamma;
    return gamma;
  }

  /** Whether γ is taken from the median distance of a sample of rows (rbf and laplacian). */
  public BooleanParam medianGamma() {
    medianGamma =
        medianGamma == null
            ? new BooleanParam(this, "medianGamma", "take gamma from the median distance")
            : medianGamma;
    return medianGamma;
  }

  /** The degree of the polynomial kernel. */
  public IntParam degree() {
    degree =
        degree == null
            ? new IntParam(this, "degree", "of the polynomial kernel", ParamValidators.gtEq(1))
            : degree;
    return degree;
  }

  /** What the polynomial kernel adds to products. */
  public DoubleParam coef0() {
    coef0 =
        coef0 == null
            ? new DoubleParam(
                this, "coef0", "what the polynomial kernel adds", ParamValidators.gtEq(0))
            : coef0;
    return coef0;
  }

  /** How many landmarks; without it as many as it takes to miss a thousandth of the trace. */
  public IntParam landmarks() {
    landmarks =
        landmarks == null
            ? new IntParam(
                this, "landmarks", "how many landmarks, at least 1", ParamValidators.gtEq(1))
            : landmarks;
    return landmarks;
  }

  /**
   * How landmarks are chosen: pivoted, each by what those before it leave of it, or uniform, which
   * takes one pass and more landmarks for the same error.
   */
  public Param<String> landmarkMethod() {
    landmarkMethod =
        landmarkMethod == null
            ? new Param<>(
                this,
                "landmarkMethod",
                "how landmarks are chosen: pivoted or uniform",
                ParamValidators.inArray(new String[] {"pivoted", "uniform"}))
            : landmarkMethod;
    return landmarkMethod;
  }

  /** Sets the kernel by name. */
  public KernelPca setKernel(String name) {
    set(kernel(), name);
    return this;
  }

  /** Sets γ. */
  public KernelPca setGamma(double value) {
    set(gamma(), value);
    return this;
  }

  /** Chooses whether γ is taken from the median distance. */
  public KernelPca setMedianGamma(boolean value) {
    set(medianGamma(), value);
    return this;
  }

  /** Sets the degree of the polynomial kernel. */
  public KernelPca setDegree(int value) {
    set(degree(), value);
    return this;
  }

  /** Sets what the polynomial kernel adds to products. */
  public KernelPca setCoef0(double value) {
    set(coef0(), value);
    return this;
  }

  /** Sets the number of landmarks. */
  public KernelPca setLandmarks(int count) {
    set(landmarks(), count);
    return this;
  }

  /** Sets how landmarks are chosen: pivoted or uniform. */
  public KernelPca setLandmarkMethod(String value) {
    set(landmarkMethod(), value);
    return this;
  }

  /** Chooses whether feature space is centred. */
  public KernelPca setCenter(boolean value) {
    set(center(), value);
    return this;
  }

  @Override
  public EigenlensModel fit(Dataset<?> data) {
    transformSchema(data.schema());
    VectorColumn column = VectorColumn.of(data, getInputCol());
    org.eigenlens.KernelPca.Builder builder =
        org.eigenlens.KernelPca.builder()
            .kernel(choice(column.width()))
            .center(is(center()))
            .standardize(is(standardize()))
            .whiten(is(whiten()))
            .ddof((Integer) $(ddof()))
            .seed((Long) $(seed()))
            .memory(DriverMemory.allowed())
            .landmarkMethod(LandmarkMethod.valueOf($(landmarkMethod()).toUpperCase(Locale.ROOT)))
            .automaticLandmarks();
    if (isSet(landmarks())) {
      builder.landmarks((Integer) $(landmarks()));
    }
    components(builder::components, builder::components);
    try (SparkRows rows = column.rows(data)) {
      rows.keep();
      return stage(builder.build().fit(rows, column.elements()));
    }
  }

  private KernelChoice choice(int width) {
    String name = $(kernel());
    if (is(medianGamma())) {
      if (isSet(gamma())) {
        throw new IllegalArgumentException("Set gamma or medianGamma, not both.");
      }
      return switch (name) {
        case "rbf" -> new KernelChoice.Median(Bandwidth.Family.RBF, (Long) $(seed()));
        case "laplacian" -> new KernelChoice.Median(Bandwidth.Family.LAPLACIAN, (Long) $(seed()));
        default ->
            throw new IllegalArgumentException(
                "The median distance gives gamma to rbf and laplacian, not to " + name + ".");
      };
    }
    double factor = isSet(gamma()) ? (Double) $(gamma()) : 1.0 / Math.max(1, width);
    Kernel chosen =
        switch (name) {
          case "rbf" -> Kernels.rbf(factor);
          case "laplacian" -> Kernels.laplacian(factor);
          case "poly" -> Kernels.polynomial(factor, (Double) $(coef0()), (Integer) $(degree()));
          case "cosine" -> Kernels.cosine();
          case "chi2" -> Kernels.chiSquared(factor);
          default -> Kernels.linear();
        };
    return new KernelChoice.Fixed(chosen);
  }
}
