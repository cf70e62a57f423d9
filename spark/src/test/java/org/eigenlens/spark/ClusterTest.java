package org.eigenlens.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.openblas.global.openblas;
import org.eigenlens.eigen.BlockKrylov;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Summary;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.PairedModel;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fits on executors that are processes of their own. */
class ClusterTest {

  private static final double[][] X = Samples.spread(120, 6, 2, 41);
  private static final double[][] Y = dependent();

  private static SparkSession session;

  /** Rows of a second view that have something in common with the first. */
  private static double[][] dependent() {
    double[][] y = Samples.spread(120, 4, -1, 44);
    for (int i = 0; i < y.length; i++) {
      y[i][0] += 2 * X[i][1];
      y[i][3] -= X[i][0] + X[i][2];
    }
    return y;
  }

  @BeforeAll
  static void start() throws Exception {
    Sessions.local().stop();
    Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
    session =
        Sessions.on(
            SparkSession.builder()
                .master("local-cluster[2,1,1024]")
                .config("spark.executor.memory", "512m")
                // Other tests use Java's: what travels must not depend on it.
                .config("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
                // Nobody need wait for who will not come back.
                .config("spark.shuffle.io.maxRetries", "1")
                .config("spark.shuffle.io.retryWait", "100ms")
                .config("spark.network.timeout", "30s")
                .config("spark.network.timeoutInterval", "10s")
                .config("spark.executor.heartbeatInterval", "5s"));
  }

  @AfterAll
  static void stop() {
    session.stop();
  }

  /**
   * An estimator, and what the library finds of the same rows.
   *
   * @param estimator fits on executors, and its model encodes there
   * @param output the column of coordinates
   * @param expected the coordinates of all rows
   */
  private record Case(Estimator<?> estimator, String output, DenseMatrix expected) {
    @Override
    public String toString() {
      return estimator.uid();
    }
  }

  static List<Case> estimators() {
    Matrix x = Matrix.of(X);
    Matrix y = Matrix.of(Y);
    LinearModel pca = org.eigenlens.Pca.builder().components(3).fit(x);
    LinearModel lsa = org.eigenlens.Pca.builder().center(false).components(2).fit(x);
    LinearModel supervised =
        org.eigenlens.SupervisedPca.builder().components(2).fit(x, Labels.ofClasses(kinds()));
    KernelModel kernel =
        org.eigenlens.KernelPca.builder().kernel(Kernels.rbf(0.4)).components(2).fit(x);
    PairedModel cca = org.eigenlens.Cca.builder().components(2).fit(x, y);
    return List.of(
        new Case(
            reading(new Pca("covariance")).setSolver("covariance").setK(3), "z", pca.transform(x)),
        new Case(reading(new Pca("krylov")).setSolver("krylov").setK(3), "z", pca.transform(x)),
        new Case(reading(new Lsa("lsa")).setK(2), "z", lsa.transform(x)),
        new Case(
            reading(new SupervisedPca("supervised")).setLabelCol("kind").setK(2),
            "z",
            supervised.transform(x)),
        new Case(
            reading(new KernelPca("kernel")).setGamma(0.4).setLandmarks(X.length).setK(2),
            "z",
            kernel.transform(x)),
        new Case(
            new Cca("cca").setInputCols("features", "others").setOutputCols("o", "z").setK(2),
            "z",
            cca.transform(PairedModel.Side.Y, y)));
  }

  private static <E extends Reduction<E>> E reading(E estimator) {
    return estimator.setInputCol("features").setOutputCol("z");
  }

  private static List<String> kinds() {
    return IntStream.range(0, X.length).mapToObj(i -> "kind " + i % 3).toList();
  }

  @ParameterizedTest
  @MethodSource("estimators")
  void executorsGiveWhatTheLibraryGives(Case each) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < X.length; i++) {
      rows.add(RowFactory.create(Vectors.dense(X[i]), Vectors.dense(Y[i]), kinds().get(i)));
    }
    StructType schema =
        Samples.FEATURES.add("others", SQLDataTypes.VectorType()).add("kind", DataTypes.StringType);
    Dataset<Row> data = Samples.frame(session, rows, schema, 4);
    Model<?> model = (Model<?>) each.estimator.fit(data);
    double[][] found = Samples.vectors(model.transform(data), each.output);
    for (int i = 0; i < X.length; i++) {
      assertThat(found[i]).containsExactly(each.expected.row(i), within(1e-8));
    }
  }

  @Test
  void executorsComputeByTheBackendOfThisProcess() {
    List<String> names =
        JavaSparkContext.fromSparkContext(session.sparkContext())
            .parallelize(List.of(1, 2, 3, 4), 4)
            .map(each -> LinearAlgebra.backend().name())
            .distinct()
            .collect();
    assertThat(names).containsExactly(LinearAlgebra.backend().name());
  }

  @Test
  void tasksComputeOnOneThreadEach() {
    // So many partitions that tasks merge what others found.
    Dataset<Row> data = Samples.frame(session, Samples.spread(60, 3, 0, 45), 20);
    try (SparkRows rows = VectorColumn.of(data, "features").rows(data)) {
      Threads found = rows.summarize(8, 1, Threads::new);
      assertThat(found.calls).as("calls on executors").isGreaterThan(20);
      assertThat(found.helpers).as("threads that help a task").isZero();
      assertThat(found.blas).as("threads inside BLAS").isEqualTo(1);
    }
  }

  /** Divides work wherever it is called, and counts the threads that executors have for it. */
  private static final class Threads implements Summary<Threads> {
    private int calls;
    private long helpers;
    private int blas;

    @Override
    public void add(long firstRow, DenseMatrix tile) {
      boolean java = LinearAlgebra.backend().name().equals("pure Java");
      blas = Math.max(blas, java ? 1 : openblas.blas_get_num_threads());
      divide();
    }

    @Override
    public void merge(Threads other) {
      calls += other.calls;
      helpers = Math.max(helpers, other.helpers);
      blas = Math.max(blas, other.blas);
      divide();
    }

    private void divide() {
      if (TaskContext.get() != null) {
        calls++;
        Parallel.forEach(2, each -> {});
        // Those that had nothing to do are there for a minute.
        helpers =
            Math.max(
                helpers,
                Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("eigenlens-"))
                    .count());
      }
    }
  }

  @Test
  void ofWideRowsTheDriverHoldsBlocksOfVectorsAndNothingLarger() throws Exception {
    int rows = 6_000;
    long columns = 100_000;
    int k = 2;
    Dataset<Row> data = Samples.frame(session, Samples.topics(rows, (int) columns, 46), 4);
    Received received = new Received();
    session.sparkContext().addSparkListener(received);
    LinearModel model = reading(new Pca()).setK(k).fit(data).linear();
    session.sparkContext().listenerBus().waitUntilEmpty(60_000);
    session.sparkContext().removeSparkListener(received);
    assertThat(model.provenance().solver()).isEqualTo("krylov");
    // What docs/spark.md says of it.
    long block = BlockKrylov.blockSize((int) columns, k);
    long basis = BlockKrylov.basisSize((int) columns, k);
    long summary = 8 * block * columns;
    assertThat(received.largest.get()).isBetween(summary, summary + 100_000);
    long most = 16 * basis * columns + 80 * block * columns;
    assertThat(most).isLessThan(8L * rows * rows);
    if (!LinearAlgebra.backend().name().equals("pure Java")) {
      assertThat(received.held.get()).isLessThanOrEqualTo(most);
    }
  }

  /** Measures what comes to the driver, and what it holds outside the heap meanwhile. */
  private static final class Received extends SparkListener {
    private final AtomicLong largest = new AtomicLong();
    private final AtomicLong held = new AtomicLong();
    private final long before = Pointer.totalBytes();

    @Override
    public void onTaskStart(SparkListenerTaskStart start) {
      held.accumulateAndGet(Pointer.totalBytes() - before, Math::max);
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      held.accumulateAndGet(Pointer.totalBytes() - before, Math::max);
      largest.accumulateAndGet(end.taskMetrics().resultSize(), Math::max);
    }
  }

  @Test
  void landmarksAreChosenOnExecutors() {
    double[][] x = Samples.spread(500, 4, 2, 43);
    KernelPca estimator =
        new KernelPca().setInputCol("features").setOutputCol("z").setLandmarks(90).setK(3);
    double[] three = estimator.fit(Samples.frame(session, x, 3)).model().eigenvalues();
    double[] five = estimator.fit(Samples.frame(session, x, 5)).model().eigenvalues();
    assertThat(five).containsExactly(three, within(1e-8 * three[0]));
  }

  @Test
  void aLostExecutorChangesNothing() {
    double[][] x = Samples.spread(400, 120, 2, 42);
    LinearModel expected = org.eigenlens.Pca.builder().components(3).fit(Matrix.of(x));
    // So many partitions that tasks merge what others found: files between them are lost as well.
    Dataset<Row> data = Samples.frame(session, x, 20);
    Killer killer = new Killer(executors(data).get(0));
    session.sparkContext().addSparkListener(killer);
    LinearModel found =
        reading(new Pca()).setK(3).setSolver("krylov").setTolerance(1e-12).fit(data).linear();
    Models.assertSame(found, expected);
    assertThat(executors(data)).doesNotContain(killer.process);
    assertThat(killer.lost).as("the executor is missed").isTrue();
    assertThat(killer.after).as("stages of the fit without it").hasPositiveValue();
  }

  /** Kills an executor after some passes of a fit, which then has others to go. */
  private static final class Killer extends SparkListener {
    private static final int MIDDLE = 3;
    private final long process;
    private final AtomicInteger stages = new AtomicInteger();
    private final AtomicInteger after = new AtomicInteger();
    private volatile boolean lost;

    Killer(long process) {
      this.process = process;
    }

    @Override
    public void onStageCompleted(SparkListenerStageCompleted stage) {
      if (lost) {
        after.incrementAndGet();
      }
      if (stages.incrementAndGet() == MIDDLE) {
        ProcessHandle.of(process).orElseThrow().destroyForcibly();
      }
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved executor) {
      lost = true;
    }
  }

  /** Returns the process numbers of the executors that read the rows. */
  private static List<Long> executors(Dataset<Row> data) {
    return data
        .javaRDD()
        .mapPartitions(part -> List.of(ProcessHandle.current().pid()).iterator())
        .collect()
        .stream()
        .distinct()
        .toList();
  }
}
