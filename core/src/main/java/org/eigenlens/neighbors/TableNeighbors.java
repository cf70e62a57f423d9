package org.eigenlens.neighbors;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Neighbours among objects whose distances somebody else has measured; a new row holds its
 * distances to all of them.
 *
 * <p>Every object is a node of its own, also where a distance is zero.
 */
public final class TableNeighbors implements Neighbors {

  private final int size;
  private final DenseMatrix table;

  /**
   * Takes a symmetric table of distances.
   *
   * @param table null if only new rows will ask
   */
  public TableNeighbors(int size, DenseMatrix table) {
    this.size = size;
    this.table = table;
  }

  @Override
  public int rows() {
    return size;
  }

  @Override
  public int nodes() {
    return size;
  }

  @Override
  public int node(int row) {
    return row;
  }

  @Override
  public int row(int node) {
    return node;
  }

  @Override
  public double distance(int from, int to) {
    return table.get(from, to);
  }

  @Override
  public Found search(DenseMatrix rows, Reach reach) {
    Found found = new Found(new int[rows.rows()][], new double[rows.rows()][]);
    for (int i = 0; i < rows.rows(); i++) {
      nearest(rows.row(i), -1, reach, found, i);
      if (found.nodes()[i].length == 0) {
        nearest(rows.row(i), -1, new Reach.Nearest(1), found, i);
      }
      if (found.nodes()[i].length == 0) {
        Candidates.nobody(found, i);
      }
    }
    return found;
  }

  @Override
  public Found ofNodes(Reach reach, IntConsumer counter) {
    Found found = new Found(new int[size][], new double[size][]);
    for (int i = 0; i < size; i++) {
      nearest(table.row(i), i, reach, found, i);
      counter.accept(found.nodes()[i].length);
    }
    return found;
  }

  private static void nearest(double[] distances, int self, Reach reach, Found found, int at) {
    double radius =
        reach instanceof Reach.Within within ? within.radius() : Double.POSITIVE_INFINITY;
    int count = reach instanceof Reach.Nearest nearest ? nearest.count() : distances.length;
    int[] nodes = new int[distances.length];
    int near = 0;
    for (int j = 0; j < distances.length; j++) {
      if (j != self && distances[j] <= radius) {
        nodes[near++] = j;
      }
    }
    int[] candidates = Arrays.copyOf(nodes, near);
    double[] lengths = new double[near];
    Arrays.setAll(lengths, j -> distances[candidates[j]]);
    Candidates.keep(candidates, lengths, count, found, at);
  }

  @Override
  public int[][] shortestWaysOut(int[] group, int groups) {
    int[] nearest = new int[size];
    double[] least = new double[size];
    for (int i = 0; i < size; i++) {
      double[] row = table.row(i);
      least[i] = Double.POSITIVE_INFINITY;
      for (int j = 0; j < size; j++) {
        if (group[j] != group[i] && row[j] < least[i]) {
          least[i] = row[j];
          nearest[i] = j;
        }
      }
    }
    return WaysOut.shortest(group, groups, nearest, least);
  }
}
