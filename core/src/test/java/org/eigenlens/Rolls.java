package org.eigenlens;

import java.util.Arrays;

/** Points on a rolled-up sheet, evenly spread by a low-discrepancy sequence: no luck involved. */
final class Rolls {

  /** The inverses of the plastic number and its square: the R₂ sequence (Roberts, 2018). */
  private static final double FIRST = 0.7548776662466927;

  private static final double SECOND = 0.5698402909980532;

  private Rolls() {}

  /** Returns the angle and the height of each point. */
  static double[][] parameters(int count) {
    double[][] parameters = new double[count][];
    for (int i = 0; i < count; i++) {
      double t = 1.5 * Math.PI * (1 + 2 * ((i + 1) * FIRST % 1));
      parameters[i] = new double[] {t, 21 * ((i + 1) * SECOND % 1)};
    }
    return parameters;
  }

  /** Returns the points of a swiss roll with these angles and heights. */
  static double[][] points(double[][] parameters) {
    double[][] points = new double[parameters.length][];
    for (int i = 0; i < points.length; i++) {
      double t = parameters[i][0];
      points[i] = new double[] {t * Math.cos(t), parameters[i][1], t * Math.sin(t)};
    }
    return points;
  }

  /** Returns how far along the spiral an angle is. */
  static double length(double t) {
    double root = Math.sqrt(1 + t * t);
    return (t * root + Math.log(t + root)) / 2;
  }

  /** Returns the correlation of two lists of numbers. */
  static double correlation(double[] x, double[] y) {
    double meanX = Arrays.stream(x).average().orElseThrow();
    double meanY = Arrays.stream(y).average().orElseThrow();
    double xy = 0;
    double xx = 0;
    double yy = 0;
    for (int i = 0; i < x.length; i++) {
      xy += (x[i] - meanX) * (y[i] - meanY);
      xx += (x[i] - meanX) * (x[i] - meanX);
      yy += (y[i] - meanY) * (y[i] - meanY);
    }
    return xy / Math.sqrt(xx * yy);
  }

  /** Returns the absolute correlation of a coordinate with the length along the spiral. */
  static double unrolled(double[] coordinate, double[][] parameters) {
    double[] lengths = new double[parameters.length];
    Arrays.setAll(lengths, i -> length(parameters[i][0]));
    return Math.abs(correlation(coordinate, lengths));
  }

  /** Returns the absolute correlation of a coordinate with the height. */
  static double heights(double[] coordinate, double[][] parameters) {
    double[] heights = new double[parameters.length];
    Arrays.setAll(heights, i -> parameters[i][1]);
    return Math.abs(correlation(coordinate, heights));
  }

  /** Two half circles of radius 1, 20 apart. */
  static double[][] arcs(int each) {
    double[][] x = new double[2 * each][];
    for (int i = 0; i < each; i++) {
      double angle = Math.PI * i / (each - 1);
      x[i] = new double[] {Math.cos(angle), Math.sin(angle)};
      x[each + i] = new double[] {Math.cos(angle) + 20, 5 + Math.sin(angle)};
    }
    return x;
  }
}
