package org.eigenlens.cli;

/** Keeps Java from looking for a screen, which pictures in files do not need. */
final class Headless {

  private Headless() {}

  /** Says so, unless the user said otherwise. */
  static void start() {
    if (System.getProperty("java.awt.headless") == null) {
      System.setProperty("java.awt.headless", "true");
    }
  }
}
