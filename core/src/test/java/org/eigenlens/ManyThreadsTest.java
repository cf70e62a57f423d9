package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.eigenlens.cca.Ridge;
import org.eigenlens.hsic.Dependence;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.Test;

/** Threads that fit and use models of all kinds at once do not notice each other. */
class ManyThreadsTest {

  private static final int THREADS = 12;
  private static final int ROUNDS = 2;

  private final DenseMatrix x = Matrix.of(Samples.decaying(300, 12, 0.8, 41));
  private final DenseMatrix y = Matrix.of(Samples.decaying(300, 5, 0.8, 42));
  private final DenseMatrix fresh = Matrix.of(Samples.normal(40, 12, 43));

  private KernelModel kernelModel() {
    return KernelPca.builder().kernel(Kernels.rbf(0.05)).components(3).fit(x);
  }

  /** Work of every kind; each fits anew, and ends in numbers that must not depend on company. */
  private Map<String, Callable<double[][]>> works() {
    List<String> classes = new ArrayList<>();
    for (int i = 0; i < x.rows(); i++) {
      classes.add(x.get(i, 0) > 0 ? "a" : "b");
    }
    Map<String, Callable<double[][]>> works = new LinkedHashMap<>();
    for (PcaSolver solver :
        List.of(PcaSolver.SVD, PcaSolver.COVARIANCE, PcaSolver.GRAM, PcaSolver.KRYLOV)) {
      works.put(
          solver.label(),
          () -> Pca.builder().components(3).solver(solver).fit(x).transform(fresh).toArray());
    }
    works.put("kernel", () -> kernelModel().transform(fresh).toArray());
    works.put(
        "pre-images",
        () -> {
          KernelModel model = kernelModel();
          return model.inverseTransform(model.transform(fresh)).toArray();
        });
    works.put(
        "landmarks",
        () ->
            KernelPca.builder()
                .kernel(Kernels.rbf(0.05))
                .components(3)
                .landmarks(60)
                .fit(x)
                .transform(fresh)
                .toArray());
    works.put(
        "supervised",
        () ->
            SupervisedPca.builder()
                .components(1)
                .fit(x, Labels.ofClasses(classes))
                .transform(fresh)
                .toArray());
    works.put(
        "isomap",
        () -> Isomap.builder().components(2).neighbors(12).fit(x).transform(fresh).toArray());
    works.put("mds", () -> Mds.builder().components(2).fit(x).transform(fresh).toArray());
    works.put(
        "lle", () -> Lle.builder().components(2).neighbors(12).fit(x).transform(fresh).toArray());
    works.put(
        "laplacian eigenmaps",
        () ->
            LaplacianEigenmaps.builder()
                .components(2)
                .neighbors(12)
                .fit(x)
                .transform(fresh)
                .toArray());
    works.put(
        "fisher",
        () -> Fisher.builder().fit(x, Labels.ofClasses(classes)).transform(fresh).toArray());
    works.put(
        "hsic",
        () -> {
          Dependence found = Hsic.builder().permutations(50).test(x, y);
          return new double[][] {{found.hsic(), found.pValue()}};
        });
    works.put(
        "kernel cca",
        () -> {
          KernelCca.Builder builder =
              KernelCca.builder()
                  .components(2)
                  .kernels(Kernels.rbf(0.05), Kernels.rbf(0.05))
                  .ridge(new Ridge.Fixed(0.1, 0.1));
          return new double[][] {builder.fit(x, y).correlations()};
        });
    works.put("cca", () -> new double[][] {Cca.builder().components(3).fit(x, y).correlations()});
    return works;
  }

  @Test
  void allKindsAtOnceGiveTheSameBitsAsAlone() throws Exception {
    Map<String, Callable<double[][]>> works = works();
    Map<String, double[][]> alone = new LinkedHashMap<>();
    for (Map.Entry<String, Callable<double[][]>> work : works.entrySet()) {
      alone.put(work.getKey(), work.getValue().call());
    }
    List<String> names = List.copyOf(works.keySet());
    CountDownLatch together = new CountDownLatch(THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        int first = t;
        ends.add(
            threads.submit(
                () -> {
                  together.countDown();
                  together.await();
                  for (int i = 0; i < ROUNDS * names.size(); i++) {
                    String name = names.get((first + i) % names.size());
                    assertThat(works.get(name).call()).as(name).isDeepEqualTo(alone.get(name));
                  }
                  return null;
                }));
      }
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void oneModelServesAllThreads() throws Exception {
    Model model = kernelModel();
    double[][] expected = model.transform(fresh).toArray();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<double[][]>> answers = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        answers.add(threads.submit(() -> model.transform(fresh).toArray()));
      }
      for (Future<double[][]> answer : answers) {
        assertThat(answer.get()).isDeepEqualTo(expected);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
