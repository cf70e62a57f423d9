package org.eigenlens.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.data.Data;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.Model;
import org.eigenlens.model.Origin;
import org.eigenlens.plot.ModelReport;
import org.eigenlens.plot.Points;
import org.eigenlens.plot.Scene;
import org.eigenlens.rules.Answer;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The report that {@code fit} writes, and the rows it shows. */
final class FitReport {

  /** What a sparse matrix with more cells than this leaves unexplained is not looked at. */
  private static final double MOST_CELLS = 5e7;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Write a report with pictures: one page that needs no network.")
  private Optional<Path> file;

  private Optional<Points> points = Optional.empty();

  Optional<Path> file() {
    return file;
  }

  /** Refuses a file that cannot be written, before any time is spent. */
  void check(CommandLine command, List<Path> needed) throws IOException {
    if (file.isEmpty()) {
      return;
    }
    if (!file.get().toString().toLowerCase(Locale.ROOT).endsWith(".html")) {
      throw new ParameterException(command, file.get() + ": a report is a page and ends in .html");
    }
    Outputs.requireWritable(command, file.get(), needed);
  }

  /** Keeps the rows of a fit for the pictures, if there is to be a report. */
  void keep(Data data, Rows rows, DenseMatrix coordinates) {
    if (file.isEmpty()) {
      return;
    }
    Points known = Points.of(coordinates);
    Matrix x = rows.matrix();
    if (x instanceof DenseMatrix || (double) x.rows() * x.columns() <= MOST_CELLS) {
      known = known.withRows(x);
    }
    BitSet dropped = rows.dropped();
    if (data.ids().isPresent()) {
      known = known.withIds(kept(data.ids().get(), dropped));
    }
    if (data.labels().isPresent()) {
      known = known.withLabels(kept(data.labels().get(), dropped));
    } else if (data.targets().columns() > 0) {
      double[] target = data.targets().column(0);
      known =
          known.withColour(
              new Points.Numbers(
                  data.targetNames().get(0),
                  IntStream.range(0, target.length)
                      .filter(i -> !dropped.get(i))
                      .mapToDouble(i -> target[i])
                      .toArray()));
    }
    points = Optional.of(known);
  }

  private static List<String> kept(List<String> all, BitSet dropped) {
    return IntStream.range(0, all.size()).filter(i -> !dropped.get(i)).mapToObj(all::get).toList();
  }

  /** Keeps the rows of a fit to two views. */
  void keep(PairedFit.Fitted fitted, InputOptions input) {
    if (file.isPresent()) {
      points = Optional.of(PlottedRows.ofViews(fitted.scores(), fitted.texts(), input));
    }
  }

  /** Writes the report, if one is wanted. */
  void write(
      Model model,
      List<String> inputs,
      Optional<Answer> chosen,
      List<String> remarks,
      List<String> warnings)
      throws IOException {
    if (file.isEmpty()) {
      return;
    }
    Headless.start();
    Scene scene = Scene.of(model);
    List<String> unasked = new ArrayList<>();
    if (points.isPresent()) {
      scene = scene.with(points.get());
      try (StatusLine status = StatusLine.on(spec.commandLine().getErr())) {
        status.at("asking the rules for the number of components");
        scene = PlottedRules.of(scene, points.get(), unasked::add);
      }
    }
    Reproduction again = new Reproduction(spec, model, inputs);
    new ModelReport(
            scene,
            new ModelReport.Circumstances(
                Method.title(model.provenance().method()),
                again.source(),
                taken(model, remarks),
                warnings,
                chosen
                    .map(answer -> "the rule " + answer.rule() + " says so, since " + answer.why())
                    .or(again::asked),
                Optional.of(again.command()),
                again.program(),
                unasked.stream().findFirst(),
                Traces.of(inputs)))
        .write(file.get());
  }

  /** Returns what was left out or taken for something, also what users know who gave options. */
  private List<String> taken(Model model, List<String> remarks) {
    List<String> taken = new ArrayList<>(remarks);
    ParseResult given = spec.commandLine().getParseResult();
    if (model.provenance().origin() instanceof Origin.Texts texts) {
      if (!texts.language().equals("none")) {
        taken.add("the stop words of the language " + texts.language());
      }
      for (String option : List.of("--min-df", "--max-df")) {
        if (given.hasMatchedOption(option)) {
          taken.add(
              "terms in %s than %s documents (%s)"
                  .formatted(
                      option.equals("--min-df") ? "fewer" : "more",
                      given.matchedOption(option).stringValues().get(0),
                      option));
        }
      }
    }
    boolean labelled = points.filter(known -> known.labels().isPresent()).isPresent();
    if (labelled && !given.hasMatchedOption("--label")) {
      taken.add("the names of folders were taken for labels");
    }
    return taken;
  }
}
