package org.eigenlens.kernel.preimage;

import org.eigenlens.kernel.Cosine;
import org.eigenlens.kernel.Linear;
import org.eigenlens.kernel.Polynomial;
import org.eigenlens.kernel.Rbf;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Turns coordinates in a {@link Subspace} into points of the input space.
 *
 * <p>Unless the kernel is linear, making a decoder costs one pass over the m × m kernel matrix of
 * the references, m²(d + k) operations in blocks; it is then immutable and may be used from several
 * threads. Decoding uses all cores and gives the same numbers however many there are.
 */
public interface Decoder {

  /**
   * Finds a point for each row of coordinates.
   *
   * @param coordinates q × k
   * @throws IllegalArgumentException if the number of columns is not that of the directions, or a
   *     value is not finite
   */
  PreImages decode(DenseMatrix coordinates);

  /**
   * Finds a point for each row of coordinates, near the point that they came from.
   *
   * <p>Few components do not tell apart what they do not describe: where several points fit the
   * coordinates about as well, an iteration begun at the noisy point itself, as in Mika et al.
   * (1999), finds the one near it. Methods without an iteration answer as {@link #decode} does.
   *
   * @param coordinates q × k
   * @param starts q × d, the points whose coordinates these are
   */
  PreImages denoise(DenseMatrix coordinates, DenseMatrix starts);

  /**
   * Prepares a decoder.
   *
   * @throws IllegalArgumentException if the method does not support the kernel
   */
  static Decoder of(PreImageMethod method, Subspace subspace) {
    method.check(subspace.kernel());
    if (subspace.kernel() instanceof Linear) {
      return new LinearDecoder(method, subspace);
    }
    Frame frame = new Frame(subspace);
    return switch (method) {
      case RIDGE -> new RidgeDecoder(frame);
      case DISTANCES -> new DistanceDecoder(frame);
      case FIXED_POINT -> {
        if (subspace.kernel() instanceof Cosine) {
          yield new CosineDecoder(frame);
        }
        if (subspace.kernel() instanceof Rbf || subspace.kernel() instanceof Polynomial) {
          yield new FixedPointDecoder(frame);
        }
        yield new DescentDecoder(frame);
      }
    };
  }
}
