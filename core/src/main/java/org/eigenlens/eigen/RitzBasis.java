package org.eigenlens.eigen;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.operator.SymmetricOperator;

/**
 * An orthonormal basis B that grows, its image AB, and the Ritz pairs of A in it: the eigenpairs
 * (θ, y) of BABᵀ, which stand for the vectors Bᵀy.
 *
 * <p>Images may come from an operator near A. How much of each vector's image does is kept, as its
 * roughness from 0 to 1; where two images tell of the same entry of BABᵀ, the better one is asked.
 *
 * <p>Not safe for several threads. Close it to give its memory back.
 */
final class RitzBasis implements AutoCloseable {

  /** Directions shorter than this, relative to the longest, are rounding errors. */
  private static final double DEPENDENT = 1e-10;

  /** The square of this is nothing beside rounding. */
  private static final double STRAIGHT = 1e-9;

  /** So many rows are gone through at once, each with room for one on the heap. */
  private static final int LANES = 4;

  /** Vectors are turned by pieces of this length, for which there is room in cache. */
  private static final int COLUMNS_AT_ONCE = 512;

  private final int size;
  private final SplittableRandom random;
  private final Scratch scratch = new Scratch();
  private final DenseMatrix basis;
  private final DenseMatrix image;
  private final double[] roughness;

  /** BABᵀ as far as it is known; its upper triangle is read. */
  private final DenseMatrix projected;

  private int projectedTo;
  private int used;

  /** The images of so many leading vectors are better known than those of the others. */
  private int sharp;

  private double[] values;
  private DenseMatrix coordinates;

  RitzBasis(int most, int size, SplittableRandom random) {
    this.size = size;
    this.random = random;
    basis = scratch.matrix(most, size);
    image = scratch.matrix(most, size);
    projected = scratch.matrix(most, most);
    roughness = new double[most];
  }

  /** Returns how many vectors there are. */
  int used() {
    return used;
  }

  boolean hasRoomFor(int more) {
    return used + more <= basis.rows();
  }

  /** Returns the basis vectors with these numbers. */
  DenseMatrix vectors(int from, int to) {
    return basis.rowRange(from, to);
  }

  /** Returns their images, to be written by whoever knows them. */
  DenseMatrix images(int from, int to) {
    return image.rowRange(from, to);
  }

  /** Returns the Ritz values, largest first. */
  double[] values() {
    return values;
  }

  /** Writes Bᵀy for the leading Ritz pairs. */
  void ritzVectors(DenseMatrix into) {
    LinearAlgebra.multiply(
        1, coordinates.rowRange(0, into.rows()), false, vectors(0, used), false, 0, into);
  }

  /** Returns how much of the image of a Ritz vector is rough: √Σ(yⱼrⱼ)². */
  double roughness(int ritz) {
    double[] y = coordinates.row(ritz);
    double squares = 0;
    for (int j = 0; j < used; j++) {
      squares += y[j] * y[j] * roughness[j] * roughness[j];
    }
    return Math.sqrt(squares);
  }

  /** Forgets all vectors. */
  void clear() {
    used = 0;
    projectedTo = 0;
    sharp = 0;
  }

  /** Returns a random direction. */
  double[] random() {
    double[] vector = new double[size];
    for (int j = 0; j < size; j++) {
      vector[j] = random.nextDouble() - 0.5;
    }
    return vector;
  }

  /**
   * Appends candidates, made orthonormal to each other and to the basis; lost ones become random.
   * Their images are to be written next.
   */
  void append(DenseMatrix candidates, boolean rough) {
    int room = Math.min(candidates.rows(), size - used);
    DenseMatrix fresh = candidates.rowRange(0, room);
    orthonormalize(fresh);
    LinearAlgebra.copy(fresh, vectors(used, used + room));
    Arrays.fill(roughness, used, used + room, rough ? 1 : 0);
    used += room;
  }

  private void orthonormalize(DenseMatrix w) {
    normalizeRows(w);
    for (int attempt = 0; ; attempt++) {
      removeBasis(w);
      DenseMatrix l = LinearAlgebra.lq(w);
      boolean complete = true;
      for (int i = 0; i < w.rows(); i++) {
        if (Math.abs(l.get(i, i)) < DEPENDENT) {
          w.setRow(i, random(), 0);
          complete = false;
        }
      }
      l.storage().release();
      if (complete || attempt == 4) {
        break;
      }
      normalizeRows(w);
    }
    // Twice is enough (Parlett and Kahan): what was small after the first pass is clean now.
    removeBasis(w);
    straighten(w);
  }

  private void normalizeRows(DenseMatrix w) {
    boolean[] lost = new boolean[w.rows()];
    int lanes = Math.min(w.rows(), LANES);
    Parallel.forEach(
        lanes,
        lane -> {
          double[] row = new double[size];
          for (int i = lane; i < lost.length; i += lanes) {
            w.getRow(i, row, 0);
            lost[i] = !normalize(row);
            w.setRow(i, row, 0);
          }
        });
    // Random numbers are drawn in order, whoever finishes first.
    for (int i = 0; i < lost.length; i++) {
      if (lost[i]) {
        double[] another = random();
        normalize(another);
        w.setRow(i, another, 0);
      }
    }
  }

  /** Makes a vector one of length one; returns false where it has none. */
  private static boolean normalize(double[] vector) {
    double norm = Certificate.norm(vector);
    if (!(norm > 0)) {
      return false;
    }
    for (int j = 0; j < vector.length; j++) {
      vector[j] /= norm;
    }
    return true;
  }

