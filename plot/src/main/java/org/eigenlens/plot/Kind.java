package org.eigenlens.plot;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The pictures there are, each drawn in a file of its own. */
public enum Kind {
  /** Bars of variance, their running sum, and where each rule would cut. */
  SCREE(Rows.IF_THERE, Integer.MAX_VALUE),
  /** Rows in the plane of two components, or of five against each other. */
  SCORES(Rows.ALWAYS, 0),
  /** Rows and columns in one plane. */
  BIPLOT(Rows.ALWAYS, 0),
  /** Correlations of standardised columns with two components. */
  CORRELATION_CIRCLE(Rows.NEVER, 0),
  /** Weights of columns in components. */
  LOADINGS(Rows.NEVER, 0),
  /** What columns contribute to components. */
  CONTRIBUTIONS(Rows.NEVER, 0),
  /** How well the plane of two components shows rows or columns. */
  COS2(Rows.IF_THERE, Integer.MAX_VALUE),
  /** Rows, what the model makes of them, and the difference. */
  RECONSTRUCTION(Rows.ALWAYS, ReconstructionPicture.MOST_ROWS),
  /** Components as images or curves. */
  COMPONENTS(Rows.NEVER, 0),
  /** The value of components over a plane of two columns. */
  CONTOURS(Rows.ALWAYS, Integer.MAX_VALUE),
  /** Paired scores of two views, and what they are made of. */
  CORRELATIONS(Rows.ALWAYS, 0),
  /** How unusual rows are, within the model and away from it. */
  OUTLIERS(Rows.ALWAYS, Integer.MAX_VALUE),
  /** Two models of the same rows, one laid over the other. */
  COMPARE(Rows.ALWAYS, 0);

  private enum Rows {
    NEVER,
    IF_THERE,
    ALWAYS
  }

  private final Rows rows;
  private final int rowsWithCells;

  Kind(Rows rows, int rowsWithCells) {
    this.rows = rows;
    this.rowsWithCells = rowsWithCells;
  }

  /** Tells whether there is nothing to draw without rows. */
  public boolean needsRows() {
    return rows == Rows.ALWAYS;
  }

  /** Tells whether rows are drawn, or looked at, if there are some. */
  public boolean usesRows() {
    return rows != Rows.NEVER;
  }

  /** Returns of how many rows the cells are needed at most; of the others coordinates do. */
  public int rowsWithCells() {
    return rowsWithCells;
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
