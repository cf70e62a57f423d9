package org.eigenlens;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.SparseMatrix;

/** Data for tests: small real tables, and generated ones whose seed is their last argument. */
public final class Samples {

  private Samples() {}

  /** Returns the lecture's nine points. */
  public static double[][] lecture() {
    return new double[][] {
      {1.11, 10},
      {1.21, 12},
      {1.36, 13},
      {1.49, 15},
      {1.63, 16},
      {1.68, 17},
      {1.83, 18},
      {1.88, 19},
      {1.95, 20}
    };
  }

  /** Reads the numbers of a compressed table beside this class; the first line holds names. */
  public static double[][] table(String name) {
    try (InputStream raw = Samples.class.getResourceAsStream(name + ".csv.gz");
        InputStream in = new GZIPInputStream(raw);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      return lines
          .lines()
          .skip(1)
          .map(line -> Arrays.stream(line.split(",", -1)).mapToDouble(Double::valueOf).toArray())
          .toArray(double[][]::new);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns independent standard normal numbers. */
  public static double[][] normal(int rows, int columns, long seed) {
    Random random = new Random(seed);
    double[][] x = new double[rows][columns];
    for (double[] row : x) {
      Arrays.setAll(row, j -> random.nextGaussian());
    }
    return x;
  }

  /** Returns normal rows whose columns have falling spreads and are mixed by a rotation. */
  public static double[][] decaying(int rows, int columns, double ratio, long seed) {
    double[][] x = normal(rows, columns, seed);
    for (double[] row : x) {
      for (int j = 0; j < columns; j++) {
        row[j] *= Math.pow(ratio, j);
      }
    }
    return product(x, rotation(columns, seed + 1));
  }

  /** Returns an orthogonal matrix: a product of random reflections. */
  public static double[][] rotation(int size, long seed) {
    double[][] q = new double[size][size];
    for (int i = 0; i < size; i++) {
      q[i][i] = 1;
    }
    for (double[] v : normal(Math.min(size, 5), size, seed)) {
      double square = Oracle.dot(v, v);
      for (double[] row : q) {
        double factor = 2 * Oracle.dot(row, v) / square;
        for (int j = 0; j < size; j++) {
          row[j] -= factor * v[j];
        }
      }
    }
    return q;
  }

  /** Returns the plain matrix product. */
  public static double[][] product(double[][] a, double[][] b) {
    double[][] c = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int l = 0; l < b.length; l++) {
        for (int j = 0; j < b[0].length; j++) {
          c[i][j] += a[i][l] * b[l][j];
        }
      }
    }
    return c;
  }

  /** Returns x·factor + shift, element by element. */
  public static double[][] moved(double[][] x, double factor, double shift) {
    return Arrays.stream(x)
        .map(row -> Arrays.stream(row).map(value -> value * factor + shift).toArray())
        .toArray(double[][]::new);
  }

  /** Returns the same numbers as a sparse matrix. */
  public static SparseMatrix sparse(double[][] x) {
    int[] starts = new int[x.length + 1];
    int filled = 0;
    int[] indices = new int[x.length * x[0].length];
    double[] values = new double[indices.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x[i].length; j++) {
        if (x[i][j] != 0) {
          indices[filled] = j;
          values[filled++] = x[i][j];
        }
      }
      starts[i + 1] = filled;
    }
    return SparseMatrix.of(
        x.length,
        x[0].length,
        starts,
        Arrays.copyOf(indices, filled),
        Arrays.copyOf(values, filled));
  }

  /** Returns the same numbers as rows that are only ever handed out in tiles, as a file's are. */
  public static RowSource streamed(double[][] x, int columns) {
    return new RowSource() {
      @Override
      public int columns() {
        return columns;
      }

      @Override
      public void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
        for (int first = 0; first < x.length; first += tileRows) {
          int last = Math.min(x.length, first + tileRows);
          DenseMatrix tile = DenseMatrix.copyOf(Arrays.copyOfRange(x, first, last));
          visitor.visit(first / tileRows % lanes, first, tile);
        }
      }
    };
  }
}
