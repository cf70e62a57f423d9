package org.eigenlens.neighbors;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Scratch;

/**
 * Exact neighbours among points by Euclidean distance.
 *
 * <p>Points of at most eight columns are put in a tree of boxes, and a search looks into few of
 * them. With more columns there are hardly any boxes to leave out: blocks of squared distances come
 * from matrix products, ‖x‖² + ‖y‖² − 2x·y. That loses digits where points are near each other, so
 * it only proposes: the distances of the candidates are computed anew from differences, and where
 * rounding may have hidden another candidate (ties of many points, mostly) all are. That costs 2n²d
 * operations for all n nodes, and memory for a block. Either way all cores work, and the answer is
 * the same for any number of threads.
 */
public final class PointNeighbors implements Neighbors {

  private static final int QUERIES = 128;
  private static final int BLOCK = 2048;

  /** Up to so many columns most boxes of a tree are left out. */
  private static final int FEW_COLUMNS = 8;

  /** Beyond this, squares of distances and sums of them may be no numbers. */
  private static final double FARTHEST = 1e150;

  /** More candidates than neighbours: what rounding puts in a wrong order is sorted out here. */
  private static final int SPARE = 8;

  /**
   * Where rows have more candidates than this within a radius, fewer rows are asked at once: those
   * of all threads take 8 MB, or half a MB a thread where there are many, less than the block of
   * distances that each of them looks at.
   */
  private static final int MOST_CANDIDATES = 1 << 20;

  private static final int LEAST_CANDIDATES = 1 << 16;

  private final DenseMatrix points;
  private final int[] nodes;
  private final int[] rows;
  private final double[] norms;
  private final double largestNorm;

  /** Null where there are many columns. */
  private final KdTree tree;

  /** Prepares points, which must be finite, near the origin beside their spread, and not change. */
  public PointNeighbors(DenseMatrix all) {
    this(all, Allowance.unlimited());
  }

  /**
   * Prepares the same points.
   *
   * @param allowance that copies are taken from: of the distinct points where there are others, and
   *     of few columns as a tree keeps them
   */
  public PointNeighbors(DenseMatrix all, Allowance allowance) {
    nodes = new int[all.rows()];
    int[] first = new int[all.rows()];
    Map<RowKey, Integer> known = new HashMap<>();
    double[] row = new double[all.columns()];
    for (int i = 0; i < all.rows(); i++) {
      all.getRow(i, row, 0);
      Integer before = known.putIfAbsent(RowKey.of(all, i, row), known.size());
      nodes[i] = before == null ? known.size() - 1 : before;
      if (before == null) {
        first[known.size() - 1] = i;
      }
    }
    rows = Arrays.copyOf(first, known.size());
    points = rows.length == all.rows() ? all : allowance.copy(all, rows);
    norms = new double[rows.length];
    double largest = 0;
    for (int i = 0; i < norms.length; i++) {
      points.getRow(i, row, 0);
      for (double value : row) {
        norms[i] += value * value;
      }
      largest = Math.max(largest, norms[i]);
    }
    largestNorm = largest;
    tree = isTree(points.columns()) ? new KdTree(points, allowance) : null;
  }

  /** Tells whether points of so many columns are searched in a tree. */
  static boolean isTree(int columns) {
    return columns > 0 && columns <= FEW_COLUMNS;
  }

  /** The values of a row, where they are; +0 and −0 are the same place. */
  private record RowKey(DenseMatrix all, int row, int hash) {
    static RowKey of(DenseMatrix all, int row, double[] values) {
      int hash = 1;
      for (double value : values) {
        hash = 31 * hash + Double.hashCode(value + 0.0);
      }
      return new RowKey(all, row, hash);
    }

