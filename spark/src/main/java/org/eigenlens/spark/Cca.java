package org.eigenlens.spark;

import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.eigenlens.model.PairedModel;

/**
 * Canonical correlation analysis of two columns of vectors, as {@link org.eigenlens.Cca} does it:
 * the directions of each whose scores correlate most.
 *
 * <p>One pass sums up the joint covariance of both columns, (p + q)²/2 numbers a partition. Where
 * columns are so nearly dependent that it would cost more than eight digits, two more passes make
 * the triangular factor.
 */
public final class Cca extends Estimator<EigenlensPairModel>
    implements PairParams, DefaultParamsWritable {

  private final String uid;
  private transient Holder pairParams;
  private transient IntParam k;
  private transient BooleanParam standardize;
  private transient IntParam ddof;
  private transient DoubleParam ridgeX;
  private transient DoubleParam ridgeY;

  /** Starts with the defaults of the library. */
  public Cca() {
    this(Identifiable$.MODULE$.randomUID("cca"));
  }

  /** Starts with the defaults, under a name that is given. */
  public Cca(String uid) {
    this.uid = uid;
    setDefault(outputColX(), uid + "__x");
    setDefault(outputColY(), uid + "__y");
    setDefault(standardize(), false);
    setDefault(ddof(), 1);
    setDefault(ridgeX(), 0.0);
    setDefault(ridgeY(), 0.0);
  }

  /** Reads what {@code save} wrote. */
  public static Cca load(String path) {
    return read().load(path);
  }

  /** Returns a reader of what {@code save} wrote. */
  public static MLReader<Cca> read() {
    return new DefaultParamsReader<>();
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public Holder pairParams() {
    pairParams = pairParams == null ? new Holder(this) : pairParams;
    return pairParams;
  }

  /** How many pairs; without it as many as the smaller rank. */
  public IntParam k() {
    k =
        k == null
            ? new IntParam(this, "k", "number of pairs, at least 1", ParamValidators.gtEq(1))
            : k;
    return k;
  }

  /** Whether each element is divided by its standard deviation; matters with a ridge. */
  public BooleanParam standardize() {
    standardize =
        standardize == null
            ? new BooleanParam(this, "standardize", "divide by the standard deviation")
            : standardize;
    return standardize;
  }

  /** Variances divide by n − ddof. */
  public IntParam ddof() {
    ddof =
        ddof == null
            ? new IntParam(
                this, "ddof", "variances divide by n - ddof: 0 or 1", ParamValidators.inRange(0, 1))
            : ddof;
    return ddof;
  }

  /** What is added to the diagonal of the first view's covariance. */
  public DoubleParam ridgeX() {
    ridgeX = ridgeX == null ? ridge("ridgeX", "first") : ridgeX;
    return ridgeX;
  }

  /** What is added to the diagonal of the second view's covariance. */
  public DoubleParam ridgeY() {
    ridgeY = ridgeY == null ? ridge("ridgeY", "second") : ridgeY;
    return ridgeY;
  }

  private DoubleParam ridge(String name, String view) {
    return new DoubleParam(
        this,
        name,
        "added to the diagonal of the covariance of the " + view + " view",
        ParamValidators.gtEq(0));
  }

  /** Sets the columns to read. */
  public Cca setInputCols(String x, String y) {
    set(inputColX(), x);
    set(inputColY(), y);
    return this;
  }

  /** Sets the columns that the model writes. */
  public Cca setOutputCols(String x, String y) {
    set(outputColX(), x);
    set(outputColY(), y);
    return this;
  }

  /** Asks for a number of pairs. */
  public Cca setK(int count) {
    set(k(), count);
    return this;
  }

  /** Chooses whether each element is divided by its standard deviation. */
  public Cca setStandardize(boolean value) {
    set(standardize(), value);
    return this;
  }

  /** Sets the divisor of variances to n − ddof. */
  public Cca setDdof(int value) {
    set(ddof(), value);
    return this;
  }

  /** Adds amounts to the diagonals of the covariances. */
  public Cca setRidge(double x, double y) {
    set(ridgeX(), x);
    set(ridgeY(), y);
    return this;
  }

  @Override
  public EigenlensPairModel fit(Dataset<?> data) {
    transformSchema(data.schema());
    org.eigenlens.Cca.Builder builder =
        org.eigenlens.Cca.builder()
            .standardize((Boolean) $(standardize()))
            .ddof((Integer) $(ddof()))
            .ridge((Double) $(ridgeX()), (Double) $(ridgeY()))
            .memory(DriverMemory.allowed());
    if (isSet(k())) {
      builder.components((Integer) $(k()));
    }
    String first = $(inputColX());
    String second = $(inputColY());
    VectorColumn x = VectorColumn.of(data, first);
    VectorColumn y = VectorColumn.of(data, second, "y");
    String what = VectorColumn.what(first) + " and '" + second + "'";
    SparkTable table = new SparkTable(what).add(x, data).add(y, data);
    try (SparkRows rows = table.rows(data)) {
      PairedModel model = builder.build().fit(rows, table.names(), x.width());
      return copyValues(new EigenlensPairModel(uid, model), new ParamMap()).setParent(this);
    }
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return PairParams.withOutputs(schema, this, isSet(k()) ? (Integer) $(k()) : 0);
  }

  @Override
  public Cca copy(ParamMap extra) {
    return defaultCopy(extra);
  }
}
