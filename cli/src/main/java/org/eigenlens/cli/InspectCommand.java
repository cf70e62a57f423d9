package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.eigenlens.cli.convention.Convention;
import org.eigenlens.cli.convention.Translation;
import org.eigenlens.data.DataException;
import org.eigenlens.data.TableWriter;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.Provenance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what a model file holds. */
@Command(
    name = "inspect",
    description = "Show what a model file holds, without the data it was made from.",
    footer = {"", "Example: eigenlens inspect iris.eigenlens --loadings loadings.csv"})
final class InspectCommand implements Callable<Integer> {

  private static final int NAMED = 12;

  @Spec private CommandSpec spec;
  @Mixin private RunOptions run;
  @Mixin private JsonOption json;

  @Parameters(index = "0", paramLabel = "MODEL", description = "A file made by fit -o.")
  private Path modelFile;

  @Option(
      names = "--loadings",
      paramLabel = "FILE",
      description =
          "Write a row for each feature with its weight in each component (unit vectors), for cca its"
              + " correlation with each score and its weights; linear models only.")
  private Optional<Path> loadings;

  @Option(
      names = "--as",
      paramLabel = "CONVENTION",
      description =
          "Tell the numbers under the names, divisors and signs of another program:"
              + " ${COMPLETION-CANDIDATES}.")
  private Optional<Convention> convention;

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    if (loadings.isPresent()) {
      Outputs.requireTable(spec.commandLine(), loadings.get(), List.of(modelFile));
    }
    run.start();
    Model model = ModelInput.load(modelFile, run);
    // First, as it may refuse: nothing is written then.
    Optional<Translation> translation = convention.map(other -> other.of(model));
    PrintWriter out = spec.commandLine().getOut();
    if (loadings.isPresent() && model instanceof PairedModel paired) {
      writeLoadings(paired, loadings.get());
    } else if (loadings.isPresent()) {
      TableWriter.write(
          loadings.get(),
          List.of("feature"),
          List.of(model.columnNames()),
          Words.numbered("PC", model.components()),
          linear(model).directions().transpose());
    }
    if (json.wanted()) {
      Map<String, Object> report = Report.json(model);
      report.put("columnNames", model.columnNames());
      if (model instanceof KernelModel kernel && kernel.preImage() != null) {
        report.put("preImage", kernel.preImage().label());
      }
      report.put("provenance", provenance(model));
      report.put("warnings", model.provenance().warnings());
      report.put("seconds", (System.nanoTime() - start) / 1e9);
      report.put("model", modelFile.toString());
      translation.ifPresent(told -> report.put(convention.get().toString(), told.json()));
      json.print(out, report);
      return 0;
    }
    if (translation.isPresent()) {
      translation.get().print(out);
      loadings.ifPresent(file -> out.println("wrote the loadings to " + file));
      return 0;
    }
    Report.print(out, model, model.provenance().warnings());
    List<String> names = model.columnNames();
    out.println(
        "features     "
            + Words.listed(names, NAMED)
            + (names.size() > NAMED ? ", … (" + names.size() + " in all)" : ""));
    if (model.provenance().aligned()) {
      out.println("signs        those of an earlier model, by fit --align");
    }
    out.printf(
        Locale.ROOT,
        "made by      eigenlens %s, seed %d, %sdivisor n − %d%n",
        model.provenance().version(),
        model.provenance().seed(),
        model instanceof PairedModel
            ? ""
            : "tolerance " + Report.number(model.provenance().tolerance()) + ", ",
        model.provenance().ddof());
    loadings.ifPresent(file -> out.println("wrote the loadings to " + file));
    return 0;
  }

  /** Returns how the model was made, under the names of its file. */
  private static Map<String, Object> provenance(Model model) {
    Provenance p = model.provenance();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("version", p.version());
    json.put("centered", p.centered());
    json.put("standardized", p.standardized());
    json.put("whitened", p.whitened());
    json.put("ddof", p.ddof());
    json.put("signRule", p.signRule());
    json.put("seed", p.seed());
    if (!(model instanceof PairedModel)) {
      json.put("tolerance", p.tolerance());
    }
    return json;
  }

  /** Writes the correlation of each feature with each score, and its weight in its own. */
  private static void writeLoadings(PairedModel model, Path file) {
    if (!model.isLinear()) {
      throw noLoadings(Method.CCA);
    }
    int k = model.components();
    List<String> views = new ArrayList<>();
    DenseMatrix numbers = DenseMatrix.zeros(model.columns(), 3 * k);
    LinearAlgebra.copy(model.allLoadings(), numbers.columnRange(0, 2 * k));
    int from = 0;
    for (PairedModel.Side side : PairedModel.Side.values()) {
      int count = model.columnNames(side).size();
      views.addAll(Collections.nCopies(count, side.name().toLowerCase(Locale.ROOT)));
      LinearAlgebra.copy(
          model.weights(side).transpose(),
          numbers.rowRange(from, from + count).columnRange(2 * k, 3 * k));
      from += count;
    }
    List<String> names = new ArrayList<>(Report.coordinateNames(model));
    names.addAll(Words.numbered("weight", k));
    TableWriter.write(
        file, List.of("view", "feature"), List.of(views, model.columnNames()), names, numbers);
  }

  private static LinearModel linear(Model model) {
    if (model instanceof LinearModel linear) {
      return linear;
    }
    throw noLoadings(Method.PCA);
  }

  private static DataException noLoadings(Method linear) {
    return DataException.of(
        "a kernel model has no loadings: its components are no weighted sums of columns",
        "see how transform changes with a column instead (in programs KernelModel.gradients), or fit"
            + " with -m "
            + linear.label());
  }
}
