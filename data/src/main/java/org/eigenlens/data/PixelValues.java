package org.eigenlens.data;

/**
 * An image in memory.
 *
 * @param channels 1 for grey, 3 for red, green and blue
 * @param values from 0 to 255, line by line from the top, the channels of a pixel side by side
 * @param colored whether the image had colour before it was made grey
 */
record PixelValues(int width, int height, int channels, double[] values, boolean colored) {

  /** Returns a grey image as one of three equal channels. */
  PixelValues inColor() {
    if (channels == 3) {
      return this;
    }
    double[] all = new double[3 * values.length];
    for (int i = 0; i < values.length; i++) {
      for (int c = 0; c < 3; c++) {
        all[3 * i + c] = values[i];
      }
    }
    return new PixelValues(width, height, 3, all, colored);
  }

  /**
   * Brings the image to another size, lines and columns each by themselves.
   *
   * <p>Where a side shrinks, a new pixel is the mean of the area it covers; where it grows, it lies
   * between the nearest two. A side that keeps its length keeps its values. Costs the smaller of
   * what one side of either size makes, and the new size, times what a pixel covers.
   */
  PixelValues resized(int newWidth, int newHeight) {
    double[] all;
    // The smaller of both ways between is no larger than the larger of both ends.
    if ((long) newHeight * width <= (long) height * newWidth) {
      double[] lines = stretched(values, 1, height, newHeight, width * channels);
      all = stretched(lines, newHeight, width, newWidth, channels);
    } else {
      double[] lines = stretched(values, height, width, newWidth, channels);
      all = stretched(lines, 1, height, newHeight, newWidth * channels);
    }
    return new PixelValues(newWidth, newHeight, channels, all, colored);
  }

  /** Stretches one dimension of {@code outer} × {@code size} × {@code inner} numbers. */
  private static double[] stretched(double[] from, int outer, int size, int target, int inner) {
    if (size == target) {
      return from;
    }
    double[] to = new double[outer * target * inner];
    double step = (double) size / target;
    for (int t = 0; t < target; t++) {
      double low = t * step;
      double high = low + step;
      if (step < 1) {
        // A window one pixel wide around the centre weighs the nearest two linearly.
        low = (low + high) / 2 - 0.5;
        high = low + 1;
      }
      for (int s = (int) Math.floor(low); s < high; s++) {
        double weight = (Math.min(high, s + 1.0) - Math.max(low, s)) / (high - low);
        int source = Math.max(0, Math.min(size - 1, s));
        for (int o = 0; o < outer && weight > 0; o++) {
          int a = (o * size + source) * inner;
          int b = (o * target + t) * inner;
          for (int i = 0; i < inner; i++) {
            to[b + i] += weight * from[a + i];
          }
        }
      }
    }
    return to;
  }
}
