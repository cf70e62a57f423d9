package org.eigenlens.matrix;

/**
 * Large products and copies, cut into pieces for several threads.
 *
 * <p>How they are cut depends on their size alone, never on the number of threads, so that they
 * give the same bits on any machine with the same backend. Arguments have been checked.
 */
final class Products {

  /** Below this many multiplications a product is not worth a second thread. */
  static final long PARALLEL_FROM = 1L << 20;

  static final int PIECE = 512;

  /** A tile to be transposed: half a megabyte, which stays in cache while it is turned. */
  private static final int TRANSPOSED_ROWS = 64;

  private static final int TRANSPOSED_COLUMNS = 1024;

  private static final int INNER_PIECES = 16;

  /** So many numbers take longer to copy than a second thread to wake. */
  private static final long COPIED_AT_ONCE = 1L << 16;

  private Products() {}

  /** What is done with the rows from {@code top} to {@code bottom}. */
  @FunctionalInterface
  interface Rows {
    void run(int top, int bottom);
  }

  /** Divides the rows of a large matrix among all cores, for work as cheap as a copy. */
  static void forRows(int rows, int columns, Rows work) {
    int pieces = (int) Math.min(rows, (long) rows * columns / COPIED_AT_ONCE);
    if (pieces < 2) {
      // What is small is done, whether or not the thread is to stop.
      work.run(0, rows);
      return;
    }
    Parallel.forEach(
        pieces,
        i -> work.run((int) ((long) rows * i / pieces), (int) ((long) rows * (i + 1) / pieces)));
  }

  /** Computes {@code c = alpha·op(a)·op(b) + beta·c}. */
  static void multiply(
      Backend backend,
      double alpha,
      DenseMatrix a,
      boolean transposeA,
      DenseMatrix b,
      boolean transposeB,
      double beta,
      DenseMatrix c) {
    int m = c.rows();
    int n = c.columns();
    int inner = transposeA ? a.rows() : a.columns();
    if (Parallel.inside() || (long) m * n * inner < PARALLEL_FROM) {
      backend.multiply(alpha, a, transposeA, b, transposeB, beta, c);
    } else if (m >= 2 * PIECE || (m >= n && m >= 64 && inner <= 8L * PIECE)) {
      // Beside a narrow factor smaller pieces are faster: they stay in cache while BLAS packs them.
      int largest = n <= 32 ? PIECE / 2 : PIECE;
      int piece = Math.max(32, Math.min(largest, (m + 7) / 8));
      Parallel.forEach(
          (m + piece - 1) / piece,
          i -> {
            int from = i * piece;
            int to = Math.min(m, from + piece);
            DenseMatrix part = transposeA ? a.columnRange(from, to) : a.rowRange(from, to);
            backend.multiply(alpha, part, transposeA, b, transposeB, beta, c.rowRange(from, to));
          });
    } else if (n >= 2 * PIECE || (n >= 64 && inner <= 8L * PIECE)) {
      int piece = Math.max(32, Math.min(PIECE, (n + 7) / 8));
      Parallel.forEach(
          (n + piece - 1) / piece,
          i -> {
            int from = i * piece;
            int to = Math.min(n, from + piece);
            DenseMatrix part = transposeB ? b.rowRange(from, to) : b.columnRange(from, to);
            backend.multiply(alpha, a, transposeA, part, transposeB, beta, c.columnRange(from, to));
          });
    } else {
      multiplyByInnerPieces(backend, alpha, a, transposeA, b, transposeB, beta, c, inner);
    }
  }

