package org.eigenlens.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Summary;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.PairedModel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What fits leave behind, and what they say of rows that cannot be used. */
class HousekeepingTest {

  private static SparkSession session;

  @BeforeAll
  static void start() {
    session = Sessions.local();
  }

  private static Dataset<Row> withANull(int partitions) {
    List<Row> rows = new ArrayList<>();
    for (double[] row : Samples.spread(20, 3, 1, 51)) {
      rows.add(RowFactory.create(Vectors.dense(row)));
    }
    rows.set(7, RowFactory.create((Object) null));
    StructType schema = new StructType().add("features", SQLDataTypes.VectorType(), true);
    return Samples.frame(session, rows, schema, partitions);
  }

  private static Pca pca() {
    return new Pca().setInputCol("features").setOutputCol("z").setK(2);
  }

  @Test
  void aRowWithoutAVectorIsNamedInOneLine() {
    assertThatThrownBy(() -> pca().fit(withANull(1)))
        .isInstanceOf(NumericalException.class)
        .hasMessage(
            "There is a row without a vector in column 'features'; leave such rows out, or fill them in"
                + " (row 8 of partition 0).");
    EigenlensModel model = pca().fit(Samples.frame(session, Samples.spread(20, 3, 1, 51), 2));
    assertThatThrownBy(() -> model.transform(withANull(2)).select("z").collectAsList())
        .hasStackTraceContaining(
            "There is a row without a vector in column 'features'; leave such rows out, or fill them in.");
  }

  @Test
  void rowsThatAKernelIsNotMadeForGetNoNumberThatIsNotTheirs() {
    double[][] x = Samples.spread(20, 3, 5, 52);
    Arrays.stream(x).forEach(row -> Arrays.setAll(row, j -> Math.abs(row[j])));
    x[15][1] = -1;
    for (String method : List.of("pivoted", "uniform")) {
      KernelPca estimator =
          kernelPca().setKernel("chi2").setLandmarks(20).setLandmarkMethod(method);
      assertThatThrownBy(() -> estimator.fit(Samples.frame(session, x, 2)))
          .as(method)
          .isInstanceOf(NumericalException.class)
          .hasMessageStartingWith("A row, column 2: ");
    }
  }

  private static KernelPca kernelPca() {
    return new KernelPca().setInputCol("features").setOutputCol("z");
  }

