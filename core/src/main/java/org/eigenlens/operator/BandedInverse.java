package org.eigenlens.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.SparseMatrix;

/**
 * (A + σI)⁻¹ of a sparse positive semi-definite matrix, by Cholesky factorisation within a band.
 *
 * <p>Rows are put in the reverse order of a breadth-first walk (Cuthill and McKee), which brings
 * neighbours together; then the factor is as narrow as the widest front of that walk, and is
 * computed in dense tiles by matrix products: n·b² operations for a band of width b, and memory for
 * n·b numbers. Graphs of surfaces have narrow bands; where nothing is narrow b is n, and this is a
 * dense factorisation. On all cores, with the same bits for any number of threads. Close it to give
 * the memory back early.
 */
public final class BandedInverse implements SymmetricOperator, AutoCloseable {

  private static final int TILE = 64;

  private final int size;
  private final int[] order;
  private final int band;

  /** Row i of tiles: those of columns i − band to i, side by side. */
  private final DenseMatrix[] panels;

  private BandedInverse(int size, int[] order, int band) {
    this.size = size;
    this.order = order;
    this.band = band;
    panels = new DenseMatrix[(size + TILE - 1) / TILE];
  }

  /** An order of rows, and how wide the band is in it. */
  public record Ordering(int[] rows, int width) {

    /** Returns how many bytes a factor in this order takes. */
    public double bytes() {
      double columns = Math.min(rows.length, width + 2.0 * TILE);
      return 8.0 * rows.length * columns;
    }

    /** Returns how many operations the factorisation takes. */
    public double operations() {
      double columns = Math.min(rows.length, width + 2.0 * TILE);
      return rows.length * columns * columns;
    }
  }

  /** Finds an order in which what is not zero lies near the diagonal. */
  public static Ordering order(SparseMatrix a) {
    int n = a.rows();
    int[] rows = new int[n];
    boolean[] seen = new boolean[n];
    int filled = 0;
    for (int i = 0; i < n; i++) {
      if (!seen[i]) {
        // The end of a walk is the edge of the graph, where fronts are narrow.
        int start = walk(a, i, seen.clone(), rows.clone(), filled).last();
        start = walk(a, start, seen.clone(), rows.clone(), filled).last();
        filled = walk(a, start, seen, rows, filled).filled();
      }
    }
    for (int i = 0; i < n / 2; i++) {
      int other = rows[i];
      rows[i] = rows[n - 1 - i];
      rows[n - 1 - i] = other;
    }
    int[] place = new int[n];
    for (int i = 0; i < n; i++) {
      place[rows[i]] = i;
    }
    int width = 0;
    for (int i = 0; i < n; i++) {
      for (int p = a.start(i); p < a.end(i); p++) {
        width = Math.max(width, Math.abs(place[i] - place[a.columnOf(p)]));
      }
    }
    return new Ordering(rows, width);
  }

  private record Walk(int last, int filled) {}

  /** Walks breadth first, rows with few neighbours before those with many. */
  private static Walk walk(SparseMatrix a, int start, boolean[] seen, int[] rows, int from) {
    int head = from;
    int tail = from;
    rows[tail++] = start;
    seen[start] = true;
    while (head < tail) {
      int i = rows[head++];
      List<Integer> next = new ArrayList<>();
      for (int p = a.start(i); p < a.end(i); p++) {
        int j = a.columnOf(p);
        if (!seen[j]) {
          seen[j] = true;
          next.add(j);
        }
      }
      next.sort(
          (x, y) -> {
            int byDegree = Integer.compare(a.end(x) - a.start(x), a.end(y) - a.start(y));
            return byDegree != 0 ? byDegree : Integer.compare(x, y);
          });
      for (int j : next) {
        rows[tail++] = j;
      }
    }
    return new Walk(rows[tail - 1], tail);
  }

  /**
   * Factorises.
   *
   * @throws NumericalException if A + σI is not positive definite
   */
  public static BandedInverse of(SparseMatrix a, double shift, Ordering ordering) {
    int n = a.rows();
    int band = Math.min((ordering.width() + TILE - 1) / TILE, (n - 1) / TILE);
    BandedInverse inverse = new BandedInverse(n, ordering.rows(), band);
    try {
      inverse.fill(a, shift);
      for (int j = 0; j < inverse.panels.length; j++) {
        inverse.factorize(j);
      }
    } catch (RuntimeException | Error e) {
      inverse.close();
      throw e;
    }
    return inverse;
  }

