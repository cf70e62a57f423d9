package org.eigenlens.studio;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.data.PictureWriter;
import org.eigenlens.data.ReadOptions;
import org.eigenlens.data.Table;
import org.eigenlens.model.Origin;

/** The first images of an input, side by side in one picture. */
final class FirstImages {

  private static final int MOST = 12;

  /** So many numbers are read at most; larger images are fewer. */
  private static final long NUMBERS = 1 << 20;

  private static final double PAPER = 255;

  private FirstImages() {}

  /** Returns them as PNG; refuses what is no image, or too large an image. */
  static byte[] png(Input input) throws IOException {
    Table table = input.open(ReadOptions.DEFAULT);
    Origin.Images shape =
        table.pixels().orElseThrow(() -> Refusal.notFound("these rows are no images"));
    long count = Math.min(MOST, NUMBERS / shape.columns());
    if (count == 0) {
      throw Refusal.bad("images of " + shape + " pixels are too large to be shown here");
    }
    List<double[]> images = new ArrayList<>();
    try {
      table.forEachBatch(
          (int) count,
          batch -> {
            for (int row = 0; row < batch.matrix().rows(); row++) {
              images.add(batch.matrix().row(row));
            }
            throw new Enough();
          });
    } catch (Enough enough) {
      return strip(shape, images);
    }
    throw Refusal.notFound("there are no images");
  }

  private static byte[] strip(Origin.Images shape, List<double[]> images) throws IOException {
    int gap = Math.max(1, shape.width() / 16);
    int step = shape.width() + gap;
    Origin.Images whole =
        new Origin.Images(images.size() * step - gap, shape.height(), shape.channels());
    double[] pixels = new double[(int) whole.columns()];
    Arrays.fill(pixels, PAPER);
    int line = shape.width() * shape.channels();
    for (int i = 0; i < images.size(); i++) {
      for (int y = 0; y < shape.height(); y++) {
        int to = (y * whole.width() + i * step) * shape.channels();
        System.arraycopy(images.get(i), y * line, pixels, to, line);
      }
    }
    return PictureWriter.png(whole, pixels);
  }
}
