package org.eigenlens.bench.replay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Square grey images with the digit each of them shows.
 *
 * @param pixels a row for each image, line by line
 * @param digits what they show
 */
record Images(double[][] pixels, int[] digits) {

  /** A part to learn from and a part to judge by. */
  record Split(Images training, Images test) {}

  int size() {
    return digits.length;
  }

  DenseMatrix matrix() {
    return DenseMatrix.copyOf(pixels);
  }

  /** Reads comma-separated values with a line of names; the last column is the digit. */
  static Images read(Path file) throws IOException {
    List<double[]> pixels = new ArrayList<>();
    List<Integer> digits = new ArrayList<>();
    try (InputStream raw = Files.newInputStream(file);
        InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      String names = lines.readLine();
      if (names == null) {
        throw new IOException(file + " is empty.");
      }
      int columns = names.split(",", -1).length;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        double[] cells =
            Arrays.stream(line.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
        if (cells.length != columns) {
          throw new IOException(
              "%s: row %d has %d cells, but the first line has %d."
                  .formatted(file, digits.size() + 1, cells.length, columns));
        }
        double digit = cells[columns - 1];
        if (!(digit >= 0 && digit <= 9 && digit == Math.rint(digit))) {
          throw new IOException(
              "%s: row %d ends in %s, which is no digit; the digit must come last."
                  .formatted(file, digits.size() + 1, digit));
        }
        pixels.add(Arrays.copyOf(cells, columns - 1));
        digits.add((int) digit);
      }
    }
    return new Images(
        pixels.toArray(double[][]::new), digits.stream().mapToInt(digit -> digit).toArray());
  }

  /**
   * Smooths each image with a Gaussian, mirrored at the borders.
   *
   * @param sigma its width in pixels
   */
  Images smoothed(double sigma) {
    int radius = (int) Math.ceil(4 * sigma);
    double[] weights = new double[2 * radius + 1];
    Arrays.setAll(weights, i -> Math.exp(-0.5 * Math.pow((i - radius) / sigma, 2)));
    double sum = Arrays.stream(weights).sum();
    Arrays.setAll(weights, i -> weights[i] / sum);
    double[][] smooth = new double[size()][];
    for (int i = 0; i < smooth.length; i++) {
      int side = (int) Math.round(Math.sqrt(pixels[i].length));
      double[] across = convolved(pixels[i], side, weights, 1, side);
      smooth[i] = convolved(across, side, weights, side, 1);
    }
    return new Images(smooth, digits);
  }

  private static double[] convolved(
      double[] image, int side, double[] weights, int step, int lineStep) {
    int radius = weights.length / 2;
    double[] out = new double[image.length];
    for (int line = 0; line < side; line++) {
      for (int at = 0; at < side; at++) {
        double sum = 0;
        for (int w = -radius; w <= radius; w++) {
          int from = at + w;
          int mirrored = from < 0 ? -1 - from : from >= side ? 2 * side - 1 - from : from;
          sum += weights[w + radius] * image[line * lineStep + mirrored * step];
        }
        out[line * lineStep + at * step] = sum;
      }
    }
    return out;
  }

  /** Draws so many images of each digit for either part. */
  Split perDigit(int training, int test, Random random) {
    int[] order = order(random);
    List<Integer> first = new ArrayList<>();
    List<Integer> second = new ArrayList<>();
    int[] seen = new int[10];
    for (int i : order) {
      int count = seen[digits[i]]++;
      if (count < training) {
        first.add(i);
      } else if (count < training + test) {
        second.add(i);
      }
    }
    if (first.size() < 10 * training || second.size() < 10 * test) {
      throw new IllegalArgumentException(
          "%d images of each digit are needed; there are %s."
              .formatted(training + test, Arrays.toString(seen)));
    }
    return new Split(picked(first), picked(second));
  }

  /** Sets so many images aside to judge by. */
  Split hold(int test, Random random) {
    if (test >= size()) {
      throw new IllegalArgumentException(
          "%d images cannot be set aside of %d.".formatted(test, size()));
    }
    List<Integer> order = Arrays.stream(order(random)).boxed().toList();
    return new Split(picked(order.subList(test, order.size())), picked(order.subList(0, test)));
  }

  /** Draws so many images. */
  Images some(int count, Random random) {
    return picked(Arrays.stream(order(random)).limit(count).boxed().toList());
  }

  private Images picked(List<Integer> rows) {
    return new Images(
        rows.stream().map(i -> pixels[i]).toArray(double[][]::new),
        rows.stream().mapToInt(i -> digits[i]).toArray());
  }

  private int[] order(Random random) {
    return Shuffle.of(size(), random);
  }
}
