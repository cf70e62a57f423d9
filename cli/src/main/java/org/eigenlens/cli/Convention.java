package org.eigenlens.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Words;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Linear;
import org.eigenlens.kernel.Polynomial;
import org.eigenlens.kernel.Rbf;
import org.eigenlens.kernel.Sigmoid;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;

/**
 * Whose names, divisors and signs the numbers of a model are told in.
 *
 * <p>With n rows and n − ddof our own divisor, standardised columns differ between programs by the
 * factor √((n − theirs)/(n − ours)), and eigenvalues accordingly.
 */
enum Convention {

  /** PCA, TruncatedSVD and KernelPCA of scikit-learn. */
  SKLEARN("scikit-learn") {
    @Override
    Translation of(Model model) {
      if (model instanceof KernelModel kernel && isKernelPca(kernel)) {
        return Translation.of("KernelPCA(" + arguments(kernel.kernel()) + ")")
            .with("eigenvalues_", kernel.eigenvalues())
            .with(
                "eigenvectors_", unitVectors(kernel), rows(kernel), dimensions(kernel, "kernelpca"))
            .note("fit_transform gives our coordinates; signs follow the same rule");
      }
      LinearModel linear = principal(model, "sklearn");
      if (!linear.provenance().centered()) {
        return Translation.of("TruncatedSVD(n_components=" + linear.components() + ")")
            .with("singular_values_", linear.singularValues())
            .with(
                "components_",
                linear.directions(),
                dimensions(linear, "truncatedsvd"),
                names(linear))
            .note("its explained_variance_ is of centred scores, which the model does not know");
      }
      boolean scaled = linear.provenance().standardized();
      // StandardScaler divides by n, and PCA then by n − 1.
      double n = linear.provenance().rows();
      double[] squares =
          times(linear.eigenvalues(), scaled ? n / linear.provenance().divisor() : 1);
      double all = linear.totalSquares() * (scaled ? n / linear.provenance().divisor() : 1);
      int left = (int) Math.min(n, linear.columns()) - linear.components();
      Translation pca =
          Translation.of(
                  (scaled ? "StandardScaler(), PCA(" : "PCA(")
                      + "n_components="
                      + linear.components()
                      + (linear.provenance().whitened() ? ", whiten=True)" : ")"))
              .with("explained_variance_", times(squares, 1 / (n - 1)))
              .with("explained_variance_ratio_", linear.explainedVarianceRatio())
              .with("singular_values_", roots(squares))
              .with(
                  "noise_variance_",
                  left > 0 ? Math.max(0, all - sum(squares)) / (n - 1) / left : 0)
              .with("components_", linear.directions(), dimensions(linear, "pca"), names(linear));
      return (scaled
              ? pca.with("mean_ (StandardScaler)", linear.mean(), names(linear))
                  .with("scale_ (StandardScaler)", scale(linear, n), names(linear))
              : pca.with("mean_", linear.mean(), names(linear)))
          .note("signs follow the same rule: the largest weight of a component is positive");
    }
  },

  /** The functions prcomp, cmdscale and cancor of R. */
  R("R") {
    @Override
    Translation of(Model model) {
      if (model instanceof PairedModel paired && paired.isLinear()) {
        return cancor(paired);
      }
      if (model instanceof KernelModel kernel && kernel.provenance().method().equals("mds")) {
        return Translation.of("cmdscale(d, k = " + kernel.components() + ", eig = TRUE)")
            .with("eig", kernel.eigenvalues())
            .with("points", kernel.trainingCoordinates(), rows(kernel), dimensions(kernel, "V"))
            .note("cmdscale leaves the signs to LAPACK: turn columns as you need");
      }
      LinearModel linear = principal(model, "r");
      boolean scaled = linear.provenance().standardized();
      double n = linear.provenance().rows();
      double[] squares =
          times(linear.eigenvalues(), scaled ? (n - 1) / linear.provenance().divisor() : 1);
      Translation prcomp =
          Translation.of(
                  "prcomp(x, center = %s, scale. = %s, rank. = %d)"
                      .formatted(
                          flag(linear.provenance().centered()), flag(scaled), linear.components()))
              .with("sdev", roots(times(squares, 1 / (n - 1))))
              .with(
                  "rotation",
                  linear.directions().transpose(),
                  names(linear),
                  dimensions(linear, "PC"));
      if (linear.provenance().centered()) {
        prcomp = prcomp.with("center", linear.mean(), names(linear));
      }
      if (scaled) {
        prcomp = prcomp.with("scale", scale(linear, n - 1), names(linear));
      }
      return prcomp.note("prcomp leaves the signs to LAPACK: turn columns as you need");
    }
  },

