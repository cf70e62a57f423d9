package org.eigenlens.plot;

import static java.util.Locale.ROOT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.eigenlens.model.PairedModel;
import org.eigenlens.rules.Answer;

/** Bars of variance, their running sum, and where each rule would cut. */
final class ScreePicture {

  private static final int MOST_BARS = 20;

  /** Shares that differ by more are not of the same rows: solvers do not leave as much. */
  private static final double SAME_SHARE = 1e-3;

  private static final int MOST_NAMED = 3;

  private ScreePicture() {}

  static Picture draw(Scene scene) {
    if (scene.model() instanceof PairedModel paired) {
      return draw(paired.correlations());
    }
    if (!scene.hasShares()) {
      return costs(scene);
    }
    int kept = scene.model().components();
    double[] shares = shares(scene);
    int shown = Math.min(shares.length, Math.max(MOST_BARS, Math.min(kept + 1, 2 * MOST_BARS)));
    double[] places = IntStream.rangeClosed(1, shown).asDoubleStream().toArray();
    double[] percent = Arrays.stream(shares).limit(shown).map(share -> 100 * share).toArray();
    double[] running = percent.clone();
    Arrays.parallelPrefix(running, Double::sum);

    double whole = whole(percent, running, scene.isAskew());
    Cuts cuts = new Cuts(scene, shown, whole / 100);
    List<Double> ticks = IntStream.rangeClosed(0, 4).mapToObj(i -> i * whole / 4).toList();
    Chart chart =
        new Chart()
            .axis("x", "component", new double[] {0.3, 0.3 + cuts.span})
            .axis("y", "share of the " + scene.shared() + ", %", new double[] {0, cuts.top()})
            .ticks(
                "x",
                IntStream.rangeClosed(1, shown)
                    .filter(i -> shown <= MOST_BARS || i % 5 == 0 || i == 1)
                    .mapToObj(Double::valueOf)
                    .toList(),
                IntStream.rangeClosed(1, shown)
                    .filter(i -> shown <= MOST_BARS || i % 5 == 0 || i == 1)
                    .mapToObj(String::valueOf)
                    .toList())
            .ticks("y", ticks, ticks.stream().map(at -> String.format(ROOT, "%.0f", at)).toList())
            .withoutGrid("x")
            .legend("none");
    List<String> tips = new ArrayList<>();
    for (int i = 0; i < shown; i++) {
      tips.add(
          "PC%d: %s%s"
              .formatted(
                  i + 1,
                  Texts.percent(percent[i] / 100),
                  scene.isAskew() ? "" : ", together " + Texts.percent(running[i] / 100)));
    }
    // A layer for each colour: the library draws bars of several colours in an order of its own.
    int dark = Math.min(kept, shown);
    chart.add(bars(places, percent, tips, 0, dark, Palette.MAIN));
    if (dark < shown) {
      chart.add(bars(places, percent, tips, dark, shown, "#B8CCDD"));
    }
    if (!scene.isAskew()) {
      chart
          .add(
              Layer.of("line")
                  .with("x", places)
                  .with("y", running)
                  .all("color", Palette.ACCENT)
                  .all("size", 0.8))
          .add(
              Layer.of("point")
                  .with("x", places)
                  .with("y", running)
                  .all("color", Palette.ACCENT)
                  .all("size", 2.5)
                  .tips(tips));
    }
    if (shown <= MOST_BARS / 2) {
      chart.add(
          text(places, Arrays.stream(percent).map(value -> value + 0.035 * whole).toArray())
              .with("label", Arrays.stream(percent).mapToObj(ScreePicture::rounded).toList()));
    }
    cuts.draw(chart);
    List<String> notes = new ArrayList<>(cuts.notes());
    otherRows(scene, shares).ifPresent(notes::add);
    if (shown < shares.length) {
      notes.add("The first %d of %d components are shown.".formatted(shown, shares.length));
    }
    double left = 100 - Arrays.stream(shares).sum() * 100;
    if (left > 0.05 && scene.rules().isEmpty() && !scene.isAskew()) {
      notes.add(
          "Components that the model left out hold %s%s."
              .formatted(
                  Texts.percent(left / 100),
                  scene.points().isPresent() ? "" : "; name the input to see them, and the rules"));
    }
    return new Picture(
        "Scree plot",
        scene.subject()
            + ". Bars: share of each component (dark: the "
            + kept
            + " of the model)"
            + (scene.isAskew()
                ? "; directions are askew, so that shares overlap and do not add up."
                : "; line: their running sum."),
        notes,
        chart);
  }

