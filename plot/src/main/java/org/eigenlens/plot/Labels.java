package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Names beside points that cover neither each other nor marks. Each is put at the first free place
 * around its point, nearest first; from one that is far a thin line leads to its point, and one
 * that finds none is left out, and the reader is told.
 */
final class Labels {

  private static final double FONT = 11;
  private static final double LETTER = 0.62 * FONT;
  private static final double LINE = 1.15 * FONT;
  private static final double[] DISTANCES = {8, 16, 26, 38};
  private static final int DIRECTIONS = 12;
  private static final double POINT = 3.5;

  /** Farther from its point, in pixels, a name could be that of another one. */
  private static final double FAR = 12;

  private final Plane plane;

  /** Boxes of names and arrows: no name covers them. */
  private final List<double[]> taken = new ArrayList<>();

  /** Boxes of points: only names that must be there cover them, and as few as can be. */
  private final List<double[]> marks = new ArrayList<>();

  private final List<Double> xs = new ArrayList<>();
  private final List<Double> ys = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();

  /** Both ends of the lines to points, as x, y, x and y. */
  private final List<double[]> leaders = new ArrayList<>();

  private int without;

  Labels(Plane plane) {
    this.plane = plane;
  }

  private double column(double x) {
    return (x - plane.x()[0]) / (plane.x()[1] - plane.x()[0]) * Plane.WIDTH;
  }

  private double line(double y) {
    return (y - plane.y()[0]) / (plane.y()[1] - plane.y()[0]) * Plane.HEIGHT;
  }

  private double[] box(double x, double y) {
    return new double[] {column(x) - POINT, line(y) - POINT, column(x) + POINT, line(y) + POINT};
  }

  /** Keeps all names off a place. */
  void avoid(double x, double y) {
    taken.add(box(x, y));
  }

  /** Keeps all names off a line up and one across the plane; NaN is no line. */
  void avoidLines(double x, double y) {
    if (Double.isFinite(x)) {
      taken.add(new double[] {column(x) - 1, 0, column(x) + 1, Plane.HEIGHT});
    }
    if (Double.isFinite(y)) {
      taken.add(new double[] {0, line(y) - 1, Plane.WIDTH, line(y) + 1});
    }
  }

  /** Keeps names off a mark, unless there is no other place for one that must be there. */
  void spare(double x, double y) {
    marks.add(box(x, y));
  }

  /** Finds a free place for a name near a point; directions away from the given one come last. */
  void add(double x, double y, String text, double angle) {
    place(x, y, text, angle, 0);
  }

  /** Finds a place for a name near a point: a free one, or else the one with the fewest marks. */
  void addSurely(double x, double y, String text, double angle) {
    place(x, y, text, angle, Long.MAX_VALUE);
  }

  private void place(double x, double y, String text, double angle, long mostCovered) {
    String name = Texts.clean(text);
    double width = LETTER * (1 + name.codePointCount(0, name.length()));
    double[] best = null;
    long fewest = Long.MAX_VALUE;
    for (double distance : DISTANCES) {
      for (int i = 0; i < DIRECTIONS && fewest > 0; i++) {
        // 0, +1, −1, +2, −2, … steps from the angle that is best
        double turn = angle + (i % 2 == 0 ? -1 : 1) * ((i + 1) / 2) * 2 * Math.PI / DIRECTIONS;
        double cx = column(x) + Math.cos(turn) * (distance + width / 2);
        double cy = line(y) + Math.sin(turn) * (distance + LINE / 4);
        double[] box = {cx - width / 2, cy - LINE / 2, cx + width / 2, cy + LINE / 2};
        if (isFree(box)) {
          long covered = marks.stream().filter(mark -> overlap(box, mark)).count();
          if (covered < fewest) {
            fewest = covered;
            best = box;
          }
        }
      }
    }
    if (best == null || fewest > mostCovered) {
      without++;
      return;
    }
    taken.add(best);
    xs.add(x((best[0] + best[2]) / 2));
    ys.add(y((best[1] + best[3]) / 2));
    texts.add(name);
    double nearestX = Math.max(best[0], Math.min(best[2], column(x)));
    double nearestY = Math.max(best[1], Math.min(best[3], line(y)));
    if (Math.hypot(nearestX - column(x), nearestY - line(y)) > FAR) {
      leaders.add(new double[] {x, y, x(nearestX), y(nearestY)});
    }
  }

  private double x(double column) {
    return plane.x()[0] + column / Plane.WIDTH * (plane.x()[1] - plane.x()[0]);
  }

  private double y(double line) {
    return plane.y()[0] + line / Plane.HEIGHT * (plane.y()[1] - plane.y()[0]);
  }

  private boolean isFree(double[] box) {
    return box[0] >= 0
        && box[1] >= 0
        && box[2] <= Plane.WIDTH
        && box[3] <= Plane.HEIGHT
        && taken.stream().noneMatch(other -> overlap(box, other));
  }

  private static boolean overlap(double[] a, double[] b) {
    return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  }

  /** Draws the names that found a place. */
  void draw(Chart chart, String colour) {
    if (!leaders.isEmpty()) {
      chart.add(
          Layer.of("segment")
              .with("x", leaders.stream().map(ends -> ends[0]).toList())
              .with("y", leaders.stream().map(ends -> ends[1]).toList())
              .with("xend", leaders.stream().map(ends -> ends[2]).toList())
              .with("yend", leaders.stream().map(ends -> ends[3]).toList())
              .all("color", Palette.GUIDE)
              .all("size", 0.3));
    }
    chart.add(layer(colour));
  }

  private Layer layer(String colour) {
    return Layer.of("label")
        .all("fill", "#FFFFFF")
        .all("alpha", 0.65)
        .all("label_size", 0)
        .all("label_padding", 0.15)
        .with("x", xs)
        .with("y", ys)
        .with("label", texts)
        .all("size", FONT / 2)
        .all("color", colour)
        .all("family", "sans-serif");
  }

  /** Says how many names found no place. */
  Optional<String> note() {
    return without == 0
        ? Optional.empty()
        : Optional.of(
            "%d of %d names found no room and are left out."
                .formatted(without, without + texts.size()));
  }
}
