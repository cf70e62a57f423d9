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
  private final List<Path> kept;
  private final boolean named;
  private double[] only;
  private int count;

  /**
   * Writes to a place.
   *
   * @param kept files that must stay as they are
   * @param named whether the first text of rows is their name
   */
  DecodedImages(Path place, Model model, List<Path> kept, boolean named) {
    this.place = place;
    this.kept = kept;
    this.named = named;
    this.shape = (Origin.Images) model.provenance().origin();
    this.folder = Outputs.isPng(place) ? null : new PictureWriter(place, shape, kept);
  }

  /** Takes some rows; those without a name are called by their number. */
  void add(List<List<String>> texts, DenseMatrix rows) {
    for (int i = 0; i < rows.rows(); i++) {
      count++;
      double[] pixels = rows.row(i);
      if (folder == null) {
        only = pixels;
      } else if (Arrays.stream(pixels).noneMatch(Double::isNaN)) {
        String name = named ? texts.get(0).get(i) : null;
        folder.write(name == null || name.isBlank() ? String.valueOf(count) : name, pixels);
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
    if (Arrays.stream(only).anyMatch(Double::isNaN)) {
      throw DataException.of(
          "the only row has missing cells and no coordinates, so that " + place + " is not written",
          "fill them in with --missing mean");
    }
    PictureWriter.writeFile(place, shape, kept, only);
  }
}
