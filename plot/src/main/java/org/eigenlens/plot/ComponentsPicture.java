package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.model.LinearModel;

/** Components as what rows are: images or curves. */
final class ComponentsPicture {

  private static final int IMAGES_ACROSS = 6;

  /** How wide an image is, in points. */
  private static final int IMAGE = 140;

  private static final int CURVES_ACROSS = 2;

  private ComponentsPicture() {}

  static Picture draw(Scene scene) {
    LinearModel model = scene.requireLinear("components");
    int k = Math.min(scene.look().top(), model.components());
    double[][] directions = model.directions().toArray();
    List<String> titles = IntStream.range(0, k).mapToObj(scene::axis).toList();
    Optional<Pixels.Form> form = Pixels.form(scene);
    List<String> notes = new ArrayList<>();
    if (k < model.components()) {
      notes.add("The first %d of %d components.".formatted(k, model.components()));
    }
    form.flatMap(Pixels::note).ifPresent(notes::add);
    Optional<double[]> mean =
        model.provenance().centered() ? Optional.of(model.mean()) : Optional.empty();
    Chart chart =
        form.map(found -> images(found, mean, titles, directions))
            .orElseGet(() -> curves(model.columnNames(), titles, directions));
    return new Picture(
        "Components",
        scene.subject()
            + (form.isPresent()
                ? (mean.isPresent() ? ". The mean first, then weights. " : ". Weights. ")
                    + Pixels.reading(form.get())
                    + "."
                : ". Weight of each column."),
        notes,
        chart);
  }

  private static Chart images(
      Pixels.Form form, Optional<double[]> mean, List<String> names, double[][] directions) {
    Pixels pixels = new Pixels(form);
    List<String> titles = new ArrayList<>();
    if (mean.isPresent()) {
      double[] values = mean.get();
      double least = Arrays.stream(values).min().orElse(0);
      double most = Arrays.stream(values).max().orElse(1);
      pixels.addPlain(0, 0, values, least, most);
      titles.add("mean");
    }
    for (int i = 0; i < names.size(); i++) {
      double most = Arrays.stream(directions[i]).map(Math::abs).max().orElse(1);
      pixels.addSigned(titles.size(), 0, directions[i], most);
      titles.add(names.get(i));
    }
    int lines = (titles.size() + IMAGES_ACROSS - 1) / IMAGES_ACROSS;
    // As many in each line, so that none is left alone in the last.
    int across = (titles.size() + lines - 1) / lines;
    return new Chart()
        .size(Math.max(420, IMAGE * across), 120 + (IMAGE + 11) * lines)
        .withoutAxes()
        .sameUnits()
        .panels(titles, across, false)
        .colours("fill")
        .add(pixels.inPanels());
  }

  private static Chart curves(List<String> columns, List<String> titles, double[][] directions) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    List<Integer> panel = new ArrayList<>();
    for (int i = 0; i < titles.size(); i++) {
      for (int j = 0; j < columns.size(); j++) {
        x.add((double) j);
        y.add(directions[i][j]);
        panel.add(i);
      }
    }
    int lines = (titles.size() + CURVES_ACROSS - 1) / CURVES_ACROSS;
    return Curves.columns(new Chart().size(800, 140 + 170 * lines), columns)
        .axis("y", "weight")
        .panels(titles, CURVES_ACROSS, false)
        .add(
            Plane.guide("hline")
                .with("yintercept", new double[titles.size()])
                .in(IntStream.range(0, titles.size()).boxed().toList()))
        .add(
            Layer.of("line")
                .with("x", x)
                .with("y", y)
                .in(panel)
                .all("color", Palette.MAIN)
                .all("size", 0.8));
  }
}
