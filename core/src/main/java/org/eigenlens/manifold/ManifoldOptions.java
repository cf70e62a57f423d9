package org.eigenlens.manifold;

import java.util.List;
import org.eigenlens.kpca.KernelPcaOptions;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.neighbors.NeighborSearch;
import org.eigenlens.neighbors.Pieces;
import org.eigenlens.neighbors.Reach;
import org.eigenlens.pca.PcaFit;
import org.eigenlens.pca.Wanted;

/**
 * Everything that decides what a fit does.
 *
 * @param common what all kernel methods have
 * @param reach which points are the neighbours of one; null for ten, or as many as there are
 * @param bridge whether pieces of the neighbour graph are joined by the shortest edges
 * @param search how neighbours are found
 */
public record ManifoldOptions(
    KernelPcaOptions common, Reach reach, boolean bridge, NeighborSearch search) {

  /** Refuses a search that there is none of. */
  public ManifoldOptions {
    if (search == NeighborSearch.APPROXIMATE && reach instanceof Reach.Within) {
      throw new IllegalArgumentException(
          "An approximate search finds a number of neighbours, not all within a radius; leave one of"
              + " the two out.");
    }
  }

  private static final int NEIGHBORS = 10;

  /** Two coordinates make a picture. */
  private static final int COMPONENTS = 2;

  /** Refuses landmarks where there are none. */
  public void checkNoLandmarks() {
    if (common.landmarks() != 0 || common.solver() == KernelSolver.NYSTROM) {
      throw new IllegalArgumentException(
          "There are no landmarks in %s%s; leave them out, and choose another solver than nystrom."
              .formatted(common.method(), common.method().equals("mds") ? " of distances" : ""));
    }
  }

  /** Returns which of so many nodes are neighbours. */
  Reach reach(int nodes) {
    return reach == null ? new Reach.Nearest(Math.min(NEIGHBORS, nodes - 1)) : reach;
  }

  /** Returns how many components are wanted of so many rows. */
  public Wanted wanted(int rows) {
    return common(rows).wanted();
  }

  /** Returns the common options, with two components of so many rows where none are asked for. */
  KernelPcaOptions common(int rows) {
    return common.wanted() == null
        ? common.withWanted(new Wanted.Count(Math.max(1, Math.min(COMPONENTS, rows - 1))))
        : common;
  }

  /**
   * Finds the pieces that the neighbour graph of rows is in, the largest first.
   *
   * @param columnNames null calls them x1, x2, …
   * @param warnings where it is said if neighbours are approximate
   */
  public Pieces pieces(Matrix x, List<String> columnNames, List<String> warnings) {
    return Surroundings.pieces(this, x, PcaFit.names(x.columns(), columnNames), warnings);
  }

  /** Returns how many components are wanted, where shares mean nothing. */
  int count(int nodes) {
    Wanted wanted = common(nodes).wanted();
    if (wanted instanceof Wanted.Count count) {
      return SmallestPairs.checkedCount(count.components(), nodes);
    }
    throw new IllegalArgumentException(
        "The eigenvalues of %s are costs, of which there are no shares; ask for a number of"
                .formatted(common.method())
            + " components.");
  }
}
