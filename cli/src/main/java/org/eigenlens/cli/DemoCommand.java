package org.eigenlens.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import org.eigenlens.Pca;
import org.eigenlens.data.Data;
import org.eigenlens.data.Samples;
import org.eigenlens.data.Table;
import org.eigenlens.data.TableWriter;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.LinearModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The main job on the embedded digits, from the table to denoised pictures. */
@Command(
    name = "demo",
    description = "Fit, reconstruct and denoise handwritten digits that come with the program.",
    footer = {"", "Example: eigenlens demo"})
final class DemoCommand implements Callable<Integer> {

  private static final int SIDE = 8;
  private static final int TRAINING = 1500;
  private static final int COMPONENTS = 20;
  private static final double NOISE = 4;
  private static final int SHOWN = 6;
  private static final String SHADES = " .:-=+*#%@";

  @Spec private CommandSpec spec;
  @Mixin private RunOptions run;

  @Option(
      names = "--samples",
      paramLabel = "DIR",
      description = "Only write the tables that come with the program here: iris.csv, digits.csv.")
  private Optional<Path> samples;

  @Override
  public Integer call() {
    if (samples.isPresent()) {
      write(samples.get().resolve("iris.csv"), Samples.iris(), "species");
      write(samples.get().resolve("digits.csv"), Samples.digits(), "label");
      return 0;
    }
    run.start();
    PrintWriter out = spec.commandLine().getOut();
    Data digits = Samples.digits().load();
    Matrix all = digits.matrix();
    Matrix training = all.rowRange(0, TRAINING);
    DenseMatrix held = (DenseMatrix) all.rowRange(TRAINING, all.rows());

    out.printf(
        "1. Fit. %d handwritten digits of 8 × 8 pixels; the model sees the first %d of them.%n%n",
        all.rows(), TRAINING);
    LinearModel model =
        Pca.builder().components(COMPONENTS).build().fit(training, digits.featureNames());
    Report.print(out, model, model.provenance().warnings());

    DenseMatrix noisy = withNoise(held);
    DenseMatrix back = model.inverseTransform(model.transform(held));
    DenseMatrix cleaned = model.inverseTransform(model.transform(noisy));
    out.printf(
        Locale.ROOT,
        "%n2. Reconstruct. %d digits the model has not seen, from %d numbers each instead of 64:%n"
            + "   mean squared error %.3f a pixel (the pixels themselves vary by %.3f).%n",
        held.rows(),
        COMPONENTS,
        error(held, back),
        error(held, mean(model, held.rows())));
    out.printf(
        Locale.ROOT,
        "%n3. Denoise. The same digits with Gaussian noise of standard deviation %.0f:%n"
            + "   mean squared error %.3f before, %.3f after.%n%n",
        NOISE,
        error(held, noisy),
        error(held, cleaned));
    show(out, "original", held);
    show(out, "noisy", noisy);
    show(out, "denoised", cleaned);
    out.println("Next: eigenlens fit your.csv -k 0.95 -o model.eigenlens --scores scores.csv");
    return 0;
  }

  private void write(Path file, Table table, String label) {
    Data data = table.load();
    TableWriter.write(
        file,
        List.of(label),
        List.of(data.labels().orElseThrow()),
        data.featureNames(),
        data.matrix());
    spec.commandLine().getOut().println("wrote " + file);
  }

  private static DenseMatrix withNoise(DenseMatrix x) {
    Random random = new Random(1);
    DenseMatrix noisy = x.copy();
    for (int i = 0; i < noisy.rows(); i++) {
      double[] row = noisy.row(i);
      for (int j = 0; j < row.length; j++) {
        row[j] += NOISE * random.nextGaussian();
      }
      noisy.setRow(i, row, 0);
    }
    return noisy;
  }

  private static DenseMatrix mean(LinearModel model, int rows) {
    return model.inverseTransform(DenseMatrix.zeros(rows, model.components()));
  }

  private static double error(DenseMatrix x, DenseMatrix y) {
    double squares = 0;
    for (int i = 0; i < x.rows(); i++) {
      double[] a = x.row(i);
      double[] b = y.row(i);
      for (int j = 0; j < a.length; j++) {
        squares += (a[j] - b[j]) * (a[j] - b[j]);
      }
    }
    return squares / ((double) x.rows() * x.columns());
  }

  /** Draws the first digits side by side, two characters a pixel. */
  private static void show(PrintWriter out, String title, DenseMatrix images) {
    out.println(title);
    List<double[]> rows = List.of(images.rowRange(0, SHOWN).toArray());
    for (int y = 0; y < SIDE; y++) {
      StringBuilder line = new StringBuilder("  ");
      for (double[] image : rows) {
        for (int x = 0; x < SIDE; x++) {
          double ink = Math.max(0, Math.min(1, image[y * SIDE + x] / 16));
          char shade = SHADES.charAt((int) Math.round(ink * (SHADES.length() - 1)));
          line.append(shade).append(shade);
        }
        line.append("  ");
      }
      out.println(line.toString().stripTrailing());
    }
    out.println();
  }
}
