package org.eigenlens.cli.convention;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;

/**
 * A model of principal components, with what the divisor of another program makes of it.
 *
 * <p>Columns that are standardised with divisor m instead of our n − ddof are larger by √(m/(n −
 * ddof)), and their sums of squares by m/(n − ddof).
 */
record Principal(LinearModel model) {

  /** Takes a model; the reason tells why others are refused. */
  static Principal of(Model model, String program) {
    if (model instanceof LinearModel linear && linear.spread() == null) {
      return new Principal(linear);
    }
    if (model instanceof PairedModel paired) {
      throw none(program, "it has no " + (paired.isLinear() ? "CCA" : "kernel CCA") + " like ours");
    }
    throw untranslated(program, model);
  }

  /** Refuses a method without a translation, though the program may have something like it. */
  static DataException untranslated(String program, Model model) {
    return none(program, "there is no translation for " + model.provenance().method());
  }

  static DataException none(String program, String why) {
    return DataException.of(
        "this model cannot be told in the convention of " + program + ": " + why,
        "leave out --as, or name another program");
  }

  boolean centered() {
    return model.provenance().centered();
  }

  boolean standardized() {
    return model.provenance().standardized();
  }

  double rows() {
    return model.provenance().rows();
  }

  /** Returns n − 1, or 1 for a single row. */
  double rowsLessOne() {
    return Math.max(1, rows() - 1);
  }

  List<String> names() {
    return model.columnNames();
  }

  List<String> components(String prefix) {
    return Words.numbered(prefix, model.components());
  }

  /** Returns the sums of squares along the components, had the columns that divisor. */
  double[] squares(double divisor) {
    return times(model.eigenvalues(), factor(divisor));
  }

  /** Returns the sum of all squares, had the columns that divisor. */
  double total(double divisor) {
    return model.totalSquares() * factor(divisor);
  }

  private double factor(double divisor) {
    return standardized() ? divisor / model.provenance().divisor() : 1;
  }

  /** Says what the coordinates of a program are whose deviations have that divisor. */
  String coordinates(double divisor) {
    double ours = model.provenance().divisor();
    String factor = divisor > ours ? " times √(n/(n − 1))" : " times √((n − 1)/n)";
    return "our coordinates"
        + (model.provenance().whitened() ? " before whitening" : "")
        + (standardized() && divisor != ours ? factor : "");
  }

  /** Says the same where there is more to say than that they are ours. */
  List<String> otherCoordinates(String name, double divisor) {
    String what = coordinates(divisor);
    return what.equals("our coordinates") ? List.of() : List.of(name + " are " + what);
  }

  /** Returns what columns would be divided by with that divisor; 1 for constant ones. */
  double[] scale(double divisor) {
    double[] ours = model.scale();
    double factor = Math.sqrt(model.provenance().divisor() / divisor);
    return IntStream.range(0, ours.length)
        .mapToDouble(j -> isConstant(j) ? 1 : ours[j] * factor)
        .toArray();
  }

  /** Tells whether a column had no deviation to be divided by: it then has no weight at all. */
  private boolean isConstant(int column) {
    if (model.scale()[column] != 1) {
      return false;
    }
    double[] weights = model.directions().column(column);
    return Arrays.stream(weights).allMatch(weight -> weight == 0);
  }

  /** Returns a remark on constant columns where a program does otherwise, or nothing. */
  List<String> constantColumns(String what) {
    List<String> constant =
        standardized()
            ? IntStream.range(0, model.columns())
                .filter(this::isConstant)
                .mapToObj(names()::get)
                .toList()
            : List.of();
    return constant.isEmpty()
        ? List.of()
        : List.of(String.join(", ", constant) + (constant.size() == 1 ? " is" : " are") + what);
  }

  static double[] times(double[] values, double factor) {
    return Arrays.stream(values).map(value -> value * factor).toArray();
  }

  static double[] roots(double[] values) {
    return Arrays.stream(values).map(value -> Math.sqrt(Math.max(0, value))).toArray();
  }

  static double[] constants(int count, double value) {
    double[] constants = new double[count];
    Arrays.fill(constants, value);
    return constants;
  }

  static DenseMatrix squared(DenseMatrix a) {
    DenseMatrix squares = DenseMatrix.zeros(a.rows(), a.columns());
    for (int i = 0; i < a.rows(); i++) {
      squares.setRow(i, Arrays.stream(a.row(i)).map(value -> value * value).toArray(), 0);
    }
    return squares;
  }

  static String flag(boolean value) {
    return value ? "TRUE" : "FALSE";
  }
}