  /** Splits a long inner dimension: each piece has a sum of its own, added in order at the end. */
  private static void multiplyByInnerPieces(
      Backend backend,
      double alpha,
      DenseMatrix a,
      boolean transposeA,
      DenseMatrix b,
      boolean transposeB,
      double beta,
      DenseMatrix c,
      int inner) {
    int piece = Math.max(PIECE, (inner + INNER_PIECES - 1) / INNER_PIECES);
    int pieces = (inner + piece - 1) / piece;
    // BLAS is up to twice as fast on a wide product as on its tall transpose.
    boolean flipped = c.rows() >= 8 * c.columns();
    try (Scratch scratch = new Scratch()) {
      DenseMatrix[] sums = new DenseMatrix[pieces];
      for (int i = 0; i < pieces; i++) {
        sums[i] =
            flipped
                ? scratch.matrix(c.columns(), c.rows(), c.precision())
                : scratch.matrix(c.rows(), c.columns(), c.precision());
      }
      Parallel.forEach(
          pieces,
          i -> {
            int from = i * piece;
            int to = Math.min(inner, from + piece);
            DenseMatrix partA = transposeA ? a.rowRange(from, to) : a.columnRange(from, to);
            DenseMatrix partB = transposeB ? b.columnRange(from, to) : b.rowRange(from, to);
            if (flipped) {
              backend.multiply(alpha, partB, !transposeB, partA, !transposeA, 0, sums[i]);
            } else {
              backend.multiply(alpha, partA, transposeA, partB, transposeB, 0, sums[i]);
            }
          });
      for (int i = 1; i < pieces; i++) {
        LinearAlgebra.add(1, sums[i], 1, sums[0]);
      }
      if (flipped) {
        DenseMatrix total = scratch.matrix(c.rows(), c.columns());
        transpose(sums[0], total);
        LinearAlgebra.add(1, total, beta, c);
      } else {
        LinearAlgebra.add(1, sums[0], beta, c);
      }
    }
  }

  /** Writes the transpose of a over another matrix, tile by tile: both are touched in long runs. */
  static void transpose(DenseMatrix a, DenseMatrix transposed) {
    int height = Math.min(a.rows(), TRANSPOSED_ROWS);
    int width = Math.min(a.columns(), TRANSPOSED_COLUMNS);
    double[] tile = new double[height * width];
    double[] line = new double[height];
    for (int left = 0; left < a.columns(); left += TRANSPOSED_COLUMNS) {
      int columns = Math.min(width, a.columns() - left);
      DenseMatrix strip = a.columnRange(left, left + columns);
      for (int top = 0; top < a.rows(); top += TRANSPOSED_ROWS) {
        int rows = Math.min(height, a.rows() - top);
        for (int i = 0; i < rows; i++) {
          strip.getRow(top + i, tile, i * columns);
        }
        DenseMatrix target = transposed.columnRange(top, top + rows);
        for (int j = 0; j < columns; j++) {
          for (int i = 0; i < rows; i++) {
            line[i] = tile[i * columns + j];
          }
          target.setRow(left + j, line, 0);
        }
      }
    }
  }

  /** Adds aᵀa, or aaᵀ if {@code outer}, to the upper triangle of c. */
  static void addGram(Backend backend, DenseMatrix a, boolean outer, DenseMatrix c) {
    int size = c.rows();
    long work = (long) size * size * (outer ? a.columns() : a.rows());
    if (Parallel.inside() || size < PIECE || work < PARALLEL_FROM) {
      backend.addGram(a, outer, c);
      return;
    }
    // Blocks of the upper triangle, numbered row by row: (0,0), (0,1), …, (1,1), …
    int piece = Math.max(PIECE / 2, (size + 7) / 8);
    int count = (size + piece - 1) / piece;
    Parallel.forEach(
        count * count,
        number -> {
          int i = number / count;
          int j = number % count;
          if (i > j) {
            return;
          }
          int iEnd = Math.min(size, (i + 1) * piece);
          int jEnd = Math.min(size, (j + 1) * piece);
          DenseMatrix left = outer ? a.rowRange(i * piece, iEnd) : a.columnRange(i * piece, iEnd);
          DenseMatrix block = c.rowRange(i * piece, iEnd).columnRange(j * piece, jEnd);
          if (i == j) {
            backend.addGram(left, outer, block);
          } else {
            DenseMatrix right =
                outer ? a.rowRange(j * piece, jEnd) : a.columnRange(j * piece, jEnd);
            backend.multiply(1, left, !outer, right, outer, 1, block);
          }
        });
  }
}
