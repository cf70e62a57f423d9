package org.eigenlens.spark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.feature.PCA;
import org.apache.spark.ml.feature.PCAModel;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.eigenlens.model.LinearModel;

/**
 * Times PCA by MLlib and by Eigenlens on the same cached DataFrame in one process, one after the
 * other; see bench/README.md. Arguments: ROWSxCOLUMNS…
 */
final class CompareWithMllib {

  private static final int K = 10;
  private static final int RUNS = 3;

  /** From here on MLlib takes many minutes, and one run must do. */
  private static final int WIDE = 1000;

  private CompareWithMllib() {}

  public static void main(String[] shapes) throws IOException {
    SparkSession session = Sessions.local();
    System.out.println("| shape | engine | seconds | heap at most | first share |");
    System.out.println("|---|---|---|---|---|");
    for (String shape : shapes) {
      String[] sizes = shape.split("x", -1);
      compare(session, Integer.parseInt(sizes[0]), Integer.parseInt(sizes[1]));
    }
    session.stop();
  }

  private static void compare(SparkSession session, int rows, int columns) throws IOException {
    Dataset<Row> data = data(session, rows, columns).cache();
    data.count();
    String shape = rows + " × " + columns;
    PCA mllib = new PCA().setInputCol("features").setOutputCol("m").setK(K);
    Pca own = new Pca().setInputCol("features").setOutputCol("e").setK(K);
    Run<LinearModel> ours = Run.of(() -> own.fit(data).linear(), RUNS);
    ours.print(
        shape,
        "eigenlens, " + ours.result.provenance().solver(),
        ours.result.explainedVarianceRatio()[0]);
    Run<PCAModel> theirs = Run.of(() -> mllib.fit(data), columns < WIDE ? RUNS : 1);
    double[] shares = ours.result.explainedVarianceRatio();
    double apart = 0;
    for (int i = 0; i < K; i++) {
      apart = Math.max(apart, Math.abs(shares[i] - theirs.result.explainedVariance().apply(i)));
    }
    if (apart > 1e-8) {
      throw new IllegalStateException("The shares of the variance differ by " + apart + ".");
    }
    theirs.print(shape, "MLlib", theirs.result.explainedVariance().apply(0));
    System.out.printf(
        Locale.ROOT,
        "%n%s: %.1f times as fast; process memory at most %s%n%n",
        shape,
        theirs.seconds / ours.seconds,
        peak());
    data.unpersist(true);
  }

  /** Ten directions of falling size and noise. */
  private static Dataset<Row> data(SparkSession session, int rows, int columns) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    double[][] directions = new double[K][columns];
    Random random = new Random(7);
    for (double[] direction : directions) {
      Arrays.setAll(direction, j -> random.nextGaussian() / Math.sqrt(columns));
    }
    int partitions = 4;
    return session.createDataFrame(
        context
            .parallelize(java.util.List.of(0, 1, 2, 3), partitions)
            .flatMap(
                part -> {
                  Random own = new Random(part);
                  return java.util.stream.IntStream.range(0, rows / partitions)
                      .mapToObj(i -> RowFactory.create(Vectors.dense(row(own, directions))))
                      .iterator();
                }),
        Samples.FEATURES);
  }

  private static double[] row(Random random, double[][] directions) {
    double[] row = new double[directions[0].length];
    for (int c = 0; c < K; c++) {
      double weight = random.nextGaussian() * 100 / (c + 1);
      for (int j = 0; j < row.length; j++) {
        row[j] += weight * directions[c][j];
      }
    }
    for (int j = 0; j < row.length; j++) {
      row[j] += 0.1 * random.nextGaussian();
    }
    return row;
  }

  @FunctionalInterface
  private interface Work<T> {
    T run();
  }

  private record Run<T>(T result, double seconds, long heap) {

    /** Takes the median of some runs after one that does not count, or a single run. */
    static <T> Run<T> of(Work<T> work, int runs) {
      T result = runs > 1 ? work.run() : null;
      double[] seconds = new double[runs];
      long heap = 0;
      for (int i = 0; i < runs; i++) {
        System.gc();
        long before = used(false);
        pools().forEach(MemoryPoolMXBean::resetPeakUsage);
        long start = System.nanoTime();
        result = work.run();
        seconds[i] = (System.nanoTime() - start) / 1e9;
        heap = Math.max(heap, used(true) - before);
      }
      Arrays.sort(seconds);
      return new Run<>(result, seconds[runs / 2], heap);
    }

    void print(String shape, String engine, double first) {
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %.2f | %.0f MB | %.10f |%n",
          shape,
          engine,
          seconds,
          heap / 1e6,
          first);
    }
  }

  private static java.util.stream.Stream<MemoryPoolMXBean> pools() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP);
  }

  private static long used(boolean peak) {
    return pools().mapToLong(p -> (peak ? p.getPeakUsage() : p.getUsage()).getUsed()).sum();
  }

  /** Returns the most memory the process has had, on and off the heap, where Linux says it. */
  private static String peak() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return "unknown";
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM"))
        .map(line -> line.replaceFirst("VmHWM:\\s*", ""))
        .findFirst()
        .orElse("unknown");
  }
}
