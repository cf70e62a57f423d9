package org.eigenlens.plot;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The pictures there are, each drawn in a file of its own. */
public enum Kind {
  /** Bars of variance, their running sum, and where each rule would cut. */
  SCREE(false),
  /** Rows in the plane of two components, or of five against each other. */
  SCORES(true),
  /** Rows and columns in one plane. */
  BIPLOT(true),
  /** Correlations of standardised columns with two components. */
  CORRELATION_CIRCLE(false),
  /** Weights of columns in components. */
  LOADINGS(false),
  /** What columns contribute to components. */
  CONTRIBUTIONS(false),
  /** How well the plane of two components shows rows or columns. */
  COS2(false),
  /** Rows, what the model makes of them, and the difference. */
  RECONSTRUCTION(true),
  /** Components as images or curves. */
  COMPONENTS(false),
  /** The value of components over a plane of two columns. */
  CONTOURS(true),
  /** Paired scores of two views, and what they are made of. */
  CORRELATIONS(true),
  /** How unusual rows are, within the model and away from it. */
  OUTLIERS(true),
  /** Two models of the same rows, one laid over the other. */
  COMPARE(true);

  private final boolean needsRows;

  Kind(boolean needsRows) {
    this.needsRows = needsRows;
  }

  /** Tells whether there is nothing to draw without rows. */
  public boolean needsRows() {
    return needsRows;
  }

  /** Returns the name as users write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Finds a kind by its name. */
  public static Optional<Kind> find(String label) {
    return Arrays.stream(values())
        .filter(kind -> kind.label().equals(label.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  /**
   * Draws a picture.
   *
   * @throws PictureException if it would be wrong or empty for this scene
   */
  public Picture draw(Scene scene) {
    return switch (this) {
      case SCREE -> ScreePicture.draw(scene);
      case SCORES -> ScoresPicture.draw(scene);
      case BIPLOT -> BiplotPicture.draw(scene);
      case CORRELATION_CIRCLE -> CirclePicture.draw(scene);
      case LOADINGS -> LoadingsPicture.draw(scene);
      case CONTRIBUTIONS -> ContributionsPicture.draw(scene);
      case COS2 -> QualityPicture.draw(scene);
      case RECONSTRUCTION -> ReconstructionPicture.draw(scene);
      case COMPONENTS -> ComponentsPicture.draw(scene);
      case CONTOURS -> ContoursPicture.draw(scene);
      case CORRELATIONS -> CorrelationsPicture.draw(scene);
      case OUTLIERS -> OutliersPicture.draw(scene);
      case COMPARE -> ComparePicture.draw(scene);
    };
  }
}
