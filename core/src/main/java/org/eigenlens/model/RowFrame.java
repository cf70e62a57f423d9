package org.eigenlens.model;

import java.io.Serializable;
import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/**
 * What is done to a row before the kernel sees it: (x − shift)/scale.
 *
 * @param mean of each column of the training rows, to fill in missing cells with
 * @param shift subtracted from each column; zeros where the kernel needs the origin in its place
 * @param scale divides each column; null if nothing is divided
 */
public record RowFrame(double[] mean, double[] shift, double[] scale) implements Serializable {

  /** Copies the numbers. */
  public RowFrame {
    mean = mean.clone();
    shift = shift.clone();
    scale = scale == null ? null : scale.clone();
  }

  @Override
  public double[] mean() {
    return mean.clone();
  }

  @Override
  public double[] shift() {
    return shift.clone();
  }

  @Override
  public double[] scale() {
    return scale == null ? null : scale.clone();
  }

  /** Prepares rows in place. */
  public void enter(DenseMatrix rows) {
    LinearAlgebra.subtractFromRows(rows, shift);
    if (scale != null) {
      double[] inverse = new double[scale.length];
      Arrays.setAll(inverse, j -> 1 / scale[j]);
      LinearAlgebra.scaleColumns(rows, inverse);
    }
  }

  /** Brings prepared rows back to the units of the data, in place. */
  public void leave(DenseMatrix rows) {
    if (scale != null) {
      LinearAlgebra.scaleColumns(rows, scale);
    }
    double[] back = new double[shift.length];
    Arrays.setAll(back, j -> -shift[j]);
    LinearAlgebra.subtractFromRows(rows, back);
  }
}
