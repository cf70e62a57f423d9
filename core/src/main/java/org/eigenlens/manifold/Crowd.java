package org.eigenlens.manifold;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntConsumer;
import org.eigenlens.kpca.KernelRoute;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.neighbors.Neighbors;
import org.eigenlens.neighbors.Reach;

/**
 * How many neighbours nodes have, as far as they were counted.
 *
 * <p>How many are within a radius nothing tells but a count: of any rows that are asked, the others
 * may have far more or far fewer. So all are counted, while they are found, and the search ends
 * with the first neighbours that have no room. Until then nothing is estimated, and afterwards only
 * what all of them would take, for people.
 *
 * @param reach which are neighbours
 * @param nodes how many there are
 * @param counted of how many the neighbours are known
 * @param edges how many neighbours these have, all together
 * @param pairs of each of them and its neighbours, among themselves
 */
record Crowd(Reach reach, int nodes, int counted, double edges, double pairs) {

  /** What a neighbour takes on the heap: found, in the graph, and in a matrix as large. */
  private static final double BYTES = 60;

  /** So many bytes may come together until it is looked whether there is room for them. */
  private static final double STEP = 1 << 20;

  /** A share of the heap that is left to everything else. */
  private static final double USABLE = 5.0 / 6;

  /** What to do where there are too many. */
  static final String FEWER = "take fewer neighbours or a smaller radius, or allow more memory";

  /** Refuses nodes for whose neighbours, and what is made of them, there is no room. */
  @FunctionalInterface
  interface Room {
    /** Looks at as many neighbours as are known; more of them never take less. */
    void check(Crowd crowd);
  }

  /** Returns what is known before neighbours are looked for: all, or nothing within a radius. */
  static Crowd before(Reach reach, int nodes) {
    if (reach instanceof Reach.Nearest nearest) {
      double each = nearest.count();
      return new Crowd(reach, nodes, nodes, nodes * each, nodes * (each + 1) * (each + 1));
    }
    return new Crowd(reach, nodes, 0, 0, 0);
  }

  /** Counts what was found. */
  static Crowd of(Reach reach, Neighbors.Found found) {
    int nodes = found.nodes().length;
    return new Crowd(
        reach,
        nodes,
        nodes,
        Arrays.stream(found.nodes()).mapToDouble(near -> near.length).sum(),
        SparseSum.elements(found.nodes()));
  }

  /** Returns what the neighbours, their graph and as large a matrix take on the heap. */
  double bytes() {
    return BYTES * (nodes + edges);
  }

  /** Says how many there are and how that is known, to be put behind what has no room. */
  String told() {
    if (reach instanceof Reach.Nearest) {
      return " with " + reach;
    }
    if (counted == 0) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        " with %.1f neighbours each within %s (%s)",
        edges / nodes,
        ((Reach.Within) reach).radius(),
        counted == nodes
            ? "counted"
            : "estimated from %d of them, whose neighbours alone have no room".formatted(counted));
  }

  /** Returns as many for all nodes as those that were counted have. */
  private Crowd ofAll() {
    double factor = (double) nodes / Math.max(1, counted);
    return new Crowd(reach, nodes, counted, factor * edges, factor * pairs);
  }

  /**
   * Refuses what has no room here, in the heap or in the arrays of a graph.
   *
   * @throws NumericalException with what all nodes would take
   */
  void requireRoom(Room room) {
    try {
      check(room);
    } catch (NumericalException none) {
      ofAll().check(room);
      throw none;
    }
  }

  private void check(Room room) {
    room.check(this);
    double heap = USABLE * Runtime.getRuntime().maxMemory();
    if (bytes() > heap) {
      throw KernelRoute.tooLarge(
          "The neighbour graph of %d rows%s".formatted(nodes, told()),
          bytes(),
          heap,
          "take fewer neighbours or a smaller radius, or allow Java a larger heap");
    }
    // Each edge is there for both of its ends before it is seen that it is the same.
    if (2 * edges > Integer.MAX_VALUE - 8) {
      throw new NumericalException(
          "The neighbour graph of %d rows%s has more edges than the %d that fit; take fewer neighbours or a smaller radius."
              .formatted(nodes, told(), (Integer.MAX_VALUE - 8) / 2));
    }
  }

  /** Returns who counts neighbours while they are found, and ends the search without room. */
  static IntConsumer counter(Reach reach, int nodes, Room room) {
    return new Counter(reach, nodes, room);
  }

  private static final class Counter implements IntConsumer {
    private final Reach reach;
    private final int nodes;
    private final Room room;
    private int counted;
    private double edges;
    private double pairs;
    private double next;

    Counter(Reach reach, int nodes, Room room) {
      this.reach = reach;
      this.nodes = nodes;
      this.room = room;
    }

    @Override
    public synchronized void accept(int each) {
      counted++;
      edges += each;
      pairs += (each + 1.0) * (each + 1.0);
      double now = BYTES * (edges + pairs);
      if (now >= next) {
        next = now + STEP;
        new Crowd(reach, nodes, counted, edges, pairs).requireRoom(room);
      }
    }
  }
}
