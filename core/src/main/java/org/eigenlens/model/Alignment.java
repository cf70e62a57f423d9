package org.eigenlens.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.PairedModel.Side;

/**
 * A model whose components point the same way as those of an earlier model, so that pictures and
 * scores of refits can be compared.
 *
 * <p>An eigenvector is known up to its sign only. A component of the model is turned round if its
 * agreement with an earlier component is negative: for linear models the cosine of the two
 * directions, for two views that of their structure correlations, for kernel models the correlation
 * of the coordinates both give to the points the new one compares rows with (for two views by
 * kernels, those of the first view). The earlier component is that of the same number, unless
 * another and this one are most like each other, and neither is like that of its own number:
 * components of nearly the same variance change places. Columns, or the items of a table of
 * similarities, are matched by name; weight on a column that only one model has is disagreement,
 * and a kernel model needs all columns of the earlier one. Nothing but signs changes, and
 * components are not reordered. Components without variance are left alone.
 *
 * <p>Costs 2dk² operations for linear models, m·m′·d for kernel models of m (here at most 2,000)
 * and m′ points.
 *
 * <pre>{@code
 * LinearModel earlier = Pca.builder().components(2).fit(x);
 * LinearModel refit = Pca.builder().components(2).fit(newRows);
 * Alignment aligned = Alignment.of(refit, earlier);
 * aligned.warnings().forEach(System.out::println);
 * aligned.model().save(Path.of("refit.eigenlens"));
 * }</pre>
 *
 * @param model the model with its components turned
 * @param components what was found of each component of the model
 * @param differences how the models were made differently, in words; empty for a plain refit
 */
public record Alignment(Model model, List<Component> components, List<String> differences) {

  /**
   * A component beside one of the earlier model.
   *
   * @param turned whether its sign was changed
   * @param agreement from 0 to 1
   * @param earlier the number, from 0, of the earlier component it was compared with: its own, or
   *     that of another it is like; empty if the earlier model has fewer and none of them is like
   *     it
   */
  public record Component(boolean turned, double agreement, OptionalInt earlier) {}

  /** Components that agree less than this are another thing than they were. */
  private static final double ALIKE = 0.7;

  /** Cosines this small come from rounding. */
  private static final double ROUNDING = 1e-8;

  private static final int MOST_POINTS = 2_000;

  /** Keeps what was found from being changed. */
  public Alignment {
    components = List.copyOf(components);
    differences = List.copyOf(differences);
  }

  /**
   * Turns the components of a model as those of an earlier one.
   *
   * @throws IllegalArgumentException if the models are of different kinds, or have nothing in
   *     common
   */
  public static Alignment of(Model model, Model earlier) {
    if (!model.getClass().equals(earlier.getClass())) {
      throw new IllegalArgumentException(
          "A model of %s cannot be aligned with one of %s; name one of the same method."
              .formatted(model.provenance().method(), earlier.provenance().method()));
    }
    DenseMatrix cosines;
    if (model instanceof LinearModel linear) {
      cosines = directions(linear, (LinearModel) earlier);
    } else if (model instanceof KernelModel kernel) {
      cosines = coordinates(kernel, (KernelModel) earlier);
    } else {
      cosines = pairs((PairedModel) model, (PairedModel) earlier);
    }
    List<Component> components = new ArrayList<>();
    boolean[] turned = new boolean[model.components()];
    for (int i = 0; i < turned.length; i++) {
      OptionalInt compared = compared(cosines, i);
      double cosine = compared.isPresent() ? cosines.get(i, compared.getAsInt()) : 0;
      boolean nothing =
          i < earlier.components() && model.eigenvalues()[i] == 0 && earlier.eigenvalues()[i] == 0;
      // What has nothing in common but rounding keeps the sign it has by the rule.
      turned[i] = cosine < -ROUNDING;
      components.add(
          nothing
              ? new Component(turned[i], 1, OptionalInt.of(i))
              : new Component(turned[i], Math.min(1, Math.abs(cosine)), compared));
    }
    return new Alignment(model.turned(turned), components, differences(model, earlier));
  }

  /**
   * Finds the earlier component to compare with: of the same number, or another if it and this one
   * are most like each other, and it is not what it was.
   */
  private static OptionalInt compared(DenseMatrix cosines, int number) {
    boolean same = number < cosines.columns();
    int nearest = largest(cosines.row(number));
    boolean moved =
        isAlike(cosines, number, nearest)
            && !isAlike(cosines, number, number)
            && !isAlike(cosines, nearest, nearest)
            && largest(cosines.column(nearest)) == number;
    return moved ? OptionalInt.of(nearest) : same ? OptionalInt.of(number) : OptionalInt.empty();
  }

  private static boolean isAlike(DenseMatrix cosines, int component, int earlier) {
    return component < cosines.rows()
        && earlier < cosines.columns()
        && Math.abs(cosines.get(component, earlier)) >= ALIKE;
  }

