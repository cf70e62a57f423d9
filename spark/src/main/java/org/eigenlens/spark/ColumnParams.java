package org.eigenlens.spark;

import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.types.StructType;

/** The columns that a stage reads and writes. */
public interface ColumnParams extends Params {

  /** Returns the parameter objects, made when first asked for. */
  Holder columnParams();

  /** Keeps the parameters of one stage: Spark compares them by their parent. */
  final class Holder {
    private final Param<String> input;
    private final Param<String> output;

    Holder(ColumnParams owner) {
      input = new Param<>(owner, "inputCol", "column of vectors or arrays of numbers to read");
      output = new Param<>(owner, "outputCol", "column of vectors to write the coordinates to");
    }
  }

  /** The column of vectors, or arrays of numbers, to read. */
  default Param<String> inputCol() {
    return columnParams().input;
  }

  /** The column to write coordinates to. */
  default Param<String> outputCol() {
    return columnParams().output;
  }

  /** Returns the name of the input column. */
  default String getInputCol() {
    return named(this, inputCol());
  }

  /** Returns the name of the output column. */
  default String getOutputCol() {
    return named(this, outputCol());
  }

  /** Returns the name of a column that a stage was told, or says that it was not. */
  static String named(Params stage, Param<String> column) {
    if (!stage.isDefined(column)) {
      throw new IllegalArgumentException("Set %s, the %s.".formatted(column.name(), column.doc()));
    }
    return stage.getOrDefault(column);
  }

  /** Returns the schema with the output column, after refusing what cannot be. */
  static StructType withOutput(StructType schema, String input, String output, int components) {
    VectorColumn.check(schema, input);
    if (java.util.List.of(schema.fieldNames()).contains(output)) {
      throw new IllegalArgumentException(
          "There is a column '%s' already; set another outputCol.".formatted(output));
    }
    AttributeGroup group =
        components > 0 ? new AttributeGroup(output, components) : new AttributeGroup(output);
    return schema.add(group.toStructField());
  }
}
