package org.eigenlens.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eigenlens.data.Data;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Table;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import org.eigenlens.plot.Kind;
import org.eigenlens.plot.Points;
import org.eigenlens.plot.Scene;

/** Reads and encodes what a picture shows. */
final class PlottedRows {

  private final InputOptions input;
  private final List<String> inputs;
  private final RunOptions run;
  private final List<String> warnings;

  PlottedRows(InputOptions input, List<String> inputs, RunOptions run, List<String> warnings) {
    this.input = input;
    this.inputs = inputs;
    this.run = run;
    this.warnings = warnings;
  }

  /** Puts together what a picture is drawn from. */
  Scene scene(Model model, Kind kind, PlotOptions options) throws IOException {
    Scene scene = Scene.of(model).with(options.look());
    if (inputs.isEmpty() && !input.hasQuery()) {
      return withoutInput(scene, model, kind, options);
    }
    if (!kind.usesRows() && options.supplementary().isEmpty()) {
      warnings.add("plot " + kind.label() + " shows no rows, so the input was not read");
      return scene;
    }
    List<String> used =
        Stream.of(options.colour(), options.supplementary(), input.label())
            .flatMap(Optional::stream)
            .toList();
    // The model says how images and texts are read, whoever reads them.
    Optional<ModelInput> opened =
        model instanceof PairedModel
            ? Optional.empty()
            : Optional.of(ModelInput.open(model, input, inputs, used));
    // Before rows are encoded, which takes its time: it may refuse.
    Optional<Points.Numbers> colour =
        options.colour().isPresent()
            ? Optional.of(colour(options.colour().get()))
            : Optional.empty();
    Points points =
        opened.isPresent()
            ? rows(opened.get(), input, kind.rowsWithCells())
            : views((PairedModel) model);
    points = colour.isPresent() ? points.withColour(colour.get()) : points;
    scene = scene.with(points);
    if (options.supplementary().isPresent()) {
      Data columns = columns(options.supplementary().get());
      scene =
          scene.with(
              new Scene.Columns(columns.featureNames(), PlottedCells.dense(columns.matrix())));
    }
    if (options.supplementaryRows().isPresent()) {
      scene =
          scene.withMore(
              rows(model, input.withoutLabel(), List.of(options.supplementaryRows().get()), used));
    }
    if (options.with().isPresent()) {
      Model other = ModelInput.load(options.with().get(), run);
      String name = other.provenance().method() + " (" + options.with().get().getFileName() + ")";
      if (!(other instanceof PairedModel)) {
        scene =
            scene.with(
                new Scene.Other(name, other, rows(other, input, inputs, used).coordinates()));
      } else {
        scene = scene.with(new Scene.Other(name, other, DenseMatrix.zeros(0, 0)));
      }
    }
    return kind == Kind.SCREE ? PlottedRules.of(scene, points, warnings::add) : scene;
  }

  /** Draws what a model knows by itself: itself, and sometimes where its training rows are. */
  private Scene withoutInput(Scene scene, Model model, Kind kind, PlotOptions options) {
    boolean coordinatesDo = kind == Kind.SCORES || kind == Kind.CORRELATIONS;
    boolean asksForRows =
        input.label().isPresent() || input.id().isPresent() || options.asksForRows();
    if (coordinatesDo
        && !asksForRows
        && model instanceof KernelModel kernel
        && kernel.knowsItsRows()) {
      return scene.with(Points.of(kernel.trainingCoordinates()));
    }
    if (kind.needsRows()) {
      throw input.wrong("plot " + kind.label() + " shows rows; name the input after the model");
    }
    if (asksForRows) {
      throw input.wrong(
          "--label, --id, --color and --supplementary are about rows; name the input after the"
              + " model");
    }
    return scene;
  }

  private Points rows(Model model, InputOptions options, List<String> files, List<String> used) {
    return rows(ModelInput.open(model, options, files, used), options, 0);
  }

  /** Encodes rows, keeps the cells of some, and the texts that were named. */
  private Points rows(ModelInput opened, InputOptions options, int withCells) {
    Model model = opened.model();
    List<DenseMatrix> coordinates = new ArrayList<>();
    PlottedCells cells = new PlottedCells(model.columns(), withCells);
    List<String> ids = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    boolean hasLabel = options.otherLabel().isPresent();
    opened.encode(
        options,
        run.memory(),
        encoded -> {
          coordinates.add(encoded.coordinates().copy());
          cells.add(encoded.filled(), encoded.coordinates());
          int at = 0;
          if (options.id().isPresent()) {
            ids.addAll(encoded.texts().get(at++));
          }
          if (hasLabel) {
            labels.addAll(encoded.texts().get(at));
          }
        });
    warnings.addAll(opened.warnings());
    Points points = Points.of(PlottedCells.joined(coordinates, model.components()));
    Optional<Matrix> kept = cells.all();
    points = kept.isPresent() ? points.withRows(kept.get()) : points;
    points = options.id().isPresent() ? points.withIds(ids) : points;
    return hasLabel ? points.withLabels(labels) : points;
  }

  /** Encodes rows of both views. */
  private Points views(PairedModel model) {
    PairedTransform opened =
        new PairedTransform(model, input, inputs, Optional.empty(), false, run.memory());
    List<Matrix> scores = new ArrayList<>();
    List<List<String>> texts = new ArrayList<>();
    opened.encode(
        (some, encoded) -> {
          scores.add(PlottedCells.dense(encoded).copy());
          for (int i = 0; i < some.size(); i++) {
            if (texts.size() <= i) {
              texts.add(new ArrayList<>());
            }
            texts.get(i).addAll(some.get(i));
          }
        });
    warnings.addAll(opened.warnings());
    return ofViews(PlottedCells.joined(scores, opened.columns().size()), texts, input);
  }

  /** Returns paired scores with their texts. */
  static Points ofViews(DenseMatrix scores, List<List<String>> texts, InputOptions input) {
    Points points = Points.of(scores);
    int at = 0;
    if (input.id().isPresent()) {
      points = points.withIds(texts.get(at++));
    }
    return input.otherLabel().isPresent() ? points.withLabels(texts.get(at)) : points;
  }

  private Points.Numbers colour(String name) {
    InputOptions.requireNumbers(
        input.open(inputs, Precision.DOUBLE),
        name,
        "--color is for numbers",
        column -> "colour by category with --label " + column);
    Data column = columns(name);
    if (column.featureNames().size() != 1) {
      throw input.wrong("--color takes one column, not " + column.featureNames().size());
    }
    return new Points.Numbers(
        column.featureNames().get(0), PlottedCells.dense(column.matrix()).column(0));
  }

  /** Reads columns by their names, whatever else they are: also a label, an id or a target. */
  private Data columns(String names) {
    Table chosen = input.open(inputs, Precision.DOUBLE).select(Selection.ALL.withColumns(names));
    run.require(
        chosen.loadBytes(), "what " + Words.shown(names) + " holds, which must be in memory,");
    return chosen.load();
  }
}
