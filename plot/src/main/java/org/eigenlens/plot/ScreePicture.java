package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.model.PairedModel;
import org.eigenlens.rules.Answer;

/** Bars of variance, their running sum, and where each rule would cut. */
final class ScreePicture {

  private static final int MOST_BARS = 20;

  /** How many levels the names of rules may take, one above the other. */
  private static final int LEVELS = 4;

  private static final int MOST_NAMED = 3;

  private ScreePicture() {}

  static Picture draw(Scene scene) {
    if (scene.model() instanceof PairedModel paired) {
      return draw(paired.correlations());
    }
    int kept = scene.model().components();
    double[] shares = shares(scene);
    int shown = Math.min(shares.length, Math.max(MOST_BARS, Math.min(kept + 1, 2 * MOST_BARS)));
    double[] places = IntStream.rangeClosed(1, shown).asDoubleStream().toArray();
    double[] percent = Arrays.stream(shares).limit(shown).map(share -> 100 * share).toArray();
    double[] running = percent.clone();
    Arrays.parallelPrefix(running, Double::sum);

    Chart chart =
        new Chart()
            .axis("x", "component", new double[] {0.3, shown + 0.7})
            .axis("y", "share of the " + scene.shared() + ", %", new double[] {0, 132})
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
            .ticks(
                "y", List.of(0.0, 25.0, 50.0, 75.0, 100.0), List.of("0", "25", "50", "75", "100"))
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
    List<String> colours =
        IntStream.range(0, shown).mapToObj(i -> i < kept ? Palette.MAIN : "#B8CCDD").toList();
    chart
        .add(
            Layer.of("bar")
                .with("x", places)
                .with("y", percent)
                .with("fill", colours)
                .all("width", 0.7)
                .all("size", 0)
                .tips(tips))
        .colours("fill");
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
          text(places, Arrays.stream(percent).map(value -> value + 3.5).toArray())
              .with("label", Arrays.stream(percent).mapToObj(ScreePicture::rounded).toList()));
    }
    List<String> notes = new ArrayList<>();
    cuts(scene, shown, chart).ifPresent(notes::add);
    if (shown < shares.length) {
      notes.add("The first %d of %d components are shown.".formatted(shown, shares.length));
    }
    double left = 100 - Arrays.stream(shares).sum() * 100;
    if (left > 0.05 && scene.rules().isEmpty() && !scene.isAskew()) {
      notes.add(
          "Components that the model left out hold %s; name the input to see them, and the rules."
              .formatted(Texts.percent(left / 100)));
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

  private static String rounded(double percent) {
    return String.format(Locale.ROOT, "%.1f", percent);
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

  /** Draws where the model and each rule cut: rules that agree share a line. */
  private static Optional<String> cuts(Scene scene, int shown, Chart chart) {
    Map<Integer, List<String>> cuts = new LinkedHashMap<>();
    cuts.computeIfAbsent(scene.model().components(), k -> new ArrayList<>()).add("model");
    scene
        .rules()
        .ifPresent(
            rules -> {
              for (Answer answer : rules.answers()) {
                answer
                    .components()
                    .ifPresent(
                        k -> cuts.computeIfAbsent(k, at -> new ArrayList<>()).add(answer.rule()));
              }
            });
    List<Integer> places = cuts.keySet().stream().filter(k -> k <= shown).sorted().toList();
    List<String> colours = new ArrayList<>();
    List<Double> at = new ArrayList<>();
    List<Double> height = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      boolean own = cuts.get(places.get(i)).contains("model");
      colours.add(own ? Palette.INK : Palette.GUIDE);
      at.add(places.get(i) + 0.5);
      height.add(128.0 - 6.5 * (i % LEVELS));
      names.add(places.get(i) + ": " + named(cuts.get(places.get(i))));
    }
    chart
        .add(
            Layer.of("segment")
                .with("x", at)
                .with("xend", at)
                .with("y", at.stream().map(value -> 0.0).toList())
                .with("yend", height.stream().map(value -> value - 2.5).toList())
                .with("color", colours)
                .all("linetype", "dashed")
                .all("size", 0.6))
        .colours("color")
        .add(
            Layer.of("text")
                .with("x", at)
                .with("y", height)
                .with("label", names)
                .all("hjust", "inward")
                .all("size", 5)
                .all("color", Palette.INK)
                .all("family", "sans-serif"));
    List<String> whole =
        cuts.keySet().stream()
            .sorted()
            .filter(k -> k > shown || cuts.get(k).size() > MOST_NAMED)
            .map(k -> k + " by " + Texts.list(cuts.get(k)))
            .toList();
    return whole.isEmpty()
        ? Optional.empty()
        : Optional.of("All names: " + String.join("; ", whole) + ".");
  }

  private static String named(List<String> rules) {
    return rules.size() <= MOST_NAMED
        ? String.join(", ", rules)
        : String.join(", ", rules.subList(0, MOST_NAMED)) + " +" + (rules.size() - MOST_NAMED);
  }

  /** Draws the correlations of pairs, which are no shares of anything. */
  private static Picture draw(double[] correlations) {
    double[] places = IntStream.rangeClosed(1, correlations.length).asDoubleStream().toArray();
    Chart chart =
        new Chart()
            .axis("x", "pair")
            .axis("y", "correlation of the scores", new double[] {0, 1.05})
            .ticks(
                "x",
                Arrays.stream(places).boxed().toList(),
                Arrays.stream(places).mapToObj(place -> String.valueOf((int) place)).toList())
            .withoutGrid("x")
            .add(
                Layer.of("bar")
                    .with("x", places)
                    .with("y", correlations)
                    .all("fill", Palette.MAIN)
                    .all("width", 0.7)
                    .all("size", 0)
                    .tips(
                        Arrays.stream(correlations)
                            .mapToObj(r -> "r = " + Texts.number(r))
                            .toList()));
    return new Picture(
        "Canonical correlations",
        "How much the scores of each pair correlate on the training rows.",
        List.of(),
        chart);
  }
}
