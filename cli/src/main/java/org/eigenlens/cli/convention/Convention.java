package org.eigenlens.cli.convention;

import java.util.Locale;
import org.eigenlens.model.Model;

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
    return switch (this) {
      case SKLEARN -> Sklearn.of(model);
      case R -> BaseR.of(model);
      case FACTOMINER -> FactoMineR.of(model);
      case KERNLAB -> Kernlab.of(model);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
