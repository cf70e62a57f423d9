package org.eigenlens.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Properties;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import picocli.CommandLine.IVersionProvider;

/** What is running: the product, its numeric backend, the Java runtime and the platform. */
final class Version implements IVersionProvider {

  /** Returns the product's version, which the build takes from the project. */
  static String product() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }

  @Override
  public String[] getVersion() {
    int threads = Parallel.threads();
    return new String[] {
      "eigenlens %s (%s, %d thread%s; Java %s, %s %s)"
          .formatted(
              product(),
              LinearAlgebra.backend().name(),
              threads,
              threads == 1 ? "" : "s",
              System.getProperty("java.version"),
              System.getProperty("os.name").toLowerCase(Locale.ROOT),
              System.getProperty("os.arch"))
    };
  }
}
