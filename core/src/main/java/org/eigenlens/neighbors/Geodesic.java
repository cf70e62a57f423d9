package org.eigenlens.neighbors;

import java.util.Arrays;
import org.eigenlens.Progress;
import org.eigenlens.kernel.DataKernel;
import org.eigenlens.kernel.DistanceTable;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;

/**
 * k(x, y) = −½δ(x, y)², where δ is the length of the shortest path along a neighbour graph: the
 * kernel of Isomap.
 *
 * <p>A new point takes its neighbours' paths: δ(x, y) = min over neighbours z of ‖x − z‖ + δ(z, y)
 * (Bengio et al., 2003); a point of the graph has its own. With all rows as ends that is one run of
 * Dijkstra's algorithm a row; with landmarks the paths from them are found once, by whoever asks
 * first or says {@link #prepare}, and a row costs a glance at them. Immutable and safe to share.
 */
public final class Geodesic implements DataKernel {

  private static final int SOURCES = 32;

  /** So many rows lie between two words about how far it is: enough for all cores. */
  private static final int WAVE = 32 * SOURCES;

  private final Neighbors neighbors;
  private final Reach reach;
  private final NeighborGraph graph;
  private final int[] landmarks;
  private DenseMatrix paths;

  /**
   * Takes a graph in one piece.
   *
   * @param landmarks the rows that paths end at; null for all of them
   */
  public Geodesic(Neighbors neighbors, Reach reach, NeighborGraph graph, int[] landmarks) {
    this.neighbors = neighbors;
    this.reach = reach;
    this.graph = graph;
    this.landmarks = landmarks == null ? null : landmarks.clone();
  }

  @Override
  public String name() {
    return "geodesic";
  }

  /** Returns who is near whom. */
  public Neighbors neighbors() {
    return neighbors;
  }

  /** Returns which points are the neighbours of one. */
  public Reach reach() {
    return reach;
  }

  /** Returns the graph. */
  public NeighborGraph graph() {
    return graph;
  }

  /** Returns the rows that paths end at; null for all of them. */
  public int[] landmarks() {
    return landmarks == null ? null : landmarks.clone();
  }

  @Override
  public int rows() {
    return neighbors.rows();
  }

  @Override
  public int size() {
    return landmarks == null ? neighbors.rows() : landmarks.length;
  }

  @Override
  public double trainingFactor(double eigenvalue) {
    return eigenvalue;
  }

  @Override
  public boolean minimizes() {
    return false;
  }

  /** Returns the kernel of every row with every row, on all cores. */
  public DenseMatrix matrix(Progress progress) {
    int n = neighbors.rows();
    DenseMatrix matrix = DenseMatrix.unset(n, n, Precision.DOUBLE);
    for (int from = 0; from < n; from += WAVE) {
      progress.at("shortest paths, rows from " + from + " of " + n);
      int first = from;
      int last = Math.min(n, from + WAVE);
      Parallel.forEach(
          (last - first + SOURCES - 1) / SOURCES,
          task -> {
            int start = first + task * SOURCES;
            fill(matrix, start, Math.min(last, start + SOURCES));
          });
    }
    return matrix;
  }

  private void fill(DenseMatrix matrix, int from, int to) {
    ShortestPaths search = new ShortestPaths(graph);
    double[] lengths = new double[graph.nodes()];
    double[] row = new double[matrix.columns()];
    for (int i = from; i < to; i++) {
      search.from(new int[] {neighbors.node(i)}, new double[1], lengths);
      for (int j = 0; j < row.length; j++) {
        row[j] = similarity(lengths[neighbors.node(j)]);
      }
      matrix.setRow(i, row, 0);
    }
  }

  /** Returns the kernel of the landmarks with each other. */
  public DenseMatrix landmarkMatrix() {
    DenseMatrix lengths = paths();
    int m = landmarks.length;
    DenseMatrix matrix = DenseMatrix.unset(m, m, Precision.DOUBLE);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        matrix.set(i, j, similarity(lengths.get(i, neighbors.node(landmarks[j]))));
      }
    }
    return matrix;
  }

  private static double similarity(double length) {
    return -0.5 * length * length;
  }

  /** Returns the lengths of the paths from each landmark to every node. */
  private synchronized DenseMatrix paths() {
    if (paths == null) {
      DenseMatrix found = DenseMatrix.unset(landmarks.length, graph.nodes(), Precision.DOUBLE);
      Parallel.forEach(
          (landmarks.length + SOURCES - 1) / SOURCES,
          task -> {
            ShortestPaths search = new ShortestPaths(graph);
            double[] lengths = new double[graph.nodes()];
            int last = Math.min(landmarks.length, (task + 1) * SOURCES);
            for (int i = task * SOURCES; i < last; i++) {
              search.from(new int[] {neighbors.node(landmarks[i])}, new double[1], lengths);
              found.setRow(i, lengths, 0);
            }
          });
      paths = found;
    }
    return paths;
  }

  @Override
  public void prepare() {
    if (landmarks != null) {
      paths();
    }
  }

  @Override
  public void check(DenseMatrix rows, long first) {
    if (neighbors instanceof TableNeighbors) {
      DistanceTable.checkDistances(rows, first);
    }
  }

  /** Finds the points of the graph that paths of prepared rows begin or end at. */
  public Neighbors.Found places(DenseMatrix rows) {
    Neighbors.Found found = neighbors.search(rows, reach);
    for (int i = 0; i < rows.rows(); i++) {
      // A point of the graph starts where it is; rounding must not find it a shorter way.
      if (found.distances()[i][0] == 0) {
        found.nodes()[i] = Arrays.copyOf(found.nodes()[i], 1);
        found.distances()[i] = new double[1];
      }
    }
    return found;
  }

  /** Writes the squared lengths of the paths, by way of the graph, from some rows to all. */
  public void squares(Neighbors.Found places, int[] from, DenseMatrix out) {
    ShortestPaths search = new ShortestPaths(graph);
    double[] lengths = new double[graph.nodes()];
    double[] row = new double[places.nodes().length];
    for (int i = 0; i < from.length; i++) {
      search.from(places.nodes()[from[i]], places.distances()[from[i]], lengths);
      for (int j = 0; j < row.length; j++) {
        double least = Double.POSITIVE_INFINITY;
        for (int s = 0; s < places.nodes()[j].length; s++) {
          least = Math.min(least, places.distances()[j][s] + lengths[places.nodes()[j][s]]);
        }
        row[j] = least * least;
      }
      out.setRow(i, row, 0);
    }
  }

  @Override
  public void compare(DenseMatrix rows, DenseMatrix out) {
    Neighbors.Found found = places(rows);
    double[] similarities = new double[size()];
    ShortestPaths search = landmarks == null ? new ShortestPaths(graph) : null;
    double[] lengths = new double[graph.nodes()];
    for (int i = 0; i < rows.rows(); i++) {
      int[] starts = found.nodes()[i];
      double[] ahead = found.distances()[i];
      if (landmarks == null) {
        search.from(starts, ahead, lengths);
        Arrays.setAll(similarities, j -> similarity(lengths[neighbors.node(j)]));
      } else {
        DenseMatrix ways = paths();
        for (int j = 0; j < similarities.length; j++) {
          double least = Double.POSITIVE_INFINITY;
          for (int s = 0; s < starts.length; s++) {
            least = Math.min(least, ahead[s] + ways.get(j, starts[s]));
          }
          similarities[j] = similarity(least);
        }
      }
      out.setRow(i, similarities, 0);
    }
  }
}
