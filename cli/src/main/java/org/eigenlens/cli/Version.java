package org.eigenlens.cli;

import java.util.Locale;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import picocli.CommandLine.IVersionProvider;

/** What is running: the product, its numeric backend, the Java runtime and the platform. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "eigenlens %s (%s, %s; Java %s, %s %s)"
          .formatted(
              org.eigenlens.model.Version.current(),
              LinearAlgebra.backend().name(),
              Counted.of(Parallel.threads(), "thread"),
              System.getProperty("java.version"),
              System.getProperty("os.name").toLowerCase(Locale.ROOT),
              System.getProperty("os.arch"))
    };
  }
}
