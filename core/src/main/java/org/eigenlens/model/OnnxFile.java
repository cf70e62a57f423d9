package org.eigenlens.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eigenlens.kernel.ChiSquared;
import org.eigenlens.kernel.Cosine;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Laplacian;
import org.eigenlens.kernel.Linear;
import org.eigenlens.kernel.Polynomial;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.kernel.Product;
import org.eigenlens.kernel.Rbf;
import org.eigenlens.kernel.Sigmoid;
import org.eigenlens.kernel.Sum;
import org.eigenlens.matrix.Bytes;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Scratch;

/**
 * Models as ONNX graphs, for runtimes that know nothing of ours.
 *
 * <p>A graph takes any number of rows in double precision, prepares them as the model does
 * (centres, scales, compares with reference points), and gives coordinates that agree with {@link
 * Model#transform} to rounding. What {@code transform} refuses or reports, a graph computes: rows
 * with missing cells give NaN, negative counts give a chi2 that means nothing.
 *
 * <p>The file holds what the model holds, and is made in memory first. The laplacian and chi2
 * kernels compare all columns of all pairs at once: a batch of b rows takes 8·b·m·d bytes at run
 * time, for m reference points of d columns.
 *
 * <pre>{@code
 * LinearModel pca = Pca.builder().components(2).fit(x);
 * OnnxFile.writeEncoder(pca, Path.of("pca.onnx"));
 * OnnxFile.writeDecoder(pca, Path.of("back.onnx"));
 * }</pre>
 */
public final class OnnxFile {

  /** The least that a division by may be told from zero. */
  private static final double TINY = Double.MIN_NORMAL;

  private static final double LARGEST = 1.9e9;

  private OnnxFile() {}

  /**
   * Writes the graph that encodes rows: {@code rows} in, {@code coordinates} out.
   *
   * @throws IllegalArgumentException for a model of two views (write one view), for a model of
   *     texts, and for a kernel that no graph can compute
   */
  public static void writeEncoder(Model model, Path file) throws IOException {
    checkOrigin(model);
    checkSize(model);
    OnnxGraph graph = new OnnxGraph("encoder");
    String rows = graph.input("rows", model.columns());
    String made;
    if (model instanceof LinearModel linear) {
      made = encoded(graph, rows, linear);
    } else if (model instanceof KernelModel kernel) {
      made = encoded(graph, rows, kernel);
    } else {
      throw new IllegalArgumentException(
          "A model of two views has an encoder for each; write one of them.");
    }
    graph.output(made, "coordinates", model.components());
    write(graph, model, file);
  }

  /** Writes the graph that decodes coordinates: {@code coordinates} in, {@code rows} out. */
  public static void writeDecoder(LinearModel model, Path file) throws IOException {
    checkOrigin(model);
    checkSize(model);
    OnnxGraph graph = new OnnxGraph("decoder");
    String coordinates = graph.input("coordinates", model.components());
    String rows;
    try (Scratch scratch = new Scratch()) {
      rows = graph.node("MatMul", coordinates, graph.matrix(model.wholeDecoder(scratch)));
    }
    if (model.provenance().centered()) {
      rows = graph.node("Add", rows, graph.row(model.mean()));
    }
    graph.output(rows, "rows", model.columns());
    write(graph, model, file);
  }

  /** A graph takes numbers, and what transform makes of words is more than numbers tell. */
  private static void checkOrigin(Model model) {
    if (model.provenance().origin() instanceof Origin.Texts) {
      throw new IllegalArgumentException(
          "A model of texts counts and weighs words first, which no graph of ours does; encode"
              + " texts with transform, or fit to a table of weighted words.");
    }
  }

  private static void write(OnnxGraph graph, Model model, Path file) throws IOException {
    Map<String, String> remarks = new LinkedHashMap<>();
    remarks.put("method", model.provenance().method());
    remarks.put("columns", Json.write(model.columnNames(), false));
    if (model.provenance().origin() != null) {
      remarks.put("origin", model.provenance().origin().words());
    }
    byte[] bytes = graph.toBytes(model.provenance().version(), remarks);
    try (WholeFile whole = new WholeFile(file)) {
      Files.write(whole.path(), bytes);
      whole.commit();
    } catch (IOException e) {
      throw WholeFile.naming(file, e);
    }
  }

