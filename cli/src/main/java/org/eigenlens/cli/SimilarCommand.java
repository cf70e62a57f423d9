package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Tables;
import org.eigenlens.data.TextOptions;
import org.eigenlens.data.Weighting;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.Origin;
import org.eigenlens.model.Similar;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Finds the documents or terms nearest to some words. */
@Command(
    name = "similar",
    description = {
      "List the documents that a model of texts was fitted to, or its terms, nearest to some words:"
          + " by the cosine of the angle in the space of the components."
    },
    footer = {"", "Example: eigenlens similar titles.eigenlens \"human computer\" -n 5"})
final class SimilarCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private RunOptions run;
  @Mixin private JsonOption json;

  @Parameters(index = "0", paramLabel = "MODEL", description = "A file made by fit -o from texts.")
  private Path modelFile;

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "QUERY", description = "Words.")
  private List<String> words;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      defaultValue = "10",
      description = "How many to list; 10 by default.")
  private long count;

  @Option(names = "--terms", description = "List terms instead of documents.")
  private boolean terms;

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    if (count < 1) {
      throw new ParameterException(spec.commandLine(), "-n must be 1 or more, not " + count);
    }
    run.start();
    Model model = ModelInput.load(modelFile, run);
    if (!(model.provenance().origin() instanceof Origin.Texts texts)) {
      throw DataException.of(
          modelFile + ": it is no model of texts", "make one with fit --text, or from .txt files");
    }
    Matrix query = query(model, texts);
    int most = (int) Math.min(count, Integer.MAX_VALUE);
    List<Similar> found;
    List<String> names;
    if (terms) {
      found = Similar.columns(linear(model), query.row(0), most);
      names = model.columnNames();
    } else {
      if (texts.coordinates() == null) {
        throw DataException.of(
            modelFile + ": it does not keep the documents it was fitted to",
            "fit without --forget-documents, or ask for --terms");
      }
      found =
          Similar.nearest(
              texts.coordinates(),
              model.transform(query).row(0),
              most,
              model.provenance().tolerance());
      names = texts.documents();
    }
    if (found.isEmpty()) {
      throw DataException.of(
          "nothing is near '%s': the components of the model say nothing of these words"
              .formatted(String.join(" ", words)),
          "use other words, or fit with a larger -k");
    }
    List<String> unknown =
        TextOptions.DEFAULT
            .fittedTo(texts, model.columnNames())
            .unknownWords(String.join(" ", words));
    if (!unknown.isEmpty()) {
      spec.commandLine()
          .getErr()
          .println(
              "warning: the model does not know %s, so that the answer is that of the other words"
                  .formatted(
                      unknown.stream().map(w -> "'" + w + "'").collect(Collectors.joining(", "))));
    }
    answer(found, names, unknown, (System.nanoTime() - start) / 1e9);
    return 0;
  }

  /** Returns the words as a document of their own. */
  private Matrix query(Model model, Origin.Texts texts) {
    Matrix row = row(model, texts);
    if (((SparseMatrix) row).nonZeros() > 0) {
      return row;
    }
    double[] ones = new double[model.columns()];
    Arrays.fill(ones, 1);
    Origin.Texts counts =
        new Origin.Texts(texts.language(), Weighting.COUNTS.label(), ones, List.of(), null);
    boolean known = ((SparseMatrix) row(model, counts)).nonZeros() > 0;
    String text = String.join(" ", words);
    throw known
        ? DataException.of(
            "the words '" + text + "' weigh nothing, being spread evenly over the documents",
            "use rarer words")
        : DataException.of(
            "the model knows none of the words '" + text + "'", "use words of the documents");
  }

  private Matrix row(Model model, Origin.Texts texts) {
    TextOptions options = TextOptions.DEFAULT.fittedTo(texts, model.columnNames());
    return Tables.texts(List.of(String.join(" ", words)), options).load().matrix();
  }

  private LinearModel linear(Model model) {
    if (model instanceof LinearModel linear && linear.spread() == null) {
      return linear;
    }
    throw DataException.of(
        "--terms needs a linear model of principal components, and this is a model of "
            + model.provenance().method(),
        "leave it out, or fit with -m lsa");
  }

  private void answer(
      List<Similar> found, List<String> names, List<String> unknown, double seconds) {
    PrintWriter out = spec.commandLine().getOut();
    String kind = terms ? "term" : "document";
    if (json.wanted()) {
      List<Map<String, Object>> list = new ArrayList<>();
      for (Similar near : found) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put(kind, names.get(near.row()));
        item.put("similarity", near.cosine());
        list.add(item);
      }
      Map<String, Object> report = new LinkedHashMap<>();
      report.put("query", String.join(" ", words));
      report.put("unknown", unknown);
      report.put("similar", list);
      report.put("seconds", seconds);
      report.put("model", modelFile.toString());
      json.print(out, report);
      return;
    }
    out.printf("%10s  %s%n", "similarity", kind);
    for (Similar near : found) {
      out.printf(Locale.ROOT, "%10.4f  %s%n", near.cosine(), names.get(near.row()));
    }
  }
}