  private static int largest(double[] cosines) {
    return IntStream.range(0, cosines.length)
        .boxed()
        .max(Comparator.comparingDouble(j -> Math.abs(cosines[j])))
        .orElseThrow();
  }

  private static List<String> differences(Model model, Model earlier) {
    Provenance now = model.provenance();
    Provenance then = earlier.provenance();
    List<String> differences = new ArrayList<>();
    if (!now.method().equals(then.method())) {
      differences.add(
          "the earlier model is of %s, this one of %s".formatted(then.method(), now.method()));
    }
    if (now.centered() != then.centered()) {
      differences.add(oneOnly("centred", then.centered()));
    }
    if (now.standardized() != then.standardized()) {
      differences.add(oneOnly("standardised", then.standardized()));
    }
    String what = model instanceof KernelModel kernel && kernel.isTable() ? "item" : "column";
    lacking(earlier, model, what)
        .ifPresent(
            missing ->
                differences.add("the earlier model has " + missing + " that this one lacks"));
    lacking(model, earlier, what)
        .ifPresent(
            added -> differences.add("this model has " + added + " that the earlier one lacks"));
    if (model.components() > earlier.components()) {
      differences.add(
          "the earlier model has %d of the %d components: one that is like none of them keeps the sign it has by the rule"
              .formatted(earlier.components(), model.components()));
    }
    return differences;
  }

  private static String oneOnly(String done, boolean earlier) {
    return "%s is %s, and %s is not"
        .formatted(
            earlier ? "the earlier model" : "this model",
            done,
            earlier ? "this one" : "the earlier one");
  }

