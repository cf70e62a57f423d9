package org.eigenlens.model;

import java.util.Arrays;

/**
 * How far rows spread along the components of a method whose eigenvalues do not tell, because they
 * measure something else: dependence on labels, or separation of classes.
 *
 * @param squares the sum of the squared coordinates about their mean, for each component
 * @param total the same over all directions of the prepared data
 */
public record Spread(double[] squares, double total) {

  /** Checks the numbers, and copies them. */
  public Spread {
    squares = squares.clone();
    if (!(total >= 0) || !Arrays.stream(squares).allMatch(value -> value >= 0)) {
      throw new IllegalArgumentException("Sums of squares are not negative.");
    }
  }

  @Override
  public double[] squares() {
    return squares.clone();
  }

  /** Returns the same of the first components only. */
  Spread first(int count) {
    return new Spread(Arrays.copyOf(squares, count), total);
  }
}
