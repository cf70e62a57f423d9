package org.eigenlens.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.types.StructType;

/** The columns that a stage of two views reads and writes. */
public interface PairParams extends Params {

  /** Returns the parameter objects, made when first asked for. */
  Holder pairParams();

  /** Keeps the parameters of one stage. */
  final class Holder {
    private final Param<String> inputX;
    private final Param<String> inputY;
    private final Param<String> outputX;
    private final Param<String> outputY;

    Holder(PairParams owner) {
      inputX = new Param<>(owner, "inputColX", "column of vectors or arrays, the first view");
      inputY = new Param<>(owner, "inputColY", "column of vectors or arrays, the second view");
      outputX = new Param<>(owner, "outputColX", "column to write the first view's scores to");
      outputY = new Param<>(owner, "outputColY", "column to write the second view's scores to");
    }
  }

  /** The column of the first view. */
  default Param<String> inputColX() {
    return pairParams().inputX;
  }

  /** The column of the second view. */
  default Param<String> inputColY() {
    return pairParams().inputY;
  }

  /** The column to write the first view's scores to. */
  default Param<String> outputColX() {
    return pairParams().outputX;
  }

  /** The column to write the second view's scores to. */
  default Param<String> outputColY() {
    return pairParams().outputY;
  }

  /** Returns the schema with both output columns, after refusing what cannot be. */
  static StructType withOutputs(StructType schema, PairParams stage, int components) {
    StructType one =
        ColumnParams.withOutput(
            schema,
            ColumnParams.named(stage, stage.inputColX()),
            ColumnParams.named(stage, stage.outputColX()),
            components);
    return ColumnParams.withOutput(
        one,
        ColumnParams.named(stage, stage.inputColY()),
        ColumnParams.named(stage, stage.outputColY()),
        components);
  }
}
