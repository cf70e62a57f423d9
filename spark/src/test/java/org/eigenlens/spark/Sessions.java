package org.eigenlens.spark;

import org.apache.spark.sql.SparkSession;

/** One session for all tests of this process, on loopback and without a page. */
final class Sessions {

  private Sessions() {}

  static SparkSession local() {
    return quiet(SparkSession.builder().master("local[2]")).getOrCreate();
  }

  static SparkSession.Builder quiet(SparkSession.Builder builder) {
    return builder
        .appName("eigenlens")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2");
  }
}
