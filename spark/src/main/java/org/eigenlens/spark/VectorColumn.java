package org.eigenlens.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.eigenlens.matrix.NumericalException;
import scala.Option;
import scala.collection.Seq;

/**
 * A column of vectors, or of arrays of numbers.
 *
 * @param name of the column
 * @param width how many elements each has
 * @param elements what they are called; x1, x2, … where nobody said
 */
record VectorColumn(String name, int width, List<String> elements) {

  /** Names of more elements are not worth sending to every task. */
  private static final int FEW = 1000;

  /** Looks at the column's description, or else at its first row. */
  static VectorColumn of(Dataset<?> data, String name) {
    return of(data, name, "x");
  }

  /** Looks at a column whose elements are numbered after a letter where they have no names. */
  static VectorColumn of(Dataset<?> data, String name, String letter) {
    check(data.schema(), name);
    List<String> elements = new ArrayList<>();
    StructField field = data.schema().apply(name);
    int width = -1;
    if (field.dataType().equals(SQLDataTypes.VectorType())) {
      AttributeGroup group = AttributeGroup.fromStructField(field);
      width = group.size();
      Option<Attribute[]> attributes = group.attributes();
      if (attributes.isDefined()) {
        for (Attribute attribute : attributes.get()) {
          elements.add(attribute.name().isDefined() ? attribute.name().get() : null);
        }
      }
    }
    if (width < 0) {
      List<Row> first = cells(data, name).takeAsList(1);
      if (first.isEmpty()) {
        throw new NumericalException("There are no rows to fit to.");
      }
      width = vector(first.get(0).get(0), name).size();
    }
    for (int j = 0; j < width; j++) {
      if (j == elements.size()) {
        elements.add(null);
      }
      if (elements.get(j) == null) {
        elements.set(j, letter + (j + 1));
      }
    }
    return new VectorColumn(name, width, List.copyOf(elements));
  }

  /** Refuses a column that is not there, or holds neither vectors nor arrays of numbers. */
  static void check(StructType schema, String name) {
    if (!List.of(schema.fieldNames()).contains(name)) {
      throw new IllegalArgumentException(
          "There is no column '%s'; there are %s."
              .formatted(name, String.join(", ", schema.fieldNames())));
    }
    DataType type = schema.apply(name).dataType();
    boolean numbers = type instanceof ArrayType array && array.elementType() instanceof NumericType;
    if (!numbers && !type.equals(SQLDataTypes.VectorType())) {
      throw new IllegalArgumentException(
          "Column '%s' is of type %s; it must hold vectors or arrays of numbers (VectorAssembler makes vectors of columns)."
              .formatted(name, type.simpleString()));
    }
  }

  /** Refuses vectors that are described as of another width than a model's. */
  static void checkWidth(StructType schema, String name, int wanted) {
    check(schema, name);
    StructField field = schema.apply(name);
    int width =
        field.dataType().equals(SQLDataTypes.VectorType())
            ? AttributeGroup.fromStructField(field).size()
            : -1;
    if (width >= 0 && width != wanted) {
      throw new IllegalArgumentException(
          "Column '%s' holds vectors of %d elements, but the model was fitted to %d."
              .formatted(name, width, wanted));
    }
  }

  private static Dataset<Row> cells(Dataset<?> data, String name) {
    return data.select(functions.col("`" + name + "`"));
  }

  /** Returns the rows, packed when they are asked for. */
  SparkRows rows(Dataset<?> data) {
    String column = name;
    JavaRDD<Row> cells = cells(data, name).javaRDD();
    return packed(data, elements, what(name), cells.map(row -> vector(row.get(0), column)));
  }

  /** Says what a cell of a column is. */
  static String what(String name) {
    return "a vector of column '" + name + "'";
  }

  /** Packs vectors when they are asked for; all must have elements of these names. */
  static SparkRows packed(
      Dataset<?> data, List<String> names, String what, JavaRDD<Vector> vectors) {
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext());
    int width = names.size();
    List<String> sent = width <= FEW ? names : null;
    return new SparkRows(
        context, width, vectors.mapPartitions(part -> new RowPacker(part, what, width, sent)));
  }

  /** Returns the names of this column's elements and some more. */
  List<String> and(List<String> more) {
    List<String> all = new ArrayList<>(elements);
    all.addAll(more);
    return all;
  }

  /** Reads a cell as a vector. */
  static Vector vector(Object cell, String name) {
    if (cell instanceof Vector vector) {
      return vector;
    }
    if (cell instanceof Seq<?> array) {
      double[] numbers = new double[array.size()];
      int j = 0;
      for (scala.collection.Iterator<?> each = array.iterator(); each.hasNext(); j++) {
        // No number is refused with its place, as any other that is not finite.
        numbers[j] = each.next() instanceof Number number ? number.doubleValue() : Double.NaN;
      }
      return Vectors.dense(numbers);
    }
    throw new NumericalException(
        "Column '%s' has a row without a vector; leave such rows out, or fill them in."
            .formatted(name));
  }
}
