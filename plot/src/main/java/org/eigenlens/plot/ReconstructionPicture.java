package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.Interpretation;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;

/** Rows, what the model makes of them, and the difference: as images or as profiles. */
final class ReconstructionPicture {

  /** No more rows than this are drawn. */
  static final int MOST_ROWS = 8;

  /** As many letters as an image is wide. */
  private static final int LONGEST_NAME = 13;

  private static final int MOST_PROFILES = 6;

  private ReconstructionPicture() {}

  static Picture draw(Scene scene) {
    Model model = scene.model();
    if (model instanceof PairedModel
        || (model instanceof KernelModel kernel && kernel.preImage() == null)) {
      throw new PictureException(
          "a picture of reconstruction needs a way back to rows, and a model of "
              + model.provenance().method()
              + " has none here",
          "see plot scores, or fit with -m pca");
    }
    Points points = scene.requirePoints("reconstruction");
    Matrix all =
        points
            .rows()
            .orElseThrow(
                () ->
                    new PictureException(
                        "a picture of reconstruction needs the rows themselves, and only their"
                            + " coordinates are at hand",
                        "name the input after the model"));
    Optional<Pixels.Form> form = Pixels.form(scene);
    int[] known = points.known();
    int withCells = (int) Arrays.stream(known).filter(i -> i < all.rows()).count();
    int count = Math.min(withCells, form.isPresent() ? MOST_ROWS : MOST_PROFILES);
    int[] shown = Arrays.copyOf(known, Math.min(count, scene.look().top()));
    double[][] rows = Arrays.stream(shown).mapToObj(all::row).toArray(double[][]::new);
    DenseMatrix coordinates =
        DenseMatrix.copyOf(
            Arrays.stream(shown).mapToObj(points.coordinates()::row).toArray(double[][]::new));
    List<Series> series = series(scene, rows, coordinates);
    List<String> names = Arrays.stream(shown).mapToObj(points::name).toList();
    List<String> notes = new ArrayList<>();
    if (shown.length < known.length) {
      notes.add("The first %d of %d rows.".formatted(shown.length, known.length));
    }
    form.flatMap(Pixels::note).ifPresent(notes::add);
    return new Picture(
        "Reconstruction",
        scene.subject() + errors(scene, rows, series),
        notes,
        form.isPresent()
            ? images(form.get(), names, rows, series)
            : profiles(model.columnNames(), names, series));
  }

  /**
   * Rows under one heading.
   *
   * @param signed whether they are differences
   */
  private record Series(String name, double[][] rows, boolean signed) {}

  private static List<Series> series(Scene scene, double[][] rows, DenseMatrix coordinates) {
    List<Series> series = new ArrayList<>();
    series.add(new Series("original", rows, false));
    if (scene.look().counts().isEmpty()) {
      double[][] back = back(scene.model(), coordinates, rows);
      double[][] differences = new double[rows.length][];
      Arrays.setAll(differences, i -> difference(rows[i], back[i]));
      series.add(new Series("reconstructed", back, false));
      series.add(new Series("difference", differences, true));
      return series;
    }
    LinearModel model = scene.requireLinear("reconstruction from some components");
    if (scene.isAskew()) {
      throw new PictureException(
          "the directions of "
              + model.provenance().method()
              + " are askew, so that the first ones alone do not give back a part of a row",
          "leave out --components");
    }
    for (int count : scene.look().counts()) {
      if (count > model.components()) {
        throw new PictureException(
            "rows are to be reconstructed from %d components, but the model has %d"
                .formatted(count, model.components()),
            "give fewer with --components, or fit more with -k");
      }
      // Along directions at right angles, leaving components out sets their coordinates to zero.
      DenseMatrix some = DenseMatrix.zeros(coordinates.rows(), coordinates.columns());
      LinearAlgebra.copy(coordinates.columnRange(0, count), some.columnRange(0, count));
      series.add(new Series("k = " + count, model.inverseTransform(some).toArray(), false));
    }
    return series;
  }

