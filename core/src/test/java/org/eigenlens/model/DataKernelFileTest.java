package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eigenlens.Isomap;
import org.eigenlens.LaplacianEigenmaps;
import org.eigenlens.Lle;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of models whose kernel was made from data: sound ones, and damaged ones. */
class DataKernelFileTest {

  private static final Matrix X = Matrix.of(Samples.normal(40, 3, 1));

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("m.eigenlens");
  }

  @Test
  void everyKindSavesAndLoads() throws IOException {
    KernelModel[] models = {
      Isomap.builder().neighbors(8).fit(X),
      Isomap.builder().radius(3).landmarks(15).fit(X),
      Isomap.builder().neighbors(8).fitDistances(distances(), null),
      Lle.builder().neighbors(8).regularization(0.01).whiten(true).fit(X),
      LaplacianEigenmaps.builder().neighbors(8).standardize(true).fit(X),
      LaplacianEigenmaps.builder().neighbors(8).binary().normalized(false).fit(X)
    };
    for (KernelModel model : models) {
      model.save(file);
      KernelModel loaded = (KernelModel) Model.load(file);
      Matrix rows = model.isTable() ? distances() : Matrix.of(Samples.normal(7, 3, 2));
      assertThat(loaded.transform(rows).toArray()).isDeepEqualTo(model.transform(rows).toArray());
      assertThat(loaded.explained()).isEqualTo(model.explained());
      assertThat(KernelDescription.of(loaded.kernel()))
          .isEqualTo(KernelDescription.of(model.kernel()));
      assertThat(loaded.provenance()).isEqualTo(model.provenance());
    }
  }

  private static Matrix distances() {
    double[][] d = new double[40][40];
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 40; j++) {
        double[] x = X.row(i);
        double[] y = X.row(j);
        d[i][j] = Math.hypot(Math.hypot(x[0] - y[0], x[1] - y[1]), x[2] - y[2]);
      }
    }
    return Matrix.of(d);
  }

  private void damage(String tensor, double[] values) throws IOException {
    Safetensors.Content content = Safetensors.read(file);
    Map<String, double[]> vectors = new LinkedHashMap<>(content.vectors());
    if (values == null) {
      vectors.remove(tensor);
    } else {
      vectors.put(tensor, values);
    }
    Map<String, DenseMatrix> matrices = content.matrices();
    Safetensors.write(file, new Safetensors.Content(matrices, vectors, content.metadata()));
  }

  private void assertRefused(String words) {
    assertThatThrownBy(() -> Model.load(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining(words);
  }

  @Test
  void graphsThatAreNoneAreRefused() throws IOException {
    KernelModel model = Isomap.builder().neighbors(8).landmarks(15).fit(X);
    String[] tensors = {"graphStarts", "graphEnds", "graphLengths"};
    for (String tensor : tensors) {
      model.save(file);
      double[] values = Safetensors.read(file).vectors().get(tensor);
      damage(tensor, null);
      assertRefused("'" + tensor + "' is missing");
      for (double bad : new double[] {-1, 1e12, Double.NaN}) {
        double[] other = values.clone();
        other[1] = bad;
        model.save(file);
        damage(tensor, other);
        assertRefused("damaged");
      }
      model.save(file);
      damage(tensor, Arrays.copyOf(values, values.length - 1));
      assertRefused(tensor.equals("graphLengths") ? "tensor 'graphLengths' has" : "damaged");
    }
    model.save(file);
    damage("graphStarts", new double[41]);
    assertRefused("damaged");
    model.save(file);
    damage("landmarks", new double[] {0, 1, 2});
    assertRefused("3 similarities, but there are coefficients for 15");
    model.save(file);
    damage("landmarks", new double[] {0, 1, 40});
    assertRefused("damaged");
  }

  @Test
  void moreNeighboursThanThereAreAreRefused() throws IOException {
    for (KernelModel model :
        new KernelModel[] {
          Isomap.builder().neighbors(8).fit(X), Lle.builder().neighbors(8).fit(X)
        }) {
      for (long count : new long[] {0, 40, Integer.MAX_VALUE, 1L << 40}) {
        model.save(file);
        Safetensors.Content content = Safetensors.read(file);
        Map<String, String> metadata = new LinkedHashMap<>(content.metadata());
        metadata.replaceAll((k, v) -> v.replace("\"neighbors\":8", "\"neighbors\":" + count));
        assertThat(metadata).isNotEqualTo(content.metadata());
        Safetensors.write(
            file, new Safetensors.Content(content.matrices(), content.vectors(), metadata));
        assertRefused("'kernel'");
      }
    }
  }

  /** Such a model would load, and refuse every row as singular. */
  @Test
  void aRegularizationThatLeavesNothingOfTheProductsIsRefused() throws IOException {
    KernelModel model = Lle.builder().neighbors(8).regularization(0.01).fit(X);
    Matrix rows = Matrix.of(Samples.normal(7, 3, 2));
    for (String share : new String[] {"1.0E308", "1.0E16", "1.0E15"}) {
      model.save(file);
      Safetensors.Content content = Safetensors.read(file);
      Map<String, String> metadata = new LinkedHashMap<>(content.metadata());
      metadata.replaceAll(
          (k, v) -> v.replace("\"regularization\":0.01", "\"regularization\":" + share));
      assertThat(metadata).isNotEqualTo(content.metadata());
      Safetensors.write(
          file, new Safetensors.Content(content.matrices(), content.vectors(), metadata));
      if (share.equals("1.0E15")) {
        assertThat(Model.load(file).transform(rows).rows()).isEqualTo(7);
      } else {
        assertRefused("regularization=" + share);
      }
    }
  }
}
