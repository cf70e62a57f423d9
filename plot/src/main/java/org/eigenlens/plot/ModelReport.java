package org.eigenlens.plot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.eigenlens.model.KernelDescription;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.Provenance;
import org.eigenlens.model.Wilks;
import org.eigenlens.rules.Recommendation;

/**
 * A fit told from start to end in one page that needs nothing but itself: what was done, what was
 * found, how far to trust it, and how to do it again.
 */
public final class ModelReport {

  private static final int MOST_COMPONENTS = 20;
  private static final int MOST_NAMED = 12;
  private static final int MOST_SAID = 6;
  private static final int MOST_COLUMNS = 5;

  /** The pictures a report may have; what does not fit the model is left out. */
  private static final List<Kind> PICTURES =
      List.of(
          Kind.SCORES,
          Kind.CONTOURS,
          Kind.BIPLOT,
          Kind.CORRELATION_CIRCLE,
          Kind.COMPONENTS,
          Kind.RECONSTRUCTION,
          Kind.OUTLIERS,
          Kind.LOADINGS,
          Kind.CONTRIBUTIONS);

  /** Those that name columns. */
  private static final Set<Kind> OF_COLUMNS =
      EnumSet.of(Kind.BIPLOT, Kind.CORRELATION_CIRCLE, Kind.LOADINGS, Kind.CONTRIBUTIONS);

  /**
   * What a model does not know of its fit.
   *
   * @param method what the method is called
   * @param source what the rows were read from
   * @param remarks what was left out or taken for something while reading, a sentence each
   * @param warnings what users should know of the result
   * @param why why there are so many components, if a rule or the user chose
   * @param command the command that makes the same model; empty if there is none
   * @param program the program that makes the same model; empty if there is none
   * @param noRules why the rules for the number of components were not asked, if they were to be
   * @param traces what a reader needs to find the same data and program again, a sentence each
   */
  public record Circumstances(
      String method,
      String source,
      List<String> remarks,
      List<String> warnings,
      Optional<String> why,
      Optional<String> command,
      Optional<String> program,
      Optional<String> noRules,
      List<String> traces) {}

  private final Scene scene;
  private final Model model;
  private final Circumstances told;

  /**
   * Prepares a report.
   *
   * @param scene the model with the rows it was fitted to, if they are at hand
   */
  public ModelReport(Scene scene, Circumstances told) {
    this.scene = scene;
    this.model = scene.model();
    this.told = told;
  }

  /**
   * Writes the report; the file appears whole or not at all.
   *
   * @throws IOException if the file cannot be written
   */
  public void write(Path file) throws IOException {
    page().write(file);
  }

  /** Returns the report as a page. */
  public String html() {
    return page().html();
  }

