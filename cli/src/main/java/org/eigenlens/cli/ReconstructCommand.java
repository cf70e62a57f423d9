package org.eigenlens.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.eigenlens.data.DataException;
import org.eigenlens.data.TableWriter;
import org.eigenlens.data.Words;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.kernel.preimage.PreImages;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.WholeFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Encodes rows and decodes them again. */
@Command(
    name = "reconstruct",
    aliases = "denoise",
    description =
        "Encode and decode rows: each row's nearest point in what the model learned, and the"
            + " error.",
    footer = {
      "",
      "Example: eigenlens reconstruct iris.eigenlens iris.csv -o smooth.csv",
      "         eigenlens reconstruct faces.eigenlens new/ -o smooth/",
      "         eigenlens denoise linear.eigenlens noisy/ --with kernel.eigenlens --original clean/"
          + " --picture both.svg -o smooth/"
    })
final class ReconstructCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ApplyOptions apply;
  @Mixin private InputOptions input;
  @Mixin private RunOptions run;
  @Mixin private JsonOption json;
  @Mixin private SideBySide picture;

  @Option(
      names = "--pre-image",
      paramLabel = "WAY",
      converter = KernelValues.PreImageConverter.class,
      description =
          "For kernel models, how to go back: fixed-point, mds or ridge; by default what fit"
              + " chose.")
  private Optional<PreImageMethod> preImage = Optional.empty();

  @Override
  public Integer call() throws IOException {
    run.start();
    List<Path> needed = apply.files(input);
    apply.output().ifPresent(needed::add);
    picture.check(spec.commandLine(), needed);
    Model loaded = apply.loadForImages(run, input);
    if (loaded instanceof PairedModel) {
      throw DataException.of(
          "a model of two views has no way back from scores to rows",
          "fit with -m pca, or see transform --predict");
    }
    ModelInput opened = apply.open(loaded, input);
    ModelInput rows = new ModelInput(chosenWay(opened.model()), opened.table(), opened.notes());
    picture.prepare(rows.model(), rows.table(), input, run);
    PrintWriter out = spec.commandLine().getOut();
    SquaredError error = new SquaredError();
    List<PreImages> ways = new ArrayList<>();
    boolean silent = json.wanted() && apply.output().isEmpty();
    try (WholeFile.Together written = WholeFile.together()) {
      if (apply.imagesWanted()) {
        List<Path> kept = apply.files(input);
        kept.addAll(rows.table().sources());
        DecodedImages images =
            new DecodedImages(
                apply.output().orElseThrow(), rows.model(), kept, input.id().isPresent());
        decode(rows, error, ways, images::add);
        images.finish();
      } else {
        try (TableWriter writer =
            apply.writer(
                silent ? OutputStream.nullOutputStream() : StandardOutput.of(out),
                input.textColumns(rows.table()),
                rows.model().columnNames())) {
          decode(rows, error, ways, writer::append);
          writer.commit();
          rows.notes().addAll(writer.remarks());
        }
      }
      picture.draw();
      written.commit();
    }
    Optional<PreImages> way =
        ways.isEmpty() ? Optional.empty() : Optional.of(PreImages.joined(ways));
    way.ifPresent(found -> rows.notes().addAll(found.problems()));
    apply.warn(rows.warnings());
    if (json.wanted()) {
      Map<String, Object> own = new LinkedHashMap<>();
      error.mean().ifPresent(mean -> own.put("meanSquaredError", mean));
      way.ifPresent(found -> own.put("preImage", describe(found)));
      picture.file().ifPresent(file -> own.put("picture", file.toString()));
      json.print(out, apply.report(rows.model(), rows.warnings(), error.rows, own));
      return 0;
    }
    PrintWriter words = apply.output().isPresent() ? out : spec.commandLine().getErr();
    if (error.mean().isPresent()) {
      words.printf(
          Locale.ROOT,
          "mean squared error %.6g a cell, over %s × %s%n",
          error.mean().getAsDouble(),
          Words.count(error.encoded, "row"),
          Words.count(rows.model().columns(), "column"));
    } else {
      words.println("no mean squared error, " + error.why());
    }
    way.ifPresent(found -> words.println(found.outcome()));
    picture.file().ifPresent(file -> words.println("wrote the picture to " + file));
    apply.output().ifPresent(file -> out.println("wrote the reconstructed rows to " + file));
    return 0;
  }

  /** Encodes and decodes all rows, and hands each piece with its texts on. */
  private void decode(
      ModelInput rows,
      SquaredError error,
      List<PreImages> ways,
      BiConsumer<List<List<String>>, DenseMatrix> to) {
    rows.encode(
        input,
        run.memory(),
        encoded -> {
          DenseMatrix back = decode(rows.model(), encoded, ways);
          error.add(encoded.rows(), back);
          to.accept(encoded.texts(), back);
        });
  }

  private Model chosenWay(Model model) {
    if (preImage.isPresent() && !(model instanceof KernelModel)) {
      throw new ParameterException(
          spec.commandLine(), "--pre-image is for kernel models; a linear one goes back exactly");
    }
    Model decoding = decoding(model);
    try {
      return preImage.isPresent()
          ? ((KernelModel) decoding).withPreImage(preImage.get())
          : decoding;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Returns a model that goes back from coordinates to rows; refuses one that does not. */
  static Model decoding(Model model) {
    if (model instanceof KernelModel kernel && kernel.preImage() == null) {
      boolean ofSimilarities = kernel.kernel() instanceof Precomputed;
      throw DataException.of(
          kernel.isTable()
              ? "a model of %s has no way back: it knows no points"
                  .formatted(ofSimilarities ? "precomputed similarities" : "distances")
              : "a model of "
                  + model.provenance().method()
                  + " has no way back from coordinates to rows",
          ofSimilarities
              ? "fit with another kernel"
              : kernel.isTable() ? "fit -m mds to rows" : "fit with -m kernel-pca or pca");
    }
    return model;
  }

  /** Decodes some rows; of pre-images it is kept how they went. */
  private static DenseMatrix decode(Model model, ModelInput.Encoded encoded, List<PreImages> ways) {
    if (model instanceof KernelModel kernel) {
      PreImages found = kernel.preImages(encoded.coordinates(), encoded.filled());
      ways.add(found.withoutPoints());
      return found.points();
    }
    return model.inverseTransform(encoded.coordinates());
  }

  private static Map<String, Object> describe(PreImages found) {
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("method", found.method().label());
    if (!Double.isNaN(found.largestError())) {
      description.put("medianError", found.medianError());
      description.put("largestError", found.largestError());
    }
    description.put("unconverged", found.unconverged());
    description.put("fallbacks", found.fallbacks());
    return description;
  }

  /** The squared differences so far, over the cells that have a value. */
  private static final class SquaredError {
    private long rows;
    private long encoded;
    private double squares;
    private long cells;

    void add(Matrix x, DenseMatrix back) {
      double[] y = new double[back.columns()];
      for (int i = 0; i < back.rows(); i++) {
        double[] row = x.row(i);
        back.getRow(i, y, 0);
        if (Arrays.stream(y).anyMatch(Double::isNaN)) {
          continue; // no coordinates, so nothing to compare with
        }
        encoded++;
        for (int j = 0; j < y.length; j++) {
          double difference = row[j] - y[j];
          if (!Double.isNaN(difference)) {
            squares += difference * difference;
            cells++;
          }
        }
      }
      rows += back.rows();
    }

    /** Returns the mean, if any row was encoded and it is not too large for a number. */
    OptionalDouble mean() {
      return cells == 0 || Double.isInfinite(squares)
          ? OptionalDouble.empty()
          : OptionalDouble.of(squares / cells);
    }

    /** Says why there is no mean. */
    String why() {
      return cells == 0
          ? "since no row has coordinates"
          : "since errors are so large that their squares are no numbers any more";
    }
  }
}