  private void fill(SparseMatrix a, double shift) {
    int[] place = new int[size];
    for (int i = 0; i < size; i++) {
      place[order[i]] = i;
    }
    for (int t = 0; t < panels.length; t++) {
      int first = firstColumn(t);
      int end = Math.min(size, (t + 1) * TILE);
      DenseMatrix panel = DenseMatrix.zeros(end - t * TILE, end - first);
      for (int i = t * TILE; i < end; i++) {
        int row = order[i];
        for (int p = a.start(row); p < a.end(row); p++) {
          int j = place[a.columnOf(p)];
          if (j <= i) {
            panel.set(i - t * TILE, j - first, a.valueOf(p) + (i == j ? shift : 0));
          }
        }
      }
      panels[t] = panel;
    }
  }

  private int firstColumn(int tile) {
    return Math.max(0, tile - band) * TILE;
  }

  /** Returns the part of a row of tiles between two columns. */
  private DenseMatrix part(int tile, int from, int to) {
    return panels[tile].columnRange(from - firstColumn(tile), to - firstColumn(tile));
  }

  private void factorize(int j) {
    int from = j * TILE;
    int to = Math.min(size, from + TILE);
    int last = Math.min(panels.length - 1, j + band);
    Parallel.forEach(
        last - j + 1,
        task -> {
          int i = j + task;
          int common = Math.max(firstColumn(i), firstColumn(j));
          if (common < from) {
            LinearAlgebra.multiply(
                -1,
                part(i, common, from),
                false,
                part(j, common, from),
                true,
                1,
                part(i, from, to));
          }
        });
    DenseMatrix corner = part(j, from, to);
    factorizeTile(corner);
    Parallel.forEach(
        last - j, task -> LinearAlgebra.solveLower(corner, false, part(j + 1 + task, from, to)));
  }

  /** Replaces the lower triangle of a tile by its Cholesky factor. */
  private static void factorizeTile(DenseMatrix tile) {
    double[][] a = tile.toArray();
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = a[i][j];
        for (int p = 0; p < j; p++) {
          sum -= a[i][p] * a[j][p];
        }
        if (i == j && !(sum > 0)) {
          throw new NumericalException(
              "A matrix that should be positive has a pivot of "
                  + sum
                  + "; its shift is too small.");
        }
        a[i][j] = i == j ? Math.sqrt(sum) : sum / a[j][j];
      }
      tile.setRow(i, a[i], 0);
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out) {
    int count = in.rows();
    DenseMatrix x = DenseMatrix.zeros(count, size);
    permute(in, x, true);
    for (int t = 0; t < panels.length; t++) {
      int from = t * TILE;
      int to = Math.min(size, from + TILE);
      int first = firstColumn(t);
      DenseMatrix part = x.columnRange(from, to);
      if (first < from) {
        LinearAlgebra.multiply(
            -1, x.columnRange(first, from), false, part(t, first, from), true, 1, part);
      }
      LinearAlgebra.solveLower(part(t, from, to), false, part);
    }
    for (int t = panels.length - 1; t >= 0; t--) {
      int from = t * TILE;
      int to = Math.min(size, from + TILE);
      int first = firstColumn(t);
      DenseMatrix part = x.columnRange(from, to);
      LinearAlgebra.solveLower(part(t, from, to), true, part);
      if (first < from) {
        LinearAlgebra.multiply(
            -1, part, false, part(t, first, from), false, 1, x.columnRange(first, from));
      }
    }
    permute(x, out, false);
    x.storage().release();
  }

  private void permute(DenseMatrix from, DenseMatrix to, boolean forward) {
    double[] row = new double[size];
    double[] moved = new double[size];
    for (int v = 0; v < from.rows(); v++) {
      from.getRow(v, row, 0);
      for (int i = 0; i < size; i++) {
        moved[forward ? i : order[i]] = row[forward ? order[i] : i];
      }
      to.setRow(v, moved, 0);
    }
  }

  /** Is not known: that would take the whole inverse. */
  @Override
  public double trace() {
    return Double.NaN;
  }

  @Override
  public void close() {
    Arrays.stream(panels).filter(panel -> panel != null).forEach(p -> p.storage().release());
  }
}
