package org.eigenlens.bench;

import java.util.concurrent.TimeUnit;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Products of the shapes that the methods are made of. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MultiplyBenchmark {

  private static final int VECTORS = 10;

  @Param({"SMALL", "MEDIUM"})
  Shape shape;

  private DenseMatrix x;
  private DenseMatrix basis;
  private DenseMatrix square;
  private DenseMatrix coordinates;
  private DenseMatrix turned;
  private DenseMatrix scatter;

  /** Makes the factors. */
  @Setup
  public void make() {
    x = SyntheticData.of(shape.rows, shape.columns, 0, 1);
    basis = SyntheticData.of(VECTORS, shape.columns, 0, 2);
    square = SyntheticData.of(shape.columns, shape.columns, 0, 3);
    coordinates = DenseMatrix.zeros(shape.rows, VECTORS);
    turned = DenseMatrix.zeros(VECTORS, shape.rows);
    scatter = DenseMatrix.zeros(shape.columns, shape.columns);
  }

  /** Gives the factors back. */
  @TearDown
  public void release() {
    for (DenseMatrix matrix : new DenseMatrix[] {x, basis, square, coordinates, turned, scatter}) {
      matrix.storage().release();
    }
  }

  /** X·Wᵀ: rows to a few coordinates. */
  @Benchmark
  public void project() {
    LinearAlgebra.multiply(1, x, false, basis, true, 0, coordinates);
  }

  /** W·Xᵀ: the same, vectors as rows. */
  @Benchmark
  public void projectTurned() {
    LinearAlgebra.multiply(1, basis, false, x, true, 0, turned);
  }

  /** Y·X: sums of the rows, weighted. */
  @Benchmark
  public void combine() {
    LinearAlgebra.multiply(1, turned, false, x, false, 0, basis);
  }

  /** XᵀX, one triangle of it. */
  @Benchmark
  public void gram() {
    LinearAlgebra.fill(scatter, 0);
    LinearAlgebra.addGram(x, false, scatter);
  }

  /** A square times a square. */
  @Benchmark
  public void square() {
    LinearAlgebra.multiply(1, square, false, square, false, 0, scatter);
  }
}
