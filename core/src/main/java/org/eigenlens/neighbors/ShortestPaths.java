package org.eigenlens.neighbors;

import java.util.Arrays;

/**
 * Lengths of shortest paths by Dijkstra's algorithm, with a heap that knows where each node is.
 *
 * <p>Costs about (n + edges)·log n for each start. Keeps memory to work in, so each thread needs
 * one of its own.
 */
final class ShortestPaths {

  private final NeighborGraph graph;
  private final int[] heap;
  private final int[] place;
  private int size;

  ShortestPaths(NeighborGraph graph) {
    this.graph = graph;
    heap = new int[graph.nodes()];
    place = new int[graph.nodes()];
  }

  /**
   * Writes the lengths of the shortest paths to all nodes, infinite where there is none.
   *
   * @param starts where paths may start
   * @param ahead how long they are there already
   */
  void from(int[] starts, double[] ahead, double[] lengths) {
    Arrays.fill(lengths, Double.POSITIVE_INFINITY);
    Arrays.fill(place, -1);
    size = 0;
    for (int s = 0; s < starts.length; s++) {
      reach(starts[s], ahead[s], lengths);
    }
    int[] firsts = graph.starts();
    int[] ends = graph.ends();
    double[] edges = graph.lengths();
    while (size > 0) {
      int node = pop(lengths);
      double length = lengths[node];
      for (int p = firsts[node]; p < firsts[node + 1]; p++) {
        reach(ends[p], length + edges[p], lengths);
      }
    }
  }

  private void reach(int node, double length, double[] lengths) {
    if (!(length < lengths[node])) {
      return;
    }
    lengths[node] = length;
    int at = place[node] >= 0 ? place[node] : size++;
    while (at > 0) {
      int parent = (at - 1) >> 2;
      if (lengths[heap[parent]] <= length) {
        break;
      }
      put(heap[parent], at);
      at = parent;
    }
    put(node, at);
  }

  private int pop(double[] lengths) {
    int first = heap[0];
    int last = heap[--size];
    int at = 0;
    while (true) {
      int least = -1;
      for (int child = 4 * at + 1; child < Math.min(size, 4 * at + 5); child++) {
        if (least < 0 || lengths[heap[child]] < lengths[heap[least]]) {
          least = child;
        }
      }
      if (least < 0 || lengths[last] <= lengths[heap[least]]) {
        break;
      }
      put(heap[least], at);
      at = least;
    }
    if (size > 0) {
      put(last, at);
    }
    place[first] = -1;
    return first;
  }

  private void put(int node, int at) {
    heap[at] = node;
    place[node] = at;
  }
}
