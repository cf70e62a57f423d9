package org.eigenlens.spark;

import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.eigenlens.pca.PcaSolver;

/**
 * Latent semantic analysis of a column of vectors: {@link Pca} without centring, for counts and
 * term weights whose zeros mean something.
 */
public final class Lsa extends Reduction<Lsa> {

  /** Starts with the defaults of the library. */
  public Lsa() {
    this(Identifiable$.MODULE$.randomUID("lsa"));
  }

  /** Starts with the defaults, under a name that is given. */
  public Lsa(String uid) {
    super(uid);
    setDefault(center(), false);
  }

  /** Reads what {@code save} wrote. */
  public static Lsa load(String path) {
    return read().load(path);
  }

  /** Returns a reader of what {@code save} wrote. */
  public static MLReader<Lsa> read() {
    return new DefaultParamsReader<>();
  }

  @Override
  Lsa self() {
    return this;
  }

  @Override
  public EigenlensModel fit(Dataset<?> data) {
    transformSchema(data.schema());
    if (is(center())) {
      throw new IllegalArgumentException("Lsa does not centre: use Pca, or leave center false.");
    }
    return stage(LinearFits.fit(this, LinearFits.builder(this, false), PcaSolver.AUTO, data));
  }
}
