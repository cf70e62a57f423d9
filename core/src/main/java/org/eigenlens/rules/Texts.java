package org.eigenlens.rules;

import org.eigenlens.matrix.Counted;

/** Words that reasons are made of. */
final class Texts {

  private Texts() {}

  static String have(long number, String thing) {
    return Counted.of(number, thing) + (number == 1 ? " has" : " have");
  }
}
