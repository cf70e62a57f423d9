package org.eigenlens.supervised;

import java.io.Serializable;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.pca.ColumnStatistics;
import org.eigenlens.pca.Moments;

/** One lane's sums of rows by their labels, which can travel and be merged with another's. */
abstract class LabelLane implements Serializable {
  private final Moments.Lane moments;

  static LabelLane of(boolean classes, int d, boolean scatters, long memory) {
    return classes ? new ClassLane(d, scatters, memory) : new TargetLane(d, scatters);
  }

  LabelLane(int d, boolean scatters) {
    moments = scatters ? new Moments.Lane(d, true) : null;
  }

  /** Adds rows, which are overwritten where their scatter is wanted. */
  void add(DenseMatrix x, DenseMatrix y) {
    addProducts(x, y);
    if (moments != null) {
      moments.add(0, x);
    }
  }

  /** Adds sparse rows by what they store; tells whether that was possible. */
  boolean addSparse(SparseMatrix x, double[][] y) {
    if (!addSparseProducts(x, y)) {
      return false;
    }
    if (moments != null) {
      moments.add(0, x);
    }
    return true;
  }

  abstract boolean addSparseProducts(SparseMatrix x, double[][] y);

  void merge(LabelLane other) {
    mergeProducts(other);
    if (moments != null) {
      moments.merge(other.moments);
    }
  }

  /** Gives up memory outside the heap. */
  void release() {
    if (moments != null) {
      moments.release();
    }
  }

  LabelSums result() {
    Moments found = moments == null ? null : moments.moments();
    return new LabelSums(
        found == null ? statistics() : found.columns(),
        counts(),
        labelSquares(),
        products(),
        found == null ? null : found.scatter());
  }

  /** Returns mean and squares of the columns, or null where they must be measured again. */
  abstract ColumnStatistics statistics();

  abstract void addProducts(DenseMatrix x, DenseMatrix y);

  abstract void mergeProducts(LabelLane other);

  abstract long[] counts();

  abstract double labelSquares();

  abstract DenseMatrix products();
}
