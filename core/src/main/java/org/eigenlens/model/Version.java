package org.eigenlens.model;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of this library, as the build wrote it down. */
public final class Version {

  private Version() {}

  /** Returns the version; what was built between two of them ends in {@code -SNAPSHOT}. */
  public static String current() {
    try (InputStream in = Version.class.getResourceAsStream("/org/eigenlens/version.properties")) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return properties.getProperty("version", "unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }
}
