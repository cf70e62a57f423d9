package org.eigenlens.manifold;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.SparseMatrix;

/** A sparse symmetric matrix as the sum of small dense ones, each among a few nodes. */
final class SparseSum {

  private record Block(int[] nodes, double[][] values) {}

  private final int size;
  private final List<Block> blocks = new ArrayList<>();

  SparseSum(int size) {
    this.size = size;
  }

  /** Returns how many elements blocks have, each of a node and its neighbours. */
  static double elements(int[][] neighbors) {
    double total = 0;
    for (int[] around : neighbors) {
      total += (around.length + 1.0) * (around.length + 1.0);
    }
    return total;
  }

  /** Adds values[a][b] to the element at nodes[a], nodes[b]. */
  void add(int[] nodes, double[][] values) {
    blocks.add(new Block(nodes, values));
  }

  /** Returns the sum; elements are added in the order of the blocks. */
  SparseMatrix toMatrix() {
    long total = 0;
    int[] starts = new int[size + 1];
    for (Block block : blocks) {
      total += (long) block.nodes.length * block.nodes.length;
      if (total > Integer.MAX_VALUE - 8) {
        throw new NumericalException(
            "The neighbourhoods have more pairs than fit; take fewer neighbours, or fewer rows.");
      }
      for (int node : block.nodes) {
        starts[node + 1] += block.nodes.length;
      }
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    int[] at = starts.clone();
    int[] columns = new int[(int) total];
    double[] values = new double[(int) total];
    for (Block block : blocks) {
      for (int a = 0; a < block.nodes.length; a++) {
        int node = block.nodes[a];
        for (int b = 0; b < block.nodes.length; b++) {
          columns[at[node]] = block.nodes[b];
          values[at[node]++] = block.values[a][b];
        }
      }
    }
    return merged(starts, columns, values);
  }

  private SparseMatrix merged(int[] starts, int[] columns, double[] values) {
    int[] ends = new int[size + 1];
    int used = 0;
    for (int i = 0; i < size; i++) {
      int from = starts[i];
      int count = starts[i + 1] - from;
      long[] order = new long[count];
      for (int p = 0; p < count; p++) {
        order[p] = ((long) columns[from + p] << 32) | p;
      }
      Arrays.sort(order);
      double[] own = Arrays.copyOfRange(values, from, from + count);
      int first = used;
      for (long entry : order) {
        int column = (int) (entry >> 32);
        if (used == first || columns[used - 1] != column) {
          columns[used] = column;
          values[used++] = own[(int) entry];
        } else {
          values[used - 1] += own[(int) entry];
        }
      }
      ends[i + 1] = used;
    }
    return SparseMatrix.of(
        size, size, ends, Arrays.copyOf(columns, used), Arrays.copyOf(values, used));
  }
}
