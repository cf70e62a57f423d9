package org.eigenlens.neighbors;

import java.util.Arrays;

/**
 * Of the ways out that the nodes of a group know, the shortest; of equally long ones that with the
 * first node, from either end. With an order that leaves no two alike, the ways that groups take
 * make no circle.
 */
final class WaysOut {

  private WaysOut() {}

  static int[][] shortest(int[] group, int groups, int[] nearest, double[] distances) {
    int[][] ways = new int[groups][];
    double[] least = new double[groups];
    for (int i = 0; i < group.length; i++) {
      int g = group[i];
      int[] way = {Math.min(i, nearest[i]), Math.max(i, nearest[i])};
      if (ways[g] == null
          || distances[i] < least[g]
          || (distances[i] == least[g] && Arrays.compare(way, ways[g]) < 0)) {
        ways[g] = way;
        least[g] = distances[i];
      }
    }
    return ways;
  }
}
