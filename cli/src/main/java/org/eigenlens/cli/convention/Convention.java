package org.eigenlens.cli.convention;

import java.util.Locale;
import java.util.function.Function;
import org.eigenlens.model.Model;

/** Whose names, divisors and signs the numbers of a model are told in. */
public enum Convention {
  /** PCA, TruncatedSVD and KernelPCA of scikit-learn. */
  SKLEARN(Sklearn::of),
  /** The functions prcomp, cmdscale and cancor of R. */
  R(BaseR::of),
  /** The function PCA of FactoMineR. */
  FACTOMINER(FactoMineR::of),
  /** The function kpca of kernlab. */
  KERNLAB(Kernlab::of);

  private final Function<Model, Translation> translator;

  Convention(Function<Model, Translation> translator) {
    this.translator = translator;
  }

  /**
   * Returns the numbers of a model in this convention.
   *
   * @throws org.eigenlens.data.DataException if the program computes nothing of the kind
   */
  public Translation of(Model model) {
    return translator.apply(model);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
