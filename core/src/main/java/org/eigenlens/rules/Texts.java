package org.eigenlens.rules;

/** Words that reasons are made of. */
final class Texts {

  private Texts() {}

  static String counted(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  static String have(long number, String thing) {
    return counted(number, thing) + (number == 1 ? " has" : " have");
  }
}
