package org.eigenlens.neighbors;

import java.util.Arrays;

/**
 * Nodes from which no neighbour leads away: the strongly connected classes of a directed graph that
 * have no way out.
 *
 * <p>Where every node is made up of its neighbours, as in locally linear embedding, each such class
 * may be moved on its own without any cost, also where the undirected graph is in one piece.
 */
public final class ClosedClasses {

  private final int[][] neighbors;
  private final int[] order;
  private final int[] lowest;
  private final int[] open;
  private final int[] path;
  private final int[] next;
  private final int[] of;
  private int visited;
  private int opened;
  private int count;

  private ClosedClasses(int[][] neighbors) {
    int n = neighbors.length;
    this.neighbors = neighbors;
    order = new int[n];
    lowest = new int[n];
    open = new int[n];
    path = new int[n];
    next = new int[n];
    of = new int[n];
    Arrays.fill(order, -1);
    Arrays.fill(of, UNKNOWN);
  }

  private static final int UNKNOWN = -2;

  /** Where {@link #of} puts a node that is in no closed class. */
  public static final int NONE = -1;

  /**
   * Returns the number of the closed class of each node, from 0 on, or {@link #NONE}; in one pass
   * over all neighbours (Tarjan, 1972).
   */
  public static int[] of(int[][] neighbors) {
    ClosedClasses search = new ClosedClasses(neighbors);
    for (int i = 0; i < neighbors.length; i++) {
      if (search.order[i] < 0) {
        search.from(i);
      }
    }
    return search.of;
  }

  private void from(int root) {
    int depth = 0;
    enter(root);
    path[0] = root;
    while (depth >= 0) {
      int node = path[depth];
      if (next[node] < neighbors[node].length) {
        int other = neighbors[node][next[node]++];
        if (order[other] < 0) {
          enter(other);
          path[++depth] = other;
        } else if (of[other] == UNKNOWN) {
          lowest[node] = Math.min(lowest[node], order[other]);
        }
      } else {
        depth--;
        if (lowest[node] == order[node]) {
          leave(node);
        }
        if (depth >= 0) {
          lowest[path[depth]] = Math.min(lowest[path[depth]], lowest[node]);
        }
      }
    }
  }

  private void enter(int node) {
    order[node] = visited;
    lowest[node] = visited++;
    open[opened++] = node;
  }

  /** Takes a whole class off the open nodes: those after its first. */
  private void leave(int first) {
    int from = opened;
    do {
      from--;
    } while (open[from] != first);
    boolean closed = true;
    for (int p = from; p < opened; p++) {
      for (int other : neighbors[open[p]]) {
        // What has its class already was left before, and is no part of this one.
        closed &= of[other] == UNKNOWN;
      }
    }
    int number = closed ? count++ : NONE;
    for (int p = from; p < opened; p++) {
      of[open[p]] = number;
    }
    opened = from;
  }
}
