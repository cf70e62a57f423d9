package org.eigenlens.cli.convention;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.kernel.Cosine;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Linear;
import org.eigenlens.kernel.Polynomial;
import org.eigenlens.kernel.Rbf;
import org.eigenlens.kernel.Sigmoid;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;

/**
 * Scikit-learn: StandardScaler divides by n, PCA by n − 1, and in each component the largest weight
 * is positive. Among weights that tie, rounding decides there and the first here.
 */
final class Sklearn {

  private static final String SIGNS =
      "the largest weight of a component is positive in both; where weights tie, theirs may differ";

  private static final String GIVEN = "kernel=\"precomputed\"";

  private Sklearn() {}

  static Translation of(Model model) {
    if (model instanceof KernelModel) {
      return kernelPca(ExactKernel.of(model, "scikit-learn"));
    }
    Principal principal = Principal.of(model, "scikit-learn");
    return principal.centered() ? pca(principal) : truncatedSvd(principal);
  }

  private static Translation pca(Principal p) {
    double n = p.rows();
    int k = p.model().components();
    double[] squares = p.squares(n);
    int left = (int) Math.min(n, p.model().columns()) - k;
    double rest = Math.max(0, p.total(n) - Arrays.stream(squares).sum());
    Translation pca =
        Translation.of(
                (p.standardized() ? "StandardScaler(), " : "")
                    + "PCA(n_components="
                    + k
                    + (p.model().provenance().whitened() ? ", whiten=True)" : ")"))
            .with("explained_variance_", Principal.times(squares, 1 / p.rowsLessOne()))
            .with("explained_variance_ratio_", p.model().explainedVarianceRatio())
            .with("singular_values_", Principal.roots(squares))
            .with("noise_variance_", left > 0 ? rest / p.rowsLessOne() / left : 0)
            .with("components_", directions(p), fromZero("pca", k), p.names());
    if (p.model().provenance().solver().equals("incremental")) {
      pca =
          pca.note(
              "IncrementalPCA keeps n_components directions between batches, and comes near these numbers only");
    }
    return (p.standardized()
            ? pca.with("mean_ (StandardScaler)", p.model().mean(), p.names())
                .with("scale_ (StandardScaler)", p.scale(n), p.names())
            : pca.with("mean_", p.model().mean(), p.names()))
        .note(SIGNS)
        .notes(
            p.model().provenance().whitened()
                ? whitened(p)
                : p.otherCoordinates("scores there", n));
  }

  private static Translation truncatedSvd(Principal p) {
    int k = p.model().components();
    return Translation.of(
            (p.standardized() ? "StandardScaler(with_mean=False), " : "")
                + "TruncatedSVD(n_components="
                + k
                + ")")
        .with("singular_values_", Principal.roots(p.squares(p.rows())))
        .with("components_", directions(p), fromZero("truncatedsvd", k), p.names())
        .note("explained_variance_ is of centred scores, which the model does not know")
        .note(SIGNS)
        .notes(p.otherCoordinates("scores there", p.rows()));
  }

  /**
   * Whitened scores have variance 1 in both, there with the divisor n − 1, whatever scaled them.
   */
  private static List<String> whitened(Principal p) {
    return p.model().provenance().divisor() == p.rowsLessOne()
        ? List.of()
        : List.of("scores there are our coordinates times √((n − 1)/n)");
  }

  private static DenseMatrix directions(Principal p) {
    DenseMatrix directions = p.model().directions();
    SignRule.apply(directions);
    return directions;
  }

  private static Translation kernelPca(ExactKernel kernel) {
    KernelModel model = kernel.model();
    int k = model.components();
    String kernelName = arguments(model.kernel());
    String rows = "";
    if (kernelName.equals(GIVEN)) {
      rows = ".fit(K)";
    } else if (model.provenance().standardized()) {
      rows = ".fit((X - X.mean(0)) / X.std(0, ddof=" + model.provenance().ddof() + "))";
    }
    return Translation.of("KernelPCA(n_components=%d, %s)%s".formatted(k, kernelName, rows))
        .with("eigenvalues_", model.eigenvalues())
        .with("eigenvectors_", kernel.vectors(), kernel.rowNames(), fromZero("kernelpca", k))
        .note("the largest entry of an eigenvector is positive in both")
        .notes(
            model.provenance().whitened()
                ? List.of("scores there are our coordinates before whitening")
                : List.of())
        .notes(kernel.matrix(kernelName.equals(GIVEN)));
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
    if (kernel instanceof Linear) {
      return "kernel=\"linear\"";
    }
    // The others have no name there; their matrix can be given.
    return kernel instanceof Cosine ? "kernel=\"cosine\"" : GIVEN;
  }

  private static List<String> fromZero(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }
}
