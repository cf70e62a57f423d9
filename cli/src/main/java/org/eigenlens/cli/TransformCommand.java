package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.eigenlens.data.DataException;
import org.eigenlens.data.TableWriter;
import org.eigenlens.data.Words;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Encodes rows with a model. */
@Command(
    name = "transform",
    description = "Encode rows with a model: one row of coordinates for each, in order.",
    footer = {"", "Example: eigenlens transform iris.eigenlens new.csv -o coordinates.csv"})
final class TransformCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ApplyOptions apply;
  @Mixin private InputOptions input;
  @Mixin private RunOptions run;
  @Mixin private JsonOption json;

  @Option(
      names = "--diagnostics",
      description =
          "Add the columns T2 (how far a row is from the centre, within the model), SPE (how far"
              + " from the model) and outlier (1 if one of them is beyond its 95 %% limit).")
  private boolean diagnostics;

  @Option(
      names = "--view",
      paramLabel = "x|y",
      description =
          "For models of two views: which of them the input is, where columns do not tell.")
  private Optional<PairedModel.Side> view = Optional.empty();

  @Option(
      names = "--predict",
      description =
          "For models of two views, where one is given: predict the scores of the other too.")
  private boolean predict;

  @Override
  public Integer call() throws IOException {
    if (json.wanted() && apply.output().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--json needs -o FILE, since the coordinates go to standard output");
    }
    run.start();
    Model model = apply.load(run, input);
    if (model instanceof PairedModel paired) {
      return transformViews(paired);
    }
    if (view.isPresent() || predict) {
      throw new ParameterException(
          spec.commandLine(), "--view and --predict are for models of two views (-m cca)");
    }
    ModelInput rows = apply.open(model, input);
    PrintWriter out = spec.commandLine().getOut();
    List<String> columns = new ArrayList<>(Words.numbered("PC", rows.model().components()));
    Outliers outliers = null;
    if (diagnostics) {
      outliers = new Outliers(linear(rows));
      columns.addAll(Outliers.COLUMNS);
    }
    Outliers judge = outliers;
    long[] count = new long[1];
    try (TableWriter writer =
        apply.writer(StandardOutput.of(out), input.textColumns(rows.table()), columns)) {
      rows.encode(
          input,
          run.memory(),
          encoded -> {
            writer.append(
                encoded.texts(), diagnostics ? judge.beside(encoded) : encoded.coordinates());
            count[0] += encoded.coordinates().rows();
          });
      writer.commit();
      rows.notes().addAll(writer.remarks());
    }
    apply.warn(rows.warnings());
    if (diagnostics) {
      spec.commandLine().getErr().println(outliers.limits());
    }
    if (json.wanted()) {
      json.print(
          out,
          apply.report(model, rows.warnings(), count[0], diagnostics ? outliers.json() : Map.of()));
      return 0;
    }
    wrote(count[0]);
    return 0;
  }

  private void wrote(long rows) {
    apply
        .output()
        .ifPresent(
            file ->
                spec.commandLine()
                    .getOut()
                    .println("wrote " + Words.count(rows, "row") + " of coordinates to " + file));
  }

  private int transformViews(PairedModel model) {
    if (diagnostics) {
      throw DataException.of(
          "--diagnostics needs a model of one view, and this has two",
          "leave it out, or fit with -m pca");
    }
    PairedTransform rows =
        new PairedTransform(model, input, apply.inputs(), view, predict, run.memory());
    PrintWriter out = spec.commandLine().getOut();
    long[] count = new long[1];
    try (TableWriter writer =
        apply.writer(StandardOutput.of(out), rows.textColumns(), rows.columns())) {
      rows.encode(
          (texts, scores) -> {
            writer.append(texts, scores);
            count[0] += scores.rows();
          });
      writer.commit();
      rows.notes().addAll(writer.remarks());
    }
    apply.warn(rows.warnings());
    if (json.wanted()) {
      json.print(out, apply.report(model, rows.warnings(), count[0], Map.of()));
      return 0;
    }
    wrote(count[0]);
    return 0;
  }

  private static LinearModel linear(ModelInput rows) {
    if (rows.model() instanceof LinearModel linear && linear.spread() == null) {
      return linear;
    }
    throw DataException.of(
        "--diagnostics needs a linear model of principal components, and this is a model of "
            + rows.model().provenance().method(),
        "leave it out, or fit with -m pca");
  }
}
