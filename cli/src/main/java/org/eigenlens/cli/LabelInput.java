package org.eigenlens.cli;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.supervised.Labels;

/**
 * Rows in memory and their labels, after those without a label were dealt with.
 *
 * @param rows what is fitted
 * @param labels one for each row of the matrix
 */
record LabelInput(Rows rows, Labels labels) {

  /** So many different numbers are hardly the names of classes. */
  private static final int MANY_NUMBERS = 50;

  /**
   * Takes the labels of the rows that are left.
   *
   * @param complete deals with missing cells, once it is known that no label is missing
   * @throws DataException if labels are missing, unless rows with missing cells are dropped
   */
  static LabelInput of(Data data, InputOptions input, Supplier<Rows> complete) {
    Optional<MissingCells> missing = input.missing();
    BitSet unlabelled = unlabelled(data, input);
    if (!unlabelled.isEmpty() && !missing.equals(Optional.of(MissingCells.DROP))) {
      throw refusal(
          data.labels().isPresent() ? "label" : "target",
          unlabelled.cardinality(),
          data.locate(unlabelled.nextSetBit(0)),
          missing.isPresent());
    }
    Rows rows = complete.get();
    unlabelled.andNot(rows.dropped());
    Rows kept = unlabelled.isEmpty() ? rows : rows.without(unlabelled, data);
    int[] numbers =
        IntStream.range(0, data.matrix().rows()).filter(i -> !kept.dropped().get(i)).toArray();
    return new LabelInput(kept, labels(data, numbers));
  }

  /**
   * Returns what there is to say of classes that look like measurements: numbers with fractions, or
   * a great many of them.
   */
  List<String> remarks(String column) {
    return labels.areClasses() ? remarks(labels.classes(), column) : List.of();
  }

  static List<String> remarks(List<String> names, String column) {
    boolean numbers = names.stream().allMatch(name -> Double.isFinite(KernelValues.number(name)));
    boolean fractions =
        numbers && names.stream().anyMatch(name -> KernelValues.number(name) % 1 != 0);
    return fractions || (numbers && names.size() > MANY_NUMBERS)
        ? List.of(
            "the %d different numbers of '%s' are taken for classes; numbers to predict are named with --target %s"
                .formatted(names.size(), column, column))
        : List.of();
  }

  private static Labels labels(Data data, int[] rows) {
    if (data.labels().isPresent()) {
      List<String> texts = data.labels().get();
      return Labels.ofClasses(IntStream.of(rows).mapToObj(i -> texts.get(i).strip()).toList());
    }
    DenseMatrix targets = DenseMatrix.zeros(rows.length, data.targets().columns());
    for (int i = 0; i < rows.length; i++) {
      targets.setRow(i, data.targets().row(rows[i]), 0);
    }
    return Labels.ofTargets(targets);
  }

  private static BitSet unlabelled(Data data, InputOptions input) {
    BitSet found = new BitSet();
    List<String> texts = data.labels().orElse(null);
    for (int i = 0; i < data.matrix().rows(); i++) {
      found.set(
          i,
          texts != null
              ? input.isNoLabel(texts.get(i))
              : Arrays.stream(data.targets().row(i)).anyMatch(Double::isNaN));
    }
    return found;
  }

  /**
   * Refuses rows without a label.
   *
   * @param what it is called: label or target
   */
  static DataException refusal(String what, long count, String place, boolean filled) {
    return DataException.of(
        place
            + (count == 1
                ? ": 1 row has no " + what + ", this one"
                : ": %s have no %s, the first is this one"
                    .formatted(Words.count(count, "row"), what)),
        (filled ? what + "s cannot be filled in: " : "")
            + "give each row a "
            + what
            + ", or leave such rows out with --missing drop");
  }
}
