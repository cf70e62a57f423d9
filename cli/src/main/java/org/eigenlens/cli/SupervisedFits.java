package org.eigenlens.cli;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import org.eigenlens.Fisher;
import org.eigenlens.KernelSupervisedPca;
import org.eigenlens.Pca;
import org.eigenlens.Progress;
import org.eigenlens.SupervisedPca;
import org.eigenlens.data.DataException;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.pca.Wanted;
import org.eigenlens.supervised.Evaluation;
import org.eigenlens.supervised.LabelledRows;
import org.eigenlens.supervised.Labels;

/**
 * Fits the methods that learn from labels, as the options say.
 *
 * @param common what they share with other methods
 * @param kernel the options of kernel methods
 * @param labels the options of labels
 */
record SupervisedFits(Common common, KernelOptions kernel, LabelOptions labels) {

  /** Regression on all components of each fold that takes more steps would outlast all else. */
  private static final double MOST_STEPS = 1e10;

  /** The options that every method of fit has. */
  record Common(
      Method method,
      Optional<Wanted> wanted,
      boolean center,
      boolean standardize,
      boolean whiten,
      int ddof,
      Solver solver,
      Optional<Double> tolerance,
      long seed,
      long memory,
      Progress progress) {

    private void setComponents(IntConsumer byCount, DoubleConsumer byShare) {
      if (wanted.orElse(null) instanceof Wanted.Count count) {
        byCount.accept(count.components());
      } else if (wanted.orElse(null) instanceof Wanted.Share share) {
        byShare.accept(share.share());
      }
    }
  }

  /** Fits to rows in memory. */
  Model fit(Matrix x, Labels y, List<String> names) {
    if (common.method() == Method.KERNEL_SUPERVISED_PCA) {
      return kernelSupervisedPca().fit(x, y, names);
    }
    return fit(LabelledRows.of(x, y), names);
  }

  /** Fits to rows that are read in passes. */
  Model fit(LabelledRows rows, List<String> names) {
    return switch (common.method()) {
      case SUPERVISED_PCA, DUAL_SUPERVISED_PCA -> supervisedPca().fit(rows, names);
      case FISHER -> fisher().fit(rows, names);
      case KERNEL_SUPERVISED_PCA ->
          throw DataException.of(
              "kernel-supervised-pca needs the rows in memory, where there is no room for them",
              "allow more with --memory, or use -m supervised-pca");
      case PCA, DUAL_PCA, LSA, KERNEL_PCA, MDS, ISOMAP, LLE, LAPLACIAN_EIGENMAPS, CCA, KERNEL_CCA ->
          throw new AssertionError(common.method() + " does not look at labels");
    };
  }

  /** Evaluates a method, fitted to each fold by {@code fitter}. */
  Evaluation evaluate(Evaluation.Fitter fitter, Matrix x, Labels y, int components) {
    return Evaluation.of(
        fitter, x, y, components, labels.folds(x.rows()), common.seed(), common.progress());
  }

  /**
   * Evaluates the columns themselves on the same folds: regression on all principal components is
   * that on all columns, of the smallest weights where they determine no others.
   */
  OptionalDouble evaluateColumns(Matrix x, List<String> names, Labels y) {
    int all = Math.min(x.rows(), x.columns());
    if (!y.areClasses()) {
      double steps = (double) labels.folds(x.rows()) * x.rows() * all * all / 2;
      return steps > MOST_STEPS || x instanceof SparseMatrix
          ? OptionalDouble.empty()
          : OptionalDouble.of(
              evaluate((rows, known) -> pca(rows, names, known, all), x, y, all).scores()[all - 1]);
    }
    return Evaluation.ofColumns(
        x, y, common.standardize(), labels.folds(x.rows()), common.seed(), common.progress());
  }

  /** Evaluates PCA on the same folds. */
  Evaluation evaluatePca(Matrix x, List<String> names, Labels y, int components) {
    int count =
        common.wanted().orElse(null) instanceof Wanted.Count c ? c.components() : Integer.MAX_VALUE;
    return evaluate((rows, known) -> pca(rows, names, known, count), x, y, components);
  }

  private LinearModel pca(Matrix rows, List<String> names, Labels ignored, int count) {
    assert rows.rows() == ignored.rows();
    int most = Math.min(rows.rows() - 1, rows.columns());
    return Pca.builder()
        .components(Math.max(1, Math.min(count, most)))
        .standardize(common.standardize())
        .whiten(common.whiten())
        .ddof(common.ddof())
        .seed(common.seed())
        .fit(rows, names);
  }

  private SupervisedPca supervisedPca() {
    SupervisedPca.Builder builder =
        SupervisedPca.builder()
            .method(common.method().label())
            .center(common.center())
            .standardize(common.standardize())
            .whiten(common.whiten())
            .ddof(common.ddof())
            .labelKernel(labels.kernel(common.seed()))
            .blend(labels.blend())
            .solver(
                common.method() == Method.DUAL_SUPERVISED_PCA
                    ? PcaSolver.GRAM
                    : common.solver().pca().orElseThrow())
            .seed(common.seed())
            .memory(common.memory())
            .progress(common.progress());
    common.tolerance().ifPresent(builder::tolerance);
    common.setComponents(builder::components, builder::components);
    return builder.build();
  }

  private KernelSupervisedPca kernelSupervisedPca() {
    KernelSupervisedPca.Builder builder =
        KernelSupervisedPca.builder()
            .kernel(kernel.choice(common.seed()))
            .center(common.center())
            .standardize(common.standardize())
            .whiten(common.whiten())
            .ddof(common.ddof())
            .labelKernel(labels.kernel(common.seed()))
            .blend(labels.blend())
            .solver(common.solver().kernel().orElseThrow())
            .seed(common.seed())
            .memory(common.memory())
            .progress(common.progress());
    kernel.landmarks(builder::landmarks, builder::automaticLandmarks);
    kernel.preImage().ifPresent(builder::preImage);
    common.setComponents(builder::components, builder::components);
    return builder.build();
  }

  private Fisher fisher() {
    Fisher.Builder builder =
        Fisher.builder()
            .center(common.center())
            .standardize(common.standardize())
            .whiten(common.whiten())
            .ddof(common.ddof())
            .solver(common.solver().pca().orElseThrow())
            .seed(common.seed())
            .memory(common.memory())
            .progress(common.progress());
    common.setComponents(builder::components, builder::components);
    return builder.build();
  }
}
