package org.eigenlens.bench;

import java.util.concurrent.TimeUnit;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.LinearModel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** How many rows a second a service can encode with a linear model of fifty components. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ScoringBenchmark {

  private static final int COMPONENTS = 50;
  private static final int FEW = 16;
  private static final int MANY = 4_096;

  @Param("IMAGES")
  Shape shape;

  private DenseMatrix x;
  private double[] row;
  private LinearModel model;

  /** Fits a model. */
  @Setup
  public void make() {
    x = SyntheticData.of(Math.max(MANY, shape.rows), shape.columns, 0, 1);
    row = x.row(0);
    model = Pca.builder().components(Math.min(COMPONENTS, shape.columns)).fit(x);
  }

  /** Gives the memory back. */
  @TearDown
  public void release() {
    x.storage().release();
  }

  /** Encodes rows as they come. */
  @Benchmark
  public double[] oneByOne() {
    return model.transform(row);
  }

  /** The same by as many threads as there are processors, all with one model. */
  @Benchmark
  @Threads(Threads.MAX)
  public double[] oneByOneOnAllCores() {
    return model.transform(row);
  }

  /** Encodes a small batch at a time. */
  @Benchmark
  @OperationsPerInvocation(FEW)
  public int batchesOf16() {
    return encoded(FEW);
  }

  /** Encodes a large batch at a time. */
  @Benchmark
  @OperationsPerInvocation(MANY)
  public int batchesOf4096() {
    return encoded(MANY);
  }

  private int encoded(int rows) {
    Matrix batch = x.rowRange(0, rows);
    DenseMatrix coordinates = model.transform(batch);
    int count = coordinates.rows();
    coordinates.storage().release();
    return count;
  }
}
