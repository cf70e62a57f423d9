package org.eigenlens.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The methods of this version, as users write them. */
enum Method {
  PCA("principal component analysis"),
  DUAL_PCA("dual principal component analysis"),
  LSA("latent semantic analysis"),
  KERNEL_PCA("kernel principal component analysis"),
  SUPERVISED_PCA("supervised principal component analysis"),
  DUAL_SUPERVISED_PCA("dual supervised principal component analysis"),
  KERNEL_SUPERVISED_PCA("kernel supervised principal component analysis"),
  FISHER("Fisher's discriminant directions"),
  MDS("classical multidimensional scaling"),
  ISOMAP("Isomap"),
  LLE("locally linear embedding"),
  LAPLACIAN_EIGENMAPS("Laplacian eigenmaps"),
  CCA("canonical correlation analysis"),
  KERNEL_CCA("kernel canonical correlation analysis");

  private final String title;

  Method(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** Tells whether components are principal ones, which tell of missing cells. */
  boolean isPrincipal() {
    return this == PCA || this == DUAL_PCA || this == LSA;
  }

  /** Tells whether the method compares rows by a kernel. */
  boolean hasKernel() {
    return this == KERNEL_PCA || this == KERNEL_SUPERVISED_PCA || this == KERNEL_CCA;
  }

  /** Tells whether the method makes its kernel from the data. */
  boolean isManifold() {
    return this == MDS || this == ISOMAP || this == LLE || this == LAPLACIAN_EIGENMAPS;
  }

  /** Tells whether the method can be given distances in place of rows. */
  boolean takesDistances() {
    return this == MDS || this == ISOMAP;
  }

  /** Tells whether the method decomposes a kernel matrix. */
  boolean hasKernelSolver() {
    return hasKernel() || isManifold();
  }

  /** Tells whether the method learns from labels. */
  boolean isSupervised() {
    return this == SUPERVISED_PCA
        || this == DUAL_SUPERVISED_PCA
        || this == KERNEL_SUPERVISED_PCA
        || this == FISHER;
  }

  /** Tells whether the method relates two views. */
  boolean isPaired() {
    return this == CCA || this == KERNEL_CCA;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns what a method is called; one that only a library knows is called by its name. */
  static String title(String label) {
    return find(label).map(Method::title).orElse(label);
  }

  private static Optional<Method> find(String label) {
    return Arrays.stream(values())
        .filter(method -> method.label().equals(label.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  static Method of(String label) {
    return find(label)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "there is no method '%s' in this version; choose %s"
                        .formatted(
                            label,
                            Arrays.stream(values())
                                .map(Method::label)
                                .collect(Collectors.joining(", ")))));
  }

  /** Reads a method. */
  static final class Converter implements ITypeConverter<Method> {
    @Override
    public Method convert(String text) {
      return of(text);
    }
  }
}
