package org.eigenlens.pca;

import org.eigenlens.matrix.Counted;

/** How many components are wanted. */
public sealed interface Wanted {

  /** As many as carry variance. */
  record All() implements Wanted {
    @Override
    public String toString() {
      return "all components";
    }
  }

  /** Says which numbers can be asked for. */
  static String upTo(long most) {
    return most == 1 ? "1" : "1 to " + most;
  }

  /** A fixed number. */
  record Count(int components) implements Wanted {
    /** Checks that the number is positive. */
    public Count {
      if (components < 1) {
        throw new IllegalArgumentException(
            "At least 1 component is needed, not " + components + ".");
      }
    }

    @Override
    public String toString() {
      return Counted.of(components, "component");
    }
  }

  /** The smallest number whose cumulative share of the total variance is at least this. */
  record Share(double share) implements Wanted {
    /** Checks that the share lies in (0, 1]. */
    public Share {
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException(
            "A share of the variance lies above 0 and at most at 1, not at " + share + ".");
      }
    }

    @Override
    public String toString() {
      return "a share of " + share;
    }
  }
}
