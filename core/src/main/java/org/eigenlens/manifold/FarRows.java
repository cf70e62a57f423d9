package org.eigenlens.manifold;

import java.util.Arrays;
import java.util.Optional;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.neighbors.Affinity;
import org.eigenlens.neighbors.Barycentric;
import org.eigenlens.neighbors.Geodesic;
import org.eigenlens.neighbors.Neighbors;
import org.eigenlens.neighbors.Reach;

/**
 * New rows that lie off the data a neighbour graph was made from: farther from the nearest training
 * row than any two rows that the graph joins, bridges between its pieces aside. Nothing is known of
 * the space between, so that their coordinates are a guess.
 *
 * @param count how many of the rows lie so
 * @param unplaced how many of them are so far that they have no coordinates
 * @param first which is the first of them, from 0; −1 if there is none
 * @param farthest how far the farthest is from the nearest training row; infinite if that cannot be
 *     computed
 * @param longestEdge how far rows that the graph joins are from each other at most, bridges aside
 */
public record FarRows(long count, long unplaced, long first, double farthest, double longestEdge) {

  /** What models call the length of the longest edge among their measures. */
  public static final String LONGEST_EDGE = "longestEdge";

  /**
   * Looks for such rows; nothing for models without a neighbour graph.
   *
   * <p>Costs a search for the nearest training row of each. Rows with a value that is missing or
   * not finite do not count.
   */
  public static Optional<FarRows> of(KernelModel model, Matrix rows) {
    Neighbors neighbors = neighbors(model.kernel());
    Double longest = model.measures().get(LONGEST_EDGE);
    if (neighbors == null || longest == null) {
      return Optional.empty();
    }
    DenseMatrix prepared = Allowance.unlimited().copy(rows); // as many as are placed at once
    model.prepare(prepared);
    Neighbors.Found found = neighbors.search(prepared, new Reach.Nearest(1));
    long count = 0;
    long unplaced = 0;
    long first = -1;
    double farthest = 0;
    for (int i = 0; i < rows.rows(); i++) {
      double distance = found.distances()[i][0];
      if (distance <= longest || !Arrays.stream(prepared.row(i)).allMatch(Double::isFinite)) {
        continue;
      }
      first = count == 0 ? i : first;
      count++;
      unplaced += Double.isNaN(distance) ? 1 : 0;
      farthest = Math.max(farthest, Double.isNaN(distance) ? Double.POSITIVE_INFINITY : distance);
    }
    prepared.storage().release();
    return Optional.of(new FarRows(count, unplaced, first, farthest, longest));
  }

  /** Adds those of rows that come after so many others. */
  public FarRows plus(FarRows later, long before) {
    return new FarRows(
        count + later.count,
        unplaced + later.unplaced,
        first >= 0 || later.first < 0 ? first : before + later.first,
        Math.max(farthest, later.farthest),
        longestEdge);
  }

  private static Neighbors neighbors(Kernel kernel) {
    if (kernel instanceof Geodesic geodesic) {
      return geodesic.neighbors();
    }
    if (kernel instanceof Barycentric barycentric) {
      return barycentric.neighbors();
    }
    return kernel instanceof Affinity affinity ? affinity.neighbors() : null;
  }
}
