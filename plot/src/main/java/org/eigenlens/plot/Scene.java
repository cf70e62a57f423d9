package org.eigenlens.plot;

import java.util.List;
import java.util.Optional;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import org.eigenlens.rules.Recommendation;

/**
 * What a picture is drawn from: a model, rows it has encoded, and what users chose.
 *
 * @param model the model
 * @param points rows, if there are some
 * @param more rows that took no part in the fit, to be shown as such
 * @param columns columns that took no part in the fit, to be shown as such
 * @param rules what the rules for the number of components say of the same data
 * @param other another model of the same rows, to be compared
 * @param look what users chose
 */
public record Scene(
    Model model,
    Optional<Points> points,
    Optional<Points> more,
    Optional<Columns> columns,
    Optional<Recommendation> rules,
    Optional<Other> other,
    Look look) {

  /** Directions further from right angles than this are so by their method. */
  private static final double ASKEW = 1e-6;

  /** Columns that took no part in the fit: values for the rows of the scene. */
  public record Columns(List<String> names, DenseMatrix values) {}

  /** Another model, and its coordinates of the rows of the scene. */
  public record Other(String name, Model model, DenseMatrix coordinates) {}

  /** Returns a scene with a model alone. */
  public static Scene of(Model model) {
    return new Scene(
        model,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Look.DEFAULT);
  }

  /** Returns the same with rows. */
  public Scene with(Points rows) {
    return new Scene(model, Optional.of(rows), more, columns, rules, other, look);
  }

  /** Returns the same with rows that took no part in the fit. */
  public Scene withMore(Points rows) {
    return new Scene(model, points, Optional.of(rows), columns, rules, other, look);
  }

  /** Returns the same with columns that took no part in the fit. */
  public Scene with(Columns supplementary) {
    return new Scene(model, points, more, Optional.of(supplementary), rules, other, look);
  }

  /** Returns the same with what the rules say. */
  public Scene with(Recommendation said) {
    return new Scene(model, points, more, columns, Optional.of(said), other, look);
  }

  /** Returns the same with another model to compare. */
  public Scene with(Other compared) {
    return new Scene(model, points, more, columns, rules, Optional.of(compared), look);
  }

  /** Returns the same with another look. */
  public Scene with(Look chosen) {
    return new Scene(model, points, more, columns, rules, other, chosen);
  }

  /** Tells whether directions are not at right angles, so that what they show does not add up. */
  boolean isAskew() {
    return model.provenance().orthogonality() > ASKEW;
  }

  /** Tells whether components hold shares of a total; eigenvalues that are costs do not. */
  boolean hasShares() {
    return !(model instanceof PairedModel)
        && !(model instanceof KernelModel kernel && kernel.minimizes());
  }

  /** Says what components hold shares of: without a mean to start from it is no variance. */
  String shared() {
    return model.provenance().centered() || model instanceof PairedModel ? "variance" : "squares";
  }

  /** Returns the rows, which a picture cannot do without. */
  Points requirePoints(String kind) {
    return points
        .filter(rows -> rows.known().length > 0)
        .orElseThrow(
            () ->
                new PictureException(
                    "a picture of " + kind + " shows rows, and there are none",
                    "name the input after the model"));
  }

  /** Returns the cells of all rows, which a picture cannot do without. */
  Matrix requireCells(String kind) {
    Points drawn = requirePoints(kind);
    return drawn
        .rows()
        .filter(cells -> cells.rows() == drawn.count())
        .orElseThrow(
            () ->
                new PictureException(
                    "a picture of "
                        + kind
                        + " needs the rows themselves, and only their coordinates are at hand",
                    "name the input after the model"));
  }

  /** Returns the model as one whose components are weighted sums of columns. */
  LinearModel requireLinear(String kind) {
    if (model instanceof LinearModel linear) {
      return linear;
    }
    throw new PictureException(
        "a picture of "
            + kind
            + " needs components that are weighted sums of columns, and those of "
            + model.provenance().method()
            + " are not",
        model instanceof PairedModel
            ? "see plot correlations, or fit with -m pca"
            : "see plot scores, or fit with -m pca");
  }

  /** Refuses a second axis that is not there. */
  void requireAxes() {
    int most = Math.max(look.first(), look.second()) + 1;
    if (most > model.components()) {
      throw new PictureException(
          "component %d is to be drawn, but the model has %s"
              .formatted(most, Texts.count(model.components(), "component")),
          model.components() < 2
              ? "see plot scores, or fit more with -k where the data have more"
              : "choose others with --axes");
    }
  }

  /** Returns the name of a component, with its share of the variance where it has one. */
  String axis(int component) {
    String name = "PC" + (component + 1);
    return share(component).map(share -> name + " (" + share + ")").orElse(name);
  }

  /** Returns a component's share of the total variance in words; methods without one have none. */
  Optional<String> share(int component) {
    if (!hasShares()) {
      return Optional.empty();
    }
    double share = model.explainedVarianceRatio()[component];
    return share >= 0 && share <= 1 ? Optional.of(Texts.percent(share)) : Optional.empty();
  }

  /** Says what the model is in a few words. */
  String subject() {
    return "%s of %s × %s%s"
        .formatted(
            model.provenance().method(),
            Texts.count(model.provenance().rows(), "row"),
            Texts.count(model.columns(), "column"),
            model.provenance().standardized() ? ", standardised" : "");
  }
}
