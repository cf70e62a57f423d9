package org.eigenlens.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.Model;

/** Saves two models in turn to one file, until it is ended: a program to be killed. */
final class SavingForever {

  private SavingForever() {}

  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    Model[] models = {model(1), model(2)};
    models[0].save(file);
    System.out.println("saving");
    while (true) {
      models[1].save(file);
      models[0].save(file);
    }
  }

  /** Makes a model of half a megabyte. */
  private static Model model(int seed) {
    DenseMatrix x = DenseMatrix.zeros(20, 4000);
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.columns(); j++) {
        x.set(i, j, Math.sin(seed + i * 7.0 + j * (i + 1.0)));
      }
    }
    return Pca.builder().components(15).fit(x);
  }
}
