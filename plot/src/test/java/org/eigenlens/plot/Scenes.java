package org.eigenlens.plot;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.eigenlens.Cca;
import org.eigenlens.Fisher;
import org.eigenlens.KernelCca;
import org.eigenlens.KernelPca;
import org.eigenlens.LaplacianEigenmaps;
import org.eigenlens.Pca;
import org.eigenlens.SupervisedPca;
import org.eigenlens.data.Data;
import org.eigenlens.data.Samples;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.Model;
import org.eigenlens.supervised.Labels;

/** Models of every kind with their rows, of embedded and generated data. */
final class Scenes {

  static final Data IRIS = Samples.iris().load();
  static final Data DIGITS = Samples.digits().load();
  static final List<String> SPECIES = IRIS.labels().orElseThrow();

  private Scenes() {}

  static DenseMatrix iris() {
    return (DenseMatrix) IRIS.matrix();
  }

  static Scene of(Model model, DenseMatrix rows) {
    return Scene.of(model).with(Points.of(model.transform(rows)).withRows(rows));
  }

  private static Scene labelled(Model model) {
    return Scene.of(model)
        .with(Points.of(model.transform(iris())).withRows(iris()).withLabels(SPECIES));
  }

  static Scene standardised() {
    return labelled(
        Pca.builder().components(4).standardize(true).build().fit(iris(), IRIS.featureNames()));
  }

  static Scene plain() {
    return labelled(Pca.builder().components(2).build().fit(iris(), IRIS.featureNames()));
  }

  static Scene one() {
    return labelled(Pca.builder().components(1).build().fit(iris(), IRIS.featureNames()));
  }

  static Scene kernel() {
    return labelled(
        KernelPca.builder()
            .kernel(Kernels.rbf(0.1))
            .components(3)
            .build()
            .fit(iris(), IRIS.featureNames()));
  }

  /** Returns components whose eigenvalues are costs. */
  static Scene costs() {
    return labelled(
        LaplacianEigenmaps.builder()
            .neighbors(60)
            .components(3)
            .build()
            .fit(iris(), IRIS.featureNames()));
  }

  static Scene supervised() {
    return labelled(
        SupervisedPca.builder()
            .components(2)
            .fit(iris(), Labels.ofClasses(SPECIES), IRIS.featureNames()));
  }

  static Scene fisher() {
    return labelled(
        Fisher.builder().components(2).fit(iris(), Labels.ofClasses(SPECIES), IRIS.featureNames()));
  }

  /** Returns two views of irises: sepals and petals. */
  static Scene paired() {
    List<String> names = IRIS.featureNames();
    return pairs(
        Cca.builder()
            .components(2)
            .fit(
                iris().columnRange(0, 2).copy(),
                names.subList(0, 2),
                iris().columnRange(2, 4).copy(),
                names.subList(2, 4)));
  }

  static Scene kernelPaired() {
    List<String> names = IRIS.featureNames();
    return pairs(
        KernelCca.builder()
            .kernels(Kernels.rbf(0.5), Kernels.rbf(0.5))
            .components(2)
            .ridge(0.1, 0.1)
            .fit(
                iris().columnRange(0, 2).copy(),
                names.subList(0, 2),
                iris().columnRange(2, 4).copy(),
                names.subList(2, 4)));
  }

  private static Scene pairs(Model model) {
    return Scene.of(model).with(Points.of(model.transform(iris())).withLabels(SPECIES));
  }

  static Scene digits() {
    DenseMatrix rows = ((DenseMatrix) DIGITS.matrix()).rowRange(0, 300).copy();
    Model model = Pca.builder().components(12).build().fit(rows, DIGITS.featureNames());
    return Scene.of(model)
        .with(
            Points.of(model.transform(rows))
                .withRows(rows)
                .withLabels(DIGITS.labels().orElseThrow().subList(0, 300)));
  }

  /** Returns kernel components of three clusters in the plane. */
  static Scene toy() {
    Random random = new Random(1);
    double[][] rows = new double[90][];
    for (int i = 0; i < rows.length; i++) {
      double angle = i / 30 * 2;
      rows[i] =
          new double[] {
            Math.cos(angle) + 0.1 * random.nextGaussian(),
            Math.sin(angle) + 0.1 * random.nextGaussian()
          };
    }
    DenseMatrix x = DenseMatrix.copyOf(rows);
    return of(
        KernelPca.builder().kernel(Kernels.rbf(5)).components(4).build().fit(x, List.of("a", "b")),
        x);
  }

  /** Returns many rows of a normal cloud. */
  static Scene many(int rows) {
    Random random = new Random(2);
    DenseMatrix x = DenseMatrix.zeros(rows, 3);
    for (int i = 0; i < rows; i++) {
      x.setRow(
          i,
          new double[] {3 * random.nextGaussian(), random.nextGaussian(), random.nextGaussian()},
          0);
    }
    return of(Pca.builder().components(2).build().fit(x, List.of("a", "b", "c")), x);
  }

  /** Returns irises under labels and ids of somebody's choice. */
  static Scene hostile(String text) {
    Scene scene = plain();
    return scene.with(
        scene
            .points()
            .orElseThrow()
            .withLabels(IntStream.range(0, 150).mapToObj(i -> i < 75 ? text : "b").toList())
            .withIds(IntStream.range(0, 150).mapToObj(i -> text + i).toList()));
  }
}