  /** The function PCA of FactoMineR. */
  FACTOMINER("FactoMineR") {
    @Override
    Translation of(Model model) {
      LinearModel linear = principal(model, "factominer");
      if (!linear.provenance().centered()) {
        throw none("factominer", "its PCA always subtracts the mean");
      }
      boolean scaled = linear.provenance().standardized();
      double n = linear.provenance().rows();
      double[] eig = times(linear.eigenvalues(), 1 / (scaled ? linear.provenance().divisor() : n));
      DenseMatrix v = linear.directions().transpose();
      double[] signs = new double[linear.components()];
      Arrays.setAll(signs, i -> sum(v.column(i)) < 0 ? -1 : 1);
      LinearAlgebra.scaleColumns(v, signs);
      DenseMatrix coord = v.copy();
      LinearAlgebra.scaleColumns(coord, roots(eig));
      DenseMatrix contrib = squared(v);
      LinearAlgebra.scaleColumns(contrib, times(ones(linear.components()), 100));
      List<String> dims = dimensions(linear, "Dim.");
      DenseMatrix table = DenseMatrix.zeros(linear.components(), 3);
      double cumulative = 0;
      for (int i = 0; i < table.rows(); i++) {
        double share = 100 * linear.explainedVarianceRatio()[i];
        cumulative += share;
        table.setRow(i, new double[] {eig[i], share, cumulative}, 0);
      }
      Translation pca =
          Translation.of(
                  "PCA(X, scale.unit = %s, ncp = %d)".formatted(flag(scaled), linear.components()))
              .with(
                  "eig",
                  table,
                  dims.stream().map(dim -> dim.replace("Dim.", "comp ")).toList(),
                  List.of("eigenvalue", "percentage of variance", "cumulative percentage"))
              .with("var$coord", coord, names(linear), dims);
      if (scaled) {
        pca =
            pca.with("var$cor", coord, names(linear), dims)
                .with("var$cos2", squared(coord), names(linear), dims);
      }
      pca =
          pca.with("var$contrib", contrib, names(linear), dims)
              .with("call$centre", linear.mean(), names(linear))
              .with(
                  "call$ecart.type",
                  scaled ? scale(linear, n) : ones(linear.columns()),
                  names(linear));
      return pca.note(
          "ind$coord are our coordinates"
              + (scaled && linear.provenance().divisor() != n ? " times √(n/(n − 1))" : "")
              + turned(signs)
              + (scaled
                  ? ""
                  : "; var$cor and var$cos2 need the columns' deviations, which only a"
                      + " standardised model keeps"));
    }
  },

  /** The function kpca of kernlab. */
  KERNLAB("kernlab") {
    @Override
    Translation of(Model model) {
      if (!(model instanceof KernelModel kernel) || !isKernelPca(kernel)) {
        throw none("kernlab", "its kpca is exact kernel PCA");
      }
      double n = kernel.provenance().rows();
      double[] eig = times(kernel.eigenvalues(), 1 / n);
      DenseMatrix pcv = unitVectors(kernel);
      LinearAlgebra.scaleColumns(
          pcv, Arrays.stream(eig).map(value -> value > 0 ? 1 / Math.sqrt(value) : 0).toArray());
      DenseMatrix rotated = kernel.trainingCoordinates();
      LinearAlgebra.scaleColumns(rotated, times(ones(kernel.components()), Math.sqrt(n)));
      return Translation.of(
              "kpca(x, %s, features = %d)".formatted(kernlab(kernel.kernel()), kernel.components()))
          .with("eig", eig, dimensions(kernel, "Comp."))
          .with("pcv", pcv, rows(kernel), dimensions(kernel, "Comp."))
          .with("rotated", rotated, rows(kernel), dimensions(kernel, "Comp."))
          .note("rotated and predict are √n times our coordinates; kernlab leaves the signs open");
    }
  };

  private final String title;

  Convention(String title) {
    this.title = title;
  }

  /** Returns the numbers of a model in this convention; a {@link DataException} if it has none. */
  abstract Translation of(Model model);