  /** Counts the columns of one model that another has not, and names the first. */
  private static Optional<String> lacking(Model model, Model other, String what) {
    List<String> missing = new ArrayList<>(model.columnNames());
    missing.removeAll(new HashSet<>(other.columnNames()));
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            missing.size() == 1
                ? "a %s '%s'".formatted(what, missing.get(0))
                : "%d %ss ('%s' first)".formatted(missing.size(), what, missing.get(0)));
  }

  /** Returns what there is to say of other models, and of components that have become others. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>(differences);
    for (int i = 0; i < components.size(); i++) {
      Component found = components.get(i);
      if (found.earlier().isEmpty()) {
        continue;
      }
      int earlier = found.earlier().getAsInt();
      if (earlier != i) {
        warnings.add(
            String.format(
                Locale.ROOT,
                "component %d is what component %d of the earlier model was, with its sign (they agree %.2f of 1)",
                i + 1,
                earlier + 1,
                found.agreement()));
      } else if (!(found.agreement() >= ALIKE)) {
        warnings.add(
            String.format(
                Locale.ROOT,
                "component %d agrees only %.2f of 1 with that of the earlier model, which has no other that is like it: its sign means little",
                i + 1,
                found.agreement()));
      }
    }
    return warnings;
  }

  private static DenseMatrix directions(LinearModel model, LinearModel earlier) {
    DenseMatrix[] both =
        byName(
            model.directions().transpose(),
            model.columnNames(),
            earlier.directions().transpose(),
            earlier.columnNames());
    return cosines(both[0], both[1]);
  }

  /** Compares the structure correlations of both views at once: a pair has one sign. */
  private static DenseMatrix pairs(PairedModel model, PairedModel earlier) {
    if (model.isLinear() != earlier.isLinear()) {
      throw new IllegalArgumentException(
          "A model of %s cannot be aligned with one of %s; name one of the same method."
              .formatted(model.provenance().method(), earlier.provenance().method()));
    }
    if (!model.isLinear()) {
      return coordinates(model.kernelSide(Side.X), earlier.kernelSide(Side.X));
    }
    DenseMatrix[] x = loadings(model, earlier, Side.X);
    DenseMatrix[] y = loadings(model, earlier, Side.Y);
    return cosines(stacked(x[0], y[0]), stacked(x[1], y[1]));
  }

  private static DenseMatrix[] loadings(PairedModel model, PairedModel earlier, Side side) {
    return byName(
        model.loadings(side),
        model.columnNames(side),
        earlier.loadings(side),
        earlier.columnNames(side));
  }

  private static DenseMatrix stacked(DenseMatrix above, DenseMatrix below) {
    DenseMatrix both = DenseMatrix.zeros(above.rows() + below.rows(), above.columns());
    LinearAlgebra.copy(above, both.rowRange(0, above.rows()));
    LinearAlgebra.copy(below, both.rowRange(above.rows(), both.rows()));
    return both;
  }

  private static DenseMatrix coordinates(KernelModel model, KernelModel earlier) {
    if (model.isTable() != earlier.isTable()) {
      throw new IllegalArgumentException(
          "A model of a table of similarities or distances cannot be aligned with one of rows; name one of the same kind.");
    }
    DenseMatrix[] both;
    if (model.isTable()) {
      if (!model.knowsItsRows() || !earlier.knowsItsRows()) {
        throw new IllegalArgumentException(
            "Models of a table with landmarks do not know their items, and cannot be aligned; fit without landmarks.");
      }
      both = items(model, earlier);
    } else {
      DenseMatrix points = points(model);
      both =
          new DenseMatrix[] {
            model.transform(points),
            earlier.transform(inOrder(points, model.columnNames(), earlier.columnNames()))
          };
    }
    for (DenseMatrix coordinates : both) {
      double[] mean = LinearAlgebra.sumOfRows(coordinates);
      Arrays.setAll(mean, i -> mean[i] / coordinates.rows());
      LinearAlgebra.subtractFromRows(coordinates, mean);
    }
    return cosines(both[0], both[1]);
  }

  /** Returns the coordinates of the items that both tables have. */
  private static DenseMatrix[] items(KernelModel model, KernelModel earlier) {
    List<String> shared = new ArrayList<>(model.columnNames());
    shared.retainAll(new HashSet<>(earlier.columnNames()));
    if (shared.size() < 2) {
      throw new IllegalArgumentException(
          "The tables need at least 2 items in common, and have %d; name an earlier model of the same items."
              .formatted(shared.size()));
    }
    return new DenseMatrix[] {
      rows(model.trainingCoordinates(), places(model.columnNames()), shared),
      rows(earlier.trainingCoordinates(), places(earlier.columnNames()), shared)
    };
  }

  /** Returns points the model compares rows with, evenly spaced where there are many. */
  private static DenseMatrix points(KernelModel model) {
    DenseMatrix all = model.referencePoints();
    int count = Math.min(MOST_POINTS, all.rows());
    DenseMatrix points = DenseMatrix.zeros(count, all.columns());
    double[] row = new double[all.columns()];
    for (int i = 0; i < count; i++) {
      all.getRow((int) ((long) i * all.rows() / count), row, 0);
      points.setRow(i, row, 0);
    }
    model.frame().leave(points);
    return points;
  }

  private static DenseMatrix inOrder(DenseMatrix points, List<String> names, List<String> wanted) {
    Map<String, Integer> places = places(names);
    if (!places.keySet().containsAll(wanted)) {
      String missing =
          wanted.stream().filter(name -> !places.containsKey(name)).findFirst().orElseThrow();
      throw new IllegalArgumentException(
          "The earlier model compares rows with a column '%s', which the new one lacks; name an earlier model of the same columns."
              .formatted(missing));
    }
    DenseMatrix ordered = DenseMatrix.zeros(points.rows(), wanted.size());
    for (int j = 0; j < wanted.size(); j++) {
      int from = places.get(wanted.get(j));
      LinearAlgebra.copy(points.columnRange(from, from + 1), ordered.columnRange(j, j + 1));
    }
    return ordered;
  }

  /** Returns two matrices with a row for each name of either: zeros where one has none. */
  private static DenseMatrix[] byName(
      DenseMatrix a, List<String> namesA, DenseMatrix b, List<String> namesB) {
    if (Collections.disjoint(namesA, namesB)) {
      throw new IllegalArgumentException(
          "The models have no column in common: one has '%s', the other '%s'; name an earlier model of the same columns."
              .formatted(namesA.get(0), namesB.get(0)));
    }
    List<String> all = Stream.concat(namesA.stream(), namesB.stream()).distinct().toList();
    return new DenseMatrix[] {rows(a, places(namesA), all), rows(b, places(namesB), all)};
  }

  private static Map<String, Integer> places(List<String> names) {
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      places.put(names.get(i), i);
    }
    return places;
  }

  private static DenseMatrix rows(DenseMatrix a, Map<String, Integer> places, List<String> names) {
    DenseMatrix rows = DenseMatrix.zeros(names.size(), a.columns());
    double[] row = new double[a.columns()];
    for (int i = 0; i < names.size(); i++) {
      Integer place = places.get(names.get(i));
      if (place != null) {
        a.getRow(place, row, 0);
        rows.setRow(i, row, 0);
      }
    }
    return rows;
  }

  /** Returns the cosine of each column of the first with each column of the second. */
  private static DenseMatrix cosines(DenseMatrix a, DenseMatrix b) {
    normalize(a);
    normalize(b);
    DenseMatrix cosines = DenseMatrix.zeros(a.columns(), b.columns());
    LinearAlgebra.multiply(1, a, true, b, false, 0, cosines);
    return cosines;
  }

  /** Gives columns unit length, in two steps: their squares need not be numbers. */
  private static void normalize(DenseMatrix a) {
    for (int step = 0; step < 2; step++) {
      double[] factors = new double[a.columns()];
      for (int j = 0; j < factors.length; j++) {
        double[] column = a.column(j);
        double size =
            step == 0
                ? Arrays.stream(column).map(Math::abs).max().orElse(0)
                : Math.sqrt(Arrays.stream(column).map(value -> value * value).sum());
        factors[j] = size > 0 ? 1 / size : 0;
      }
      LinearAlgebra.scaleColumns(a, factors);
    }
  }
}
