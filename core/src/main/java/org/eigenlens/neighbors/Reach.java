package org.eigenlens.neighbors;

/** Which other points are the neighbours of one. */
public sealed interface Reach {

  /** So many of the nearest; of those equally far the first. */
  record Nearest(int count) implements Reach {
    /** Checks the number. */
    public Nearest {
      if (count < 1) {
        throw new IllegalArgumentException("At least 1 neighbour is needed, not " + count + ".");
      }
    }

    @Override
    public String toString() {
      return count + (count == 1 ? " nearest neighbour" : " nearest neighbours");
    }
  }

  /** All within a distance. */
  record Within(double radius) implements Reach {
    /** Checks the number. */
    public Within {
      if (!(radius > 0 && radius < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "The radius must be positive and finite, not " + radius + ".");
      }
    }

    @Override
    public String toString() {
      return "all neighbours within " + radius;
    }
  }
}
