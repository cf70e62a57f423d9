package org.eigenlens.spark;

import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.eigenlens.pca.PcaSolver;

/**
 * Principal component analysis of a column of vectors, dense or sparse, as {@link
 * org.eigenlens.Pca} does it.
 *
 * <pre>{@code
 * EigenlensModel pca = new Pca().setInputCol("features").setOutputCol("coordinates").setK(10).fit(data);
 * pca.linear().explainedVarianceRatio();   // shares of the total variance
 * pca.model().save(Path.of("pca.eigenlens"));
 * }</pre>
 *
 * <p>Few columns are summed up to their covariance in one pass: nd² operations on the executors,
 * and d²/2 numbers a partition come back, merged by a tree. For few components of many columns
 * block Krylov iteration sends a block of vectors to the rows in each pass, and as many sums come
 * back: nothing d × d anywhere. The model's provenance says which ran and why.
 */
public final class Pca extends Reduction<Pca> {

  private transient Param<String> solver;
  private transient DoubleParam tolerance;

  /** Starts with the defaults of the library. */
  public Pca() {
    this(Identifiable$.MODULE$.randomUID("pca"));
  }

  /** Starts with the defaults, under a name that is given. */
  public Pca(String uid) {
    super(uid);
    setDefault(solver(), "auto");
    setDefault(tolerance(), 1e-10);
  }

  /** Reads what {@code save} wrote. */
  public static Pca load(String path) {
    return read().load(path);
  }

  /** Returns a reader of what {@code save} wrote. */
  public static MLReader<Pca> read() {
    return new DefaultParamsReader<>();
  }

  @Override
  Pca self() {
    return this;
  }

  /** The route: auto, covariance, krylov, svd or power. */
  public Param<String> solver() {
    solver =
        solver == null
            ? new Param<>(
                this,
                "solver",
                "auto, covariance, krylov, svd or power",
                ParamValidators.inArray(
                    new String[] {"auto", "covariance", "krylov", "svd", "power"}))
            : solver;
    return solver;
  }

  /** The residual at which iterative solvers stop. */
  public DoubleParam tolerance() {
    tolerance =
        tolerance == null
            ? new DoubleParam(
                this,
                "tolerance",
                "relative residual at which iterative solvers stop",
                ParamValidators.inRange(0, 1, false, false))
            : tolerance;
    return tolerance;
  }

  /** Chooses the route. */
  public Pca setSolver(String value) {
    set(solver(), value);
    return this;
  }

  /** Sets the residual at which iterative solvers stop. */
  public Pca setTolerance(double value) {
    set(tolerance(), value);
    return this;
  }

  /** Chooses whether the mean is subtracted; without it this is {@link Lsa}. */
  public Pca setCenter(boolean value) {
    set(center(), value);
    return this;
  }

  @Override
  public EigenlensModel fit(Dataset<?> data) {
    transformSchema(data.schema());
    PcaSolver route = PcaSolver.valueOf($(solver()).toUpperCase(java.util.Locale.ROOT));
    org.eigenlens.Pca.Builder builder =
        LinearFits.builder(this, is(center())).solver(route).tolerance((Double) $(tolerance()));
    return stage(LinearFits.fit(this, builder, route, data));
  }
}
