import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import org.eigenlens.KernelPca;
import org.eigenlens.Pca;
import org.eigenlens.data.Data;
import org.eigenlens.data.Samples;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;

/**
 * Draws noisy digits before and after linear and kernel PCA. The models see the first 1,200 digits;
 * how many components to use is chosen on the next 300, with noise; drawn are digits of the last
 * 297. Run it from the root of the project:
 *
 * <pre>java -cp cli/target/dist/eigenlens.jar docs/images/DenoisingPicture.java docs/images/denoising.svg</pre>
 */
final class DenoisingPicture {

  private static final int SIDE = 8;
  private static final int PIXEL = 7;
  private static final int LEFT = 200;
  private static final int TOP = 14;
  private static final int STEP = SIDE * PIXEL + 12;
  private static final double NOISE = 4;

  public static void main(String[] args) throws IOException {
    Data digits = Samples.digits().load();
    DenseMatrix all = (DenseMatrix) digits.matrix();
    DenseMatrix training = all.rowRange(0, 1200);
    DenseMatrix validation = all.rowRange(1200, 1500);
    DenseMatrix test = all.rowRange(1500, all.rows());
    DenseMatrix tried = withNoise(validation, 2);
    DenseMatrix noisy = withNoise(test, 1);

    LinearModel linear = Pca.builder().components(40).fit(training);
    KernelModel kernel =
        KernelPca.builder()
            .kernel(Kernels.rbf(1 / (2 * linear.totalVariance())))
            .components(400)
            .fit(training);
    int few = best(validation, k -> byLinear(linear, tried, k), 5, 10, 15, 20, 25, 30, 40);
    int many = best(validation, k -> byKernel(kernel, tried, k), 25, 50, 100, 200, 400);
    DenseMatrix straight = byLinear(linear, noisy, few);
    DenseMatrix bent = byKernel(kernel, noisy, many);

    List<Integer> shown = firstOfEach(digits.labels().orElseThrow().subList(1500, all.rows()));
    int width = LEFT + shown.size() * STEP + 8;
    int height = TOP + 4 * STEP + 2;
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" \
        font-family="system-ui, sans-serif">
        <rect width="%d" height="%d" fill="#ffffff"/>
        """
            .formatted(width, height, width, height));
    row(svg, 0, "original", "not seen by the models", "", test, shown);
    row(svg, 1, "noisy", "standard deviation 4 of 16", error(test, noisy), noisy, shown);
    row(svg, 2, "linear PCA", few + " components", error(test, straight), straight, shown);
    row(svg, 3, "kernel PCA", many + " components", error(test, bent), bent, shown);
    Files.writeString(Path.of(args[0]), svg.append("</svg>\n"));
  }

  /** Returns the number of the first image of each digit from 0 to 9. */
  private static List<Integer> firstOfEach(List<String> labels) {
    List<Integer> first = new ArrayList<>();
    for (int digit = 0; digit < 10; digit++) {
      first.add(labels.indexOf(Integer.toString(digit)));
    }
    return first;
  }

  private static void row(
      StringBuilder svg,
      int row,
      String title,
      String note,
      String error,
      DenseMatrix images,
      List<Integer> shown) {
    int top = TOP + row * STEP;
    svg.append(
        """
        <text x="16" y="%d" font-size="15" fill="#111111">%s</text>
        <text x="16" y="%d" font-size="12" fill="#555555">%s</text>
        <text x="16" y="%d" font-size="12" fill="#555555">%s</text>
        """
            .formatted(top + 18, title, top + 36, note, top + 52, error));
    for (int i = 0; i < shown.size(); i++) {
      double[] image = images.row(shown.get(i));
      int left = LEFT + i * STEP;
      // Crisp edges: antialiasing would leave hairlines between the pixels.
      svg.append(
          "<g transform=\"translate(%d %d)\" shape-rendering=\"crispEdges\">%n".formatted(left, top));
      for (int p = 0; p < SIDE * SIDE; p++) {
        long grey = Math.round(255 * (1 - Math.max(0, Math.min(1, image[p] / 16))));
        if (grey < 255) {
          svg.append(
              "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\"/>%n"
                  .formatted(
                      PIXEL * (p % SIDE), PIXEL * (p / SIDE), PIXEL, PIXEL, grey, grey, grey));
        }
      }
      svg.append(
          "<rect width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#cccccc\"/></g>%n"
              .formatted(SIDE * PIXEL, SIDE * PIXEL));
    }
  }

  private static DenseMatrix byLinear(LinearModel model, DenseMatrix images, int components) {
    return model.inverseTransform(leading(model.transform(images), components));
  }

  private static DenseMatrix byKernel(KernelModel model, DenseMatrix images, int components) {
    return model.preImages(leading(model.transform(images), components), images).points();
  }

  /** Sets the other coordinates to zero: the same as a model of fewer components. */
  private static DenseMatrix leading(DenseMatrix coordinates, int components) {
    for (int i = 0; i < coordinates.rows(); i++) {
      double[] row = coordinates.row(i);
      Arrays.fill(row, components, row.length, 0);
      coordinates.setRow(i, row, 0);
    }
    return coordinates;
  }

  private static int best(DenseMatrix clean, IntFunction<DenseMatrix> cleaned, int... grid) {
    int best = grid[0];
    for (int k : grid) {
      best = meanSquare(clean, cleaned.apply(k)) < meanSquare(clean, cleaned.apply(best)) ? k : best;
    }
    return best;
  }

  private static DenseMatrix withNoise(DenseMatrix x, long seed) {
    Random random = new Random(seed);
    DenseMatrix noisy = x.copy();
    for (int i = 0; i < noisy.rows(); i++) {
      for (int j = 0; j < noisy.columns(); j++) {
        noisy.set(i, j, noisy.get(i, j) + NOISE * random.nextGaussian());
      }
    }
    return noisy;
  }

  private static String error(DenseMatrix clean, DenseMatrix images) {
    return String.format(Locale.ROOT, "mean squared error %.2f", meanSquare(clean, images));
  }

  private static double meanSquare(DenseMatrix x, DenseMatrix y) {
    double[] a = x.toRowMajor();
    double[] b = y.toRowMajor();
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sum / a.length;
  }
}
