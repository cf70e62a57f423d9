package org.eigenlens.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import org.eigenlens.matrix.DenseMatrix;

/**
 * A graph of ONNX operators under construction, in double precision throughout.
 *
 * <p>Values are known by name; {@link #node} returns the name of what an operator gives. Field
 * numbers are those of onnx.proto; operators are those of opset 17.
 */
final class OnnxGraph {

  private static final int IR_VERSION = 8;
  private static final int OPSET = 17;
  private static final int DOUBLE = 11;
  private static final int INT64 = 7;
  private static final int INT_ATTRIBUTE = 2;

  private final Protobuf graph = new Protobuf();
  private int count;

  OnnxGraph(String name) {
    graph.text(2, name);
  }

  /** Declares the one input: any number of rows. */
  String input(String name, int columns) {
    graph.message(11, value(name, columns));
    return name;
  }

  /** Declares the one output, a value made before under another name. */
  void output(String made, String name, int columns) {
    graph.message(1, operator("Identity", name, made));
    graph.message(12, value(name, columns));
  }

  /** Adds a row that is the same for all rows of a batch. */
  String row(double... numbers) {
    return tensor(DOUBLE, raw(numbers), 1, numbers.length);
  }

  /** Adds a matrix. */
  String matrix(DenseMatrix matrix) {
    return tensor(DOUBLE, raw(matrix), matrix.rows(), matrix.columns());
  }

  /** Adds a matrix as a stack of one, to be compared with each row of a batch. */
  String stack(DenseMatrix matrix) {
    return tensor(DOUBLE, raw(matrix), 1, matrix.rows(), matrix.columns());
  }

  /** Applies an operator and returns the name of its result. */
  String node(String operator, String... inputs) {
    String result = "v" + count++;
    graph.message(1, operator(operator, result, inputs));
    return result;
  }

  /** Sums along an axis, which stays with length 1 if {@code kept}. */
  String sum(String value, int axis, boolean kept) {
    String result = "v" + count++;
    Protobuf keep =
        new Protobuf().text(1, "keepdims").number(3, kept ? 1 : 0).number(20, INT_ATTRIBUTE);
    graph.message(1, operator("ReduceSum", result, value, axis(axis)).message(5, keep));
    return result;
  }

  /** Inserts an axis of length 1. */
  String unsqueeze(String value, int axis) {
    return node("Unsqueeze", value, axis(axis));
  }

  private String axis(int axis) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return tensor(INT64, bytes.putLong(axis).array(), 1);
  }

  private static Protobuf operator(String name, String result, String... inputs) {
    Protobuf node = new Protobuf();
    for (String input : inputs) {
      node.text(1, input);
    }
    return node.text(2, result).text(4, name);
  }

  private String tensor(int type, byte[] raw, long... sizes) {
    String name = "c" + count++;
    Protobuf tensor = new Protobuf();
    for (long size : sizes) {
      tensor.number(1, size);
    }
    graph.message(5, tensor.number(2, type).text(8, name).bytes(9, raw));
    return name;
  }

  private static double finite(double number) {
    if (!Double.isFinite(number)) {
      throw new IllegalArgumentException(
          "A graph squares numbers of the model that are too large for it; fit to standardised"
              + " data, or to data in a larger unit.");
    }
    return number;
  }

  private static byte[] raw(double[] numbers) {
    Arrays.stream(numbers).forEach(OnnxGraph::finite);
    ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Double.BYTES);
    bytes.order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().put(numbers);
    return bytes.array();
  }

  private static byte[] raw(DenseMatrix matrix) {
    ByteBuffer bytes =
        ByteBuffer.allocate(
            Math.multiplyExact(Math.multiplyExact(matrix.rows(), matrix.columns()), Double.BYTES));
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < matrix.rows(); i++) {
      for (double number : matrix.row(i)) {
        bytes.putDouble(finite(number));
      }
    }
    return bytes.array();
  }

  private static Protobuf value(String name, int columns) {
    Protobuf batch = new Protobuf().text(2, "rows");
    Protobuf width = new Protobuf().number(1, columns);
    Protobuf shape = new Protobuf().message(1, batch).message(1, width);
    Protobuf tensor = new Protobuf().number(1, DOUBLE).message(2, shape);
    return new Protobuf().text(1, name).message(2, new Protobuf().message(1, tensor));
  }

  /** Returns the file: the graph, who made it, and remarks by key. */
  byte[] toBytes(String version, Map<String, String> remarks) {
    Protobuf model =
        new Protobuf()
            .number(1, IR_VERSION)
            .text(2, "eigenlens")
            .text(3, version)
            .message(7, graph)
            .message(8, new Protobuf().text(1, "").number(2, OPSET));
    remarks.forEach((key, value) -> model.message(14, new Protobuf().text(1, key).text(2, value)));
    return model.toBytes();
  }
}
