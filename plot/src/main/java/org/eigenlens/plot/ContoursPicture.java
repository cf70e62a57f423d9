package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;

/**
 * The value of each component over the plane of two columns, with the rows in it: the picture of
 * the toy examples of Schölkopf, Smola and Müller (1998).
 */
final class ContoursPicture {

  private static final int STEPS = 96;

  /** How wide all panels of a line are together, in points. */
  private static final double WIDTH = 560;

  private static final int MOST_POINTS = 1500;
  private static final int MOST_PANELS = 8;
  private static final double MOST_SKEWED = 4;
  private static final double LEAST_SPREAD = 1e-10;

  private ContoursPicture() {}

  static Picture draw(Scene scene) {
    Model model = scene.model();
    if (model instanceof PairedModel || model.columns() != 2) {
      throw new PictureException(
          "contours are drawn over the plane of two columns, and this model has "
              + Texts.count(model.columns(), "column"),
          "fit to two with --columns a,b, or see plot scores");
    }
    Points points = scene.requirePoints("contours");
    Matrix cells = scene.requireCells("contours");
    int[] drawn = shown(points);
    double[][] rows = Arrays.stream(drawn).mapToObj(cells::row).toArray(double[][]::new);
    double[] x = range(rows, 0, model);
    double[] y = range(rows, 1, model);
    DenseMatrix grid = grid(x, y);
    DenseMatrix values = model.transform(grid);
    int k = Math.min(Math.min(MOST_PANELS, scene.look().top()), model.components());
    int across = k <= 2 ? k : k <= 4 ? 2 : 3;
    // Units as long along both axes, unless that makes strips of the panels.
    double ratio = (y[1] - y[0]) / (x[1] - x[0]);
    boolean same = ratio > 1 / MOST_SKEWED && ratio < MOST_SKEWED;
    int high = (int) (WIDTH / across * (same ? Math.min(ratio, 1.5) : 1)) + 30;
    Chart chart =
        new Chart()
            .size(820, 130 + high * ((k + across - 1) / across))
            .axis("x", model.columnNames().get(0), x)
            .axis("y", model.columnNames().get(1), y)
            .panels(IntStream.range(0, k).mapToObj(scene::axis).toList(), across, false);
    if (same) {
      chart.sameUnits();
    }
    over(grid, values, k, chart);
    marks(points, drawn, rows, k, chart);
    List<String> notes = new ArrayList<>();
    if (rows.length < points.count()) {
      notes.add("%d of %d rows are drawn.".formatted(rows.length, points.count()));
    }
    if (k < model.components()) {
      notes.add("The first %d of %d components.".formatted(k, model.components()));
    }
    return new Picture(
        "Components over the plane",
        scene.subject() + ". Colour and lines: the value of the component at that point.",
        notes,
        chart);
  }

  /** Returns the range of a column, after refusing one whose cells hardly differ. */
  private static double[] range(double[][] rows, int column, Model model) {
    double[] cells = Arrays.stream(rows).mapToDouble(row -> row[column]).toArray();
    DoubleSummaryStatistics all = Arrays.stream(cells).summaryStatistics();
    double size = Math.max(Math.abs(all.getMin()), Math.abs(all.getMax()));
    double spread = all.getMax() - all.getMin();
    if (spread > 0 && !(spread > LEAST_SPREAD * size)) {
      throw new PictureException(
          "column '"
              + Texts.clean(model.columnNames().get(column))
              + "' spreads too little beside its size for contours",
          "subtract its mean first");
    }
    return Plane.range(cells);
  }

  /** Returns the rows to be drawn: all of them, or every so many. */
  private static int[] shown(Points points) {
    int[] known = points.known();
    int step = (known.length + MOST_POINTS - 1) / MOST_POINTS;
    return IntStream.range(0, known.length).filter(i -> i % step == 0).map(i -> known[i]).toArray();
  }

  private static DenseMatrix grid(double[] x, double[] y) {
    double[][] grid = new double[STEPS * STEPS][];
    for (int line = 0; line < STEPS; line++) {
      for (int place = 0; place < STEPS; place++) {
        grid[line * STEPS + place] =
            new double[] {
              x[0] + (x[1] - x[0]) * (place + 0.5) / STEPS,
              y[0] + (y[1] - y[0]) * (line + 0.5) / STEPS
            };
      }
    }
    return DenseMatrix.copyOf(grid);
  }

  private static void over(DenseMatrix grid, DenseMatrix values, int k, Chart chart) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    List<Double> value = new ArrayList<>();
    List<Integer> panel = new ArrayList<>();
    for (int c = 0; c < k; c++) {
      double[] all = values.column(c);
      double most = Arrays.stream(all).map(Math::abs).max().orElse(1);
      for (int i = 0; i < all.length; i++) {
        x.add(grid.get(i, 0));
        y.add(grid.get(i, 1));
        value.add(most > 0 ? all[i] / most : 0);
        panel.add(c);
      }
    }
    chart
        .diverging(
            "fill",
            "value, of its largest",
            Chart.reach(value.stream().mapToDouble(Double::doubleValue).toArray()))
        .add(Layer.of("raster").with("x", x).with("y", y).with("fill", value).in(panel))
        .add(
            Layer.of("contour")
                .with("x", x)
                .with("y", y)
                .with("z", value)
                .in(panel)
                .all("bins", 12)
                .all("color", "#555555")
                .all("size", 0.4));
  }

  private static void marks(Points points, int[] drawn, double[][] rows, int k, Chart chart) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    List<Integer> panel = new ArrayList<>();
    List<String> colour = new ArrayList<>();
    Optional<Categories> categories =
        points
            .labels()
            .map(labels -> Arrays.stream(drawn).mapToObj(labels::get).toList())
            .map(Categories::of);
    for (int c = 0; c < k; c++) {
      for (int i = 0; i < rows.length; i++) {
        x.add(rows[i][0]);
        y.add(rows[i][1]);
        panel.add(c);
        int at = i;
        categories.ifPresent(known -> colour.add(known.all().get(at)));
      }
    }
    // White rims part marks from a ground of their own colour.
    Layer rims = Layer.of("point").with("x", x).with("y", y).in(panel);
    chart.add(rims.all("size", 2.2).all("color", "#FFFFFF").groups(colour));
    Layer marks = Layer.of("point").with("x", x).with("y", y).in(panel).all("size", 1.4);
    categories.ifPresentOrElse(
        known -> {
          marks.with("color", colour).groups(colour);
          known.colour(chart, "color");
        },
        () -> marks.all("color", Palette.INK));
    chart.add(marks);
  }
}