  /** Returns the name people know it by. */
  String title() {
    return title;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static Translation cancor(PairedModel model) {
    Translation cancor = Translation.of("cancor(x, y)").with("cor", model.correlations());
    for (PairedModel.Side side : PairedModel.Side.values()) {
      String view = side.name().toLowerCase(Locale.ROOT);
      DenseMatrix coef = model.weights(side).transpose();
      // Ours give scores of variance 1 with our divisor, R's of squares that sum to 1.
      double factor = 1 / Math.sqrt(model.provenance().divisor());
      LinearAlgebra.scaleColumns(coef, times(ones(model.components()), factor));
      cancor =
          cancor
              .with(
                  view + "coef",
                  coef,
                  model.columnNames(side),
                  Words.numbered("", model.components()))
              .with(view + "center", model.encoder(side).mean(), model.columnNames(side));
    }
    return cancor.note("cancor leaves the signs to LAPACK, and its coefficients have all columns");
  }

  private static LinearModel principal(Model model, String convention) {
    if (model instanceof LinearModel linear && linear.spread() == null) {
      return linear;
    }
    throw none(
        convention, "a model of " + model.provenance().method() + " has no counterpart there");
  }

  private static DataException none(String convention, String why) {
    return DataException.of(
        "the numbers of this model cannot be told as " + convention + "'s: " + why,
        "leave out --as, or name another convention");
  }

  private static boolean isKernelPca(KernelModel model) {
    return model.provenance().method().equals("kernel-pca")
        && model.knowsItsRows()
        && model.provenance().centered();
  }

  private static String arguments(Kernel kernel) {
    if (kernel instanceof Rbf rbf) {
      return "kernel=\"rbf\", gamma=" + rbf.gamma();
    }
    if (kernel instanceof Polynomial p) {
      return "kernel=\"poly\", gamma=%s, coef0=%s, degree=%d"
          .formatted(p.gamma(), p.coef0(), p.degree());
    }
    if (kernel instanceof Sigmoid s) {
      return "kernel=\"sigmoid\", gamma=%s, coef0=%s".formatted(s.gamma(), s.coef0());
    }
    return kernel instanceof Linear ? "kernel=\"linear\"" : "kernel=…";
  }

  private static String kernlab(Kernel kernel) {
    if (kernel instanceof Rbf rbf) {
      return "kernel = \"rbfdot\", kpar = list(sigma = %s)".formatted(rbf.gamma());
    }
    if (kernel instanceof Polynomial p) {
      return "kernel = \"polydot\", kpar = list(degree = %d, scale = %s, offset = %s)"
          .formatted(p.degree(), p.gamma(), p.coef0());
    }
    if (kernel instanceof Sigmoid s) {
      return "kernel = \"tanhdot\", kpar = list(scale = %s, offset = %s)"
          .formatted(s.gamma(), s.coef0());
    }
    return kernel instanceof Linear ? "kernel = \"vanilladot\", kpar = list()" : "kernel = …";
  }

  /** Returns the eigenvectors of the centred kernel matrix, a column each. */
  private static DenseMatrix unitVectors(KernelModel model) {
    DenseMatrix vectors = model.trainingCoordinates();
    double[] units = model.provenance().whitened() ? roots(model.explainedVariance()) : null;
    if (units != null) {
      LinearAlgebra.scaleColumns(vectors, units);
    }
    LinearAlgebra.scaleColumns(
        vectors,
        Arrays.stream(model.eigenvalues()).map(v -> v > 0 ? 1 / Math.sqrt(v) : 0).toArray());
    return vectors;
  }

  private static List<String> names(Model model) {
    return model.columnNames();
  }

  private static List<String> rows(KernelModel model) {
    return model.isTable()
        ? model.columnNames()
        : Words.numbered("", Math.toIntExact(model.provenance().rows()));
  }

  private static List<String> dimensions(Model model, String prefix) {
    boolean fromZero = Character.isLowerCase(prefix.charAt(0));
    List<String> names = Words.numbered(prefix, model.components());
    if (!fromZero) {
      return names;
    }
    return IntStream.range(0, model.components()).mapToObj(i -> prefix + i).toList();
  }

  /** Returns the columns' standard deviations with another divisor than ours. */
  private static double[] scale(LinearModel model, double divisor) {
    return times(model.scale(), Math.sqrt(model.provenance().divisor() / divisor));
  }

  private static String turned(double[] signs) {
    List<String> which =
        IntStream.range(0, signs.length)
            .filter(i -> signs[i] < 0)
            .mapToObj(i -> String.valueOf(i + 1))
            .toList();
    return which.isEmpty()
        ? ""
        : ", with the sign of component " + String.join(", ", which) + " changed";
  }

  private static String flag(boolean value) {
    return value ? "TRUE" : "FALSE";
  }

  private static DenseMatrix squared(DenseMatrix a) {
    DenseMatrix squares = DenseMatrix.zeros(a.rows(), a.columns());
    for (int i = 0; i < a.rows(); i++) {
      squares.setRow(i, Arrays.stream(a.row(i)).map(value -> value * value).toArray(), 0);
    }
    return squares;
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static double[] times(double[] values, double factor) {
    return Arrays.stream(values).map(value -> value * factor).toArray();
  }

  private static double[] roots(double[] values) {
    return Arrays.stream(values).map(value -> Math.sqrt(Math.max(0, value))).toArray();
  }

  private static double sum(double[] values) {
    return Arrays.stream(values).sum();
  }
}
