package org.eigenlens.data;

import java.awt.image.BufferedImage;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.eigenlens.model.Origin;
import org.eigenlens.model.WholeFile;

/**
 * Writes rows of pixels as PNG files, each whole or not at all.
 *
 * <p>Values are rounded, and those beyond 0 to 255 become 0 or 255.
 */
public final class PictureWriter {

  private final Path folder;
  private final Origin.Images shape;
  private final Collection<Path> kept;
  private final Set<Path> written = new HashSet<>();

  /** Writes to a folder, which is made if need be. */
  public PictureWriter(Path folder, Origin.Images shape) {
    this(folder, shape, List.of());
  }

  /**
   * Writes to a folder, which is made if need be.
   *
   * @param kept files that must stay as they are, such as the images that are read
   */
  public PictureWriter(Path folder, Origin.Images shape, Collection<Path> kept) {
    this.folder = folder;
    this.shape = shape;
    this.kept = realPaths(kept);
  }

  private static Set<Path> realPaths(Collection<Path> files) {
    Set<Path> real = new HashSet<>();
    for (Path file : files) {
      try {
        real.add(file.toRealPath());
      } catch (IOException e) {
        assert e != null; // what is not there cannot be overwritten
      }
    }
    return real;
  }

  /**
   * Writes one picture under its name, with the ending .png in place of its own; a name that was
   * written already gets a number.
   *
   * @param name a path below the folder
   * @throws DataException if the name leads out of the folder, the file is one that must stay, or
   *     it cannot be written
   */
  public void write(String name, double[] pixels) {
    Path base = folder.toAbsolutePath().normalize();
    Path file = below(base, name.replaceFirst("\\.[^./]*$", "") + ".png", name);
    if (written.contains(file)) {
      file = below(base, name + ".png", name);
    }
    for (int number = 2; !written.add(file); number++) {
      file = below(base, name + "-" + number + ".png", name);
    }
    requireOther(file, kept);
    try {
      Files.createDirectories(file.getParent());
      write(file, shape, pixels);
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }

  private static Path below(Path base, String relative, String name) {
    Path file = null;
    try {
      file = base.resolve(relative.startsWith("/") ? "." + relative : relative).normalize();
    } catch (InvalidPathException e) {
      assert e != null; // treated as a name that leads nowhere
    }
    if (file == null || !file.startsWith(base) || file.equals(base)) {
      throw DataException.at(
          Place.file(name),
          "its name leads out of the folder " + base + ", so no image is written for it",
          "rename it, or write a table instead");
    }
    return file;
  }

  /** Refuses to write to one of some real paths, by whichever name. */
  private static void requireOther(Path file, Collection<Path> kept) {
    if (!Collections.disjoint(realPaths(List.of(file)), kept)) {
      throw DataException.at(
          Place.file(file.toString()),
          "it is one of the files that are read, and would be overwritten",
          "name another folder to write to");
    }
  }

  static DataException unwritable(Path file, IOException e) {
    return DataException.at(
        Place.file(file.toString()), WholeFile.unwritable(e), WholeFile.REMEDY, e);
  }

  /** Writes one picture to a file, other than those that must stay. */
  public static void writeFile(
      Path file, Origin.Images shape, Collection<Path> kept, double[] pixels) {
    requireOther(file, realPaths(kept));
    try {
      write(file, shape, pixels);
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }

  /** Returns one picture as PNG. */
  public static byte[] png(Origin.Images shape, double[] pixels) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      if (!ImageIO.write(image(shape, pixels), "png", out)) {
        throw new IOException("this Java has no PNG writer");
      }
    }
    return bytes.toByteArray();
  }

  private static void write(Path file, Origin.Images shape, double[] pixels) throws IOException {
    try (WholeFile whole = new WholeFile(file)) {
      // What fails while ImageIO writes to a file it calls an error of PNG, whatever it was.
      Files.write(whole.path(), png(shape, pixels));
      whole.commit();
    }
  }

  /** Makes an image of a row of pixels from 0 to 255. */
  static BufferedImage image(Origin.Images shape, double[] pixels) {
    if (pixels.length != shape.columns()) {
      throw new IllegalArgumentException(
          "%d numbers are no picture of %s.".formatted(pixels.length, shape));
    }
    if (Arrays.stream(pixels).anyMatch(Double::isNaN)) {
      throw new IllegalArgumentException("A pixel without a value is no colour.");
    }
    boolean grey = shape.channels() == 1;
    BufferedImage image =
        new BufferedImage(
            shape.width(),
            shape.height(),
            grey ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_INT_RGB);
    WritableRaster raster = image.getRaster();
    int at = 0;
    for (int y = 0; y < shape.height(); y++) {
      for (int x = 0; x < shape.width(); x++) {
        for (int c = 0; c < shape.channels(); c++) {
          // Bands are set as they are: no colour space comes between.
          raster.setSample(x, y, c, (int) Math.round(Math.max(0, Math.min(255, pixels[at++]))));
        }
      }
    }
    return image;
  }
}
