package org.eigenlens.spark;

import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.eigenlens.supervised.LabelledRows;
import org.eigenlens.supervised.Labels;

/**
 * Supervised PCA of a column of vectors, as {@link org.eigenlens.SupervisedPca} does it: the
 * directions that depend most on classes, or on a number.
 *
 * <p>One pass sums the rows up by their labels, nd operations for classes whatever their number;
 * the classes are found in a pass over their column alone. Above 512 columns another pass measures
 * the variance along the components.
 */
public final class SupervisedPca extends Reduction<SupervisedPca> {

  private static final int ONE_PASS = 512;

  private transient Param<String> labelCol;
  private transient Param<String> targetCol;

  /** Starts with the defaults of the library. */
  public SupervisedPca() {
    this(Identifiable$.MODULE$.randomUID("supervisedPca"));
  }

  /** Starts with the defaults, under a name that is given. */
  public SupervisedPca(String uid) {
    super(uid);
  }

  /** Reads what {@code save} wrote. */
  public static SupervisedPca load(String path) {
    return read().load(path);
  }

  /** Returns a reader of what {@code save} wrote. */
  public static MLReader<SupervisedPca> read() {
    return new DefaultParamsReader<>();
  }

  @Override
  SupervisedPca self() {
    return this;
  }

  /** The column of classes: texts or numbers. */
  public Param<String> labelCol() {
    labelCol =
        labelCol == null
            ? new Param<>(this, "labelCol", "column of classes, texts or numbers")
            : labelCol;
    return labelCol;
  }

  /** The column of numbers, or vectors of them, that directions are to depend on. */
  public Param<String> targetCol() {
    targetCol =
        targetCol == null
            ? new Param<>(this, "targetCol", "column of numbers, or vectors of them")
            : targetCol;
    return targetCol;
  }

  /** Learns from classes in this column. */
  public SupervisedPca setLabelCol(String name) {
    set(labelCol(), name);
    return this;
  }

  /** Learns from numbers, or vectors of them, in this column. */
  public SupervisedPca setTargetCol(String name) {
    set(targetCol(), name);
    return this;
  }

  /** Chooses whether coordinates are taken about the mean; the directions are the same. */
  public SupervisedPca setCenter(boolean value) {
    set(center(), value);
    return this;
  }

  @Override
  public StructType transformSchema(StructType schema) {
    if (isSet(labelCol()) == isSet(targetCol())) {
      throw new IllegalArgumentException(
          "Set labelCol for classes or targetCol for numbers, one of them.");
    }
    String name = $(isSet(labelCol()) ? labelCol() : targetCol());
    if (!List.of(schema.fieldNames()).contains(name)) {
      throw new IllegalArgumentException(
          "There is no column '%s'; there are %s."
              .formatted(name, String.join(", ", schema.fieldNames())));
    }
    DataType type = schema.apply(name).dataType();
    boolean plain = type instanceof NumericType;
    if (isSet(labelCol()) && !(plain || type instanceof StringType)) {
      throw new IllegalArgumentException(
          "Column '%s' is of type %s; classes are texts or numbers."
              .formatted(name, type.simpleString()));
    }
    if (isSet(targetCol()) && !plain) {
      VectorColumn.check(schema, name);
    }
    return super.transformSchema(schema);
  }

  @Override
  public EigenlensModel fit(Dataset<?> data) {
    transformSchema(data.schema());
    org.eigenlens.SupervisedPca.Builder builder =
        org.eigenlens.SupervisedPca.builder()
            .center(is(center()))
            .standardize(is(standardize()))
            .whiten(is(whiten()))
            .ddof((Integer) $(ddof()))
            .seed((Long) $(seed()))
            .memory(DriverMemory.allowed());
    components(builder::components, builder::components);
    VectorColumn column = VectorColumn.of(data, getInputCol());
    boolean classes = isSet(labelCol());
    Classes known = classes ? classes(data) : null;
    try (SparkRows rows = classes ? withClasses(data, column, known) : withTargets(data, column)) {
      // Wide rows are read again for their variance.
      if (column.width() > ONE_PASS) {
        rows.keep();
      }
      int labels = rows.columns() - column.width();
      LabelledRows labelled = LabelledRows.streamed(rows, labels, classes);
      return stage(
          builder
              .build()
              .fit(classes ? labelled.named(known.names()) : labelled, column.elements()));
    }
  }

  private Column label(Dataset<?> data) {
    return Broadcasts.column(data, $(labelCol())).cast("string");
  }

  private Classes classes(Dataset<?> data) {
    return Classes.of(
        data.select(label(data)), $(labelCol()), UnaryOperator.identity(), Labels::isMissing);
  }

  private SparkRows withClasses(Dataset<?> data, VectorColumn column, Classes classes) {
    return new SparkTable(VectorColumn.what(column.name()))
        .add(column, data)
        .add(label(data), classes.reader(1, $(labelCol())), $(labelCol()))
        .rows(data);
  }

  private SparkRows withTargets(Dataset<?> data, VectorColumn column) {
    String target = $(targetCol());
    SparkTable table =
        new SparkTable(VectorColumn.what(column.name()) + " with its targets").add(column, data);
    if (data.schema().apply(target).dataType() instanceof NumericType) {
      Column number = Broadcasts.column(data, target).cast("double");
      table.add(number, new CellReader.OfNumber(1, target), target);
    } else {
      table.add(VectorColumn.of(data, target, "y"), data);
    }
    return table.rows(data);
  }
}
