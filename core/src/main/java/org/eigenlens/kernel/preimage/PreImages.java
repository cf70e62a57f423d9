package org.eigenlens.kernel.preimage;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/**
 * Points found for coordinates, and how well that went.
 *
 * @param points q × d
 * @param errors ‖φ(z) − P‖²/‖P‖² for each row, where P is what its coordinates stand for; never
 *     NaN. Where P vanishes, the distance is relative to the mean of k(x, x) over the references.
 *     An error near 0 says that the point's image is P; 1 is what no image at all would give.
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
   * Returns the same for more rows, of which only some had coordinates; the others are NaN.
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
    int[] spreadIterations = new int[count];
    for (int i = 0; i < rows.length; i++) {
      all.setRow(rows[i], points.row(i), 0);
      spreadErrors[rows[i]] = errors[i];
      spreadIterations[rows[i]] = iterations[i];
    }
    return new PreImages(
        all, spreadErrors, spreadIterations, restarts, fallbacks, unconverged, method, remarks);
  }

  /** Returns how many rows have an error of 0.5 or more: no point is near their coordinates. */
  public int poor() {
    return (int) Arrays.stream(errors).filter(error -> error >= POOR).count();
  }

  /** Describes the outcome for people, in a few sentences. */
  public String summary() {
    if (errors.length == 0) {
      return "0 pre-images by " + method.label() + ".";
    }
    StringBuilder text = new StringBuilder();
    double[] sorted = errors.clone();
    Arrays.sort(sorted);
    int worst = 0;
    for (int i = 1; i < errors.length; i++) {
      worst = errors[i] > errors[worst] ? i : worst;
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%d pre-image%s by %s: relative error in feature space %.3g in the middle, %.3g at"
                + " worst (row %d).",
            errors.length,
            errors.length == 1 ? "" : "s",
            method.label(),
            sorted[sorted.length / 2],
            errors[worst],
            worst + 1));
    int most = Arrays.stream(iterations).max().orElse(0);
    if (most > 0) {
      text.append(" At most ").append(counted(most, "step")).append('.');
    }
    if (restarts > 0) {
      text.append(" Begun again ").append(counted(restarts, "time")).append('.');
    }
    if (fallbacks > 0) {
      text.append(" No iteration was possible for ").append(counted(fallbacks, "row"));
      text.append("; such a row has the best point that distances or the references offer.");
    }
    if (unconverged > 0) {
      text.append(" Still moving at the end: ").append(counted(unconverged, "row")).append('.');
    }
    if (poor() > 0) {
      text.append(" No point's image is near what the coordinates of ");
      text.append(counted(poor(), "row")).append(" stand for (error ").append(POOR);
      text.append(" or more).");
    }
    remarks.forEach(remark -> text.append(' ').append(remark));
    return text.toString();
  }

  private static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
