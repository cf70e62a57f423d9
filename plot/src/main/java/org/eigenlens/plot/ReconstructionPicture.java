package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;

/** Rows, what the model makes of them, and the difference: as images or as profiles. */
final class ReconstructionPicture {

  private static final List<String> SERIES = List.of("original", "reconstructed", "difference");

  /** No more rows than this are drawn. */
  static final int MOST_ROWS = 8;

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
    Optional<Look.Shape> shape = Pixels.shape(scene.look(), model.columns());
    int[] known = points.known();
    int withCells = (int) Arrays.stream(known).filter(i -> i < all.rows()).count();
    int count = Math.min(withCells, shape.isPresent() ? MOST_ROWS : MOST_PROFILES);
    int[] shown = Arrays.copyOf(known, Math.min(count, scene.look().top()));
    double[][] rows = Arrays.stream(shown).mapToObj(all::row).toArray(double[][]::new);
    double[][] back = back(model, points, shown, rows);
    List<String> names = Arrays.stream(shown).mapToObj(points::name).toList();
    List<String> notes = new ArrayList<>();
    if (shown.length < known.length) {
      notes.add("The first %d of %d rows.".formatted(shown.length, known.length));
    }
    shape.flatMap(found -> Pixels.note(scene.look(), found)).ifPresent(notes::add);
    String subtitle =
        "%s, from %s each; mean squared error of these rows %s a cell."
            .formatted(
                scene.subject(),
                Texts.count(model.components(), "number"),
                Texts.number(error(rows, back)));
    return new Picture(
        "Reconstruction",
        subtitle,
        notes,
        shape.isPresent()
            ? images(shape.get(), names, rows, back)
            : profiles(model.columnNames(), names, rows, back));
  }

  private static double[][] back(Model model, Points points, int[] shown, double[][] rows) {
    DenseMatrix coordinates =
        DenseMatrix.copyOf(
            Arrays.stream(shown).mapToObj(points.coordinates()::row).toArray(double[][]::new));
    return model instanceof KernelModel kernel
        ? kernel.preImages(coordinates, DenseMatrix.copyOf(rows)).points().toArray()
        : model.inverseTransform(coordinates).toArray();
  }

  private static double error(double[][] rows, double[][] back) {
    return IntStream.range(0, rows.length)
        .mapToObj(i -> difference(rows[i], back[i]))
        .flatMapToDouble(Arrays::stream)
        .filter(Double::isFinite)
        .map(value -> value * value)
        .average()
        .orElse(Double.NaN);
  }

  private static double[] difference(double[] row, double[] back) {
    double[] difference = new double[row.length];
    Arrays.setAll(difference, j -> row[j] - back[j]);
    return difference;
  }

  private static Chart images(
      Look.Shape shape, List<String> names, double[][] rows, double[][] back) {
    double[] all =
        Stream.of(rows).flatMapToDouble(Arrays::stream).filter(Double::isFinite).toArray();
    double least = Arrays.stream(all).min().orElse(0);
    double most = Arrays.stream(all).max().orElse(1);
    Pixels pixels = new Pixels(shape);
    for (int i = 0; i < rows.length; i++) {
      pixels.addGrey(i, 0, rows[i], least, most);
      pixels.addGrey(i, 1, back[i], least, most);
      pixels.addSigned(i, 2, difference(rows[i], back[i]), (most - least) / 2);
    }
    return new Chart()
        .size(Math.max(420, 60 + 104 * rows.length), 460)
        .withoutAxes()
        .sameUnits()
        .panelTable(names, SERIES)
        .colours("fill")
        .add(pixels.inTable());
  }

  private static Chart profiles(
      List<String> columns, List<String> names, double[][] rows, double[][] back) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    List<String> series = new ArrayList<>();
    List<Integer> panel = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      double[][] three = {rows[i], back[i], difference(rows[i], back[i])};
      for (int s = 0; s < three.length; s++) {
        for (int j = 0; j < columns.size(); j++) {
          x.add((double) j);
          y.add(three[s][j]);
          series.add(SERIES.get(s));
          panel.add(i);
        }
      }
    }
    Chart chart =
        Curves.columns(new Chart().size(800, 180 + 210 * ((rows.length + 1) / 2)), columns)
            .axis("y", null)
            .legend("bottom")
            .panels(names, 2, false)
            .categories("color", "", SERIES, List.of(Palette.INK, Palette.MAIN, Palette.ACCENT))
            .add(
                Layer.of("line")
                    .with("x", x)
                    .with("y", y)
                    .with("color", series)
                    .in(panel)
                    .all("size", 0.8));
    return chart;
  }
}