  private static double[][] back(Model model, DenseMatrix coordinates, double[][] rows) {
    return model instanceof KernelModel kernel
        ? kernel.preImages(coordinates, DenseMatrix.copyOf(rows)).points().toArray()
        : model.inverseTransform(coordinates).toArray();
  }

  private static String errors(Scene scene, double[][] rows, List<Series> series) {
    if (scene.look().counts().isEmpty()) {
      return ", from %s each; mean squared error of these rows %s a cell."
          .formatted(
              Texts.count(scene.model().components(), "number"),
              Texts.number(error(rows, series.get(1).rows())));
    }
    return ", from k components. Mean squared error of these rows a cell: "
        + series.stream()
            .skip(1)
            // Words that no break of a line comes between.
            .map(
                some ->
                    (Texts.number(error(rows, some.rows())) + " for " + some.name())
                        .replace(' ', '\u00A0'))
            .collect(Collectors.joining(", "))
        + ".";
  }

  private static double error(double[][] rows, double[][] back) {
    return Interpretation.meanSquaredDifference(DenseMatrix.copyOf(rows), DenseMatrix.copyOf(back));
  }

  private static double[] difference(double[] row, double[] back) {
    double[] difference = new double[row.length];
    Arrays.setAll(difference, j -> row[j] - back[j]);
    return difference;
  }

  private static Chart images(
      Pixels.Form form, List<String> names, double[][] rows, List<Series> series) {
    double[] all =
        Stream.of(rows).flatMapToDouble(Arrays::stream).filter(Double::isFinite).toArray();
    double least = Arrays.stream(all).min().orElse(0);
    double most = Arrays.stream(all).max().orElse(1);
    Pixels pixels = new Pixels(form);
    for (int i = 0; i < rows.length; i++) {
      for (int s = 0; s < series.size(); s++) {
        double[] row = series.get(s).rows()[i];
        if (series.get(s).signed()) {
          pixels.addSigned(i, s, row, (most - least) / 2);
        } else {
          pixels.addPlain(i, s, row, least, most);
        }
      }
    }
    return new Chart()
        .size(Math.max(420, 60 + 104 * rows.length), 112 + 106 * series.size())
        .withoutAxes()
        .sameUnits()
        .panelTable(
            names.stream().map(ReconstructionPicture::ending).toList(),
            series.stream().map(Series::name).toList(),
            false)
        .colours("fill")
        .add(pixels.inTable());
  }

  /** Returns the end of a name, where the names of files differ, if there is no room for it all. */
  private static String ending(String name) {
    int length = name.codePointCount(0, name.length());
    return length <= LONGEST_NAME
        ? name
        : "…" + name.substring(name.offsetByCodePoints(0, length - LONGEST_NAME + 1));
  }

  private static Chart profiles(List<String> columns, List<String> names, List<Series> all) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    List<String> series = new ArrayList<>();
    List<Integer> panel = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      for (Series some : all) {
        for (int j = 0; j < columns.size(); j++) {
          x.add((double) j);
          y.add(some.rows()[i][j]);
          series.add(some.name());
          panel.add(i);
        }
      }
    }
    List<String> colours = new ArrayList<>(List.of(Palette.INK, Palette.MAIN, Palette.ACCENT));
    Palette.CATEGORIES.stream().filter(colour -> !colours.contains(colour)).forEach(colours::add);
    while (colours.size() < all.size()) {
      colours.add(Palette.OTHER);
    }
    return Curves.columns(new Chart().size(800, 180 + 210 * ((names.size() + 1) / 2)), columns)
        .axis("y", null)
        .legend("bottom")
        .panels(names, 2, false)
        .categories(
            "color",
            "",
            all.stream().map(Series::name).toList(),
            List.copyOf(colours.subList(0, all.size())))
        .add(
            Layer.of("line")
                .with("x", x)
                .with("y", y)
                .with("color", series)
                .in(panel)
                .all("size", 0.8));
  }
}
