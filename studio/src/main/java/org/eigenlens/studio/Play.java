package org.eigenlens.studio;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eigenlens.Cca;
import org.eigenlens.Hsic;
import org.eigenlens.KernelPca;
import org.eigenlens.Pca;
import org.eigenlens.SupervisedPca;
import org.eigenlens.cca.Ridge;
import org.eigenlens.hsic.Dependence;
import org.eigenlens.kernel.Bandwidth;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.PairedModel;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.supervised.Labels;

/**
 * Models of a few points that somebody drags about: fitted anew at each request, through the
 * library, in the calling thread; n is at most 500, so that it takes milliseconds.
 */
final class Play {

  private static final int MOST_POINTS = 500;
  private static final int MOST_COLUMNS = 400;
  private static final int MOST_COMPONENTS = 8;
  private static final int MOST_GRID = 120;
  private static final int MOST_PERMUTATIONS = 199;

  private Play() {}

  static void addTo(Router router) {
    router
        .add("POST", "/api/play/kernel", call -> Answer.json(kernel(call.json())))
        .add("POST", "/api/play/pca", call -> Answer.json(pca(call.json())))
        .add("POST", "/api/play/supervised", call -> Answer.json(supervised(call.json())))
        .add("POST", "/api/play/cca", call -> Answer.json(cca(call.json())));
  }

  private static DenseMatrix points(Fields request, String name) {
    double[][] rows = request.rows(name, 2, MOST_POINTS);
    if (rows[0].length > MOST_COLUMNS) {
      throw Refusal.bad(
          "%s has %d columns; give up to %d".formatted(name, rows[0].length, MOST_COLUMNS));
    }
    return DenseMatrix.copyOf(rows);
  }

  private static List<double[]> rows(DenseMatrix matrix) {
    return List.of(matrix.toArray());
  }

  /** Kernel PCA of points in the plane, and the value of its components on a grid. */
  private static Map<String, Object> kernel(Fields request) {
    DenseMatrix points = points(request, "points");
    double gamma = gamma(request, points);
    KernelModel model =
        KernelPca.builder()
            .kernel(kernel(request, gamma))
            .components(
                Math.min(request.count("components", 4, 1, MOST_COMPONENTS), points.rows() - 1))
            .fit(points);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("gamma", gamma);
    answer.put("eigenvalues", model.eigenvalues());
    answer.put("shares", model.explainedVarianceRatio());
    answer.put("scores", rows(model.trainingCoordinates()));
    if (points.columns() == 2) {
      int side = request.count("grid", 60, 2, MOST_GRID);
      double[] box = request.has("box") ? request.numbers("box") : around(points);
      if (box.length != 4 || !(box[1] > box[0]) || !(box[3] > box[2])) {
        throw Refusal.bad("box must be [least x, largest x, least y, largest y]");
      }
      answer.put("box", box);
      answer.put("grid", side);
      answer.put("grids", rows(model.transform(grid(box, side)).transpose()));
    }
    return answer;
  }

  private static double gamma(Fields request, DenseMatrix points) {
    if (request.text("gamma").filter("median"::equals).isPresent()) {
      return Bandwidth.measure(points, Bandwidth.Family.RBF, 0).median();
    }
    double gamma = request.number("gamma", 1.0 / points.columns());
    if (!(gamma > 0)) {
      throw Refusal.bad("gamma is " + gamma + ", and must be greater than 0");
    }
    return gamma;
  }

  private static Kernel kernel(Fields request, double gamma) {
    double coef0 = request.number("coef0", 1);
    String name = request.text("kernel").orElse("rbf");
    return switch (name) {
      case "linear" -> Kernels.linear();
      case "poly" -> Kernels.polynomial(gamma, coef0, request.count("degree", 3, 1, 10));
      case "rbf" -> Kernels.rbf(gamma);
      case "sigmoid" -> Kernels.sigmoid(gamma, coef0);
      case "laplacian" -> Kernels.laplacian(gamma);
      case "cosine" -> Kernels.cosine();
      default ->
          throw Refusal.bad(
              "there is no kernel '%s' for points; choose linear, poly, rbf, sigmoid, laplacian or"
                      .formatted(name)
                  + " cosine");
    };
  }

  private static double[] around(DenseMatrix points) {
    double[] box = new double[4];
    for (int axis = 0; axis < 2; axis++) {
      double least = Double.POSITIVE_INFINITY;
      double largest = Double.NEGATIVE_INFINITY;
      for (double value : points.column(axis)) {
        least = Math.min(least, value);
        largest = Math.max(largest, value);
      }
      double edge = largest > least ? 0.1 * (largest - least) : 1;
      box[2 * axis] = least - edge;
      box[2 * axis + 1] = largest + edge;
    }
    return box;
  }

  /** Returns the points of a grid, line by line from the least y, both ends among them. */
  private static DenseMatrix grid(double[] box, int side) {
    DenseMatrix grid = DenseMatrix.zeros(side * side, 2);
    for (int line = 0; line < side; line++) {
      for (int place = 0; place < side; place++) {
        int i = line * side + place;
        grid.set(i, 0, box[0] + place * (box[1] - box[0]) / (side - 1));
        grid.set(i, 1, box[2] + line * (box[3] - box[2]) / (side - 1));
      }
    }
    return grid;
  }