  /**
   * Refuses what no file can hold: the format counts its bytes, and those of the graph, in 31 bits.
   */
  private static void checkSize(Model model) {
    double numbers = (double) model.components() * model.columns();
    if (model instanceof KernelModel kernel) {
      numbers = (double) kernel.references() * (kernel.columns() + kernel.components());
    }
    if (Double.BYTES * numbers > LARGEST) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "The numbers of the model take %s, and an ONNX file holds at most %s of them; fit with"
                  + " fewer landmarks or components.",
              Bytes.needed(Double.BYTES * numbers),
              Bytes.allowed(LARGEST)));
    }
  }

  private static String encoded(OnnxGraph graph, String rows, LinearModel model) {
    String prepared =
        model.provenance().centered() ? graph.node("Sub", rows, graph.row(model.mean())) : rows;
    try (Scratch scratch = new Scratch()) {
      return graph.node("MatMul", prepared, graph.matrix(model.encoder(scratch).transpose()));
    }
  }

  private static String encoded(OnnxGraph graph, String rows, KernelModel model) {
    String similarities = rows;
    if (!(model.kernel() instanceof Precomputed)) {
      if (model.referencePoints() == null) {
        throw noGraph(model.kernel());
      }
      String prepared = graph.node("Sub", rows, graph.row(model.frame().shift()));
      if (model.frame().scale() != null) {
        prepared = graph.node("Div", prepared, graph.row(model.frame().scale()));
      }
      similarities = similarities(graph, prepared, model.kernel(), model.referencePoints());
    }
    String products =
        graph.node("MatMul", similarities, graph.matrix(model.coefficients().transpose()));
    String coordinates = graph.node("Sub", products, graph.row(model.offsets()));
    return model.provenance().whitened()
        ? graph.node("Mul", coordinates, graph.row(model.units()))
        : coordinates;
  }

  /** Compares each row with each reference point. */
  private static String similarities(
      OnnxGraph graph, String rows, Kernel kernel, DenseMatrix references) {
    if (kernel instanceof Linear) {
      return products(graph, rows, references, 1);
    } else if (kernel instanceof Polynomial poly) {
      String products = products(graph, rows, references, poly.gamma());
      String base = graph.node("Add", products, graph.row(poly.coef0()));
      return graph.node("Pow", base, graph.row(poly.degree()));
    } else if (kernel instanceof Sigmoid sigmoid) {
      String products = products(graph, rows, references, sigmoid.gamma());
      return graph.node("Tanh", graph.node("Add", products, graph.row(sigmoid.coef0())));
    } else if (kernel instanceof Rbf rbf) {
      double[] squares = squaredNorms(references);
      return exponential(
          graph,
          rbf.losesDigits(Arrays.stream(squares).max().orElse(0))
              ? squaredDifferences(graph, rows, references)
              : squaredDistances(graph, rows, references, squares),
          rbf.gamma());
    } else if (kernel instanceof Laplacian laplacian) {
      String differences = graph.node("Sub", graph.unsqueeze(rows, 1), graph.stack(references));
      String sums = graph.sum(graph.node("Abs", differences), 2, false);
      return exponential(graph, sums, laplacian.gamma());
    } else if (kernel instanceof ChiSquared chi2) {
      String each = graph.unsqueeze(rows, 1);
      String all = graph.stack(references);
      String difference = graph.node("Sub", each, all);
      // Where both counts are 0 their difference is, too: 0 over anything is 0.
      String sum = graph.node("Max", graph.node("Add", each, all), graph.row(TINY));
      String terms = graph.node("Div", graph.node("Mul", difference, difference), sum);
      return exponential(graph, graph.sum(terms, 2, false), chi2.gamma());
    } else if (kernel instanceof Cosine) {
      return cosines(graph, rows, references);
    } else if (kernel instanceof Sum sum) {
      return combined(graph, rows, sum.parts(), "Add", references);
    } else if (kernel instanceof Product product) {
      return combined(graph, rows, product.parts(), "Mul", references);
    }
    throw noGraph(kernel);
  }

  private static IllegalArgumentException noGraph(Kernel kernel) {
    return new IllegalArgumentException(
        "The kernel '" + kernel.name() + "' has no form in ONNX operators.");
  }

  private static String combined(
      OnnxGraph graph, String rows, List<Kernel> parts, String operator, DenseMatrix references) {
    String result = null;
    for (Kernel part : parts) {
      String one = similarities(graph, rows, part, references);
      result = result == null ? one : graph.node(operator, result, one);
    }
    return result;
  }

  /**
   * factor·x·y for each pair. The factor goes into the matrix: beside a product of matrices ONNX
   * Runtime would take it for an attribute of theirs, and round it to single precision.
   */
  private static String products(
      OnnxGraph graph, String rows, DenseMatrix references, double factor) {
    DenseMatrix right = references.transpose();
    double[] factors = new double[right.rows()];
    Arrays.fill(factors, factor);
    LinearAlgebra.scaleRows(right, factors);
    return graph.node("MatMul", rows, graph.matrix(right));
  }

  private static String exponential(OnnxGraph graph, String distances, double gamma) {
    return graph.node("Exp", graph.node("Mul", distances, graph.row(-gamma)));
  }

  /** Σ(x − y)², which takes room for every pair in every column, and keeps all digits. */
  private static String squaredDifferences(OnnxGraph graph, String rows, DenseMatrix references) {
    String differences = graph.node("Sub", graph.unsqueeze(rows, 1), graph.stack(references));
    return graph.sum(graph.node("Mul", differences, differences), 2, false);
  }

  /** ‖x‖² + ‖y‖² − 2x·y, which rounding could make negative. */
  private static String squaredDistances(
      OnnxGraph graph, String rows, DenseMatrix references, double[] squares) {
    String own = graph.sum(graph.node("Mul", rows, rows), 1, true);
    String twice = products(graph, rows, references, 2);
    String sums = graph.node("Add", own, graph.row(squares));
    return graph.node("Max", graph.node("Sub", sums, twice), graph.row(0));
  }

  /** x·y/(‖x‖‖y‖), and 0 where either is zero. */
  private static String cosines(OnnxGraph graph, String rows, DenseMatrix references) {
    double[] norms = squaredNorms(references);
    for (int i = 0; i < norms.length; i++) {
      norms[i] = norms[i] == 0 ? 0 : 1 / Math.sqrt(norms[i]);
    }
    String squares = graph.sum(graph.node("Mul", rows, rows), 1, true);
    String lengths = graph.node("Sqrt", graph.node("Max", squares, graph.row(TINY)));
    String products = products(graph, rows, references, 1);
    String scaled = graph.node("Mul", products, graph.row(norms));
    return graph.node("Div", scaled, lengths);
  }

  private static double[] squaredNorms(DenseMatrix points) {
    double[] squares = new double[points.rows()];
    for (int i = 0; i < squares.length; i++) {
      for (double value : points.row(i)) {
        squares[i] += value * value;
      }
    }
    return squares;
  }
}
