package org.eigenlens;

import java.util.Random;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;

/** Small data sets of two views. */
public final class PairedSamples {

  private static final double[][] EXERCISE = {
    {5, 162, 60},
    {2, 110, 60},
    {12, 101, 101},
    {12, 105, 37},
    {13, 155, 58},
    {4, 101, 42},
    {8, 101, 38},
    {6, 125, 40},
    {15, 200, 40},
    {17, 251, 250},
    {17, 120, 38},
    {13, 210, 115},
    {14, 215, 105},
    {1, 50, 50},
    {6, 70, 31},
    {12, 210, 120},
    {4, 60, 25},
    {11, 230, 80},
    {15, 225, 73},
    {2, 110, 43}
  };

  private static final double[][] PHYSIOLOGY = {
    {191, 36, 50},
    {189, 37, 52},
    {193, 38, 58},
    {162, 35, 62},
    {189, 35, 46},
    {182, 36, 56},
    {211, 38, 56},
    {167, 34, 60},
    {176, 31, 74},
    {154, 33, 56},
    {169, 34, 50},
    {166, 33, 52},
    {154, 34, 64},
    {247, 46, 50},
    {193, 36, 46},
    {202, 37, 62},
    {176, 37, 54},
    {157, 32, 52},
    {156, 33, 54},
    {138, 33, 68}
  };

  private static final double[][] SAVINGS = {
    {11.43, 29.35, 2.87, 2329.68, 2.87},
    {12.07, 23.32, 4.41, 1507.99, 3.93},
    {13.17, 23.8, 4.43, 2108.47, 3.82},
    {5.75, 41.89, 1.67, 189.13, 0.22},
    {12.88, 42.19, 0.83, 728.47, 4.56},
    {8.79, 31.72, 2.85, 2982.88, 2.43},
    {0.6, 39.74, 1.34, 662.86, 2.67},
    {11.9, 44.75, 0.67, 289.52, 6.51},
    {4.98, 46.64, 1.06, 276.65, 3.08},
    {10.78, 47.64, 1.14, 471.24, 2.8},
    {16.85, 24.42, 3.93, 2496.53, 3.99},
    {3.59, 46.31, 1.19, 287.77, 2.19},
    {11.24, 27.84, 2.37, 1681.25, 4.32},
    {12.64, 25.06, 4.7, 2213.82, 4.52},
    {12.55, 23.31, 3.35, 2457.12, 3.44},
    {10.67, 25.62, 3.1, 870.85, 6.28},
    {3.01, 46.05, 0.87, 289.71, 1.48},
    {7.7, 47.32, 0.58, 232.44, 3.19},
    {1.27, 34.03, 3.08, 1900.1, 1.12},
    {9.0, 41.31, 0.96, 88.94, 1.54},
    {11.34, 31.16, 4.19, 1139.95, 2.99},
    {14.28, 24.52, 3.48, 1390.0, 3.54},
    {21.1, 27.01, 1.91, 1257.28, 8.21},
    {3.98, 41.74, 0.91, 207.68, 5.81},
    {10.35, 21.8, 3.73, 2449.39, 1.57},
    {15.48, 32.54, 2.47, 601.05, 8.12},
    {10.25, 25.95, 3.67, 2231.03, 3.62},
    {14.65, 24.71, 3.25, 1740.7, 7.66},
    {10.67, 32.61, 3.17, 1487.52, 1.76},
    {7.3, 45.04, 1.21, 325.54, 2.48},
    {4.44, 43.56, 1.2, 568.56, 3.61},
    {2.02, 41.18, 1.05, 220.56, 1.03},
    {12.7, 44.19, 1.28, 400.06, 0.67},
    {12.78, 46.26, 1.12, 152.01, 2.0},
    {12.49, 28.96, 2.85, 579.51, 7.48},
    {11.14, 31.94, 2.28, 651.11, 2.19},
    {13.3, 31.92, 1.52, 250.96, 2.0},
    {11.77, 27.74, 2.87, 768.79, 4.35},
    {6.86, 21.44, 4.54, 3299.49, 3.01},
    {14.13, 23.49, 3.73, 2630.96, 2.7},
    {5.13, 43.42, 1.08, 389.66, 2.96},
    {2.81, 46.12, 1.21, 249.87, 1.13},
    {7.81, 23.27, 4.46, 1813.93, 2.01},
    {7.56, 29.81, 3.43, 4001.89, 2.45},
    {9.22, 46.4, 0.9, 813.39, 0.53},
    {18.56, 45.25, 0.56, 138.33, 5.14},
    {7.72, 41.12, 1.73, 380.47, 10.23},
    {9.24, 28.13, 2.72, 766.54, 1.88},
    {8.89, 43.69, 2.07, 123.58, 16.71},
    {4.71, 47.2, 0.66, 242.69, 5.08}
  };

  private PairedSamples() {}

  /** Returns chins, situps and jumps of Linnerud's 20 men, as in scikit-learn's load_linnerud. */
  public static double[][] exercise() {
    return Matrix.of(EXERCISE).toArray();
  }

  /** Returns weight, waist and pulse of the same men. */
  public static double[][] physiology() {
    return Matrix.of(PHYSIOLOGY).toArray();
  }

  /** Returns R's LifeCycleSavings: sr, pop15, pop75, dpi, ddpi of 50 countries. */
  public static double[][] savings() {
    return Matrix.of(SAVINGS).toArray();
  }

  /** Returns some columns of rows. */
  public static DenseMatrix columns(double[][] rows, int... columns) {
    double[][] some = new double[rows.length][columns.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < columns.length; j++) {
        some[i][j] = rows[i][columns[j]];
      }
    }
    return Matrix.of(some);
  }

  /** Returns independent normal numbers. */
  public static DenseMatrix noise(int rows, int columns, long seed) {
    Random random = new Random(seed);
    DenseMatrix noise = DenseMatrix.zeros(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        noise.set(i, j, random.nextGaussian());
      }
    }
    return noise;
  }

  /** Returns noise with a signal that another view of the same signal seed shares. */
  public static DenseMatrix shared(
      int rows, int columns, int dimensions, double strength, long signal, long seed) {
    double[][] x = noise(rows, columns, seed).toArray();
    double[][] common = noise(rows, dimensions, signal).toArray();
    double[][] mixing = noise(dimensions, columns, seed + 1000).toArray();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        for (int f = 0; f < dimensions; f++) {
          x[i][j] += strength * common[i][f] * mixing[f][j];
        }
      }
    }
    return Matrix.of(x);
  }
}