  /**
   * Returns how far the axis goes: 100 %, or further, in round steps, where negative eigenvalues
   * count in the total, so that the shares of others exceed it.
   */
  private static double whole(double[] percent, double[] running, boolean askew) {
    double most = Arrays.stream(askew ? percent : running).max().orElse(0);
    if (most < 100.5) {
      return 100;
    }
    double step = 100 * Math.pow(10, Math.floor(Math.log10(most / 100)));
    return step * Math.ceil(most / step);
  }

  /** Says that bars are of other rows than the model's, where they are. */
  private static Optional<String> otherRows(Scene scene, double[] shares) {
    double[] own = scene.model().explainedVarianceRatio();
    long named = scene.points().map(points -> (long) points.known().length).orElse(0L);
    boolean same =
        scene.rules().isEmpty()
            || (named == scene.model().provenance().rows()
                && IntStream.range(0, Math.min(own.length, shares.length))
                    .allMatch(i -> Math.abs(own[i] - shares[i]) < SAME_SHARE));
    return same
        ? Optional.empty()
        : Optional.of(
            "Bars and rules are of the %s named here, not of those the model was fitted to (%s): in the model PC1 holds %s."
                .formatted(
                    Texts.count(named, "row"),
                    Texts.count(scene.model().provenance().rows(), "row"),
                    Texts.percent(own[0])));
  }

  private static String rounded(double percent) {
    return String.format(ROOT, "%.1f", percent);
  }

  private static Layer bars(
      double[] places, double[] percent, List<String> tips, int from, int to, String colour) {
    return Layer.of("bar")
        .with("x", Arrays.copyOfRange(places, from, to))
        .with("y", Arrays.copyOfRange(percent, from, to))
        .all("fill", colour)
        .all("width", 0.7)
        .all("size", 0)
        .tips(tips.subList(from, to));
  }

  private static Layer text(double[] x, double[] y) {
    return Layer.of("text")
        .with("x", x)
        .with("y", y)
        .all("size", 5.5)
        .all("color", Palette.INK)
        .all("family", "sans-serif");
  }

  /** Returns all shares where the rules had the whole spectrum, otherwise those of the model. */
  private static double[] shares(Scene scene) {
    return scene
        .rules()
        .filter(rules -> rules.spectrum() != null && rules.spectrum().total() > 0)
        .map(
            rules ->
                Arrays.stream(rules.spectrum().values())
                    .map(value -> value / rules.spectrum().total())
                    .toArray())
        .orElseGet(() -> scene.model().explainedVarianceRatio());
  }

  /**
   * Where the model and rules cut: those that agree share a line, and a name stands right of its
   * line, above all lines that it crosses.
   */
  private static final class Cuts {

    /** About how wide the chart and a letter are, in points. */
    private static final double WIDTH = 690;

    private static final double LETTER = 5.2;
    private static final double STEP = 6.5;

    private final Map<Integer, List<String>> all = new TreeMap<>();
    private final int shown;
    private final int[] places;
    private final String[] names;
    private final int[] levels;

    /** How many components the axis spans: all bars, and room for the last name. */
    final double span;

    /** How many hundred per cent the axis spans. */
    private final double unit;

    Cuts(Scene scene, int shown, double unit) {
      this.shown = shown;
      this.unit = unit;
      all.computeIfAbsent(scene.model().components(), k -> new ArrayList<>()).add("model");
      scene
          .rules()
          .ifPresent(
              rules -> {
                for (Answer answer : rules.answers()) {
                  answer
                      .components()
                      .ifPresent(
                          k -> all.computeIfAbsent(k, at -> new ArrayList<>()).add(answer.rule()));
                }
              });
      places = all.keySet().stream().mapToInt(k -> k).filter(k -> k <= shown).toArray();
      names = new String[places.length];
      Arrays.setAll(names, i -> places[i] + ": " + named(all.get(places[i]), room(places[i])));
      double widest = shown + 0.4;
      for (int i = 0; i < places.length; i++) {
        widest = Math.max(widest, (places[i] + 0.2) / (1 - LETTER * names[i].length() / WIDTH));
      }
      span = widest;
      levels = new int[places.length];
      for (int i = places.length - 1; i >= 0; i--) {
        double end = places[i] + 0.2 + span * LETTER * names[i].length() / WIDTH;
        for (int j = i + 1; j < places.length && places[j] < end; j++) {
          levels[i] = Math.max(levels[i], levels[j] + 1);
        }
      }
    }