  private void removeBasis(DenseMatrix w) {
    if (used == 0) {
      return;
    }
    try (Scratch inner = new Scratch()) {
      DenseMatrix b = vectors(0, used);
      DenseMatrix along = inner.matrix(w.rows(), used);
      LinearAlgebra.multiply(1, w, false, b, true, 0, along);
      LinearAlgebra.multiply(-1, along, false, b, false, 1, w);
    }
  }

  /**
   * Makes nearly orthonormal rows orthonormal: with WWᵀ = I + E, (3I − WWᵀ)W/2 is orthonormal but
   * for ¾E², and E is what rounding left of a basis that has just been removed.
   */
  private void straighten(DenseMatrix w) {
    try (Scratch inner = new Scratch()) {
      DenseMatrix factor = inner.matrix(w.rows(), w.rows());
      LinearAlgebra.multiply(-0.5, w, false, w, true, 0, factor);
      double worst = 0;
      for (int i = 0; i < w.rows(); i++) {
        double[] row = factor.row(i);
        row[i] += 1.5;
        factor.setRow(i, row, 0);
        row[i] -= 1;
        worst = Math.max(worst, Certificate.norm(row));
      }
      if (worst < STRAIGHT) {
        turn(w, factor);
      } else {
        LinearAlgebra.lq(w).storage().release();
      }
    }
  }

  /** Finds the eigenpairs of BABᵀ, largest first; only what is new in it is computed. */
  void rayleighRitz() {
    project(vectors(0, used), images(projectedTo, used));
    if (sharp > 0) {
      // vᵀAu from the image of v, which is the better one.
      project(images(0, sharp), vectors(projectedTo, used));
    }
    projectedTo = used;
    releaseCoordinates();
    try (Scratch inner = new Scratch()) {
      DenseMatrix turned = inner.matrix(used, used);
      LinearAlgebra.copy(projected.rowRange(0, used).columnRange(0, used), turned);
      double[] ascending = LinearAlgebra.symmetricEigen(turned);
      values = new double[used];
      coordinates = DenseMatrix.unset(used, used, Precision.DOUBLE);
      for (int i = 0; i < used; i++) {
        values[i] = ascending[used - 1 - i];
        coordinates.setRow(i, turned.row(used - 1 - i), 0);
      }
    }
  }

  /** Writes the first rows of new columns of BABᵀ. */
  private void project(DenseMatrix left, DenseMatrix fresh) {
    LinearAlgebra.multiply(
        1,
        left,
        false,
        fresh,
        true,
        0,
        projected.rowRange(0, left.rows()).columnRange(projectedTo, used));
  }

  /** Writes A·v − θ·v of the leading Ritz pairs and returns the norms. */
  double[] residuals(DenseMatrix into) {
    int wanted = into.rows();
    DenseMatrix y = coordinates.rowRange(0, wanted);
    try (Scratch inner = new Scratch()) {
      DenseMatrix scaled = inner.matrix(wanted, used);
      LinearAlgebra.copy(y, scaled);
      LinearAlgebra.scaleRows(scaled, Arrays.copyOf(values, wanted));
      LinearAlgebra.multiply(1, y, false, images(0, used), false, 0, into);
      LinearAlgebra.multiply(-1, scaled, false, vectors(0, used), false, 1, into);
    }
    double[] norms = new double[wanted];
    Parallel.forEach(wanted, i -> norms[i] = Certificate.norm(into.row(i)));
    return norms;
  }

  /** Makes the basis of the leading Ritz vectors; B and AB turn together. */
  void turn(int keep) {
    DenseMatrix y = coordinates.rowRange(0, keep);
    turn(vectors(0, used), y);
    turn(images(0, used), y);
    double[] rough = new double[keep];
    Arrays.setAll(rough, this::roughness);
    System.arraycopy(rough, 0, roughness, 0, keep);
    sharp = Math.min(sharp, keep);
    used = keep;
    projectedTo = 0;
  }

  /** Says that the images of so many leading vectors were replaced by those of A itself. */
  void sharpened(int leading) {
    Arrays.fill(roughness, 0, leading, 0);
    sharp = leading;
  }

  /** Replaces the first rows of vectors by y · vectors, some columns at a time. */
  private void turn(DenseMatrix vectors, DenseMatrix y) {
    Parallel.forEach(
        (size + COLUMNS_AT_ONCE - 1) / COLUMNS_AT_ONCE,
        i -> {
          int from = i * COLUMNS_AT_ONCE;
          DenseMatrix part = vectors.columnRange(from, Math.min(size, from + COLUMNS_AT_ONCE));
          try (Scratch inner = new Scratch()) {
            DenseMatrix turned = inner.matrix(y.rows(), part.columns());
            LinearAlgebra.multiply(1, y, false, part, false, 0, turned);
            LinearAlgebra.copy(turned, part.rowRange(0, y.rows()));
          }
        });
  }

  /** Multiplies groups of vectors by the operator, which is computed once for all of them. */
  static void multiplyTogether(
      SymmetricOperator operator, List<DenseMatrix> vectors, List<DenseMatrix> products) {
    int rows = vectors.stream().mapToInt(DenseMatrix::rows).sum();
    try (Scratch scratch = new Scratch()) {
      DenseMatrix in = scratch.matrix(rows, operator.size());
      DenseMatrix out = scratch.matrix(rows, operator.size());
      int at = 0;
      for (DenseMatrix group : vectors) {
        LinearAlgebra.copy(group, in.rowRange(at, at + group.rows()));
        at += group.rows();
      }
      operator.apply(in, out);
      at = 0;
      for (DenseMatrix group : products) {
        LinearAlgebra.copy(out.rowRange(at, at + group.rows()), group);
        at += group.rows();
      }
    }
  }

  private void releaseCoordinates() {
    if (coordinates != null) {
      coordinates.storage().release();
    }
  }

  @Override
  public void close() {
    releaseCoordinates();
    scratch.close();
  }
}
