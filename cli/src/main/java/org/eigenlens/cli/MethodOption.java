package org.eigenlens.cli;

import picocli.CommandLine.Option;

/** What has the option that says what is learned. */
abstract class MethodOption {

  @Option(
      names = {"-m", "--method"},
      paramLabel = "METHOD",
      defaultValue = "pca",
      converter = Method.Converter.class,
      description =
          "pca (the default), dual-pca, lsa, kernel-pca, supervised-pca, dual-supervised-pca,"
              + " kernel-supervised-pca, fisher, mds, isomap, lle, laplacian-eigenmaps, cca or"
              + " kernel-cca.")
  Method method;
}
