package org.eigenlens.cli.convention;

import java.util.List;
import java.util.Locale;
import org.eigenlens.model.Model;
import org.eigenlens.model.Origin;

/** Whose names, divisors and signs the numbers of a model are told in. */
public enum Convention {
  /** PCA, TruncatedSVD and KernelPCA of scikit-learn. */
  SKLEARN,
  /** The functions prcomp, cmdscale and cancor of R. */
  R,
  /** The function PCA of FactoMineR. */
  FACTOMINER,
  /** The function kpca of kernlab. */
  KERNLAB;

  /**
   * Returns the numbers of a model in this convention.
   *
   * @throws org.eigenlens.data.DataException if the program computes nothing of the kind
   */
  public Translation of(Model model) {
    Translation numbers =
        switch (this) {
          case SKLEARN -> Sklearn.of(model);
          case R -> BaseR.of(model);
          case FACTOMINER -> FactoMineR.of(model);
          case KERNLAB -> Kernlab.of(model);
        };
    return numbers.notes(rows(model.provenance().origin()));
  }

  /** Says what the rows of x are where they were no table. */
  private List<String> rows(Origin origin) {
    String x = this == FACTOMINER ? "X" : "x";
    if (origin instanceof Origin.Texts texts) {
      return List.of(
          "%s holds %s of the terms, a row for each document, and not the texts"
              .formatted(x, weights(texts.weighting())));
    }
    return origin instanceof Origin.Images images
        ? List.of(
            "%s holds the pixels of %s, line by line, from 0 to 255".formatted(x, images.words()))
        : List.of();
  }

  private static String weights(String weighting) {
    return switch (weighting) {
      case "tf-idf" -> "the tf-idf weights (rows of length 1, idf 1 + ln((1 + n)/(1 + df)))";
      case "counts" -> "the counts";
      default -> "the " + weighting + " weights";
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
