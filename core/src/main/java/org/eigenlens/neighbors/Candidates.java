package org.eigenlens.neighbors;

import java.util.Arrays;

/** Nodes that may be neighbours, with their distances, put in order. */
final class Candidates {

  private Candidates() {}

  static double between(double[] x, double[] y) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum += (x[j] - y[j]) * (x[j] - y[j]);
    }
    return Math.sqrt(sum);
  }

  /** Writes for a row without a distance to anybody one that is not a number. */
  static void nobody(Neighbors.Found found, int row) {
    found.nodes()[row] = new int[] {0};
    found.distances()[row] = new double[] {Double.NaN};
  }

  /** Writes the nearest of some nodes, given with their distances, to one row of the found. */
  static void keep(int[] nodes, double[] distances, int count, Neighbors.Found found, int row) {
    Integer[] order = new Integer[nodes.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (a, b) -> {
          int byDistance = Double.compare(distances[a], distances[b]);
          return byDistance != 0 ? byDistance : Integer.compare(nodes[a], nodes[b]);
        });
    int kept = Math.min(count, nodes.length);
    found.nodes()[row] = new int[kept];
    found.distances()[row] = new double[kept];
    for (int i = 0; i < kept; i++) {
      found.nodes()[row][i] = nodes[order[i]];
      found.distances()[row][i] = distances[order[i]];
    }
  }
}
