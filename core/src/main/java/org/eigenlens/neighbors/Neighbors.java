package org.eigenlens.neighbors;

import java.util.function.IntConsumer;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Objects that can be asked who is near, numbered as nodes of a graph.
 *
 * <p>Rows that are alike are one node: neighbours are other places, and a place that occurs often
 * is no cluster of its own. Immutable and safe to share.
 */
public interface Neighbors {

  /**
   * Neighbours, nearest first; of those equally far the one with the smaller number first.
   *
   * @param nodes the neighbours of each row
   * @param distances to them
   */
  record Found(int[][] nodes, double[][] distances) {}

  /** Returns the number of rows. */
  int rows();

  /** Returns the number of nodes. */
  int nodes();

  /** Returns the node of a row. */
  int node(int row);

  /** Returns the first row of a node. */
  int row(int node);

  /**
   * Finds the neighbours of new rows: at least the nearest node, however far it is, and fewer than
   * asked for where there are fewer.
   */
  Found search(DenseMatrix rows, Reach reach);

  /** Finds the neighbours of every node, itself left out; there may be none within a radius. */
  default Found ofNodes(Reach reach) {
    return ofNodes(reach, each -> {});
  }

  /**
   * Finds the neighbours of every node while somebody counts them.
   *
   * @param counter hears from any thread how many a node has, once they are found and before more
   *     are looked for there; an exception ends the search
   */
  Found ofNodes(Reach reach, IntConsumer counter);

  /**
   * Finds for each of some groups the shortest way out: the pair of nodes, one in it and one not.
   *
   * @param group of each node
   * @return for each group the node inside, the node outside, and nothing else
   */
  int[][] shortestWaysOut(int[] group, int groups);

  /** Returns the distance of two nodes. */
  double distance(int from, int to);
}
