package org.eigenlens.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.data.DataException;
import org.eigenlens.data.PictureWriter;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.Model;
import org.eigenlens.model.Origin;

/** Writes decoded rows as images: into a folder under their names, or the only one to a file. */
final class DecodedImages {

  private final Path place;
  private final Origin.Images shape;
  private final PictureWriter folder;
  private double[] only;
  private int count;

  DecodedImages(Path place, Model model) {
    this.place = place;
    this.shape = (Origin.Images) model.provenance().origin();
    this.folder = Outputs.isPng(place) ? null : new PictureWriter(place, shape);
  }

  /** Takes some rows; their first text, if they have any, is the name. */
  void add(List<List<String>> texts, DenseMatrix rows) {
    for (int i = 0; i < rows.rows(); i++) {
      count++;
      double[] pixels = rows.row(i);
      if (folder == null) {
        only = pixels;
      } else if (Arrays.stream(pixels).noneMatch(Double::isNaN)) {
        folder.write(texts.isEmpty() ? String.valueOf(count) : texts.get(0).get(i), pixels);
      }
    }
  }

  /** Writes the only image, if it goes to a file. */
  void finish() {
    if (folder != null) {
      return;
    }
    if (count != 1) {
      throw DataException.of(
          place + " is one image, and there are " + count + " rows",
          "name a folder instead, without an ending");
    }
    PictureWriter.writeFile(place, shape, only);
  }
}
