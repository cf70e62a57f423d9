package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Scratch;

/**
 * One triangle of a symmetric matrix, cut into square tiles that are numbered row by row: (0,0),
 * (1,0), (1,1), (2,0), …
 *
 * <p>Each tile serves twice while it is in cache, for its own place and as its transpose: half the
 * memory and half the memory traffic of the full matrix. It is multiplied piece by piece: BLAS may
 * read small factors as they lie, where larger ones are first packed, and with few vectors packing
 * takes as long as multiplying.
 *
 * @param size n, the rows of the matrix
 */
record Triangle(int size) {

  /** Wide enough that computing a tile is a product of some size; it still fits in cache. */
  static final int TILE = 512;

  /**
   * With up to 61 vectors a piece has fewer than 100³ multiplications, which OpenBLAS does without
   * packing where it has AVX-512; elsewhere pieces take as long as the whole.
   */
  static final int PIECE = 128;

  /** Each has a sum of its own, added in order: a fixed number makes results repeatable. */
  static final int LANES = 4;

  /** Where the numbers of a tile come from. */
  @FunctionalInterface
  interface Strips {
    /**
     * Returns some rows of a tile.
     *
     * @param top the first of them within the tile
     * @param room as large as they are, for those that are computed or converted
     */
    DenseMatrix of(int row, int column, int top, DenseMatrix room);
  }

  int bands() {
    return (size + TILE - 1) / TILE;
  }

  int tiles() {
    return index(bands(), 0);
  }

  int lanes() {
    return Math.min(LANES, tiles());
  }

  static int index(int row, int column) {
    return Math.addExact(Math.multiplyExact(row, row + 1) / 2, column);
  }

  /** Returns the largest row with row·(row + 1)/2 ≤ number: the band that the tile lies in. */
  static int rowOf(int number) {
    int row = (int) ((Math.sqrt(8.0 * number + 1) - 1) / 2);
    return index(row + 1, 0) <= number ? row + 1 : row;
  }

  int height(int band) {
    return Math.min(TILE, size - band * TILE);
  }

  /** Returns the rows of a band, of points or of vectors that are columns. */
  DenseMatrix rows(DenseMatrix all, int band) {
    return all.rowRange(band * TILE, band * TILE + height(band));
  }

  /** Returns the columns of a band, of vectors that are rows. */
  DenseMatrix columns(DenseMatrix all, int band) {
    return all.columnRange(band * TILE, band * TILE + height(band));
  }

  /**
   * Multiplies vectors, which are rows, by the whole matrix; sums are in the precision of the
   * strips.
   */
  void multiply(Strips strips, Precision precision, DenseMatrix in, DenseMatrix out) {
    try (Scratch scratch = new Scratch()) {
      // BLAS is faster with few columns than with few rows.
      DenseMatrix vectors = scratch.matrix(size, in.rows(), precision);
      Parallel.forEach(bands(), band -> transpose(columns(in, band), rows(vectors, band)));
      int count = tiles();
      DenseMatrix[] sums = new DenseMatrix[lanes()];
      Arrays.setAll(sums, lane -> scratch.matrix(size, in.rows(), precision));
      Parallel.forEach(
          sums.length,
          lane ->
              multiplyTiles(
                  strips,
                  (int) ((long) count * lane / sums.length),
                  (int) ((long) count * (lane + 1) / sums.length),
                  vectors,
                  sums[lane]));
      Parallel.forEach(bands(), band -> addUp(sums, band, columns(out, band)));
    }
  }

  /** Adds up what the tiles from {@code first} to {@code last} contribute to the product. */
  private void multiplyTiles(
      Strips strips, int first, int last, DenseMatrix vectors, DenseMatrix sum) {
    LinearAlgebra.fill(sum, 0);
    try (Scratch scratch = new Scratch()) {
      DenseMatrix room = scratch.matrix(PIECE, TILE, vectors.precision());
      for (int number = first; number < last; number++) {
        int row = rowOf(number);
        int column = number - index(row, 0);
        for (int top = 0; top < height(row); top += PIECE) {
          int rows = Math.min(PIECE, height(row) - top);
          DenseMatrix into = room.rowRange(0, rows).columnRange(0, height(column));
          DenseMatrix strip = strips.of(row, column, top, into);
          multiplyStrip(strip, row * TILE + top, column * TILE, vectors, sum);
        }
      }
    }
  }

  /** Adds what a strip contributes in its place, and as its transpose unless it is its own. */
  private static void multiplyStrip(
      DenseMatrix strip, int top, int left, DenseMatrix vectors, DenseMatrix sum) {
    int bottom = top + strip.rows();
    boolean twice = top / TILE != left / TILE;
    for (int from = 0; from < strip.columns(); from += PIECE) {
      int to = Math.min(strip.columns(), from + PIECE);
      DenseMatrix piece = strip.columnRange(from, to);
      LinearAlgebra.multiply(
          1,
          piece,
          false,
          vectors.rowRange(left + from, left + to),
          false,
          1,
          sum.rowRange(top, bottom));
      if (twice) {
        LinearAlgebra.multiply(
            1,
            piece,
            true,
            vectors.rowRange(top, bottom),
            false,
            1,
            sum.rowRange(left + from, left + to));
      }
    }
  }

  /** Writes vectors that are rows as columns. */
  private static void transpose(DenseMatrix vectors, DenseMatrix into) {
    double[][] values = vectors.toArray();
    double[] line = new double[values.length];
    for (int j = 0; j < into.rows(); j++) {
      for (int i = 0; i < line.length; i++) {
        line[i] = values[i][j];
      }
      into.setRow(j, line, 0);
    }
  }

  /** Adds up a band of all lanes, in double, and writes it as rows. */
  private void addUp(DenseMatrix[] sums, int band, DenseMatrix into) {
    int vectors = into.rows();
    double[] totals = new double[into.columns() * vectors];
    double[] line = new double[vectors];
    for (DenseMatrix sum : sums) {
      DenseMatrix part = rows(sum, band);
      for (int j = 0, at = 0; j < part.rows(); j++, at += vectors) {
        part.getRow(j, line, 0);
        for (int i = 0; i < vectors; i++) {
          totals[at + i] += line[i];
        }
      }
    }
    double[] row = new double[into.columns()];
    for (int i = 0; i < vectors; i++) {
      for (int j = 0; j < row.length; j++) {
        row[j] = totals[j * vectors + i];
      }
      into.setRow(i, row, 0);
    }
  }
}
