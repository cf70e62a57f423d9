import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.eigenlens.Pca;
import org.eigenlens.data.Data;
import org.eigenlens.data.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.LinearModel;

/**
 * Draws the picture of the README: digits in the plane of their first two components, and noisy
 * digits before and after. Run it from the root of the project:
 *
 * <pre>java -cp cli/target/dist/eigenlens.jar docs/images/DigitsPicture.java docs/images/overview.svg</pre>
 */
final class DigitsPicture {

  private static final String[] COLOURS = {
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00",
    "#56b4e9", "#882255", "#e69f00", "#117733", "#555555"
  };
  private static final int SHOWN = 8;
  private static final int PIXEL = 6;

  public static void main(String[] args) throws IOException {
    Data digits = Samples.digits().load();
    DenseMatrix all = (DenseMatrix) digits.matrix();
    List<String> labels = digits.labels().orElseThrow();
    DenseMatrix training = all.rowRange(0, 1500);
    LinearModel model = Pca.builder().components(20).fit(training);
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 430\""
            + " font-family=\"system-ui, sans-serif\">\n"
            + "<rect width=\"960\" height=\"430\" fill=\"#ffffff\"/>\n");
    scatter(svg, model, all, labels);
    DenseMatrix held = all.rowRange(1500, 1500 + SHOWN);
    DenseMatrix noisy = held.copy();
    Random random = new Random(1);
    for (int i = 0; i < SHOWN; i++) {
      for (int j = 0; j < 64; j++) {
        noisy.set(i, j, noisy.get(i, j) + 4 * random.nextGaussian());
      }
    }
    images(svg, "digits the model has not seen", held, 60);
    images(svg, "with noise", noisy, 190);
    images(svg, "after denoising by 20 components", model.inverseTransform(model.transform(noisy)), 320);
    Files.writeString(Path.of(args[0]), svg.append("</svg>\n"));
  }

  private static void scatter(
      StringBuilder svg, LinearModel model, DenseMatrix all, List<String> labels) {
    DenseMatrix scores = model.transform(all);
    double[] share = model.explainedVarianceRatio();
    svg.append("<g stroke=\"#dddddd\"><path d=\"M30 215H450M240 40V390\"/></g>\n");
    for (int i = 0; i < all.rows(); i += 3) {
      int label = Integer.parseInt(labels.get(i));
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.0f\" y=\"%.0f\" font-size=\"11\" text-anchor=\"middle\" fill=\"%s\">%d</text>%n",
              240 + 6.2 * scores.get(i, 0),
              219 - 5.6 * scores.get(i, 1),
              COLOURS[label],
              label));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"240\" y=\"418\" font-size=\"14\" text-anchor=\"middle\">PC1 (%.1f %%)</text>%n"
                + "<text transform=\"translate(18 215) rotate(-90)\" font-size=\"14\""
                + " text-anchor=\"middle\">PC2 (%.1f %%)</text>%n",
            100 * share[0],
            100 * share[1]));
  }

  private static void images(StringBuilder svg, String title, Matrix images, int top) {
    svg.append(
        "<text x=\"500\" y=\"%d\" font-size=\"14\">%s</text>%n".formatted(top - 8, title));
    for (int i = 0; i < images.rows(); i++) {
      double[] image = images.row(i);
      for (int p = 0; p < 64; p++) {
        long grey = Math.round(255 * (1 - Math.max(0, Math.min(1, image[p] / 16))));
        svg.append(
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\"/>%n"
                .formatted(
                    500 + 54 * i + PIXEL * (p % 8),
                    top + PIXEL * (p / 8),
                    PIXEL,
                    PIXEL,
                    grey,
                    grey,
                    grey));
      }
    }
  }
}
