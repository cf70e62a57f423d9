package org.eigenlens.cli;

import picocli.CommandLine.Option;

/** The option that fixes whatever is random. */
final class SeedOption {

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "The seed of whatever is random; 0 by default.")
  private long seed;

  long value() {
    return seed;
  }
}
