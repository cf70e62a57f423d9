package org.eigenlens.bench;

import java.util.concurrent.TimeUnit;
import org.eigenlens.Progress;
import org.eigenlens.eigen.BlockKrylov;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.KernelMatrix;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kernel.RoundedKernelMatrix;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Precision;
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

/** What exact kernel PCA is made of: the kernel matrix, and its product with a block of vectors. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class KernelMatrixBenchmark {

  private static final int COMPONENTS = 10;

  @Param("KERNEL")
  Shape shape;

  private Kernel kernel;
  private DenseMatrix points;
  private DenseMatrix in;
  private DenseMatrix out;
  private KernelMatrix wide;
  private KernelMatrix narrow;
  private KernelMatrix recomputed;
  private RoundedKernelMatrix rounded;

  /** Makes points, matrices and vectors. */
  @Setup
  public void make() {
    points = ManifoldData.of(shape.rows, shape.columns, 1);
    kernel = Kernels.rbf(1.0 / shape.columns);
    wide = KernelMatrix.stored(kernel, points, Precision.DOUBLE, Progress.NONE);
    narrow = KernelMatrix.stored(kernel, points, Precision.FLOAT, Progress.NONE);
    recomputed = KernelMatrix.recomputed(kernel, points);
    rounded = RoundedKernelMatrix.of(kernel, points, Progress.NONE);
    // As many vectors as the solver takes at once.
    int block = BlockKrylov.blockSize(shape.rows, COMPONENTS, KernelMatrix.BLOCK);
    in = SyntheticData.of(block, shape.rows, 0, 2);
    out = DenseMatrix.zeros(block, shape.rows);
  }

  /** Gives the memory back. */
  @TearDown
  public void release() {
    wide.close();
    narrow.close();
    recomputed.close();
    rounded.close();
    for (DenseMatrix matrix : new DenseMatrix[] {points, in, out}) {
      matrix.storage().release();
    }
  }

  private double build(Precision precision) {
    try (KernelMatrix matrix = KernelMatrix.stored(kernel, points, precision, Progress.NONE)) {
      return matrix.trace();
    }
  }

  /** Computes one triangle, in double. */
  @Benchmark
  public double buildDouble() {
    return build(Precision.DOUBLE);
  }

  /** Computes one triangle and narrows it. */
  @Benchmark
  public double buildFloat() {
    return build(Precision.FLOAT);
  }

  /** Computes one triangle in float. */
  @Benchmark
  public double buildRounded() {
    try (RoundedKernelMatrix matrix = RoundedKernelMatrix.of(kernel, points, Progress.NONE)) {
      return matrix.trace();
    }
  }

  /** Multiplies the triangle in double. */
  @Benchmark
  public void applyDouble() {
    wide.apply(in, out);
  }

  /** Multiplies the triangle in float, each tile widened first. */
  @Benchmark
  public void applyFloat() {
    narrow.apply(in, out);
  }

  /** Multiplies the triangle in float by vectors in float. */
  @Benchmark
  public void applyRounded() {
    rounded.apply(in, out);
  }

  /** Computes every tile and multiplies it. */
  @Benchmark
  public void applyRecomputed() {
    recomputed.apply(in, out);
  }
}
