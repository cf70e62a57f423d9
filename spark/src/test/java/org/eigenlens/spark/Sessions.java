package org.eigenlens.spark;

import org.apache.spark.sql.SparkSession;

/** One session for all tests of this process, on loopback and without a page. */
final class Sessions {

  private Sessions() {}

  static SparkSession local() {
    return on("local[2]");
  }

  /** Starts a session, or returns the one there is. */
  static SparkSession on(String master) {
    return on(SparkSession.builder().master(master));
  }

  /** Starts a session, or returns the one there is; executors of a cluster get our class path. */
  static SparkSession on(SparkSession.Builder builder) {
    return builder
        .appName("eigenlens")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
        .config(
            "spark.executor.extraJavaOptions",
            System.getProperty("eigenlens.test.compiler", "")
                + " -Dlog4j2.configurationFile="
                + System.getProperty("log4j2.configurationFile"))
        .getOrCreate();
  }
}
