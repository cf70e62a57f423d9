package org.eigenlens.plot;

import java.util.List;

/** All colours, told apart by colour-blind readers and in print. */
final class Palette {

  /** Okabe and Ito (2008), but for the yellow, which white paper swallows; then two of Tol's. */
  static final List<String> CATEGORIES =
      List.of(
          "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#882255", "#7A7A00",
          "#332288", "#44AA99");

  /** What is beyond the ten largest categories. */
  static final String OTHER = "#999999";

  static final String MAIN = CATEGORIES.get(0);
  static final String ACCENT = CATEGORIES.get(1);

  /** What was not used in the fit. */
  static final String SUPPLEMENTARY = ACCENT;

  static final String GUIDE = "#8C8C8C";
  static final String INK = "#333333";

  /** From little to much: viridis, without its palest end. */
  static final List<String> SEQUENTIAL =
      List.of("#440154", "#414487", "#2A788E", "#22A884", "#7AD151", "#D2C522");

  /** From little to much of a density: white paper first. */
  static final List<String> DENSITY =
      List.of("#DCE9F3", "#A9CBE3", "#74AED3", "#3D8DC0", "#1F6FA5", "#0F4F7D");

  static final String NEGATIVE = "#2166AC";
  static final String NEUTRAL = "#F7F7F7";
  static final String POSITIVE = "#B2182B";

  private Palette() {}
}
