package org.eigenlens.neighbors;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The pieces a graph is in, the largest first.
 *
 * @param of the piece of each node, from 0
 * @param sizes how many nodes each has
 */
public record Pieces(int[] of, int[] sizes) {

  private static final int NAMED = 6;

  static int root(int[] parent, int node) {
    int at = node;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** Numbers the trees of a forest by size; of equal ones that with the first node comes first. */
  static Pieces of(int[] parent) {
    int n = parent.length;
    int[] counts = new int[n];
    int[] first = new int[n];
    Arrays.fill(first, -1);
    for (int i = 0; i < n; i++) {
      int root = root(parent, i);
      counts[root]++;
      first[root] = first[root] < 0 ? i : first[root];
    }
    Integer[] roots =
        IntStream.range(0, n)
            .filter(i -> counts[i] > 0)
            .boxed()
            .sorted(
                (a, b) ->
                    counts[a] != counts[b]
                        ? Integer.compare(counts[b], counts[a])
                        : Integer.compare(first[a], first[b]))
            .toArray(Integer[]::new);
    int[] number = new int[n];
    int[] sizes = new int[roots.length];
    for (int p = 0; p < roots.length; p++) {
      number[roots[p]] = p;
      sizes[p] = counts[roots[p]];
    }
    int[] of = new int[n];
    Arrays.setAll(of, i -> number[root(parent, i)]);
    return new Pieces(of, sizes);
  }

  /** Returns how many there are. */
  public int count() {
    return sizes.length;
  }

  /** Returns the same of rows, of which several may be one node; the most rows first. */
  public Pieces ofRows(Neighbors neighbors) {
    int[] parent = new int[neighbors.rows()];
    int[] first = new int[count()];
    Arrays.fill(first, -1);
    for (int i = 0; i < parent.length; i++) {
      int piece = of[neighbors.node(i)];
      first[piece] = first[piece] < 0 ? i : first[piece];
      parent[i] = first[piece];
    }
    return of(parent);
  }

  /** Says how many and how large they are. */
  @Override
  public String toString() {
    return count() + " pieces, of " + listed(sizes) + " rows";
  }

  /** Names the largest of some sizes. */
  public static String listed(int[] sizes) {
    int[] sorted = sizes.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return IntStream.range(0, Math.min(n, NAMED))
            .mapToObj(i -> Integer.toString(sorted[n - 1 - i]))
            .collect(Collectors.joining(", "))
        + (n > NAMED ? ", …" : "");
  }
}
