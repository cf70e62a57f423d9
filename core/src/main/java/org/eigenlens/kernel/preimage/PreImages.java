package org.eigenlens.kernel.preimage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/**
 * Points found for coordinates, and how well that went.
 *
 * @param points q × d
 * @param errors ‖φ(z) − P‖²/‖P‖² for each row, where P is what its coordinates stand for; NaN only
 *     for a row without coordinates. Where P vanishes, the distance is relative to the mean of k(x,
 *     x) over the references. An error near 0 says that the point's image is P; 1 is what no image
 *     at all would give.
 * @param iterations the steps taken for each row, 0 where there is a closed form
 * @param restarts how often an iteration was begun again, nearer to the nearest reference
 * @param fallbacks how many rows could not be iterated and were given the better of the nearest
 *     reference and the point by {@link PreImageMethod#DISTANCES}
 * @param unconverged how many rows were still moving when their iteration ended
 * @param method what was used
 * @param remarks what else users should know, a sentence each
 */
public record PreImages(
    DenseMatrix points,
    double[] errors,
    int[] iterations,
    int restarts,
    int fallbacks,
    int unconverged,
    PreImageMethod method,
    List<String> remarks) {

  /** From this error on, a pre-image has lost half of what it should stand for. */
  private static final double POOR = 0.5;

  /** Copies the list. */
  public PreImages {
    remarks = List.copyOf(remarks);
  }

  /**
   * Returns the same for more rows, of which only some had coordinates; the others are NaN, as are
   * their errors.
   *
   * @param rows the number of each row here among all
   * @param count how many there are in all
   */
  public PreImages spread(int[] rows, int count) {
    if (rows.length == count) {
      return this;
    }
    DenseMatrix all = DenseMatrix.zeros(count, points.columns());
    LinearAlgebra.fill(all, Double.NaN);
    double[] spreadErrors = new double[count];
    Arrays.fill(spreadErrors, Double.NaN);
    int[] spreadIterations = new int[count];
    for (int i = 0; i < rows.length; i++) {
      all.setRow(rows[i], points.row(i), 0);
      spreadErrors[rows[i]] = errors[i];
      spreadIterations[rows[i]] = iterations[i];
    }
    return new PreImages(
        all, spreadErrors, spreadIterations, restarts, fallbacks, unconverged, method, remarks);
  }

  /**
   * Returns the same without the points, of which there are none then: what is kept of a batch
   * whose points were written.
   */
  public PreImages withoutPoints() {
    return new PreImages(
        DenseMatrix.zeros(0, points.columns()),
        errors,
        iterations,
        restarts,
        fallbacks,
        unconverged,
        method,
        remarks);
  }

  /**
   * Joins batches of one method to the outcome of all their rows, in order and without points.
   *
   * @throws IllegalArgumentException if there is no batch
   */
  public static PreImages joined(List<PreImages> batches) {
    if (batches.isEmpty()) {
      throw new IllegalArgumentException("There is no batch of pre-images to join.");
    }
    PreImages first = batches.get(0);
    return new PreImages(
        DenseMatrix.zeros(0, first.points.columns()),
        batches.stream().flatMapToDouble(batch -> Arrays.stream(batch.errors)).toArray(),
        batches.stream().flatMapToInt(batch -> Arrays.stream(batch.iterations)).toArray(),
        batches.stream().mapToInt(PreImages::restarts).sum(),
        batches.stream().mapToInt(PreImages::fallbacks).sum(),
        batches.stream().mapToInt(PreImages::unconverged).sum(),
        first.method,
        batches.stream().flatMap(batch -> batch.remarks.stream()).distinct().toList());
  }

  /** Returns how many rows have an error of 0.5 or more: no point is near their coordinates. */
  public int poor() {
    return (int) Arrays.stream(errors).filter(error -> error >= POOR).count();
  }

  /** Returns the median of the errors; NaN if no row has one. */
  public double medianError() {
    double[] sorted = known();
    Arrays.sort(sorted);
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }

  /** Returns the largest error; NaN if no row has one. */
  public double largestError() {
    return Arrays.stream(known()).max().orElse(Double.NaN);
  }

  private double[] known() {
    return Arrays.stream(errors).filter(error -> !Double.isNaN(error)).toArray();
  }

  /** Describes how near the points come and how they were found, in a few sentences. */
  public String outcome() {
    int count = known().length;
    if (count == 0) {
      return "0 pre-images by " + method.label() + ".";
    }
    double largest = largestError();
    int worst = 0;
    while (errors[worst] != largest) {
      worst++;
    }
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s by %s: relative error in feature space %.3g in the middle, %.3g at worst (row %d).",
            Counted.of(count, "pre-image"),
            method.label(),
            medianError(),
            largest,
            worst + 1));
    int most = Arrays.stream(iterations).max().orElse(0);
    if (most > 0) {
      text.append(" At most ").append(Counted.of(most, "step")).append('.');
    }
    if (restarts > 0) {
      text.append(" Begun again ").append(Counted.of(restarts, "time")).append('.');
    }
    remarks.forEach(remark -> text.append(' ').append(remark));
    return text.toString();
  }

  /**
   * Names what went wrong: rows without an iteration, without convergence, without a near point.
   */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (fallbacks > 0) {
      problems.add(
          "no iteration was possible for %s; such a row has the best point that distances or the"
                  .formatted(Counted.of(fallbacks, "row"))
              + " references offer");
    }
    if (unconverged > 0) {
      problems.add("still moving at the end: %s".formatted(Counted.of(unconverged, "row")));
    }
    if (poor() > 0) {
      problems.add(
          "%s found no point whose image is near what the coordinates of %s stand for (error %s or more)%s"
              .formatted(method.label(), Counted.of(poor(), "row"), POOR, instead()));
    }
    return problems;
  }

  /** Returns what may come nearer: the fixed point alone minimises that error. */
  private String instead() {
    return switch (method) {
      case FIXED_POINT -> "";
      case DISTANCES ->
          "; few landmarks or components give mds wrong distances, so try fixed-point or ridge";
      case RIDGE -> "; fixed-point may come nearer";
    };
  }

  /** Describes the outcome with its problems for people, in a few sentences. */
  public String summary() {
    StringBuilder text = new StringBuilder(outcome());
    for (String problem : problems()) {
      text.append(' ').append(Character.toUpperCase(problem.charAt(0)));
      text.append(problem, 1, problem.length()).append('.');
    }
    return text.toString();
  }
}
