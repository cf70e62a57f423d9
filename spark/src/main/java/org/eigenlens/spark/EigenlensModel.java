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
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.PairedModel;

/**
 * A model of Eigenlens on a column of a DataFrame: what every estimator of this package but {@link
 * Cca} returns, and what a model file becomes that was fitted anywhere else.
 *
 * <pre>{@code
 * EigenlensModel model = EigenlensModel.fromFile(Path.of("digits.eigenlens"))
 *     .setInputCol("pixels").setOutputCol("coordinates");
 * Dataset<Row> encoded = model.transform(images);
 * }</pre>
 *
 * <p>Coordinates are about the mean where the model was centred. Sparse vectors are encoded by what
 * they store.
 */
public final class EigenlensModel extends Model<EigenlensModel>
    implements ColumnParams, MLWritable, ModelFolder.Stage {

  private final String uid;
  private transient Holder columnParams;
  private SharedModel shared;

  /** Makes a stage whose model comes later; for Spark's own reading and copying. */
  public EigenlensModel(String uid) {
    this.uid = uid;
  }

  EigenlensModel(String uid, org.eigenlens.model.Model model) {
    this(uid);
    attach(SharedModel.of(model));
  }

  /**
   * Takes a model that was fitted anywhere.
   *
   * @throws IllegalArgumentException for a model of two views, and for one without columns
   */
  public static EigenlensModel of(org.eigenlens.model.Model model) {
    return new EigenlensModel(Identifiable$.MODULE$.randomUID("eigenlens"), model);
  }

  /**
   * Reads a model file.
   *
   * @throws IOException if it cannot be read
   */
  public static EigenlensModel fromFile(Path file) throws IOException {
    return of(org.eigenlens.model.Model.load(file));
  }

  /** Reads what {@code save} wrote. */
  public static EigenlensModel load(String path) {
    return read().load(path);
  }

  /** Returns a reader of what {@code save} wrote. */
  public static MLReader<EigenlensModel> read() {
    return new ModelFolder.Reader<>();
  }

  @Override
  public void attach(SharedModel model) {
    if (model.model() instanceof PairedModel) {
      throw new IllegalArgumentException(
          "A model of two views reads two columns: use EigenlensPairModel.");
    }
    if (model.model() instanceof KernelModel kernel && kernel.isTable()) {
      throw new IllegalArgumentException(
          "A model of a table of similarities knows no columns, so it cannot encode vectors.");
    }
    shared = model;
  }

  /** Returns the model itself, as the library knows it: {@code model().save(file)} writes it. */
  public org.eigenlens.model.Model model() {
    return shared.model();
  }

  /**
   * Returns the model as a linear one.
   *
   * @throws ClassCastException if it is one of a kernel
   */
  public LinearModel linear() {
    return (LinearModel) model();
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public Holder columnParams() {
    columnParams = columnParams == null ? new Holder(this) : columnParams;
    return columnParams;
  }

  /** Sets the column to read. */
  public EigenlensModel setInputCol(String name) {
    set(inputCol(), name);
    return this;
  }

  /** Sets the column to write. */
  public EigenlensModel setOutputCol(String name) {
    set(outputCol(), name);
    return this;
  }

  @Override
  public Dataset<Row> transform(Dataset<?> data) {
    StructType schema = transformSchema(data.schema());
    String name = getInputCol();
    String where = VectorColumn.named(name);
    Broadcast<SharedModel> sent = Broadcasts.of(data, shared);
    UDF1<Object, Object> encode =
        cell -> sent.value().encode(VectorColumn.vector(cell, where), where);
    return data.withColumn(
        getOutputCol(),
        functions.udf(encode, SQLDataTypes.VectorType()).apply(Broadcasts.column(data, name)),
        schema.apply(getOutputCol()).metadata());
  }

  /**
   * Returns the encoder as a function of one column, as for {@code spark.udf().register("encode",
   * model.udf())} and {@code select encode(features) from …}.
   *
   * <p>A row is encoded by itself, as {@link #transform} does it. That costs k products of d
   * numbers for a linear model. One of a kernel is compared with all m of its points, which are
   * read from memory for each row, 8md bytes: take landmarks where rows are many.
   */
  public UserDefinedFunction udf() {
    SharedModel model = shared;
    String where = VectorColumn.ARGUMENT;
    UDF1<Object, Object> encode = cell -> model.encode(VectorColumn.vector(cell, where), where);
    return functions.udf(encode, SQLDataTypes.VectorType());
  }

  @Override
  public StructType transformSchema(StructType schema) {
    VectorColumn.checkWidth(schema, getInputCol(), model().columns());
    return ColumnParams.withOutput(schema, getInputCol(), getOutputCol(), model().components());
  }

  @Override
  public EigenlensModel copy(ParamMap extra) {
    EigenlensModel copy = new EigenlensModel(uid);
    copy.shared = shared;
    return copyValues(copy, extra).setParent(parent());
  }

  @Override
  public MLWriter write() {
    return new ModelFolder.Writer(this, shared);
  }

  @Override
  public String toString() {
    return uid
        + ": "
        + model().provenance().method()
        + " of "
        + model().columns()
        + " columns, "
        + model().components()
        + " components";
  }
}
