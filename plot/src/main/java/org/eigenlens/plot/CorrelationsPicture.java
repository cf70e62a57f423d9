package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.PairedModel;

/** The scores of two views against each other, a panel a pair, and what they are made of. */
final class CorrelationsPicture {

  private static final int MOST_PAIRS = 4;
  private static final int MOST_POINTS = 5000;

  private CorrelationsPicture() {}

  static Picture draw(Scene scene) {
    if (!(scene.model() instanceof PairedModel model)) {
      throw new PictureException(
          "a picture of correlations shows two views, and this model of "
              + scene.model().provenance().method()
              + " has one",
          "see plot scores, or fit with -m cca");
    }
    Look look = scene.look();
    if (look.pairs() || look.names() || look.first() != 0 || look.second() != 1) {
      throw new PictureException(
          "the scores of two views are drawn pair by pair, with neither names nor other axes",
          "leave out --axes, --pairs and --names");
    }
    Points points = scene.requirePoints("correlations");
    int k = Math.min(MOST_PAIRS, model.components());
    DenseMatrix scores = points.coordinates();
    if (scores.columns() != 2 * model.components()) {
      throw new PictureException(
          "a picture of correlations needs the rows of both views", "name both inputs");
    }
    int[] both =
        IntStream.range(0, scores.rows())
            .filter(i -> Double.isFinite(scores.get(i, 0)))
            .filter(i -> Double.isFinite(scores.get(i, model.components())))
            .toArray();
    int step = Math.max(1, (both.length * k + MOST_POINTS - 1) / MOST_POINTS);
    int[] shown =
        IntStream.range(0, both.length).filter(i -> i % step == 0).map(i -> both[i]).toArray();
    Optional<Categories> categories =
        points
            .labels()
            .map(labels -> Categories.of(IntStream.of(shown).mapToObj(labels::get).toList()));
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    List<Integer> panel = new ArrayList<>();
    List<String> colour = new ArrayList<>();
    List<String> tips = new ArrayList<>();
    for (int c = 0; c < k; c++) {
      for (int i = 0; i < shown.length; i++) {
        x.add(scores.get(shown[i], c));
        y.add(scores.get(shown[i], model.components() + c));
        panel.add(c);
        int at = i;
        categories.ifPresent(known -> colour.add(known.all().get(at)));
        tips.add(
            points.name(shown[i])
                + categories.map(known -> " · " + known.all().get(at)).orElse(""));
      }
    }
    double[] r = model.correlations();
    double[] held = model.crossValidatedCorrelations();
    int across = Math.min(2, k);
    Layer marks =
        Layer.of("point")
            .with("x", x)
            .with("y", y)
            .in(panel)
            .all("size", 1.8)
            .all("alpha", 0.75)
            .tips(tips);
    Chart chart =
        new Chart()
            .size(800, 130 + 330 * ((k + across - 1) / across))
            .axis("x", "score of view x")
            .axis("y", "score of view y")
            .panels(
                IntStream.range(0, k)
                    .mapToObj(
                        c ->
                            "pair "
                                + (c + 1)
                                + ": r = "
                                + Texts.number(r[c])
                                + (held.length > c
                                    ? ", on rows left out " + Texts.number(held[c])
                                    : ""))
                    .toList(),
                across,
                false)
            .add(marks);
    categories.ifPresentOrElse(
        known -> {
          marks.with("color", colour).groups(colour);
          known.colour(chart, "color");
        },
        () -> marks.all("color", Palette.MAIN));
    List<String> notes = new ArrayList<>();
    categories.flatMap(Categories::note).ifPresent(notes::add);
    if (both.length < scores.rows()) {
      notes.add(
          Texts.count(scores.rows() - both.length, "row") + " without a partner cannot be shown.");
    }
    if (step > 1) {
      notes.add("One row in %d is shown.".formatted(step));
    }
    if (k < model.components()) {
      notes.add("The first %d of %d pairs.".formatted(k, model.components()));
    }
    Picture pairs =
        new Picture(
            "Paired scores of two views",
            "%s: r is the correlation of the scores on the training rows."
                .formatted(scene.subject()),
            notes,
            chart);
    return model.isLinear() ? pairs.above(LoadingsPicture.draw(scene, model)) : pairs;
  }
}
