package org.eigenlens.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Fits on executors that are processes of their own. */
class ClusterTest {

  private static SparkSession session;

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

  private static Pca krylov() {
    return new Pca().setInputCol("features").setOutputCol("z").setK(3).setSolver("krylov");
  }

  @Test
  void executorsGiveWhatTheLibraryGives() {
    double[][] x = Samples.spread(400, 20, 2, 41);
    Dataset<Row> data = Samples.frame(session, x, 4);
    LinearModel expected = org.eigenlens.Pca.builder().components(3).fit(Matrix.of(x));
    Models.assertSame(krylov().setSolver("covariance").fit(data).linear(), expected);
    EigenlensModel iterated = krylov().fit(data);
    Models.assertSame(iterated.linear(), expected);
    double[][] scores = Samples.vectors(iterated.transform(data), "z");
    assertThat(scores[7])
        .containsExactly(expected.transform(x[7]), org.assertj.core.api.Assertions.within(1e-7));
  }

  @Test
  void landmarksAreChosenOnExecutors() {
    double[][] x = Samples.spread(500, 4, 2, 43);
    KernelPca estimator =
        new KernelPca().setInputCol("features").setOutputCol("z").setLandmarks(90).setK(3);
    double[] three = estimator.fit(Samples.frame(session, x, 3)).model().eigenvalues();
    double[] five = estimator.fit(Samples.frame(session, x, 5)).model().eigenvalues();
    assertThat(five)
        .containsExactly(three, org.assertj.core.api.Assertions.within(1e-8 * three[0]));
  }

  @Test
  void aLostExecutorChangesNothing() {
    double[][] x = Samples.spread(400, 120, 2, 42);
    LinearModel expected = org.eigenlens.Pca.builder().components(3).fit(Matrix.of(x));
    // So many partitions that tasks merge what others found: files between them are lost as well.
    Dataset<Row> data = Samples.frame(session, x, 20);
    Killer killer = new Killer(executors(data).get(0));
    session.sparkContext().addSparkListener(killer);
    LinearModel found = krylov().setTolerance(1e-12).fit(data).linear();
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
