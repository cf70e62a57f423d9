package org.eigenlens.neighbors;

/** Of the ways out that the nodes of a group know, the shortest. */
final class WaysOut {

  private WaysOut() {}

  static int[][] shortest(int[] group, int groups, int[] nearest, double[] distances) {
    int[][] ways = new int[groups][];
    double[] least = new double[groups];
    for (int i = 0; i < group.length; i++) {
      int g = group[i];
      if (ways[g] == null || distances[i] < least[g]) {
        ways[g] = new int[] {i, nearest[i]};
        least[g] = distances[i];
      }
    }
    return ways;
  }
}
