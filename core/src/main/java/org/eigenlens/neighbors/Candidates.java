package org.eigenlens.neighbors;

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
    Nearest kept = new Nearest(Math.min(count, nodes.length));
    for (int i = 0; i < nodes.length; i++) {
      kept.offer(distances[i], nodes[i]);
    }
    keep(kept, found, row);
  }

  /** Writes what was kept, with distances as its keys, to one row of the found. */
  static void keep(Nearest kept, Neighbors.Found found, int row) {
    found.nodes()[row] = new int[kept.size()];
    found.distances()[row] = new double[kept.size()];
    kept.drain(found.distances()[row], found.nodes()[row]);
  }
}
