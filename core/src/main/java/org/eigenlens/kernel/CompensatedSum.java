package org.eigenlens.kernel;

import java.io.Serializable;

/**
 * A sum that keeps what rounding takes from it (Neumaier 1974): exact to a few units at the end.
 */
final class CompensatedSum implements Serializable {

  private double sum;
  private double lost;

  void add(double value) {
    double next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? (sum - next) + value : (value - next) + sum;
    sum = next;
  }

  void add(CompensatedSum other) {
    add(other.sum);
    add(other.lost);
  }

  double value() {
    return sum + lost;
  }
}
