package org.eigenlens.spark;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.eigenlens.model.PairedModel;

/**
 * A model of two views on two columns of a DataFrame: what {@link Cca} returns, and what a model
 * file of two views becomes.
 */
public final class EigenlensPairModel extends Model<EigenlensPairModel>
    implements PairParams, MLWritable, ModelFolder.Stage {

  private final String uid;
  private transient Holder pairParams;
  private SharedModel shared;

  /** Makes a stage whose model comes later; for Spark's own reading and copying. */
  public EigenlensPairModel(String uid) {
    this.uid = uid;
  }

  EigenlensPairModel(String uid, PairedModel model) {
    this(uid);
    attach(SharedModel.of(model));
  }

  /** Takes a model that was fitted anywhere. */
  public static EigenlensPairModel of(PairedModel model) {
    return new EigenlensPairModel(Identifiable$.MODULE$.randomUID("eigenlensPair"), model);
  }

  /**
   * Reads a model file.
   *
   * @throws IOException if it cannot be read
   */
  public static EigenlensPairModel fromFile(Path file) throws IOException {
    return of(PairedModel.load(file));
  }

  /** Reads what {@code save} wrote. */
  public static EigenlensPairModel load(String path) {
    return read().load(path);
  }

  /** Returns a reader of what {@code save} wrote. */
  public static MLReader<EigenlensPairModel> read() {
    return new ModelFolder.Reader<>();
  }

  @Override
  public void attach(SharedModel model) {
    if (!(model.model() instanceof PairedModel)) {
      throw new IllegalArgumentException("A model of one view reads one column: EigenlensModel.");
    }
    shared = model;
  }

  /** Returns the model itself, as the library knows it. */
  public PairedModel model() {
    return (PairedModel) shared.model();
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public Holder pairParams() {
    pairParams = pairParams == null ? new Holder(this) : pairParams;
    return pairParams;
  }

  /** Sets the columns to read. */
  public EigenlensPairModel setInputCols(String x, String y) {
    set(inputColX(), x);
    set(inputColY(), y);
    return this;
  }

  /** Sets the columns to write. */
  public EigenlensPairModel setOutputCols(String x, String y) {
    set(outputColX(), x);
    set(outputColY(), y);
    return this;
  }

  @Override
  public Dataset<Row> transform(Dataset<?> data) {
    StructType schema = transformSchema(data.schema());
    Broadcast<SharedModel> sent = Broadcasts.of(data, shared);
    String x = $(outputColX());
    String y = $(outputColY());
    return data.withColumn(
            x, scores(data, $(inputColX()), sent, PairedModel.Side.X), schema.apply(x).metadata())
        .withColumn(
            y, scores(data, $(inputColY()), sent, PairedModel.Side.Y), schema.apply(y).metadata());
  }

  private static Column scores(
      Dataset<?> data, String name, Broadcast<SharedModel> sent, PairedModel.Side side) {
    String where = VectorColumn.named(name);
    UDF1<Object, Object> encode =
        cell -> sent.value().encode(side, VectorColumn.vector(cell, where), where);
    return functions.udf(encode, SQLDataTypes.VectorType()).apply(Broadcasts.column(data, name));
  }

  /**
   * Returns the encoder of one view as a function of one column, as for {@code
   * spark.udf().register("encodeX", model.udf(PairedModel.Side.X))}.
   */
  public UserDefinedFunction udf(PairedModel.Side side) {
    SharedModel model = shared;
    String where = VectorColumn.ARGUMENT;
    UDF1<Object, Object> encode =
        cell -> model.encode(side, VectorColumn.vector(cell, where), where);
    return functions.udf(encode, SQLDataTypes.VectorType());
  }

  @Override
  public StructType transformSchema(StructType schema) {
    StructType found = PairParams.withOutputs(schema, this, model().components());
    VectorColumn.checkWidth(schema, $(inputColX()), model().columnNames(PairedModel.Side.X).size());
    VectorColumn.checkWidth(schema, $(inputColY()), model().columnNames(PairedModel.Side.Y).size());
    return found;
  }

  @Override
  public EigenlensPairModel copy(ParamMap extra) {
    EigenlensPairModel copy = new EigenlensPairModel(uid);
    copy.shared = shared;
    return copyValues(copy, extra).setParent(parent());
  }

  @Override
  public MLWriter write() {
    return new ModelFolder.Writer(this, shared);
  }
}
