package org.eigenlens.spark;

import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.sql.types.StructType;
import org.eigenlens.pca.Wanted;

/**
 * What the estimators of one column of vectors have in common. Defaults are the library's.
 *
 * <p>A fit fails with the library's own exceptions: {@link org.eigenlens.matrix.NumericalException}
 * for what the data or the numerics say, {@link IllegalArgumentException} for parameters and
 * columns.
 *
 * @param <E> the estimator itself, which every setter returns
 */
public abstract class Reduction<E extends Reduction<E>> extends Estimator<EigenlensModel>
    implements ColumnParams, DefaultParamsWritable {

  private final String uid;
  private transient Holder columnParams;
  private transient IntParam k;
  private transient DoubleParam share;
  private transient BooleanParam center;
  private transient BooleanParam standardize;
  private transient BooleanParam whiten;
  private transient IntParam ddof;
  private transient LongParam seed;

  Reduction(String uid) {
    this.uid = uid;
    setDefault(outputCol(), uid + "__output");
    setDefault(center(), true);
    setDefault(standardize(), false);
    setDefault(whiten(), false);
    setDefault(ddof(), 1);
    setDefault(seed(), 0L);
  }

  abstract E self();

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public Holder columnParams() {
    columnParams = columnParams == null ? new Holder(this) : columnParams;
    return columnParams;
  }

  /**
   * How many components; without it and {@link #share} all that carry something, or for {@link
   * KernelPca} ten.
   */
  public final IntParam k() {
    k =
        k == null
            ? new IntParam(this, "k", "number of components, at least 1", ParamValidators.gtEq(1))
            : k;
    return k;
  }

  /** The share of the total that as few components as possible are to make up. */
  public final DoubleParam share() {
    share =
        share == null
            ? new DoubleParam(
                this,
                "share",
                "share of the total, above 0 and at most 1, that components are to make up",
                ParamValidators.inRange(0, 1, false, true))
            : share;
    return share;
  }

  /** Whether the mean is subtracted; {@link Lsa} never does. */
  public final BooleanParam center() {
    center = center == null ? new BooleanParam(this, "center", "subtract the mean") : center;
    return center;
  }

  /** Whether each element is divided by its standard deviation. */
  public final BooleanParam standardize() {
    standardize =
        standardize == null
            ? new BooleanParam(this, "standardize", "divide by the standard deviation")
            : standardize;
    return standardize;
  }

  /** Whether coordinates are scaled to unit variance. */
  public final BooleanParam whiten() {
    whiten =
        whiten == null
            ? new BooleanParam(this, "whiten", "scale coordinates to unit variance")
            : whiten;
    return whiten;
  }

  /** Variances divide by n − ddof. */
  public final IntParam ddof() {
    ddof =
        ddof == null
            ? new IntParam(
                this, "ddof", "variances divide by n - ddof: 0 or 1", ParamValidators.inRange(0, 1))
            : ddof;
    return ddof;
  }

  /** The seed of whatever is random. */
  public final LongParam seed() {
    seed = seed == null ? new LongParam(this, "seed", "of whatever is random") : seed;
    return seed;
  }

  /** Sets the column to read. */
  public E setInputCol(String name) {
    set(inputCol(), name);
    return self();
  }

  /** Sets the column that the model writes. */
  public E setOutputCol(String name) {
    set(outputCol(), name);
    return self();
  }

  /** Asks for a number of components. */
  public E setK(int count) {
    set(k(), count);
    return self();
  }

  /** Asks for as few components as make up this share of the total. */
  public E setShare(double value) {
    set(share(), value);
    return self();
  }

  /** Chooses whether each element is divided by its standard deviation. */
  public E setStandardize(boolean value) {
    set(standardize(), value);
    return self();
  }

  /** Chooses whether coordinates are scaled to unit variance. */
  public E setWhiten(boolean value) {
    set(whiten(), value);
    return self();
  }

  /** Sets the divisor of variances to n − ddof. */
  public E setDdof(int value) {
    set(ddof(), value);
    return self();
  }

  /** Sets the seed. */
  public E setSeed(long value) {
    set(seed(), value);
    return self();
  }

  /** Hands the number of components, or the share, to a builder; nothing where neither is set. */
  final void components(
      java.util.function.IntConsumer count, java.util.function.DoubleConsumer part) {
    if (isSet(k()) && isSet(share())) {
      throw new IllegalArgumentException("Set k or share, not both.");
    }
    if (isSet(k())) {
      count.accept((Integer) $(k()));
    } else if (isSet(share())) {
      part.accept((Double) $(share()));
    }
  }

  /** Returns how many components are wanted. */
  final Wanted wanted() {
    return isSet(k())
        ? new Wanted.Count((Integer) $(k()))
        : isSet(share()) ? new Wanted.Share((Double) $(share())) : new Wanted.All();
  }

  final boolean is(BooleanParam param) {
    return (Boolean) $(param);
  }

  /** Makes the stage that a fitted model becomes. */
  final EigenlensModel stage(org.eigenlens.model.Model model) {
    return copyValues(new EigenlensModel(uid, model), new ParamMap()).setParent(this);
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return ColumnParams.withOutput(
        schema, getInputCol(), getOutputCol(), isSet(k()) ? (Integer) $(k()) : 0);
  }

  @Override
  public Estimator<EigenlensModel> copy(ParamMap extra) {
    return defaultCopy(extra);
  }
}