  @Test
  void nothingStaysKeptAfterAFitOrAFailure() {
    double[][] x = Samples.spread(60, 8, 1, 53);
    Dataset<Row> data = Samples.frame(session, x, 3);
    pca().setSolver("krylov").fit(data);
    assertThat(kept()).isEmpty();
    kernelPca().setGamma(0.5).setLandmarks(20).setK(2).fit(data);
    assertThat(kept()).isEmpty();
    Dataset<Row> labelled =
        Samples.frame(session, Samples.spread(60, 600, 1, 59), 3)
            .selectExpr("features", "monotonically_increasing_id() % 3 as kind");
    new SupervisedPca().setInputCol("features").setLabelCol("kind").fit(labelled);
    assertThat(kept()).isEmpty();
    // Columns that nearly depend on each other take more passes.
    double[][] close = Samples.spread(60, 3, 1, 60);
    for (int i = 0; i < close.length; i++) {
      close[i][2] = close[i][1] + 1e-8 * Math.sin(i);
    }
    Dataset<Row> views =
        Samples.frame(session, close, 3).selectExpr("features", "features as again");
    PairedModel pairs =
        new Cca().setInputCols("features", "again").setOutputCols("a", "b").fit(views).model();
    assertThat(pairs.provenance().solverReason()).contains("read again");
    assertThat(kept()).isEmpty();
    x[40][2] = Double.NaN;
    assertThatThrownBy(() -> pca().setSolver("krylov").fit(Samples.frame(session, x, 3)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("Element 2 ('x3')");
    assertThatThrownBy(
            () -> kernelPca().setGamma(0.5).setLandmarks(20).fit(Samples.frame(session, x, 3)))
        .isInstanceOf(NumericalException.class);
    assertThat(kept()).isEmpty();
  }

  private static java.util.Map<Object, ?> kept() {
    return scala.jdk.javaapi.CollectionConverters.asJava(
        session.sparkContext().getPersistentRDDs());
  }

  @Test
  void theLastToUseAParcelHasItReleased() {
    Parcel<String> parcel = Parcel.of("vectors");
    List<String> released = new ArrayList<>();
    String first = parcel.share();
    assertThat(parcel.share()).isSameAs(first);
    parcel.done(released::add);
    assertThat(released).isEmpty();
    parcel.done(released::add);
    assertThat(released).containsExactly("vectors");
    assertThat(parcel.share()).isNotSameAs(first).isEqualTo(first);
  }

  @Test
  void memoryOfWhatTravelledIsGivenUpWithEveryPass() {
    // Twenty summaries are merged by four tasks of five, whose totals are packed and given up too.
    for (int partitions : new int[] {4, 20}) {
      Counted.RELEASED.set(0);
      try (SparkRows rows = rows(Samples.spread(40, 2, 0, 54), partitions)) {
        assertThat(rows.summarize(8, 1, new Starts()).rows).isEqualTo(40);
      }
      // Tasks run in this process, so that they are seen.
      assertThat(Starts.OPENED.get()).isPositive().isEqualTo(Starts.CLOSED.get());
      assertThat(Counted.RELEASED.get()).isEqualTo(partitions == 4 ? 4 : 20 + 4);
    }
  }

  @Test
  void aTaskThatMergesHoldsAFewSummaries() {
    assertThat(SparkRows.group(100, 0)).isEqualTo(10);
    assertThat(SparkRows.group(100, 1 << 20)).isEqualTo(10);
    assertThat(SparkRows.group(100, 100 << 20)).isEqualTo(5);
    assertThat(SparkRows.group(100, 400 << 20)).isEqualTo(2);
  }

  @Test
  void samePartitionsGiveTheSameBits() {
    Dataset<Row> data = Samples.frame(session, Samples.spread(200, 8, 1, 55), 20);
    LinearModel krylov = pca().setSolver("krylov").fit(data).linear();
    LinearModel twin = pca().setSolver("krylov").fit(data).linear();
    assertThat(twin.eigenvalues()).containsExactly(krylov.eigenvalues());
    assertThat(twin.directions().toArray()).isDeepEqualTo(krylov.directions().toArray());
    double[][] points = Samples.spread(5, 8, 1, 56);
    KernelPca curved = kernelPca().setGamma(0.5).setLandmarks(40).setK(2);
    assertThat(curved.fit(data).model().transform(Matrix.of(points)).toArray())
        .isDeepEqualTo(curved.fit(data).model().transform(Matrix.of(points)).toArray());
  }

  @Test
  void emptyPartitionsAndMoreComponentsThanTheRankAreNoTrouble() {
    double[][] x = Samples.sparse(6, 40, 0.2, 57);
    for (String solver : List.of("covariance", "krylov")) {
      LinearModel found =
          pca().setK(6).setSolver(solver).fit(Samples.sparseFrame(session, x, 11)).linear();
      LinearModel expected = org.eigenlens.Pca.builder().components(5).fit(Matrix.of(x));
      double first = expected.eigenvalues()[0];
      assertThat(found.eigenvalues()).hasSizeGreaterThanOrEqualTo(5);
      for (int i = 0; i < found.eigenvalues().length; i++) {
        assertThat(found.eigenvalues()[i])
            .isCloseTo(i < 5 ? expected.eigenvalues()[i] : 0, within(1e-8 * first));
      }
    }
  }

  @Test
  void sqlTakesArraysToo() {
    double[][] x = Samples.spread(20, 3, 1, 58);
    Dataset<Row> data = Samples.arrays(session, x, 2);
    EigenlensModel model = pca().fit(data);
    session.udf().register("encodeArray", model.udf());
    data.createOrReplaceTempView("arrays");
    assertThat(Samples.vectors(session.sql("select encodeArray(features) z from arrays"), "z"))
        .isDeepEqualTo(Samples.vectors(model.transform(data), "z"));
  }

  private static SparkRows rows(double[][] x, int partitions) {
    Dataset<Row> data = Samples.frame(session, x, partitions);
    return VectorColumn.of(data, "features").rows(data);
  }

  private static final class Starts implements Summary.Start<Counted> {
    static final AtomicInteger OPENED = new AtomicInteger();
    static final AtomicInteger CLOSED = new AtomicInteger();

    @Override
    public Counted get() {
      return new Counted();
    }

    private Object readResolve() {
      OPENED.incrementAndGet();
      return this;
    }

    @Override
    public void release() {
      CLOSED.incrementAndGet();
    }
  }

  private static final class Counted implements Summary<Counted> {
    static final AtomicInteger RELEASED = new AtomicInteger();
    private int rows;

    @Override
    public void add(long firstRow, DenseMatrix tile) {
      rows += tile.rows();
    }

    @Override
    public void merge(Counted other) {
      rows += other.rows;
    }

    @Override
    public void release() {
      RELEASED.incrementAndGet();
    }
  }

  @Test
  void theDriverReceivesAsManySummariesAsItMay() {
    long gigabyte = 1L << 30;
    assertThat(SparkRows.few(0, gigabyte)).isEqualTo(8);
    assertThat(SparkRows.few(4L * 1000 * 1000, gigabyte)).isEqualTo(8);
    assertThat(SparkRows.few(4L * 8000 * 8000, gigabyte)).isEqualTo(3);
    assertThat(SparkRows.few(4L * 14_000 * 14_000, gigabyte)).isEqualTo(1);
    assertThat(SparkRows.few(4L * 20_000 * 20_000, 0)).isEqualTo(8);
    assertThatThrownBy(() -> SparkRows.few(4L * 20_000 * 20_000, gigabyte))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "A summary of 1525 MB is more than the driver may receive; set"
                + " spark.driver.maxResultSize to at least 1908m.");
    // However much the driver may receive, an array holds no more.
    assertThatThrownBy(() -> SparkRows.few(3 * gigabyte, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "3072 MB or more would have to travel in one piece, but 2047 MB is the most; take"
                + " fewer columns, components or landmarks.");
  }
}
