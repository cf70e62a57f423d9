package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.Interpretation;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.PairedModel;

/**
 * What columns have to do with components: weights where components are sums of columns, and
 * correlations otherwise.
 *
 * @param names of the columns
 * @param values a row for each column
 * @param are what the numbers are
 */
record Weights(List<String> names, DenseMatrix values, String are) {

  /** Finds them; none where neither the model nor its rows say. */
  static Optional<Weights> of(Scene scene) {
    if (scene.model() instanceof LinearModel linear) {
      return Optional.of(
          new Weights(linear.columnNames(), linear.directions().transpose(), "weight"));
    }
    if (scene.model() instanceof PairedModel paired) {
      return paired.isLinear() ? Optional.of(of(paired)) : Optional.empty();
    }
    return scene
        .points()
        .flatMap(
            points ->
                points
                    .rows()
                    .map(
                        rows ->
                            new Weights(
                                scene.model().columnNames(),
                                Interpretation.correlations(rows, points.coordinates()),
                                "correlation")));
  }

  private static Weights of(PairedModel model) {
    List<String> names = new ArrayList<>();
    List<double[]> values = new ArrayList<>();
    for (PairedModel.Side side : PairedModel.Side.values()) {
      String view = side.name().toLowerCase(Locale.ROOT) + ": ";
      model.columnNames(side).forEach(name -> names.add(view + name));
      values.addAll(List.of(model.loadings(side).toArray()));
    }
    return new Weights(names, DenseMatrix.copyOf(values.toArray(double[][]::new)), "correlation");
  }

  /** Says which columns matter most to a component, and in which direction. */
  String sentence(Scene scene, int component, int most) {
    double[] column = values.column(component);
    List<String> up = new ArrayList<>();
    List<String> down = new ArrayList<>();
    IntStream.range(0, column.length)
        .filter(j -> column[j] != 0 && Double.isFinite(column[j]))
        .boxed()
        .sorted(Comparator.comparingDouble(j -> -Math.abs(column[j])))
        .limit(most)
        .forEach(
            j ->
                (column[j] > 0 ? up : down)
                    .add(
                        Texts.clean(names.get(j))
                            + String.format(Locale.ROOT, " (%+.2f)", column[j])));
    String name =
        scene.model() instanceof PairedModel ? "Pair " + (component + 1) : scene.axis(component);
    return name
        + (up.isEmpty() ? "" : " rises with " + Texts.list(up))
        + (up.isEmpty() || down.isEmpty() ? "" : ", and")
        + (down.isEmpty() ? "" : " falls with " + Texts.list(down))
        + " ("
        + are
        + "s in brackets).";
  }
}
