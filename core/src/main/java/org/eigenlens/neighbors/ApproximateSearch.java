package org.eigenlens.neighbors;

import com.github.jelmerk.hnswlib.core.Item;
import com.github.jelmerk.hnswlib.core.SearchResult;
import com.github.jelmerk.hnswlib.core.hnsw.HnswIndex;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.Bytes;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;

/**
 * Most of the nearest neighbours of many points, in about n·log n comparisons: by hierarchical
 * navigable small worlds (Malkov and Yashunin, 2018).
 *
 * <p>Points are put in one after the other by one thread, so that the graph, and with it the
 * answer, does not depend on the number of threads; they are searched by all. Distances of what was
 * found are exact. How many of the nearest were found is measured on a sample, by comparing it with
 * all.
 */
public final class ApproximateSearch {

  /** Pairs of points that a core compares in a second, and what a column adds. */
  private static final double PAIRS = 5e8;

  private static final double COLUMNS = 16;
  private static final double PATIENCE_SECONDS = 900;
  private static final int LINKS = 16;
  private static final int BREADTH = 200;
  private static final int SAMPLE = 200;
  private static final int TASK = 256;

  private ApproximateSearch() {}

  /**
   * Tells whether an exact search takes long: there are many columns, and many pairs to compare.
   */
  public static boolean pays(int nodes, int columns) {
    if (PointNeighbors.isTree(columns)) {
      return false;
    }
    double pairs = (double) nodes * nodes * (1 + columns / COLUMNS);
    return pairs / (PAIRS * Parallel.threads()) > PATIENCE_SECONDS;
  }

  /**
   * What was found.
   *
   * @param found the neighbours of each node
   * @param recall the share of the true neighbours of a sample that were found
   * @param sampled how many nodes are in it
   */
  public record Outcome(Neighbors.Found found, double recall, int sampled) {}

  private record Point(Integer id, double[] vector) implements Item<Integer, double[]> {
    private static final long serialVersionUID = 1;

    @Override
    public int dimensions() {
      return vector.length;
    }
  }

  /** Finds so many neighbours of each node. */
  public static Outcome of(PointNeighbors points, int count, long seed) {
    int n = points.nodes();
    checkRoom(n, points.points().columns());
    HnswIndex<Integer, double[], Point, Double> index =
        HnswIndex.newBuilder(points.points().columns(), Candidates::between, n)
            .withM(LINKS)
            .withEfConstruction(BREADTH)
            .withEf(Math.max(BREADTH, 2 * count))
            .build();
    for (int i = 0; i < n; i++) {
      index.add(new Point(i, points.points().row(i)));
    }
    Neighbors.Found found = new Neighbors.Found(new int[n][], new double[n][]);
    Parallel.forEach(
        (n + TASK - 1) / TASK,
        task -> {
          for (int i = task * TASK; i < Math.min(n, (task + 1) * TASK); i++) {
            search(index, points, i, count, found);
          }
        });
    int[] sample = new Random(seed).ints(0, n).distinct().limit(Math.min(n, SAMPLE)).toArray();
    return new Outcome(found, recall(points, found, sample, count), sample.length);
  }

  /** Returns what the library takes: a copy of the points, and links from each. */
  public static double need(int nodes, int columns) {
    return Allowance.copyBytes(nodes, columns) + nodes * (16.0 * LINKS + 200);
  }

  /** Refuses what has no room in Java's memory, where the library keeps it. */
  static void checkRoom(int nodes, int columns) {
    double need = need(nodes, columns);
    double allowed = 0.8 * Runtime.getRuntime().maxMemory();
    if (need > allowed) {
      throw new NumericalException(
          String.format(
              Locale.ROOT,
              "An approximate search among %d rows would take %s of Java's memory, and %s"
                  + " are there; allow Java more, or search exactly.",
              nodes,
              Bytes.needed(need),
              Bytes.allowed(allowed)));
    }
  }

  private static void search(
      HnswIndex<Integer, double[], Point, Double> index,
      PointNeighbors points,
      int node,
      int count,
      Neighbors.Found found) {
    List<SearchResult<Point, Double>> near =
        index.findNearest(points.points().row(node), count + 1);
    int[] nodes =
        near.stream().mapToInt(result -> result.item().id()).filter(id -> id != node).toArray();
    double[] distances = new double[nodes.length];
    Arrays.setAll(distances, j -> points.distance(node, nodes[j]));
    Candidates.keep(nodes, distances, count, found, node);
  }

  private static double recall(
      PointNeighbors points, Neighbors.Found found, int[] sample, int count) {
    Neighbors.Found exact = points.ofNodes(sample, new Reach.Nearest(count));
    long hits = 0;
    for (int s = 0; s < sample.length; s++) {
      int[] kept = found.nodes()[sample[s]].clone();
      Arrays.sort(kept);
      for (int node : exact.nodes()[s]) {
        hits += Arrays.binarySearch(kept, node) >= 0 ? 1 : 0;
      }
    }
    return hits / ((double) sample.length * count);
  }
}