    @Override
    public boolean equals(Object other) {
      if (!(other instanceof RowKey key) || hash != key.hash) {
        return false;
      }
      for (int j = 0; j < all.columns(); j++) {
        if (all.get(row, j) != all.get(key.row, j)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private static DenseMatrix picked(DenseMatrix all, int[] numbers) {
    DenseMatrix some = DenseMatrix.unset(numbers.length, all.columns(), Precision.DOUBLE);
    for (int i = 0; i < numbers.length; i++) {
      some.setRow(i, all.row(numbers[i]), 0);
    }
    return some;
  }

  @Override
  public int rows() {
    return nodes.length;
  }

  @Override
  public int nodes() {
    return rows.length;
  }

  @Override
  public int node(int row) {
    return nodes[row];
  }

  @Override
  public int row(int node) {
    return rows[node];
  }

  /** Returns the distinct points, a row for each node. */
  public DenseMatrix points() {
    return points;
  }

  @Override
  public double distance(int from, int to) {
    return Candidates.between(points.row(from), points.row(to));
  }

  @Override
  public Found search(DenseMatrix queries, Reach reach) {
    Found found = empty(queries.rows());
    inTiles(queries, (tile, first) -> search(tile, first, -1, reach, found, each -> {}));
    for (int i = 0; i < queries.rows(); i++) {
      if (found.nodes()[i].length == 0) {
        // Nobody is within the radius; the nearest is as near as there is.
        search(queries.rowRange(i, i + 1), i, -1, new Reach.Nearest(1), found, each -> {});
      }
      if (found.nodes()[i].length == 0 || !(found.distances()[i][0] <= FARTHEST)) {
        Candidates.nobody(found, i);
      }
    }
    return found;
  }

  @Override
  public Found ofNodes(Reach reach, IntConsumer counter) {
    Found found = empty(nodes());
    inTiles(points, (tile, first) -> search(tile, first, first, reach, found, counter));
    return found;
  }

  /** Finds the neighbours of some nodes, each without itself, in their order. */
  Found ofNodes(int[] some, Reach.Nearest reach) {
    Found found = search(picked(points, some), new Reach.Nearest(reach.count() + 1));
    for (int i = 0; i < some.length; i++) {
      int[] near = found.nodes()[i];
      int own = some[i];
      found.nodes()[i] =
          Arrays.stream(near).filter(node -> node != own).limit(reach.count()).toArray();
    }
    return found;
  }

  private static Found empty(int count) {
    return new Found(new int[count][], new double[count][]);
  }

  @FunctionalInterface
  private interface TileTask {
    void run(DenseMatrix tile, int first);
  }

  private static void inTiles(DenseMatrix queries, TileTask task) {
    int tiles = (queries.rows() + QUERIES - 1) / QUERIES;
    Parallel.forEach(
        tiles,
        t -> {
          int first = t * QUERIES;
          int last = Math.min(queries.rows(), first + QUERIES);
          task.run(queries.rowRange(first, last), first);
        });
  }

  /**
   * Finds the neighbours of some rows.
   *
   * @param at where the first of them goes in the found
   * @param self the node that the first of them is, or −1 if they are no nodes
   */
  private void search(
      DenseMatrix tile, int at, int self, Reach reach, Found found, IntConsumer counter) {
    if (tree != null) {
      for (int i = 0; i < tile.rows(); i++) {
        Nearest kept =
            reach instanceof Reach.Nearest nearest
                ? new Nearest(Math.min(nearest.count(), nodes()))
                : Nearest.within(((Reach.Within) reach).radius());
        tree.nearest(tile.row(i), self < 0 ? -1 : self + i, kept);
        Candidates.keep(kept, found, at + i);
        counter.accept(found.nodes()[at + i].length);
      }
    } else if (reach instanceof Reach.Nearest nearest) {
      nearest(tile, at, self, nearest.count(), found);
      for (int i = 0; i < tile.rows(); i++) {
        counter.accept(found.nodes()[at + i].length);
      }
    } else {
      within(tile, at, self, ((Reach.Within) reach).radius(), found, counter);
    }
  }

  /** Receives a row of squared distances, but for rounding, to the nodes from {@code first} on. */
  @FunctionalInterface
  private interface RowVisitor {
    /** Returns whether to go on. */
    boolean visit(int query, int first, double[] squares, int count);
  }

  /** Shows blocks of squared distances until all were seen, or the visitor wants no more. */
  private boolean forEachBlock(DenseMatrix tile, double[] queryNorms, RowVisitor visitor) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix products = scratch.matrix(tile.rows(), Math.min(BLOCK, nodes()));
      double[] squares = new double[products.columns()];
      for (int from = 0; from < nodes(); from += BLOCK) {
        int to = Math.min(nodes(), from + BLOCK);
        DenseMatrix block = products.columnRange(0, to - from);
        LinearAlgebra.multiply(1, tile, false, points.rowRange(from, to), true, 0, block);
        for (int i = 0; i < tile.rows(); i++) {
          block.getRow(i, squares, 0);
          for (int j = 0; j < to - from; j++) {
            squares[j] = queryNorms[i] + norms[from + j] - 2 * squares[j];
          }
          if (!visitor.visit(i, from, squares, to - from)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static double[] norms(DenseMatrix tile) {
    double[] norms = new double[tile.rows()];
    Arrays.setAll(norms, i -> Arrays.stream(tile.row(i)).map(v -> v * v).sum());
    return norms;
  }

  /**
   * Returns how far the squared distance from products may be off to a point that is no farther
   * than this: its squared norm is at most (‖x‖ + distance)², however far away others are.
   */
  private double rounding(double norm, double distance) {
    double other = Math.min(largestNorm, 2 * (norm + distance * distance));
    return 2 * (points.columns() + 4) * Math.ulp(1.0) * (norm + other);
  }

  private void nearest(DenseMatrix tile, int at, int self, int count, Found found) {
    double[] queryNorms = norms(tile);
    Nearest[] kept = new Nearest[tile.rows()];
    Arrays.setAll(kept, i -> new Nearest(count + SPARE));
    forEachBlock(
        tile,
        queryNorms,
        (i, first, squares, length) -> {
          Nearest heap = kept[i];
          double limit = heap.limit();
          int own = self < 0 ? -1 : self + i - first;
          for (int j = 0; j < length; j++) {
            if (squares[j] < limit && j != own) {
              heap.offer(squares[j], first + j);
              limit = heap.limit();
            }
          }
          return true;
        });
    for (int i = 0; i < tile.rows(); i++) {
      double[] query = tile.row(i);
      exactly(query, kept[i].places(), count, found, at + i);
      double[] distances = found.distances()[at + i];
      double farthest = distances.length == 0 ? 0 : distances[distances.length - 1];
      if (kept[i].isFull()
          && farthest * farthest + 2 * rounding(queryNorms[i], farthest) >= kept[i].limit()) {
        int own = self < 0 ? -1 : self + i;
        exactly(query, others(own), count, found, at + i);
      }
    }
  }

  private int[] others(int self) {
    int[] all = new int[nodes() - (self < 0 ? 0 : 1)];
    Arrays.setAll(all, i -> self >= 0 && i >= self ? i + 1 : i);
    return all;
  }

  private void exactly(double[] query, int[] candidates, int count, Found found, int row) {
    double[] distances = new double[candidates.length];
    double[] point = new double[query.length];
    for (int j = 0; j < candidates.length; j++) {
      points.getRow(candidates[j], point, 0);
      distances[j] = Candidates.between(query, point);
    }
    Candidates.keep(candidates, distances, count, found, row);
  }

  /** Returns how many candidates a thread may have at once. */
  private static int mostCandidates() {
    return Math.max(LEAST_CANDIDATES, MOST_CANDIDATES / Parallel.threads());
  }

  private void within(
      DenseMatrix tile, int at, int self, double radius, Found found, IntConsumer counter) {
    double[] queryNorms = norms(tile);
    int[][] near = new int[tile.rows()][16];
    int[] counts = new int[tile.rows()];
    boolean all =
        forEachBlock(
            tile,
            queryNorms,
            (i, first, squares, length) -> {
              double limit = radius * radius + rounding(queryNorms[i], radius);
              for (int j = 0; j < length; j++) {
                if (squares[j] <= limit && (self < 0 || first + j != self + i)) {
                  if (counts[i] == near[i].length) {
                    near[i] = Arrays.copyOf(near[i], 2 * counts[i]);
                  }
                  near[i][counts[i]++] = first + j;
                }
              }
              return tile.rows() == 1 || Arrays.stream(counts).sum() <= mostCandidates();
            });
    if (!all) {
      // Each half has room for as many, and is counted before the other is looked at.
      Arrays.fill(near, null);
      int half = tile.rows() / 2;
      within(tile.rowRange(0, half), at, self, radius, found, counter);
      within(
          tile.rowRange(half, tile.rows()),
          at + half,
          self < 0 ? -1 : self + half,
          radius,
          found,
          counter);
      return;
    }
    for (int i = 0; i < tile.rows(); i++) {
      exactly(tile.row(i), Arrays.copyOf(near[i], counts[i]), counts[i], found, at + i);
      double[] distances = found.distances()[at + i];
      int inside = 0;
      while (inside < distances.length && distances[inside] <= radius) {
        inside++;
      }
      found.nodes()[at + i] = Arrays.copyOf(found.nodes()[at + i], inside);
      found.distances()[at + i] = Arrays.copyOf(distances, inside);
      counter.accept(inside);
    }
  }

  /** Compares every node with every other: 2n²d operations. */
  @Override
  public int[][] shortestWaysOut(int[] group, int groups) {
    int[] nearest = new int[nodes()];
    double[] distances = new double[nodes()];
    inTiles(
        points,
        (tile, first) -> {
          double[] own = norms(tile);
          Arrays.fill(distances, first, first + tile.rows(), Double.POSITIVE_INFINITY);
          forEachBlock(
              tile,
              own,
              (i, from, squares, length) -> {
                int node = first + i;
                for (int j = 0; j < length; j++) {
                  // Products only propose; what rounding may hide is measured.
                  if (group[from + j] != group[node]
                      && squares[j]
                          <= distances[node] * distances[node]
                              + rounding(own[i], distances[node])) {
                    double distance = distance(node, from + j);
                    if (distance < distances[node]) {
                      distances[node] = distance;
                      nearest[node] = from + j;
                    }
                  }
                }
                return true;
              });
        });
    return WaysOut.shortest(group, groups, nearest, distances);
  }
}
