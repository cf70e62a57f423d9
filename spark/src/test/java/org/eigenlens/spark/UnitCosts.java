package org.eigenlens.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.operator.SummedObservations;
import org.eigenlens.pca.Moments;

/**
 * Measures what docs/spark.md reckons with; see bench/README.md.
 *
 * <p>All are processor times of tasks, as Spark counts them, on one thread. What a row costs is the
 * difference between passes over twice as many and over the rows; what is left of a pass is the
 * cost of its summary.
 */
final class UnitCosts {

  private static final int RUNS = 5;

  private UnitCosts() {}

  public static void main(String[] arguments) throws Exception {
    SparkSession session = Sessions.on("local[1]");
    Processor processor = new Processor();
    session.sparkContext().addSparkListener(processor);
    int columns = 1000;
    double[] dense = new double[2];
    for (int i = 0; i < 2; i++) {
      Dataset<Row> data = CompareWithMllib.cached(session, 20_000 * (i + 1), columns);
      VectorColumn column = VectorColumn.of(data, "features");
      dense[i] =
          processor.least(
              session,
              () -> {
                try (SparkRows rows = column.rows(data)) {
                  Moments.of(rows, true).scatter().storage().release();
                }
              });
      data.unpersist(true);
    }
    double row = (dense[1] - dense[0]) / 20_000;
    System.out.printf(
        Locale.ROOT, "a dense row of %,d columns to a covariance: %.1f µs%n", columns, 1e6 * row);
    sparse(session, processor);
    session.stop();
  }

  /** Multiplies sparse rows by ten vectors of a million numbers. */
  private static void sparse(SparkSession session, Processor processor) throws Exception {
    int columns = 1_000_000;
    int stored = 100;
    int block = 10;
    int[] counts = {20_000, 40_000};
    double[] passes = new double[2];
    DenseMatrix vectors = DenseMatrix.zeros(block, columns);
    double[] numbers = new Random(2).doubles(columns).toArray();
    for (int b = 0; b < block; b++) {
      vectors.setRow(b, numbers, 0);
    }
    DenseMatrix sums = DenseMatrix.zeros(block, columns);
    for (int i = 0; i < 2; i++) {
      Random random = new Random(1);
      List<Vector> list = new ArrayList<>();
      for (int r = 0; r < counts[i]; r++) {
        int[] places = random.ints(0, columns).distinct().limit(stored).sorted().toArray();
        list.add(Vectors.sparse(columns, places, random.doubles(stored).toArray()));
      }
      Dataset<Row> data = Samples.frame(session, list, 1);
      VectorColumn column = VectorColumn.of(data, "features");
      try (SparkRows rows = column.rows(data)) {
        rows.keep();
        double[] mean = new double[columns];
        Arrays.fill(mean, 0.1);
        SummedObservations a = new SummedObservations(rows, counts[i], mean, null, 1);
        passes[i] = processor.least(session, () -> a.scatter(vectors, sums));
      }
    }
    double element = (passes[1] - passes[0]) / ((double) counts[0] * stored * block);
    double summary = 2 * passes[0] - passes[1];
    System.out.printf(
        Locale.ROOT,
        "a stored element times a vector of %,d numbers: %.1f ns%n",
        columns,
        1e9 * element);
    System.out.printf(
        Locale.ROOT,
        "a byte of vectors unpacked, and of sums made and packed: %.2f ns%n",
        1e9 * summary / (8.0 * block * columns));
  }

  /** Counts the processor time of tasks. */
  private static final class Processor extends SparkListener {
    private final AtomicLong nanoseconds = new AtomicLong();

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      nanoseconds.addAndGet(
          end.taskMetrics().executorCpuTime() + end.taskMetrics().executorDeserializeCpuTime());
    }

    /** Returns the least seconds that some runs took, after two that nobody counts. */
    double least(SparkSession session, Runnable work) throws Exception {
      long least = Long.MAX_VALUE;
      for (int i = 0; i < RUNS + 2; i++) {
        session.sparkContext().listenerBus().waitUntilEmpty(60_000);
        nanoseconds.set(0);
        work.run();
        session.sparkContext().listenerBus().waitUntilEmpty(60_000);
        if (i >= 2) {
          least = Math.min(least, nanoseconds.get());
        }
      }
      return least / 1e9;
    }
  }
}
