package org.eigenlens.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
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
 * @param vectors whether it holds vectors
 * @param width how many elements each has
 * @param elements what they are called; x1, x2, … where nobody said
 */
record VectorColumn(String name, boolean vectors, int width, List<String> elements) {

  /** Where the vector is that a function of SQL is given. */
  static final String ARGUMENT = "the argument of the function";

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
    boolean vectors = field.dataType().equals(SQLDataTypes.VectorType());
    if (width < 0) {
      width = firstWidth(data, name, vectors);
    }
    for (int j = 0; j < width; j++) {
      if (j == elements.size()) {
        elements.add(null);
      }
      if (elements.get(j) == null) {
        elements.set(j, letter + (j + 1));
      }
    }
    return new VectorColumn(name, vectors, width, List.copyOf(elements));
  }

  private static int firstWidth(Dataset<?> data, String name, boolean vectors) {
    CellReader cell = reader(0, name, vectors);
    List<Integer> first =
        SparkTable.internal(data.select(cells(data, name, vectors))).map(cell::width).take(1);
    if (first.isEmpty()) {
      throw new NumericalException("There are no rows to fit to.");
    }
    if (first.get(0) < 0) {
      throw new NumericalException(nothingIn(named(name)) + ".");
    }
    return first.get(0);
  }

  private static CellReader reader(int at, String name, boolean vectors) {
    return vectors ? new CellReader.OfVector(at, name) : new CellReader.OfArray(at, name);
  }

  private static Column cells(Dataset<?> data, String name, boolean vectors) {
    Column column = Broadcasts.column(data, name);
    return vectors ? column : column.cast(DataTypes.createArrayType(DataTypes.DoubleType));
  }

  /** Returns what reads the column where it is the one with this number. */
  CellReader reader(int at) {
    return reader(at, name, vectors);
  }

  /** Returns the column as it is read. */
  Column cells(Dataset<?> data) {
    return cells(data, name, vectors);
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

  /** Returns the rows, packed when they are asked for. */
  SparkRows rows(Dataset<?> data) {
    return new SparkTable(what(name)).add(this, data).rows(data);
  }

  /** Says what a cell of a column is. */
  static String what(String name) {
    return "a vector of " + named(name);
  }

  /** Says which column is meant. */
  static String named(String name) {
    return "column '" + name + "'";
  }

  /** Says that there is a gap. */
  static String nothingIn(String where) {
    return "There is a row without a vector in " + where + "; leave such rows out, or fill them in";
  }

  /** Reads a cell as a vector; {@code where} says where it is to whoever hears of a wrong one. */
  static Vector vector(Object cell, String where) {
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
    throw new NumericalException(nothingIn(where) + ".");
  }
}