  private static Map<String, Object> pca(Fields request) {
    DenseMatrix points = points(request, "points");
    String method = request.text("method").orElse("pca");
    if (!List.of("pca", "dual-pca", "lsa").contains(method)) {
      throw Refusal.bad("method is '" + method + "'; choose pca, dual-pca or lsa");
    }
    boolean centred = !method.equals("lsa");
    int most = Math.min(points.rows() - (centred ? 1 : 0), points.columns());
    LinearModel model =
        Pca.builder()
            .components(most)
            .center(centred)
            .ddof(request.count("ddof", 1, 0, 1))
            .standardize(request.flag("standardize"))
            .solver(method.equals("dual-pca") ? PcaSolver.GRAM : PcaSolver.AUTO)
            .method(method)
            .fit(points);
    DenseMatrix scores = model.transform(points);
    DenseMatrix first = DenseMatrix.zeros(scores.rows(), scores.columns());
    for (int i = 0; i < scores.rows(); i++) {
      first.set(i, 0, scores.get(i, 0));
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("mean", model.mean());
    answer.put("scale", model.scale());
    answer.put("directions", rows(model.directions()));
    answer.put("eigenvalues", model.eigenvalues());
    answer.put("variances", model.explainedVariance());
    answer.put("shares", model.explainedVarianceRatio());
    answer.put("singularValues", model.singularValues());
    answer.put("scores", rows(scores));
    answer.put("reconstructed1", rows(model.inverseTransform(first)));
    answer.put("solver", model.provenance().solver());
    Map<String, Object> certificate = new LinkedHashMap<>();
    certificate.put("maxRelativeResidual", model.provenance().maxRelativeResidual());
    certificate.put("orthogonality", model.provenance().orthogonality());
    answer.put("certificate", certificate);
    return answer;
  }

  /** Supervised PCA of labelled points beside PCA, and how much labels and points depend. */
  private static Map<String, Object> supervised(Fields request) {
    DenseMatrix points = points(request, "points");
    Labels labels = Labels.ofClasses(request.texts("labels"));
    if (labels.rows() != points.rows()) {
      throw Refusal.bad(
          "there are %d points and %d labels; give one for each"
              .formatted(points.rows(), labels.rows()));
    }
    int k = Math.min(2, Math.min(points.columns(), points.rows() - 1));
    double blend = request.number("blend", 0);
    // Labels alone tell apart in one direction fewer than there are classes.
    int told = blend > 0 ? k : Math.min(k, labels.classes().size() - 1);
    LinearModel supervised =
        SupervisedPca.builder().components(told).blend(blend).fit(points, labels);
    LinearModel pca = Pca.builder().components(k).fit(points);
    int permutations = request.count("permutations", 0, 0, MOST_PERMUTATIONS);
    Dependence dependence = hsic(points, labels, permutations);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("mean", supervised.mean());
    answer.put("directions", rows(supervised.directions()));
    answer.put("eigenvalues", supervised.eigenvalues());
    answer.put("pcaDirections", rows(pca.directions()));
    answer.put("hsic", dependence.hsic());
    answer.put("hsicUnbiased", dependence.unbiased());
    answer.put("alignment", dependence.alignment());
    answer.put("pValue", dependence.pValue());
    Map<String, Object> projected = new LinkedHashMap<>();
    projected.put("pca", hsic(first(pca, points), labels, 0).hsic());
    projected.put("supervised", hsic(first(supervised, points), labels, 0).hsic());
    answer.put("projectedHsic", projected);
    return answer;
  }

  private static DenseMatrix first(LinearModel model, DenseMatrix points) {
    return model.transform(points).columnRange(0, 1).copy();
  }

  private static Dependence hsic(DenseMatrix points, Labels labels, int permutations) {
    Hsic.Builder builder = Hsic.builder().xKernel(Kernels.linear()).allPairs();
    return (permutations == 0 ? builder.withoutTest() : builder.permutations(permutations))
        .test(points, labels);
  }

  private static Map<String, Object> cca(Fields request) {
    DenseMatrix x = points(request, "x");
    DenseMatrix y = points(request, "y");
    Cca.Builder builder =
        Cca.builder().components(Math.min(MOST_COMPONENTS, Math.min(x.columns(), y.columns())));
    if (request.text("ridge").filter("pls"::equals).isPresent()) {
      builder.ridge(Ridge.PLS);
    } else {
      double ridge = request.number("ridge", 0);
      builder.ridge(ridge, ridge);
    }
    PairedModel model = builder.fit(x, y);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("correlations", model.correlations());
    for (PairedModel.Side side : PairedModel.Side.values()) {
      boolean first = side == PairedModel.Side.X;
      String name = first ? "x" : "y";
      answer.put(name + "Weights", rows(model.weights(side)));
      answer.put(name + "Scores", rows(model.transform(side, first ? x : y)));
      answer.put(name + "Mean", model.encoder(side).mean());
    }
    return answer;
  }
}
