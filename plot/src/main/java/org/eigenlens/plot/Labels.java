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

  /** How far from its arrow a name that must be there is tried, in pixels. */
  private static final double[] GAPS = {5, 9, 14, 20, 28, 40};

  /** In how many steps such a name is moved along its arrow's tip. */
  private static final int SLIDES = 10;

  /** A name that a line crosses, or that could be another's, is as bad as so many covered marks. */
  private static final double MISLEADING = 10;

  /** A pixel farther from its arrow is as bad as so much of a covered mark. */
  private static final double PIXEL = 0.1;

  /** Farther from its point, in pixels, a name could be that of another one. */
  private static final double FAR = 12;

  private final Plane plane;

  /** Boxes of names and arrows: no name covers them. */
  private final List<double[]> taken = new ArrayList<>();

  /** Boxes of points: only names that must be there cover them, and as few as can be. */
  private final List<double[]> marks = new ArrayList<>();

  /** Lines that names that must be there cross only where they find no other place. */
  private final List<double[]> lines = new ArrayList<>();

  /** Places with names of their own, as x and y: no other name should be nearer to one. */
  private final List<double[]> owners = new ArrayList<>();

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
      taken.add(up(x));
    }
    if (Double.isFinite(y)) {
      taken.add(across(y));
    }
  }

  private double[] up(double x) {
    return new double[] {column(x) - 1, 0, column(x) + 1, Plane.HEIGHT};
  }

  private double[] across(double y) {
    return new double[] {0, line(y) - 1, Plane.WIDTH, line(y) + 1};
  }

  /** Keeps names that must be there off the axes, where there is another place. */
  void spareAxes() {
    lines.add(up(0));
    lines.add(across(0));
  }

  /** Announces a place that will have a name: those of others should not be nearer to it. */
  void expect(double x, double y) {
    owners.add(new double[] {column(x), line(y)});
  }

  /** Keeps names off a mark, unless there is no other place for one that must be there. */
  void spare(double x, double y) {
    marks.add(box(x, y));
  }

  /** Finds a free place for a name near a point; directions away from the given one come last. */
  void add(double x, double y, String text, double angle) {
    String name = Texts.clean(text);
    double width = width(name);
    for (double distance : DISTANCES) {
      for (int i = 0; i < DIRECTIONS; i++) {
        // 0, +1, −1, +2, −2, … steps from the angle that is best
        double turn = angle + (i % 2 == 0 ? -1 : 1) * ((i + 1) / 2) * 2 * Math.PI / DIRECTIONS;
        double cx = column(x) + Math.cos(turn) * (distance + width / 2);
        double cy = line(y) + Math.sin(turn) * (distance + LINE / 4);
        double[] box = {cx - width / 2, cy - LINE / 2, cx + width / 2, cy + LINE / 2};
        if (isFree(box) && marks.stream().noneMatch(mark -> overlap(box, mark))) {
          put(x, y, name, box);
          return;
        }
      }
    }
    without++;
  }

  /**
   * Finds the place for a name at the tip of an arrow that misleads least: crossed by no axis,
   * nearer to no other tip, over few marks, near its own tip and beyond it.
   */
  void addSurely(double x, double y, String text, double angle) {
    String name = Texts.clean(text);
    double[] best = null;
    double least = Double.POSITIVE_INFINITY;
    for (double gap : GAPS) {
      for (double[] box : around(column(x), line(y), width(name), gap)) {
        double cost = cost(box, column(x), line(y), angle);
        if (cost < least && isFree(box)) {
          cost += marks.stream().filter(mark -> overlap(box, mark)).count();
          if (cost < least) {
            least = cost;
            best = box;
          }
        }
      }
    }
    if (best == null) {
      without++;
    } else {
      put(x, y, name, best);
    }
  }

  /** Returns boxes at a distance from a tip: above and below it, and on both sides. */
  private static List<double[]> around(double column, double line, double width, double gap) {
    List<double[]> boxes = new ArrayList<>();
    for (int side = -1; side <= 1; side += 2) {
      for (int slide = -SLIDES; slide <= SLIDES; slide++) {
        double share = (double) slide / SLIDES;
        boxes.add(box(column + share * width / 2, line + side * (gap + LINE / 2), width));
        boxes.add(box(column + side * (gap + width / 2), line + share * LINE, width));
      }
    }
    return boxes;
  }

  private static double[] box(double cx, double cy, double width) {
    return new double[] {cx - width / 2, cy - LINE / 2, cx + width / 2, cy + LINE / 2};
  }

  /** Returns how bad a place for a name is, but for what it covers. */
  private double cost(double[] box, double column, double line, double angle) {
    double own = distance(box, column, line);
    double dx = (box[0] + box[2]) / 2 - column;
    double dy = (box[1] + box[3]) / 2 - line;
    double inwards = 1 - Math.cos(Math.atan2(dy, dx) - angle);
    double crossed = lines.stream().anyMatch(other -> overlap(box, other)) ? MISLEADING : 0;
    double others =
        owners.stream().anyMatch(tip -> distance(box, tip[0], tip[1]) < own) ? MISLEADING : 0;
    return PIXEL * own + inwards + crossed + others;
  }

  private static double distance(double[] box, double column, double line) {
    return Math.hypot(
        Math.max(box[0], Math.min(box[2], column)) - column,
        Math.max(box[1], Math.min(box[3], line)) - line);
  }

  private static double width(String name) {
    return LETTER * (1 + name.codePointCount(0, name.length()));
  }

  private void put(double x, double y, String name, double[] box) {
    taken.add(box);
    xs.add(x((box[0] + box[2]) / 2));
    ys.add(y((box[1] + box[3]) / 2));
    texts.add(name);
    if (distance(box, column(x), line(y)) > FAR) {
      double nearestX = Math.max(box[0], Math.min(box[2], column(x)));
      double nearestY = Math.max(box[1], Math.min(box[3], line(y)));
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
