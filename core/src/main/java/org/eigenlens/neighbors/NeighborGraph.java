package org.eigenlens.neighbors;

import java.util.Arrays;
import org.eigenlens.matrix.NumericalException;

/**
 * An undirected graph whose edges have lengths: two nodes are joined if one is a neighbour of the
 * other.
 *
 * <p>Compressed rows: the edges of node i are those from {@code starts[i]} on, ordered by the node
 * at their other end. Each edge is there twice, once for each end. The arrays must not be changed.
 *
 * @param starts where the edges of each node begin, and at the end their number
 * @param ends the node at the other end of each edge
 * @param lengths of the edges
 */
public record NeighborGraph(int[] starts, int[] ends, double[] lengths) {

  /** Joins every node with its neighbours. */
  public static NeighborGraph of(Neighbors.Found found) {
    int n = found.nodes().length;
    long edges = 0;
    for (int[] nodes : found.nodes()) {
      edges += nodes.length;
    }
    if (2 * edges > Integer.MAX_VALUE - 8) {
      throw new NumericalException(
          "The neighbour graph would have %d edges, more than fit; use a smaller radius or fewer"
                  .formatted(edges)
              + " neighbours.");
    }
    int[] degrees = new int[n + 1];
    for (int i = 0; i < n; i++) {
      for (int j : found.nodes()[i]) {
        degrees[i + 1]++;
        degrees[j + 1]++;
      }
    }
    Arrays.parallelPrefix(degrees, Integer::sum);
    int[] at = degrees.clone();
    int[] ends = new int[degrees[n]];
    double[] lengths = new double[degrees[n]];
    for (int i = 0; i < n; i++) {
      for (int p = 0; p < found.nodes()[i].length; p++) {
        int j = found.nodes()[i][p];
        ends[at[i]] = j;
        lengths[at[i]++] = found.distances()[i][p];
        ends[at[j]] = i;
        lengths[at[j]++] = found.distances()[i][p];
      }
    }
    return compact(degrees, ends, lengths);
  }

  /** Sorts the edges of each node and keeps one of those that are there twice. */
  private static NeighborGraph compact(int[] starts, int[] ends, double[] lengths) {
    int n = starts.length - 1;
    int[] compactStarts = new int[n + 1];
    int used = 0;
    for (int i = 0; i < n; i++) {
      int from = starts[i];
      int count = starts[i + 1] - from;
      long[] order = new long[count];
      for (int p = 0; p < count; p++) {
        order[p] = ((long) ends[from + p] << 32) | p;
      }
      Arrays.sort(order);
      double[] own = Arrays.copyOfRange(lengths, from, from + count);
      for (int p = 0; p < count; p++) {
        int end = (int) (order[p] >> 32);
        if (used == compactStarts[i] || ends[used - 1] != end) {
          ends[used] = end;
          lengths[used++] = own[(int) order[p]];
        }
      }
      compactStarts[i + 1] = used;
    }
    return new NeighborGraph(
        compactStarts, Arrays.copyOf(ends, used), Arrays.copyOf(lengths, used));
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return starts.length - 1;
  }

  /** Returns the number of edges. */
  public int edges() {
    return ends.length / 2;
  }

  /**
   * Tells whether edges are as they must be: in order, none from a node to itself, and each there
   * once for each end, as long.
   */
  public boolean isUndirected() {
    for (int i = 0; i < nodes(); i++) {
      for (int p = starts[i]; p < starts[i + 1]; p++) {
        int j = ends[p];
        int back = Arrays.binarySearch(ends, starts[j], starts[j + 1], i);
        boolean inOrder = p == starts[i] || ends[p - 1] < j;
        if (j == i || !inOrder || back < 0 || lengths[back] != lengths[p]) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns the pieces that no edge joins. */
  public Pieces pieces() {
    return pieces((i, p) -> true);
  }

  /** Says which edges count: those at place p among those of node i. */
  @FunctionalInterface
  public interface EdgeTest {
    boolean counts(int i, int p);
  }

  /** Returns the pieces that no edge which counts joins. */
  public Pieces pieces(EdgeTest test) {
    int[] parent = new int[nodes()];
    Arrays.setAll(parent, i -> i);
    for (int i = 0; i < nodes(); i++) {
      for (int p = starts[i]; p < starts[i + 1]; p++) {
        if (test.counts(i, p)) {
          parent[Pieces.root(parent, i)] = Pieces.root(parent, ends[p]);
        }
      }
    }
    return Pieces.of(parent);
  }

  /**
   * Joins all pieces by the shortest edges that do: a minimum spanning tree of the pieces, found in
   * rounds in which each piece takes its shortest way out (Borůvka).
   *
   * <p>Compares all nodes once for each halving of the number of pieces.
   */
  public NeighborGraph bridged(Neighbors neighbors) {
    NeighborGraph graph = this;
    for (Pieces pieces = pieces(); pieces.count() > 1; pieces = graph.pieces()) {
      int[][] ways = neighbors.shortestWaysOut(pieces.of(), pieces.count());
      int n = nodes();
      int[][] nodes = new int[n][];
      double[][] distances = new double[n][];
      for (int i = 0; i < n; i++) {
        nodes[i] = Arrays.copyOfRange(graph.ends, graph.starts[i], graph.starts[i + 1]);
        distances[i] = Arrays.copyOfRange(graph.lengths, graph.starts[i], graph.starts[i + 1]);
      }
      int[] parent = new int[pieces.count()];
      Arrays.setAll(parent, i -> i);
      for (int[] way : ways) {
        int from = way[0];
        int one = Pieces.root(parent, pieces.of()[from]);
        int other = Pieces.root(parent, pieces.of()[way[1]]);
        if (one == other) {
          continue; // The other piece took the same way.
        }
        parent[one] = other;
        nodes[from] = Arrays.copyOf(nodes[from], nodes[from].length + 1);
        distances[from] = Arrays.copyOf(distances[from], distances[from].length + 1);
        nodes[from][nodes[from].length - 1] = way[1];
        distances[from][distances[from].length - 1] = neighbors.distance(from, way[1]);
      }
      graph = of(new Neighbors.Found(nodes, distances));
    }
    return graph;
  }
}
