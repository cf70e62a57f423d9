package org.eigenlens.model;

import java.util.List;

/**
 * Where a model comes from: enough to judge it, and to make it again.
 *
 * @param method such as {@code pca}
 * @param solver the route that was taken
 * @param solverReason why, in words
 * @param rows how many rows it was fitted to
 * @param centered whether the mean was subtracted
 * @param standardized whether columns were divided by their standard deviation
 * @param whitened whether coordinates are scaled to unit variance
 * @param ddof variances divide by rows − ddof
 * @param seed of whatever was random
 * @param tolerance of iterative solvers
 * @param maxRelativeResidual the certificate's largest ‖Av − θv‖ / θ₁
 * @param orthogonality the certificate's largest deviation of VVᵀ from the identity; NaN for
 *     weights, which are no directions
 * @param version the version of Eigenlens that made it
 * @param warnings what the user was told when it was made
 * @param origin what its rows were before they were numbers; null for those of a table
 * @param labels how labels chose the components; null where labels had no part
 * @param aligned whether signs are those of an earlier model, and not such that the largest weight
 *     of a component is positive
 * @param filling what missing cells of rows are taken to be, as those of its own were; null where
 *     nobody said
 */
public record Provenance(
    String method,
    String solver,
    String solverReason,
    long rows,
    boolean centered,
    boolean standardized,
    boolean whitened,
    int ddof,
    long seed,
    double tolerance,
    double maxRelativeResidual,
    double orthogonality,
    String version,
    List<String> warnings,
    Origin origin,
    LabelUse labels,
    boolean aligned,
    Filling filling) {

  /** The rule of signs that are those of an earlier model. */
  static final String ALIGNED = "aligned";

  /** Keeps the warnings from being changed. */
  public Provenance {
    warnings = List.copyOf(warnings);
  }

  /** Describes a model of a table. */
  public Provenance(
      String method,
      String solver,
      String solverReason,
      long rows,
      boolean centered,
      boolean standardized,
      boolean whitened,
      int ddof,
      long seed,
      double tolerance,
      double maxRelativeResidual,
      double orthogonality,
      String version,
      List<String> warnings) {
    this(
        method,
        solver,
        solverReason,
        rows,
        centered,
        standardized,
        whitened,
        ddof,
        seed,
        tolerance,
        maxRelativeResidual,
        orthogonality,
        version,
        warnings,
        null,
        null,
        false,
        null);
  }

  /**
   * Names the rule of the signs: {@code largest-positive}, where the largest weight of a component
   * is positive, or {@code aligned}.
   */
  public String signRule() {
    return aligned ? ALIGNED : "largest-positive";
  }

  /** Returns the same for a model whose rows come from elsewhere. */
  public Provenance withOrigin(Origin other) {
    Draft draft = new Draft(this);
    draft.newOrigin = other;
    return draft.made();
  }

  /** Returns the same for a model whose components labels chose. */
  public Provenance withLabels(LabelUse use) {
    Draft draft = new Draft(this);
    draft.newLabels = use;
    return draft.made();
  }

  /** Returns the same for a model that fills missing cells of rows so. */
  Provenance withFilling(Filling other) {
    Draft draft = new Draft(this);
    draft.newFilling = other;
    return draft.made();
  }

  /** Returns the same for a model whose labels were these columns of a table. */
  Provenance withLabelColumns(List<String> names) {
    if (labels == null) {
      throw new IllegalArgumentException("Labels had no part in a model of " + method + ".");
    }
    return withLabels(labels.withColumns(names));
  }

  /** Returns the same for the first components of a model. */
  Provenance first(int count) {
    return origin instanceof Origin.Texts texts ? withOrigin(texts.first(count)) : this;
  }

  /** Returns the same for a model some of whose coordinates change sign. */
  Provenance turned(double[] signs) {
    Provenance aligned = withAligned(true);
    return origin instanceof Origin.Texts texts ? aligned.withOrigin(texts.times(signs)) : aligned;
  }

  /** Returns the same for a model whose signs are those of an earlier one, or by the rule. */
  Provenance withAligned(boolean asEarlier) {
    Draft draft = new Draft(this);
    draft.newAligned = asEarlier;
    return draft.made();
  }

  /** Returns the same for a part of a model, whose directions are not orthonormal by themselves. */
  public Provenance asPart() {
    Draft draft = new Draft(this);
    draft.newOrthogonality = Double.NaN;
    draft.newWarnings = List.of();
    draft.newOrigin = null;
    return draft.made();
  }

  /** Returns the same of more rows, found by another route. */
  Provenance ofRows(long count, String route, String reason) {
    Draft draft = new Draft(this);
    draft.newRows = count;
    draft.newSolver = route;
    draft.newReason = reason;
    draft.newOrigin = null;
    return draft.made();
  }

  /** A copy in the making: what can become another, the rest stays as it is. */
  private static final class Draft {
    private final Provenance old;
    private String newSolver;
    private String newReason;
    private long newRows;
    private double newOrthogonality;
    private List<String> newWarnings;
    private Origin newOrigin;
    private LabelUse newLabels;
    private boolean newAligned;
    private Filling newFilling;

    Draft(Provenance old) {
      this.old = old;
      newSolver = old.solver;
      newReason = old.solverReason;
      newRows = old.rows;
      newOrthogonality = old.orthogonality;
      newWarnings = old.warnings;
      newOrigin = old.origin;
      newLabels = old.labels;
      newAligned = old.aligned;
      newFilling = old.filling;
    }

    Provenance made() {
      return new Provenance(
          old.method,
          newSolver,
          newReason,
          newRows,
          old.centered,
          old.standardized,
          old.whitened,
          old.ddof,
          old.seed,
          old.tolerance,
          old.maxRelativeResidual,
          newOrthogonality,
          old.version,
          newWarnings,
          newOrigin,
          newLabels,
          newAligned,
          newFilling);
    }
  }

  /** Returns what sums of squares are divided by to give variances. */
  public double divisor() {
    return Math.max(1, rows - ddof);
  }
}
