package org.eigenlens.bench;

import java.util.concurrent.TimeUnit;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
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

/** One fit by each route; the Gram route has the shape turned, since it is for wide data. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class PcaBenchmark {

  private static final int COMPONENTS = 5;

  @Param({"SMALL", "MEDIUM"})
  Shape shape;

  private DenseMatrix tall;
  private DenseMatrix wide;

  /** Makes the data. */
  @Setup
  public void make() {
    tall = SyntheticData.of(shape.rows, shape.columns, 0, 1);
    wide = SyntheticData.of(shape.columns, shape.rows, 0, 2);
  }

  /** Gives the data back. */
  @TearDown
  public void release() {
    tall.storage().release();
    wide.storage().release();
  }

  private static LinearModel fit(PcaSolver solver, DenseMatrix x) {
    return Pca.builder().components(COMPONENTS).solver(solver).fit(x);
  }

  /** Sums up the covariance. */
  @Benchmark
  public LinearModel covariance() {
    return fit(PcaSolver.COVARIANCE, tall);
  }

  /** Sums up the Gram matrix. */
  @Benchmark
  public LinearModel gram() {
    return fit(PcaSolver.GRAM, wide);
  }

  /** Factors the rows. */
  @Benchmark
  public LinearModel svd() {
    return fit(PcaSolver.SVD, tall);
  }

  /** Iterates on blocks. */
  @Benchmark
  public LinearModel krylov() {
    return fit(PcaSolver.KRYLOV, tall);
  }

  /** Iterates on single vectors, to a tolerance that it can reach in reasonable time. */
  @Benchmark
  public LinearModel power() {
    return Pca.builder().components(COMPONENTS).solver(PcaSolver.POWER).tolerance(1e-4).fit(tall);
  }

  /** Reads the rows as if they came from a file. */
  @Benchmark
  public LinearModel streaming() {
    RowSource rows =
        new RowSource() {
          @Override
          public int columns() {
            return tall.columns();
          }

          @Override
          public void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
            tall.forEachTile(tileRows, lanes, visitor);
          }
        };
    return Pca.builder().components(COMPONENTS).solver(PcaSolver.STREAMING).build().fit(rows, null);
  }
}
