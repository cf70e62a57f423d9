package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.PairedModel;

/** A table of weights in colours: columns down, components across. */
final class LoadingsPicture {

  private static final int MOST_COMPONENTS = 8;

  private LoadingsPicture() {}

  static Picture draw(Scene scene) {
    if (scene.model() instanceof PairedModel paired) {
      return draw(scene, paired);
    }
    LinearModel model = scene.requireLinear("loadings");
    int k = Math.min(MOST_COMPONENTS, model.components());
    Table table =
        Table.largest(
            model.columnNames(),
            model.directions().transpose().columnRange(0, k).copy(),
            IntStream.range(0, k).mapToObj(scene::axis).toList(),
            Math.max(scene.look().top(), 20));
    return new Picture(
        "Loadings",
        scene.subject() + ". Weight of each column in each component (unit vectors).",
        table.notes(model.components()),
        table.chart("weight"));
  }

  /** Draws the correlations of columns of both views with the scores of their own view. */
  static Picture draw(Scene scene, PairedModel model) {
    if (!model.isLinear()) {
      throw new PictureException(
          "a picture of loadings needs scores that are weighted sums of columns, and those of "
              + model.provenance().method()
              + " are not",
          "see plot scores, or fit with -m cca");
    }
    int k = Math.min(MOST_COMPONENTS, model.components());
    List<String> names = new ArrayList<>();
    DenseMatrix values = DenseMatrix.zeros(model.columns(), k);
    int at = 0;
    for (PairedModel.Side side : PairedModel.Side.values()) {
      String view = side.name().toLowerCase(Locale.ROOT);
      DenseMatrix loadings = model.loadings(side);
      for (int j = 0; j < loadings.rows(); j++) {
        names.add(view + ": " + model.columnNames(side).get(j));
        values.setRow(at++, Arrays.copyOf(loadings.row(j), k), 0);
      }
    }
    Table table =
        Table.largest(
            names,
            values,
            IntStream.rangeClosed(1, k).mapToObj(i -> "pair " + i).toList(),
            Math.max(scene.look().top(), 20));
    return new Picture(
        "Loadings of both views",
        "Correlation of each column with the scores of its own view.",
        table.notes(model.components()),
        table.chart("correlation"));
  }

  /** Some rows of a table of numbers. */
  private record Table(
      List<String> names, double[][] values, List<String> across, int ofNames, double most) {

    /**
     * Returns the rows with the largest values of each column of the table, as many of one as of
     * another, in the order of the table.
     */
    static Table largest(List<String> names, DenseMatrix values, List<String> across, int count) {
      double[][] all = values.toArray();
      int[] kept =
          byTurns(all, across.size()).stream().limit(count).sorted().mapToInt(j -> j).toArray();
      double[][] some = Arrays.stream(kept).mapToObj(j -> all[j]).toArray(double[][]::new);
      double most = Stream.of(some).flatMapToDouble(Arrays::stream).map(Math::abs).max().orElse(1);
      return new Table(
          Arrays.stream(kept).mapToObj(names::get).map(Texts::clean).toList(),
          some,
          across,
          names.size(),
          most > 0 ? most : 1);
    }

    /** Returns all rows: the largest of the first column, that of the second, and so on again. */
    private static Set<Integer> byTurns(double[][] all, int columns) {
      List<List<Integer>> bySize = new ArrayList<>();
      for (int c = 0; c < columns; c++) {
        int column = c;
        bySize.add(
            IntStream.range(0, all.length)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> -Math.abs(all[j][column])))
                .toList());
      }
      Set<Integer> rows = new LinkedHashSet<>();
      for (int i = 0; i < all.length; i++) {
        for (List<Integer> largest : bySize) {
          rows.add(largest.get(i));
        }
      }
      return rows;
    }

    List<String> notes(int components) {
      List<String> notes = new ArrayList<>();
      if (names.size() < ofNames) {
        notes.add(
            "The %d of %d columns with the largest values of each component."
                .formatted(names.size(), ofNames));
      }
      Texts.shortened(names).ifPresent(notes::add);
      if (across.size() < components) {
        notes.add("The first %d of %d components.".formatted(across.size(), components));
      }
      return notes;
    }

    Chart chart(String name) {
      int n = names.size();
      int k = across.size();
      List<Double> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      List<Double> fill = new ArrayList<>();
      List<String> written = new ArrayList<>();
      List<String> ink = new ArrayList<>();
      List<String> tips = new ArrayList<>();
      for (int j = 0; j < n; j++) {
        for (int c = 0; c < k; c++) {
          double value = values[j][c];
          x.add((double) c);
          y.add((double) (n - 1 - j));
          fill.add(value);
          written.add(String.format(Locale.ROOT, "%.2f", value).replaceFirst("^-(0\\.00)$", "$1"));
          ink.add(Math.abs(value) > 0.65 * most ? "#FFFFFF" : Palette.INK);
          tips.add(names.get(j) + " · " + across.get(c) + " · " + Texts.number(value));
        }
      }
      Chart chart = new Chart();
      if (Collections.max(fill) - Collections.min(fill) < 1e-6 * most) {
        // The library makes a range of its own around a single value, which is beyond the limits.
        chart.add(
            Layer.of("tile")
                .with("x", List.of(0.0, 0.0))
                .with("y", List.of(0.0, 0.0))
                .with("fill", List.of(-most, most))
                .all("alpha", 0)
                .all("width", 0)
                .all("height", 0)
                .all("size", 0));
      }
      return chart
          .size(800, Math.max(300, 140 + 26 * n))
          .axis("x", null)
          .axis("y", null)
          .ticks("x", IntStream.range(0, k).mapToObj(Double::valueOf).toList(), across)
          .ticks(
              "y",
              IntStream.range(0, n).mapToObj(j -> (double) (n - 1 - j)).toList(),
              names.stream().map(Texts::tick).toList())
          .readableTicks()
          .withoutGrid("x")
          .withoutGrid("y")
          .diverging("fill", name, most)
          .add(
              Layer.of("tile")
                  .with("x", x)
                  .with("y", y)
                  .with("fill", fill)
                  .all("width", 0.96)
                  .all("height", 0.94)
                  .all("size", 0)
                  .tips(tips))
          .add(
              Layer.of("text")
                  .with("x", x)
                  .with("y", y)
                  .with("label", written)
                  .with("color", ink)
                  .all("size", 5.5)
                  .all("family", "sans-serif"))
          .colours("color");
    }
  }
}
