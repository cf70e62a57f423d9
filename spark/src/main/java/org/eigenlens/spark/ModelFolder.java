package org.eigenlens.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.sql.SparkSession;

/**
 * A fitted stage on any file system of Spark's: a folder with Spark's own description of its
 * parameters, and beside it the model file that every part of Eigenlens reads.
 */
final class ModelFolder {

  private static final String FILE = "model.eigenlens";

  private ModelFolder() {}

  static final class Writer extends DefaultParamsWriter {
    private final SharedModel model;

    Writer(Params stage, SharedModel model) {
      super(stage);
      this.model = model;
    }

    @Override
    public void saveImpl(String path) {
      super.saveImpl(path);
      Path file = new Path(path, FILE);
      try (FSDataOutputStream out = system(file, sparkSession()).create(file, true)) {
        out.write(model.file());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A stage that gets its model after its parameters. */
  interface Stage {
    void attach(SharedModel model);
  }

  static final class Reader<T extends Stage> extends DefaultParamsReader<T> {
    @Override
    public T load(String path) {
      T stage = super.load(path);
      Path file = new Path(path, FILE);
      try (FSDataInputStream in = system(file, sparkSession()).open(file)) {
        stage.attach(SharedModel.of(in.readAllBytes()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return stage;
    }
  }

  private static FileSystem system(Path path, SparkSession session) throws IOException {
    return path.getFileSystem(session.sparkContext().hadoopConfiguration());
  }
}
