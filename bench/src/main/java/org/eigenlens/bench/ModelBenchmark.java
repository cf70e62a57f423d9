package org.eigenlens.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
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

/** What is done with a fitted model: encoding rows, decoding, saving and loading. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ModelBenchmark {

  @Param({"SMALL", "MEDIUM"})
  Shape shape;

  private DenseMatrix x;
  private LinearModel model;
  private DenseMatrix scores;
  private Path folder;
  private Path saved;

  /** Fits and saves a model. */
  @Setup
  public void make() throws IOException {
    x = SyntheticData.of(shape.rows, shape.columns, 0, 1);
    model = Pca.builder().components(5).fit(x);
    scores = model.transform(x);
    folder = Files.createTempDirectory("eigenlens-bench");
    saved = folder.resolve("saved.eigenlens");
    model.save(saved);
  }

  /** Gives memory and files back. */
  @TearDown
  public void release() throws IOException {
    x.storage().release();
    scores.storage().release();
    Files.deleteIfExists(saved);
    Files.deleteIfExists(folder.resolve("again.eigenlens"));
    Files.delete(folder);
  }

  /** Encodes all rows. */
  @Benchmark
  public int transform() {
    DenseMatrix coordinates = model.transform(x);
    int rows = coordinates.rows();
    coordinates.storage().release();
    return rows;
  }

  /** Decodes all rows. */
  @Benchmark
  public int inverseTransform() {
    DenseMatrix points = model.inverseTransform(scores);
    int rows = points.rows();
    points.storage().release();
    return rows;
  }

  /** Writes the model file. */
  @Benchmark
  public void save() throws IOException {
    model.save(folder.resolve("again.eigenlens"));
  }

  /** Reads the model file. */
  @Benchmark
  public Model load() throws IOException {
    return Model.load(saved);
  }
}
