package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Tiles over a plane that say what points are in them: for more points than ink can show. */
final class Tiles {

  /** How large a tile is on paper, in points. */
  private static final double SIZE = 6;

  /** How large tiles are drawn: they overlap a little, lest paper shines through between them. */
  private static final double OVERLAP = 1.12;

  /** How much colour a tile with one point has. */
  private static final double PALEST = 0.22;

  private static final int COLUMNS = (int) (Plane.WIDTH / SIZE);
  private static final int ROWS = (int) (Plane.HEIGHT / SIZE);

  private final Plane plane;
  private final int[] tileOf;
  private final int[] counts = new int[COLUMNS * ROWS];

  Tiles(Plane plane, double[] xs, double[] ys) {
    this.plane = plane;
    tileOf = new int[xs.length];
    for (int i = 0; i < xs.length; i++) {
      int column = place(xs[i], plane.x(), COLUMNS);
      int row = place(ys[i], plane.y(), ROWS);
      tileOf[i] = row * COLUMNS + column;
      counts[tileOf[i]]++;
    }
  }

  private static int place(double value, double[] range, int count) {
    return Math.min(count - 1, (int) ((value - range[0]) / (range[1] - range[0]) * count));
  }

  /** Draws how many points there are: the darker the more. */
  void draw(Chart chart) {
    int[] filled = IntStream.range(0, counts.length).filter(i -> counts[i] > 0).toArray();
    chart
        .add(
            layer(filled, i -> "")
                .with("fill", Arrays.stream(filled).mapToDouble(i -> counts[i]).toArray()))
        .gradient("fill", "rows", Palette.DENSITY)
        .logarithmic("fill");
  }

  /** Draws which category most points of a tile are of, and by strength how many they are. */
  void draw(Chart chart, Categories categories) {
    List<String> names = categories.names();
    Map<String, Integer> numbers = new HashMap<>();
    names.forEach(name -> numbers.put(name, numbers.size()));
    int[] each = new int[counts.length * names.size()];
    for (int i = 0; i < tileOf.length; i++) {
      each[tileOf[i] * names.size() + numbers.get(categories.all().get(i))]++;
    }
    int[] filled = IntStream.range(0, counts.length).filter(i -> counts[i] > 0).toArray();
    Map<Integer, String> most = new HashMap<>();
    Map<Integer, String> tips = new HashMap<>();
    for (int tile : filled) {
      int first = tile * names.size();
      int best = 0;
      for (int c = 1; c < names.size(); c++) {
        best = each[first + c] > each[first + best] ? c : best;
      }
      most.put(tile, names.get(best));
      tips.put(tile, ", %d of them %s".formatted(each[first + best], names.get(best)));
    }
    chart
        .add(seeds(filled, most, names))
        .add(
            layer(filled, tips::get)
                .with(
                    "fill",
                    Arrays.stream(filled)
                        .mapToObj(tile -> shade(tile, categories.colourOf(most.get(tile))))
                        .toList())
                .groups(Arrays.stream(filled).mapToObj(most::get).toList()))
        .colours("fill");
  }

  /** Returns how many points the fullest tile has. */
  int fullest() {
    return Arrays.stream(counts).max().orElse(0);
  }

  /** Mixes a colour with white: the fewer points, by their logarithm, the paler. */
  private String shade(int tile, String colour) {
    double share = Math.log(counts[tile]) / Math.max(1, Math.log(fullest()));
    return Pixels.mixed("#FFFFFF", colour, PALEST + (1 - PALEST) * share);
  }

  /** Returns a mark of each category, hidden under its fullest tile: legends are made of marks. */
  private Layer seeds(int[] filled, Map<Integer, String> most, List<String> names) {
    int[] seeds =
        names.stream()
            .flatMap(
                name ->
                    Arrays.stream(filled)
                        .boxed()
                        .filter(tile -> most.get(tile).equals(name))
                        .max(Comparator.comparingInt(tile -> counts[tile]))
                        .stream())
            .mapToInt(tile -> tile)
            .toArray();
    return Layer.of("point")
        .with("x", Arrays.stream(seeds).mapToDouble(this::x).toArray())
        .with("y", Arrays.stream(seeds).mapToDouble(this::y).toArray())
        .with("color", Arrays.stream(seeds).mapToObj(most::get).toList())
        .all("size", 0.8);
  }

  private double x(int tile) {
    int column = tile % COLUMNS;
    return plane.x()[0] + (column + 0.5) * (plane.x()[1] - plane.x()[0]) / COLUMNS;
  }

  private double y(int tile) {
    int row = tile / COLUMNS;
    return plane.y()[0] + (row + 0.5) * (plane.y()[1] - plane.y()[0]) / ROWS;
  }

  /** Draws the mean of the numbers in each tile; a tile of unknown ones is empty. */
  void draw(Chart chart, String name, double[] values) {
    double[] sums = new double[counts.length];
    int[] known = new int[counts.length];
    for (int i = 0; i < tileOf.length; i++) {
      if (Double.isFinite(values[i])) {
        sums[tileOf[i]] += values[i];
        known[tileOf[i]]++;
      }
    }
    int[] filled = IntStream.range(0, counts.length).filter(i -> known[i] > 0).toArray();
    chart
        .add(
            layer(filled, i -> ", %s %s".formatted(name, Texts.number(sums[i] / known[i])))
                .with("fill", Arrays.stream(filled).mapToDouble(i -> sums[i] / known[i]).toArray()))
        .gradient("fill", name, Palette.SEQUENTIAL);
  }

  private Layer layer(int[] filled, IntFunction<String> more) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    List<String> tips = new ArrayList<>();
    for (int tile : filled) {
      x.add(x(tile));
      y.add(y(tile));
      tips.add(Texts.count(counts[tile], "row") + more.apply(tile));
    }
    return Layer.of("tile")
        .with("x", x)
        .with("y", y)
        .all("width", OVERLAP)
        .all("height", OVERLAP)
        .all("size", 0)
        .tips(tips);
  }
}
