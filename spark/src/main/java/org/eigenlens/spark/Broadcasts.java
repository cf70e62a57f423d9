package org.eigenlens.spark;

import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;

/** What every stage needs of Spark to encode a column. */
final class Broadcasts {

  private Broadcasts() {}

  static Broadcast<SharedModel> of(Dataset<?> data, SharedModel model) {
    return JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext()).broadcast(model);
  }

  /** Returns a column by its whole name, dots included. */
  static Column column(Dataset<?> data, String name) {
    return data.col(quoted(name));
  }

  static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
