package org.eigenlens.manifold;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eigenlens.kpca.KernelRoute;
import org.eigenlens.kpca.Points;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.RowFrame;
import org.eigenlens.neighbors.ApproximateSearch;
import org.eigenlens.neighbors.NeighborGraph;
import org.eigenlens.neighbors.NeighborSearch;
import org.eigenlens.neighbors.Neighbors;
import org.eigenlens.neighbors.Pieces;
import org.eigenlens.neighbors.PointNeighbors;
import org.eigenlens.neighbors.Reach;
import org.eigenlens.pca.Extent;

/**
 * Rows with their neighbours, as a graph in one piece.
 *
 * @param frame how rows are prepared; null for a table of distances
 * @param points the prepared rows; null for a table of distances
 * @param neighbors who is near whom
 * @param reach which are neighbours
 * @param found the neighbours of each node, bridges included
 * @param graph of them
 * @param pieces that the graph was in before it was bridged
 * @param longestEdge how long the longest edge is, bridges aside
 */
record Surroundings(
    RowFrame frame,
    DenseMatrix points,
    Neighbors neighbors,
    Reach reach,
    Neighbors.Found found,
    NeighborGraph graph,
    Pieces pieces,
    double longestEdge) {

  /** Beyond this, or below its inverse, squares and their sums may be no numbers. */
  private static final double LARGEST = 1e140;

  /** Returns what the graph says of new rows. */
  Map<String, Double> measures() {
    Map<String, Double> measures = new LinkedHashMap<>();
    measures.put(FarRows.LONGEST_EDGE, longestEdge);
    if (pieces.count() > 1) {
      // A tree joins them.
      measures.put("pieces", (double) pieces.count());
      measures.put("bridges", pieces.count() - 1.0);
    }
    return measures;
  }

  /**
   * Prepares rows and finds their neighbours.
   *
   * @param allowance that copies of the rows are taken from
   * @param room asked before neighbours are looked for, which takes its time, and while they are
   */
  static Surroundings of(
      ManifoldOptions options,
      Matrix x,
      List<String> names,
      List<String> warnings,
      Allowance allowance,
      Crowd.Room room) {
    if (x.rows() < 2) {
      throw new NumericalException(
          x.rows() == 0
              ? "There are no rows to fit to."
              : "There is only 1 row, which has no neighbours; give more rows.");
    }
    Extent.of(x, names);
    Points prepared = Points.ofDistances(options.common(), x, names, warnings, allowance);
    checkSizes(prepared.rows());
    PointNeighbors neighbors = new PointNeighbors(prepared.rows(), allowance);
    int alike = neighbors.rows() - neighbors.nodes();
    if (alike > 0 && neighbors.nodes() > 1) {
      warnings.add(
          (alike == 1 ? "1 row repeats another" : alike + " rows repeat others")
              + "; rows that are alike are one point and have the same coordinates");
    }
    return of(options, prepared.frame(), prepared.rows(), neighbors, warnings, allowance, room);
  }

  private static void checkSizes(DenseMatrix points) {
    double largest = 0;
    for (int i = 0; i < points.rows(); i++) {
      largest = Math.max(largest, Arrays.stream(points.row(i)).map(Math::abs).max().orElse(0));
    }
    if (largest > LARGEST || (largest > 0 && largest < 1 / LARGEST)) {
      throw new NumericalException(
          String.format(
              Locale.ROOT,
              "The values lie up to %.3g from their mean, and squares of such distances cannot be"
                  + " computed with; use other units, or standardise the columns.",
              largest));
    }
  }

  /** Finds the neighbours of objects, and what graph they make. */
  static Surroundings of(
      ManifoldOptions options,
      RowFrame frame,
      DenseMatrix points,
      Neighbors neighbors,
      List<String> warnings,
      Allowance allowance,
      Crowd.Room room) {
    int nodes = neighbors.nodes();
    if (nodes < 2) {
      throw new NumericalException(
          "All %d rows are alike, so that none has a neighbour; give rows that differ."
              .formatted(neighbors.rows()));
    }
    Reach reach = options.reach(nodes);
    if (reach instanceof Reach.Nearest nearest && nearest.count() >= nodes) {
      throw new NumericalException(
          "%s of each row were asked for, but there are only %d different rows; ask for at most %d."
              .formatted(reach, nodes, nodes - 1));
    }
    Crowd.before(reach, nodes).requireRoom(room);
    options.common().progress().at("finding neighbours");
    int before = warnings.size();
    Neighbors.Found found = found(options, neighbors, reach, warnings, allowance, room);
    boolean exact = warnings.size() == before;
    Crowd.of(reach, found).requireRoom(room);
    NeighborGraph graph = NeighborGraph.of(found);
    Pieces pieces = graph.pieces();
    double longest = Arrays.stream(graph.lengths()).max().orElse(0);
    if (pieces.count() == 1) {
      return new Surroundings(frame, points, neighbors, reach, found, graph, pieces, longest);
    }
    if (!options.bridge()) {
      throw inPieces(pieces.ofRows(neighbors), reach, exact, points != null);
    }
    NeighborGraph bridged = graph.bridged(neighbors);
    int added = bridged.edges() - graph.edges();
    warnings.add(
        "the neighbour graph is in %s; %s added, the shortest that join them"
            .formatted(
                pieces.ofRows(neighbors), added == 1 ? "1 edge was" : added + " edges were"));
    Neighbors.Found joined = withBridges(found, graph, bridged);
    Crowd.of(reach, joined).requireRoom(room);
    return new Surroundings(frame, points, neighbors, reach, joined, bridged, pieces, longest);
  }

  private static Neighbors.Found found(
      ManifoldOptions options,
      Neighbors neighbors,
      Reach reach,
      List<String> warnings,
      Allowance allowance,
      Crowd.Room room) {
    if (!(reach instanceof Reach.Nearest nearest)
        || !(neighbors instanceof PointNeighbors points)
        || options.search() == NeighborSearch.EXACT
        || (options.search() == NeighborSearch.AUTO
            && !(ApproximateSearch.pays(points.nodes(), points.points().columns())
                && approximateNeed(points) <= allowance.left()))) {
      return neighbors.ofNodes(reach, Crowd.counter(reach, neighbors.nodes(), room));
    }
    allowance.require(
        "An approximate search among %d rows".formatted(points.nodes()),
        approximateNeed(points),
        "allow more memory, or search exactly");
    ApproximateSearch.Outcome outcome =
        ApproximateSearch.of(points, nearest.count(), options.common().seed());
    warnings.add(
        String.format(
            Locale.ROOT,
            "neighbours are approximate: of the %d nearest of %d sampled rows %.2f %% were found;"
                + " an exact search finds them all",
            nearest.count(),
            outcome.sampled(),
            100 * outcome.recall()));
    return outcome.found();
  }

  private static double approximateNeed(PointNeighbors points) {
    return ApproximateSearch.need(points.nodes(), points.points().columns());
  }

  private static NumericalException inPieces(
      Pieces pieces, Reach reach, boolean exact, boolean ofRows) {
    return new NumericalException(
        "The neighbour graph (%s%s) is in %s, and nothing says where they are to each other; "
                .formatted(reach, exact ? "" : ", found approximately", pieces)
            + (reach instanceof Reach.Nearest
                ? "take more neighbours (--neighbors)"
                : "take a larger radius (--radius)")
            + ", bridge them by the shortest edges (--bridge), or fit to one piece at a time"
            + (ofRows ? " (--piece 1)." : "."));
  }

  /** Adds to the neighbours of each node those that a bridge leads to. */
  private static Neighbors.Found withBridges(
      Neighbors.Found found, NeighborGraph before, NeighborGraph after) {
    int[][] nodes = found.nodes().clone();
    double[][] distances = found.distances().clone();
    for (int i = 0; i < nodes.length; i++) {
      for (int p = after.starts()[i]; p < after.starts()[i + 1]; p++) {
        int end = after.ends()[p];
        if (Arrays.binarySearch(before.ends(), before.starts()[i], before.starts()[i + 1], end)
            < 0) {
          nodes[i] = Arrays.copyOf(nodes[i], nodes[i].length + 1);
          distances[i] = Arrays.copyOf(distances[i], distances[i].length + 1);
          nodes[i][nodes[i].length - 1] = end;
          distances[i][distances[i].length - 1] = after.lengths()[p];
        }
      }
    }
    return new Neighbors.Found(nodes, distances);
  }

  /** Finds the pieces that rows are in, the largest first. */
  static Pieces pieces(
      ManifoldOptions options, Matrix x, List<String> names, List<String> warnings) {
    // What there is to say of the rows themselves, the fit to a piece will say.
    Allowance allowance = KernelRoute.allowance(options.common());
    DenseMatrix points =
        Points.ofDistances(options.common(), x, names, new ArrayList<>(), allowance).rows();
    checkSizes(points);
    PointNeighbors neighbors = new PointNeighbors(points, allowance);
    if (neighbors.nodes() < 2) {
      return new Pieces(new int[neighbors.rows()], new int[] {neighbors.rows()});
    }
    Reach reach = options.reach(neighbors.nodes());
    Crowd.Room room =
        crowd ->
            allowance.require(
                "The neighbour graph of %d rows%s".formatted(crowd.nodes(), crowd.told()),
                crowd.bytes(),
                Crowd.FEWER);
    Crowd.before(reach, neighbors.nodes()).requireRoom(room);
    Neighbors.Found found = found(options, neighbors, reach, warnings, allowance, room);
    Pieces pieces = NeighborGraph.of(found).pieces().ofRows(neighbors);
    points.storage().release(); // the fit to a piece takes its own
    return pieces;
  }
}
