package org.eigenlens.spark;

import com.sun.management.OperatingSystemMXBean;
import dev.ludovic.netlib.lapack.LAPACK;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
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
 * Times PCA by one engine in a process of its own; see bench/README.md.
 *
 * <p>Arguments: eigenlens or mllib, ROWSxCOLUMNS, the master, and a file for the shares of the
 * variance: whoever comes second compares its own with it.
 */
final class CompareWithMllib {

  private static final int K = 10;

  /** Fits of a small table first, so that either engine's code is compiled. */
  private static final int WARM_UPS = 3;

  private static final int RUNS = 5;

  /** From here on MLlib takes many minutes, and one run must do, for either engine. */
  private static final int WIDE = 1000;

  private static final OperatingSystemMXBean MACHINE =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private CompareWithMllib() {}

  public static void main(String[] arguments) throws IOException {
    String[] sizes = arguments[1].split("x", -1);
    int rows = Integer.parseInt(sizes[0]);
    int columns = Integer.parseInt(sizes[1]);
    SparkSession session = Sessions.on(arguments[2]);
    Engine engine = arguments[0].equals("mllib") ? CompareWithMllib::mllib : CompareWithMllib::own;
    Dataset<Row> small = cached(session, 4000, Math.min(columns, 400));
    for (int i = 0; i < WARM_UPS; i++) {
      engine.fit(small);
    }
    small.unpersist(true);
    Dataset<Row> data = cached(session, rows, columns);
    double seconds = Double.MAX_VALUE;
    double processor = Double.MAX_VALUE;
    Found found = null;
    for (int i = 0; i < (columns < WIDE ? RUNS : 1); i++) {
      long start = System.nanoTime();
      long used = MACHINE.getProcessCpuTime();
      found = engine.fit(data);
      seconds = Math.min(seconds, (System.nanoTime() - start) / 1e9);
      processor = Math.min(processor, (MACHINE.getProcessCpuTime() - used) / 1e9);
    }
    agree(Path.of(arguments[3]), found.shares);
    System.out.printf(
        Locale.ROOT,
        "| %,d × %,d | %s | %.2f | %.2f | %s | %.10f |%n",
        rows,
        columns,
        found.engine,
        seconds,
        processor,
        peak(),
        found.shares[0]);
    session.stop();
  }

  @FunctionalInterface
  private interface Engine {
    Found fit(Dataset<Row> data);
  }

  private record Found(String engine, double[] shares) {}

  private static Found own(Dataset<Row> data) {
    LinearModel model =
        new Pca().setInputCol("features").setOutputCol("e").setK(K).fit(data).linear();
    return new Found("Eigenlens, " + model.provenance().solver(), model.explainedVarianceRatio());
  }

  private static Found mllib(Dataset<Row> data) {
    PCAModel model = new PCA().setInputCol("features").setOutputCol("m").setK(K).fit(data);
    // A native LAPACK where the system has one, or one in Java.
    String lapack = LAPACK.getInstance().getClass().getSimpleName();
    return new Found("MLlib, " + lapack, model.explainedVariance().toArray());
  }

  /** Writes the shares, or compares them with those that the other engine has written. */
  private static void agree(Path file, double[] shares) throws IOException {
    if (!Files.exists(file)) {
      Files.write(file, Arrays.stream(shares).mapToObj(Double::toString).toList());
      return;
    }
    List<String> others = Files.readAllLines(file);
    for (int i = 0; i < K; i++) {
      double apart = Math.abs(shares[i] - Double.parseDouble(others.get(i)));
      if (!(apart <= 1e-8)) {
        throw new IllegalStateException("The shares of the variance differ by " + apart + ".");
      }
    }
  }

  static Dataset<Row> cached(SparkSession session, int rows, int columns) {
    Dataset<Row> data = data(session, rows, columns).cache();
    data.count();
    return data;
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
            .parallelize(List.of(0, 1, 2, 3), partitions)
            .flatMap(
                part -> {
                  Random own = new Random(part);
                  return IntStream.range(0, rows / partitions)
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

  /** Returns the most memory this process has had, on and off the heap, where Linux says it. */
  private static String peak() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return "unknown";
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM"))
        .map(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024 + " MB")
        .findFirst()
        .orElse("unknown");
  }
}
