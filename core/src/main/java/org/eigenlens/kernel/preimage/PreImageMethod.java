package org.eigenlens.kernel.preimage;

import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Linear;
import org.eigenlens.kernel.Polynomial;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.kernel.Rbf;

/** The ways from coordinates back to a point. With the linear kernel all of them are exact. */
public enum PreImageMethod {

  /**
   * Minimises the distance ‖φ(z) − P‖² in feature space: by the fixed point of Mika et al. (1999)
   * for rbf and polynomial kernels, in closed form for cosine, by gradients for the others.
   */
  FIXED_POINT("fixed-point"),

  /**
   * Turns the distances to the nearest references in feature space into distances in input space,
   * and finds the point that has them (Kwok and Tsang, 2004).
   */
  DISTANCES("mds"),

  /** Learns the map from coordinates to points by kernel ridge regression (Bakır et al., 2004). */
  RIDGE("ridge");

  private final String label;

  PreImageMethod(String label) {
    this.label = label;
  }

  /** Returns the name as users write it. */
  public String label() {
    return label;
  }

  /**
   * Returns the method to use if users name none.
   *
   * <p>On noisy digits the fixed point has the least error in feature space and mostly removes most
   * noise with rbf and polynomial kernels; ridge comes nearer to clean points. For the others ridge
   * is the choice: it needs neither gradients nor luck with local minima.
   *
   * @throws IllegalArgumentException if the kernel is precomputed
   */
  public static PreImageMethod defaultFor(Kernel kernel) {
    checkPoints(kernel);
    return kernel instanceof Rbf || kernel instanceof Linear || kernel instanceof Polynomial
        ? FIXED_POINT
        : RIDGE;
  }

  /**
   * Tells whether the method works with a kernel.
   *
   * <p>Distances can be had from rbf, from linear and from polynomials of odd degree only: others
   * are not a one-to-one function of a Euclidean distance or an inner product.
   */
  public boolean supports(Kernel kernel) {
    if (kernel instanceof Precomputed) {
      return false;
    }
    if (this != DISTANCES) {
      return true;
    }
    return kernel instanceof Rbf
        || kernel instanceof Linear
        || (kernel instanceof Polynomial polynomial && polynomial.degree() % 2 == 1);
  }

  /**
   * Refuses a kernel that the method does not work with.
   *
   * @throws IllegalArgumentException that says which it works with
   */
  public void check(Kernel kernel) {
    checkPoints(kernel);
    if (!supports(kernel)) {
      throw new IllegalArgumentException(refusal(kernel));
    }
  }

  /** Says why the method does not work with a kernel of points. */
  public String refusal(Kernel kernel) {
    return ("Pre-images by %s need a kernel that gives back Euclidean distances (rbf, linear, or"
            + " poly of odd degree), not %s; use %s or %s.")
        .formatted(label, kernel.name(), RIDGE.label, FIXED_POINT.label);
  }

  private static void checkPoints(Kernel kernel) {
    if (kernel instanceof Precomputed) {
      throw new IllegalArgumentException(
          "A precomputed kernel has no pre-images: it knows similarities only, so there are no"
              + " points to return to.");
    }
  }
}