  private ReportPage page() {
    ReportPage page = new ReportPage(capital(told.method()) + " of " + told.source(), lead());
    page.section("What was done");
    page.table(List.of("", ""), facts(), 2);
    if (!told.warnings().isEmpty()) {
      page.section("Warnings").list(told.warnings(), true);
    }
    page.section("Components");
    components(page);
    page.section("How many components");
    howMany(page);
    page.section("Pictures");
    pictures(page);
    List<String> drivers = drivers();
    if (!drivers.isEmpty()) {
      page.section("What drives each component").list(drivers, false);
    }
    page.section("Do it again");
    told.command().ifPresent(page::code);
    told.program().ifPresent(page::code);
    return page.footer(provenance() + " " + String.join(" ", told.traces()));
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private String lead() {
    String size =
        "%s × %s, %s. "
            .formatted(
                Texts.count(model.provenance().rows(), "row"),
                Texts.count(model.columns(), "column"),
                preparation());
    if (model instanceof PairedModel paired) {
      return size
          + "The scores of the first pair correlate by %s."
              .formatted(Texts.number(paired.correlations()[0]));
    }
    double share = 0;
    for (double part : model.explainedVarianceRatio()) {
      share += part;
    }
    return scene.hasShares() && share >= 0 && share <= 1 + 1e-9 && !scene.isAskew()
        ? size
            + "%s %s %s of the %s."
                .formatted(
                    Texts.count(model.components(), "component"),
                    model.components() == 1 ? "holds" : "hold",
                    Texts.percent(Math.min(1, share)),
                    scene.shared())
        : size + Texts.count(model.components(), "component") + ".";
  }

  private String preparation() {
    Provenance p = model.provenance();
    return (p.centered() ? "centred" : "not centred")
        + (p.standardized() ? ", standardised" : "")
        + (p.whitened() ? ", whitened" : "");
  }

  private List<List<String>> facts() {
    Provenance p = model.provenance();
    List<List<String>> facts = new ArrayList<>();
    facts.add(List.of("data", told.source()));
    facts.add(List.of("rows", Texts.count(p.rows(), "row") + " took part"));
    if (p.origin() != null) {
      facts.add(List.of("rows are", p.origin().words()));
    }
    facts.add(List.of("columns", columns()));
    facts.add(
        List.of(
            "left out or assumed",
            told.remarks().isEmpty() ? "nothing" : String.join("; ", told.remarks())));
    facts.add(List.of("method", told.method() + " (" + p.method() + "), " + preparation()));
    if (model instanceof KernelModel kernel) {
      List<String> words = new ArrayList<>();
      KernelDescription.of(kernel.kernel())
          .forEach(
              (name, value) -> words.add(name.equals("name") ? "" + value : name + " " + value));
      facts.add(List.of("kernel", String.join(", ", words)));
    }
    facts.add(List.of("solver", p.solver() + ": " + p.solverReason()));
    facts.add(List.of("certificate", certificate()));
    return facts;
  }

  private String columns() {
    List<String> names = model.columnNames();
    String some =
        String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())))
            + (names.size() > MOST_NAMED ? ", …" : "");
    return Texts.count(names.size(), "column") + ": " + some;
  }

  private String certificate() {
    Provenance p = model.provenance();
    String residual =
        Double.isNaN(p.maxRelativeResidual())
            ? "residuals were not measured"
            : String.format(
                Locale.ROOT,
                "each component solves its equation but for %.1e of the largest eigenvalue",
                p.maxRelativeResidual());
    return residual
        + String.format(
            Locale.ROOT,
            scene.isAskew()
                ? "; directions are askew by up to %.1e, as the method has it"
                : "; directions are at right angles to %.1e",
            p.orthogonality());
  }

  private void components(ReportPage page) {
    int k = Math.min(MOST_COMPONENTS, model.components());
    List<List<String>> rows = new ArrayList<>();
    if (model instanceof PairedModel paired) {
      double[] held = paired.crossValidatedCorrelations();
      List<Wilks> wilks = paired.findings().wilks();
      for (int i = 0; i < k; i++) {
        rows.add(
            List.of(
                "pair " + (i + 1),
                Texts.number(paired.correlations()[i]),
                i < held.length ? Texts.number(held[i]) : "–",
                i < wilks.size() ? Texts.number(wilks.get(i).pValue()) : "–"));
      }
      page.table(List.of("", "correlation", "on rows left out", "Wilks' p-value"), rows, 1);
    } else if (model.spread() != null) {
      boolean costs = !scene.hasShares();
      double running = 0;
      for (int i = 0; i < k; i++) {
        double share = model.totalSquares() > 0 ? model.eigenvalues()[i] / model.totalSquares() : 0;
        running += share;
        rows.add(
            List.of(
                "PC" + (i + 1),
                Texts.number(model.eigenvalues()[i]),
                costs ? "–" : Texts.percent(share),
                costs ? "–" : Texts.percent(running),
                Texts.number(model.explainedVariance()[i]),
                costs ? "–" : Texts.percent(model.explainedVarianceRatio()[i])));
      }
      page.table(
          List.of("component", "eigenvalue", "share", "cumulative", "variance", "of variance"),
          rows,
          1);
    } else {
      double running = 0;
      for (int i = 0; i < k; i++) {
        double share = model.explainedVarianceRatio()[i];
        running += share;
        rows.add(
            List.of(
                "PC" + (i + 1),
                Texts.number(model.eigenvalues()[i]),
                Texts.number(model.explainedVariance()[i]),
                Texts.percent(share),
                Texts.percent(running)));
      }
      String mean = scene.shared().equals("variance") ? "variance" : "mean square";
      page.table(List.of("component", "eigenvalue", mean, "share", "cumulative"), rows, 1);
    }
    if (k < model.components()) {
      page.paragraph("… and " + (model.components() - k) + " more.");
    }
  }

  private void howMany(ReportPage page) {
    page.paragraph(
        "The model has %s%s."
            .formatted(
                Texts.count(model.components(), "component"),
                told.why().map(why -> ": " + why).orElse("")));
    draw(Kind.SCREE).ifPresent(page::picture);
    told.noRules().ifPresent(why -> page.paragraph(capital(why) + (why.endsWith(".") ? "" : ".")));
    if (scene.rules().isPresent()) {
      Recommendation rules = scene.rules().get();
      rules
          .consensus()
          .ifPresent(
              consensus ->
                  page.paragraph(
                      "The rules together: %d (from %d to %d; %d of %d rules within one of it)."
                          .formatted(
                              consensus.components(),
                              consensus.lowest(),
                              consensus.highest(),
                              consensus.near(),
                              consensus.rules())));
      page.table(
          List.of("rule", "components", "why"),
          rules.answers().stream()
              .map(
                  answer ->
                      List.of(
                          answer.rule(),
                          answer.components().isPresent()
                              ? String.valueOf(answer.components().getAsInt())
                              : "–",
                          answer.why()))
              .toList(),
          3);
    }
  }

  private Optional<Picture> draw(Kind kind) {
    return draw(kind, scene);
  }

  private static Optional<Picture> draw(Kind kind, Scene scene) {
    try {
      return Optional.of(kind.draw(scene));
    } catch (PictureException e) {
      return Optional.empty(); // the picture does not fit the model
    }
  }

  private void pictures(ReportPage page) {
    if (scene.points().isEmpty()) {
      page.paragraph("Rows were read in passes and are not at hand, so they are in no picture.");
    }
    if (scene.points().isPresent()
        && scene.points().get().rows().isEmpty()
        && !(model instanceof PairedModel)) {
      page.paragraph(
          "There are too many cells to look at each, so no picture shows what rows hold"
              + " beyond their coordinates.");
    }
    for (Kind kind : PICTURES) {
      boolean needless =
          (kind.needsRows() && scene.points().isEmpty())
              || (kind == Kind.COMPONENTS && model.columns() <= MOST_NAMED)
              || (OF_COLUMNS.contains(kind) && (isOfImages() || model instanceof PairedModel));
      if (needless) {
        continue;
      }
      try {
        page.picture(kind.draw(scene));
      } catch (PictureException e) {
        // Others do not fit the model; this one does, and its numbers do not.
        if (kind == Kind.CONTOURS && model.columns() == 2 && !(model instanceof PairedModel)) {
          page.paragraph(
              "Contours over the plane of both columns are not drawn: " + e.getMessage() + ".");
        }
      }
    }
    if (isOfImages() && scene.points().isPresent()) {
      growing().ifPresent(page::picture);
    }
    if (scene.points().isPresent() && model.components() > 2 && !(model instanceof PairedModel)) {
      page.picture(Kind.SCORES.draw(scene.with(scene.look().withPairs(true))));
    }
  }

  /** Tells whether a column is a pixel, which says nothing by itself. */
  private boolean isOfImages() {
    return !(model instanceof PairedModel) && Pixels.form(scene).isPresent();
  }

  /** Draws what growing numbers of components make of rows, where there are several. */
  private Optional<Picture> growing() {
    List<Integer> counts =
        IntStream.of(8, 4, 2, 1)
            .map(part -> model.components() / part)
            .filter(count -> count > 0)
            .distinct()
            .boxed()
            .toList();
    return counts.size() < 2
        ? Optional.empty()
        : draw(Kind.RECONSTRUCTION, scene.with(scene.look().withCounts(counts)));
  }

  private String provenance() {
    Provenance p = model.provenance();
    return String.format(
        Locale.ROOT,
        "Made by Eigenlens %s: %s, solver %s, variances divide by rows − %d, seed %d, tolerance %.1e;"
            + " %s. This page is one file and fetches nothing.",
        p.version(),
        p.method(),
        p.solver(),
        p.ddof(),
        p.seed(),
        p.tolerance(),
        signRule());
  }

  /** Says what decides the signs of components, which are free otherwise. */
  private String signRule() {
    if (model.provenance().aligned()) {
      return "signs are those of an earlier model";
    }
    String decides = model instanceof PairedModel ? "in each pair" : "in each component";
    if (model instanceof PairedModel paired) {
      return decides
          + (paired.isLinear() ? " the largest loading" : " the largest score")
          + " of view x is positive";
    }
    return decides
        + (model instanceof LinearModel ? " the largest weight" : " the largest score")
        + " is positive";
  }

  /** Says in the names of the columns what components are made of. */
  private List<String> drivers() {
    if (isOfImages()) {
      return List.of(); // the pictures of components say it
    }
    return Weights.of(scene)
        .map(
            weights ->
                IntStream.range(0, Math.min(MOST_SAID, weights.values().columns()))
                    .mapToObj(component -> weights.sentence(scene, component, MOST_COLUMNS))
                    .toList())
        .orElse(List.of());
  }
}