    /** Returns how many names there is room for: far to the right only one. */
    private int room(int place) {
      return 2 * place <= shown ? MOST_NAMED : 1;
    }

    /** Returns how high the chart is, with room for the names above its axis. */
    double top() {
      return unit * (105 + STEP * (1 + Arrays.stream(levels).max().orElse(0)));
    }

    void draw(Chart chart) {
      List<String> colours = new ArrayList<>();
      List<Double> at = new ArrayList<>();
      List<Double> height = new ArrayList<>();
      for (int i = 0; i < places.length; i++) {
        colours.add(all.get(places[i]).contains("model") ? Palette.INK : Palette.GUIDE);
        at.add(places[i] + 0.5);
        height.add(unit * (105 + STEP * levels[i]));
      }
      chart
          .add(
              Layer.of("segment")
                  .with("x", at)
                  .with("xend", at)
                  .with("y", at.stream().map(value -> 0.0).toList())
                  .with("yend", height.stream().map(value -> value - 2.5 * unit).toList())
                  .with("color", colours)
                  .all("linetype", "dashed")
                  .all("size", 0.6))
          .colours("color")
          .add(
              Layer.of("text")
                  .with("x", at)
                  .with("y", height)
                  .with("label", List.of(names))
                  .all("hjust", "left")
                  .all("size", 5)
                  .all("color", Palette.INK)
                  .all("family", "sans-serif"));
    }

    /** Says what found no room. */
    List<String> notes() {
      List<String> shortened = new ArrayList<>();
      List<String> beyond = new ArrayList<>();
      all.forEach(
          (k, rules) -> {
            String whole = k + " by " + Texts.list(rules);
            if (k > shown) {
              beyond.add(whole);
            } else if (rules.size() > room(k)) {
              shortened.add(whole);
            }
          });
      List<String> notes = new ArrayList<>();
      if (!shortened.isEmpty()) {
        notes.add("In full: " + String.join("; ", shortened) + ".");
      }
      if (!beyond.isEmpty()) {
        notes.add("Beyond this picture: " + String.join("; ", beyond) + ".");
      }
      return notes;
    }
  }

  private static String named(List<String> rules, int most) {
    return rules.size() <= most
        ? String.join(", ", rules)
        : String.join(", ", rules.subList(0, most)) + " +" + (rules.size() - most);
  }

  /** Draws eigenvalues that are costs, the smallest first: they are no shares of anything. */
  private static Picture costs(Scene scene) {
    double[] all = scene.model().eigenvalues();
    double[] costs = Arrays.copyOf(all, Math.min(all.length, 2 * MOST_BARS));
    double most = Arrays.stream(costs).max().orElse(0);
    return new Picture(
        "Eigenvalues",
        scene.subject()
            + ". Bars: the eigenvalue of each component, which is a cost: the smaller, the better."
            + " Costs are no shares of the variance.",
        costs.length < all.length
            ? List.of(
                "The first %d of %d components are shown.".formatted(costs.length, all.length))
            : List.of(),
        plain("component", costs, "PC%d: ")
            .axis("y", "eigenvalue (cost)", new double[] {0, most > 0 ? 1.05 * most : 1}));
  }

  /** Draws the correlations of pairs, which are no shares of anything. */
  private static Picture draw(double[] correlations) {
    Chart chart =
        plain("pair", correlations, "r = ")
            .axis("y", "correlation of the scores", new double[] {0, 1.05});
    return new Picture(
        "Canonical correlations",
        "How much the scores of each pair correlate on the training rows.",
        List.of(),
        chart);
  }

  /** Returns bars without a scale, which tell their values. */
  private static Chart plain(String name, double[] values, String tip) {
    double[] places = IntStream.rangeClosed(1, values.length).asDoubleStream().toArray();
    List<Double> ticks =
        Arrays.stream(places)
            .filter(at -> values.length <= MOST_BARS || at % 5 == 0 || at == 1)
            .boxed()
            .toList();
    return new Chart()
        .axis("x", name)
        .ticks("x", ticks, ticks.stream().map(at -> String.valueOf(at.intValue())).toList())
        .withoutGrid("x")
        .add(
            Layer.of("bar")
                .with("x", places)
                .with("y", values)
                .all("fill", Palette.MAIN)
                .all("width", 0.7)
                .all("size", 0)
                .tips(
                    IntStream.range(0, values.length)
                        .mapToObj(i -> tip.replace("%d", "" + (i + 1)) + Texts.number(values[i]))
                        .toList()));
  }
}
