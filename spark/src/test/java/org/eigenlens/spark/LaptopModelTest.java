package org.eigenlens.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models that were fitted without Spark, on the columns of a DataFrame. */
class LaptopModelTest {

  private static final SparkSession SESSION = Sessions.local();

  private static void assertEncodes(Model own, Path file, double[][] x) throws Exception {
    own.save(file);
    EigenlensModel model = EigenlensModel.fromFile(file).setInputCol("features").setOutputCol("z");
    double[][] expected = own.transform(Matrix.of(x)).toArray();
    for (Dataset<Row> data :
        java.util.List.of(Samples.frame(SESSION, x, 2), Samples.sparseFrame(SESSION, x, 2))) {
      double[][] found = Samples.vectors(model.transform(data), "z");
      SESSION.udf().register("encode", model.udf());
      data.createOrReplaceTempView("rows");
      double[][] bySql =
          Samples.vectors(SESSION.sql("select encode(features) as z from rows"), "z");
      for (int i = 0; i < x.length; i++) {
        assertThat(found[i]).containsExactly(expected[i], within(1e-8));
        assertThat(bySql[i]).containsExactly(found[i]);
      }
    }
  }

  @Test
  void linearModelsEncode(@TempDir Path folder) throws Exception {
    double[][] x = Samples.spread(60, 5, 3, 31);
    assertEncodes(
        org.eigenlens.Pca.builder().components(3).standardize(true).whiten(true).fit(Matrix.of(x)),
        folder.resolve("pca.eigenlens"),
        x);
  }

  @Test
  void kernelModelsEncode(@TempDir Path folder) throws Exception {
    double[][] x = Samples.spread(60, 4, 1, 32);
    assertEncodes(
        org.eigenlens.KernelPca.builder().kernel(Kernels.rbf(0.4)).components(3).fit(Matrix.of(x)),
        folder.resolve("kernel.eigenlens"),
        x);
  }

  @Test
  void refusesVectorsOfAnotherWidth() {
    Model own =
        org.eigenlens.Pca.builder().components(2).fit(Matrix.of(Samples.spread(20, 4, 0, 33)));
    EigenlensModel model = EigenlensModel.of(own).setInputCol("features").setOutputCol("z");
    Dataset<Row> data = Samples.frame(SESSION, Samples.spread(5, 3, 0, 34), 1);
    assertThatThrownBy(() -> model.transform(data).collect())
        .hasStackTraceContaining(
            "There is a vector of 3 elements in column 'features', but the model was fitted to 4.");
  }
}
