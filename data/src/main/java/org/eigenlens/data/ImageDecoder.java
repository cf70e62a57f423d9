package org.eigenlens.data;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * Makes pixels of the bytes of an image file.
 *
 * <p>The size in the header is looked at before memory is taken for the pixels. Grey is luma by
 * Rec. 601, 0.299·R + 0.587·G + 0.114·B; values run from 0 to 255 whatever the depth; what is
 * transparent lies on white. Values of grey files are taken as they stand: no gamma is undone.
 */
final class ImageDecoder {

  /** Decoding takes up to about a hundred bytes a pixel for a while. */
  private static final int BYTES_PER_PIXEL = 96;

  /** More pixels than this are refused on the largest of heaps. */
  private static final int LARGEST = 1 << 28;

  static final int MOST_PIXELS =
      (int) Math.min(LARGEST, Runtime.getRuntime().maxMemory() / BYTES_PER_PIXEL);

  /** A permit for each pixel that is being decoded: images that go on at once share the memory. */
  private static final Semaphore ROOM = new Semaphore(MOST_PIXELS, true);

  private static final int FULL = 255;

  private ImageDecoder() {}

  /** Returns the size that the header of a file tells. */
  static ImageOptions.Size size(String name, byte[] bytes) {
    return reading(
        name,
        () -> {
          if (Pgm.is(bytes)) {
            return Pgm.size(bytes, (width, height) -> checked(name, width, height));
          }
          try (ImageInputStream in = stream(bytes)) {
            ImageReader reader = reader(in);
            try {
              return checked(name, reader.getWidth(0), reader.getHeight(0));
            } finally {
              reader.dispose();
            }
          }
        });
  }

  /** Returns the pixels, in colour or in grey. */
  static PixelValues decode(String name, byte[] bytes, boolean color) {
    PixelValues picture =
        reading(
            name,
            () ->
                Pgm.is(bytes)
                    ? Pgm.read(bytes, (width, height) -> checked(name, width, height))
                    : decoded(name, bytes, color));
    return color ? picture.inColor() : picture;
  }

  /** Returns the pixels at another size; waits while other images take the memory. */
  static PixelValues decode(String name, byte[] bytes, boolean color, int width, int height) {
    ImageOptions.Size size = size(name, bytes);
    int pixels = size.width() * size.height(); // no more than the most, as was checked
    ROOM.acquireUninterruptibly(pixels);
    try {
      return decode(name, bytes, color).resized(width, height);
    } finally {
      ROOM.release(pixels);
    }
  }

  @FunctionalInterface
  private interface Reading<T> {
    T get() throws IOException;
  }

  /** Reads; whatever a damaged file makes a decoder throw is a complaint about the file. */
  private static <T> T reading(String name, Reading<T> reading) {
    try {
      return reading.get();
    } catch (DataException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw DataException.at(
          Place.file(name),
          "it cannot be read as an image: " + reason,
          "leave it out, or save it again",
          e);
    }
  }

  private static ImageOptions.Size checked(String name, long width, long height) {
    if (width < 1 || height < 1) {
      throw DataException.at(
          Place.file(name),
          "its header says %d × %d pixels, which is no image".formatted(width, height),
          "leave it out, or save it again");
    }
    if (width > MOST_PIXELS / height) {
      double pixels = (double) width * height;
      boolean helps = pixels > MOST_PIXELS && pixels <= LARGEST;
      throw DataException.at(
          Place.file(name),
          "its header says %d × %d pixels, and at most %d %s"
              .formatted(
                  width,
                  height,
                  helps ? MOST_PIXELS : LARGEST,
                  helps ? "fit in the heap" : "are read of an image"),
          helps
              ? "leave it out, make it smaller, or "
                  + Heap.remedy(Heap.megabytes(pixels * BYTES_PER_PIXEL))
              : "leave it out, or make it smaller");
    }
    return new ImageOptions.Size((int) width, (int) height);
  }

