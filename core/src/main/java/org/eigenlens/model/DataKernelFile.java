package org.eigenlens.model;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.eigenlens.kernel.DataKernel;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.neighbors.Affinity;
import org.eigenlens.neighbors.Barycentric;
import org.eigenlens.neighbors.Geodesic;
import org.eigenlens.neighbors.NeighborGraph;
import org.eigenlens.neighbors.Neighbors;
import org.eigenlens.neighbors.PointNeighbors;
import org.eigenlens.neighbors.Reach;
import org.eigenlens.neighbors.TableNeighbors;

/**
 * Kernels made from data, in a model file: a name with its parameters, and as tensors the graph
 * ({@code graphStarts}, {@code graphEnds}, {@code graphLengths}) and the {@code landmarks} that
 * they have. The points are the reference points of the model.
 */
final class DataKernelFile {

  private DataKernelFile() {}

  /** Describes a kernel in words that people read too. */
  static Map<String, Object> describe(DataKernel kernel) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", kernel.name());
    if (kernel instanceof Geodesic geodesic) {
      describe(geodesic.reach(), map);
      if (geodesic.neighbors() instanceof TableNeighbors) {
        map.put("of", "distances");
      }
    } else if (kernel instanceof Barycentric barycentric) {
      describe(barycentric.reach(), map);
      map.put("regularization", barycentric.regularization());
      map.put("modified", barycentric.modified());
    } else if (kernel instanceof Affinity affinity) {
      describe(affinity.reach(), map);
      map.put("weights", affinity.gamma() > 0 ? "heat" : "binary");
      if (affinity.gamma() > 0) {
        map.put("gamma", affinity.gamma());
      }
      map.put("normalized", affinity.normalized());
    }
    return map;
  }

  private static void describe(Reach reach, Map<String, Object> map) {
    if (reach instanceof Reach.Nearest nearest) {
      map.put("neighbors", nearest.count());
    } else {
      map.put("radius", ((Reach.Within) reach).radius());
    }
  }

  /** Adds the tensors of a kernel. */
  static void addTensors(Kernel kernel, Map<String, double[]> vectors) {
    if (kernel instanceof Geodesic geodesic) {
      addGraph(geodesic.graph(), vectors);
      if (geodesic.landmarks() != null) {
        vectors.put("landmarks", wide(geodesic.landmarks()));
      }
    } else if (kernel instanceof Affinity affinity) {
      addGraph(affinity.graph(), vectors);
    }
  }

  private static void addGraph(NeighborGraph graph, Map<String, double[]> vectors) {
    vectors.put("graphStarts", wide(graph.starts()));
    vectors.put("graphEnds", wide(graph.ends()));
    vectors.put("graphLengths", graph.lengths());
  }

  private static double[] wide(int[] values) {
    double[] wide = new double[values.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = values[i];
    }
    return wide;
  }

  /** Tells whether a description is one of a kernel made from data. */
  static boolean describes(Description description) {
    return description.value("kernel") instanceof Map<?, ?> map
        && (named(map, "geodesic") || named(map, "barycentric") || named(map, "affinity"));
  }

  /** Tells whether rows hold distances and no points. */
  static boolean isTable(Description description) {
    return description.value("kernel") instanceof Map<?, ?> map
        && named(map, "geodesic")
        && "distances".equals(map.get("of"));
  }

  private static boolean named(Map<?, ?> map, String name) {
    return name.equals(map.get("name"));
  }

  /**
   * Reads a kernel; everything is looked at before it is believed.
   *
   * @param points the reference points; null if rows hold distances
   */
  static DataKernel read(
      Path file, Safetensors.Content content, Description description, DenseMatrix points) {
    Map<?, ?> map = (Map<?, ?>) description.value("kernel");
    boolean table = isTable(description);
    Neighbors neighbors =
        table
            ? new TableNeighbors(description.texts("columns").size(), null)
            : new PointNeighbors(points);
    Reach reach = made(description, () -> reach(map, neighbors.nodes()));
    DataKernel kernel;
    if (named(map, "geodesic")) {
      NeighborGraph graph = graph(content, neighbors.nodes(), file);
      int[] landmarks =
          content.vectors().containsKey("landmarks")
              ? whole(content, "landmarks", neighbors.rows(), file)
              : null;
      kernel = new Geodesic(neighbors, reach, graph, landmarks);
    } else if (named(map, "barycentric")) {
      kernel =
          made(
              description,
              () ->
                  new Barycentric(
                      (PointNeighbors) neighbors,
                      reach,
                      number(map, "regularization"),
                      Boolean.TRUE.equals(map.get("modified"))));
    } else {
      NeighborGraph graph = graph(content, neighbors.nodes(), file);
      description.require("kernel", map.get("normalized") instanceof Boolean);
      kernel =
          made(
              description,
              () ->
                  new Affinity(
                      neighbors,
                      reach,
                      graph,
                      "binary".equals(map.get("weights")) ? 0 : number(map, "gamma"),
                      (Boolean) map.get("normalized")));
    }
    return kernel;
  }

  private static <T> T made(Description description, Supplier<T> making) {
    T made = null;
    try {
      made = making.get();
    } catch (IllegalArgumentException e) {
      description.require("kernel", false);
    }
    description.require("kernel", made != null);
    return made;
  }

  /** Returns null for what is no reach. */
  private static Reach reach(Map<?, ?> map, int nodes) {
    if (map.get("neighbors") instanceof Long count) {
      return count < nodes ? new Reach.Nearest(count.intValue()) : null;
    }
    return map.get("radius") instanceof Number radius
        ? new Reach.Within(radius.doubleValue())
        : null;
  }

  /** Returns NaN, which every kernel refuses, for what is missing. */
  private static double number(Map<?, ?> map, String name) {
    return map.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  private static NeighborGraph graph(Safetensors.Content content, int nodes, Path file) {
    int[] ends = whole(content, "graphEnds", nodes, file);
    int[] starts = whole(content, "graphStarts", ends.length + 1, file);
    double[] lengths = ModelFile.vector(content, "graphLengths", ends.length, file);
    ModelFile.check("graphLengths", lengths, -Double.MIN_VALUE, file);
    boolean sound = starts.length == nodes + 1 && starts[0] == 0 && starts[nodes] == ends.length;
    for (int i = 0; sound && i < nodes; i++) {
      sound = starts[i] <= starts[i + 1];
    }
    if (!sound) {
      throw new ModelFileException(
          file,
          "the neighbour graph is not one of its %d different points; the file is damaged."
              .formatted(nodes));
    }
    NeighborGraph graph = new NeighborGraph(starts, ends, lengths);
    if (!graph.isUndirected()) {
      throw new ModelFileException(
          file,
          "the edges of the neighbour graph are not the same seen from both ends; the file is"
              + " damaged.");
    }
    if (graph.pieces().count() > 1) {
      throw new ModelFileException(file, "the neighbour graph is in pieces; the file is damaged.");
    }
    return graph;
  }

  /** Returns whole numbers from 0 to below a limit. */
  private static int[] whole(Safetensors.Content content, String name, int limit, Path file) {
    double[] values = content.vectors().get(name);
    if (values == null) {
      throw new ModelFileException(file, "the tensor '" + name + "' is missing.");
    }
    int[] whole = new int[values.length];
    for (int i = 0; i < whole.length; i++) {
      if (!(values[i] >= 0 && values[i] < limit && values[i] == Math.rint(values[i]))) {
        throw new ModelFileException(
            file, "tensor '" + name + "' holds " + values[i] + "; the file is damaged.");
      }
      whole[i] = (int) values[i];
    }
    return whole;
  }
}