  private static ImageInputStream stream(byte[] bytes) {
    return new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes));
  }

  private static ImageReader reader(ImageInputStream in) throws IOException {
    Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
    if (!readers.hasNext()) {
      throw new IOException("it starts like no format that is known");
    }
    ImageReader reader = readers.next();
    reader.setInput(in, true, true);
    return reader;
  }

  private static PixelValues decoded(String name, byte[] bytes, boolean color) throws IOException {
    try (ImageInputStream in = stream(bytes)) {
      ImageReader reader = reader(in);
      StringBuilder damage = new StringBuilder();
      reader.addIIOReadWarningListener(
          (source, warning) -> {
            // A decoder fills in what is cut off, and says so only here.
            if (warning.toLowerCase(Locale.ROOT).matches(".*(premature|truncat|corrupt).*")) {
              damage.append(warning);
            }
          });
      try {
        checked(name, reader.getWidth(0), reader.getHeight(0));
        BufferedImage image = reader.read(0);
        if (!damage.isEmpty()) {
          throw new IOException(damage.toString());
        }
        return color ? colors(image) : greys(image);
      } finally {
        reader.dispose();
      }
    }
  }

  private static PixelValues greys(BufferedImage image) {
    if (isGrey(image)) {
      return new PixelValues(image.getWidth(), image.getHeight(), 1, samples(image), false);
    }
    PixelValues picture = colors(image);
    double[] rgb = picture.values();
    double[] grey = new double[rgb.length / 3];
    boolean colored = false;
    for (int i = 0; i < grey.length; i++) {
      double red = rgb[3 * i];
      double green = rgb[3 * i + 1];
      double blue = rgb[3 * i + 2];
      boolean same = red == green && green == blue;
      // Weights that sum to 1 only up to rounding must not change what is grey already.
      grey[i] = same ? red : 0.299 * red + 0.587 * green + 0.114 * blue;
      colored |= !same;
    }
    return new PixelValues(picture.width(), picture.height(), 1, grey, colored);
  }

  private static boolean isGrey(BufferedImage image) {
    ColorModel model = image.getColorModel();
    return !(model instanceof IndexColorModel)
        && model.getColorSpace().getType() == ColorSpace.TYPE_GRAY;
  }

  /** Returns grey values as they stand: Java takes them for linear light, which they are not. */
  private static double[] samples(BufferedImage image) {
    Raster raster = image.getRaster();
    int width = image.getWidth();
    double[] values = new double[width * image.getHeight()];
    int most = (1 << image.getColorModel().getComponentSize(0)) - 1;
    Raster alpha = image.getAlphaRaster();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < width; x++) {
        int sample = raster.getSample(raster.getMinX() + x, raster.getMinY() + y, 0);
        double value = most == FULL ? sample : sample * (double) FULL / most;
        values[y * width + x] =
            alpha == null ? value : onWhite(value, alpha.getSample(x, y, 0) / (double) most);
      }
    }
    return values;
  }

  private static double onWhite(double value, double opacity) {
    return opacity == 1 ? value : value * opacity + FULL * (1 - opacity);
  }

  private static PixelValues colors(BufferedImage image) {
    if (isGrey(image)) {
      return new PixelValues(image.getWidth(), image.getHeight(), 1, samples(image), false)
          .inColor();
    }
    int width = image.getWidth();
    double[] values = new double[3 * width * image.getHeight()];
    int[] line = new int[width];
    for (int y = 0; y < image.getHeight(); y++) {
      image.getRGB(0, y, width, 1, line, 0, width);
      for (int x = 0; x < width; x++) {
        double opacity = (line[x] >>> 24) / (double) FULL;
        for (int c = 0; c < 3; c++) {
          int value = line[x] >> (16 - 8 * c) & FULL;
          values[3 * (y * width + x) + c] = onWhite(value, opacity);
        }
      }
    }
    return new PixelValues(width, image.getHeight(), 3, values, true);
  }
}
