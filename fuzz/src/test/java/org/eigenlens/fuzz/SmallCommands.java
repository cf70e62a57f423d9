package org.eigenlens.fuzz;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eigenlens.Pca;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.ReadOptions;
import org.eigenlens.data.Selection;
import org.eigenlens.data.TableWriter;
import org.eigenlens.data.Tables;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.studio.Commands;

/** Commands that answer at once: a fit is a PCA of one component, and nothing is drawn. */
final class SmallCommands implements Commands {

  private static final String OUTPUT = "--output=";
  private static final String SCORES = "--scores=";

  @Override
  public void workIn(Path folder) {}

  @Override
  public int run(PrintWriter out, PrintWriter err, List<String> words) {
    try {
      if (words.get(0).equals("fit") && words.stream().anyMatch(word -> word.startsWith(OUTPUT))) {
        fit(words);
        out.println("{\"method\":\"pca\",\"warnings\":[]}");
      }
      return 0;
    } catch (IOException | DataException | IllegalArgumentException e) {
      err.println("eigenlens: " + e.getMessage());
      return 1;
    }
  }

  private static void fit(List<String> words) throws IOException {
    int label = words.indexOf("--label");
    Selection choice = label < 0 ? Selection.ALL : Selection.ALL.withLabel(words.get(label + 1));
    Data data =
        Tables.open(words.subList(1, 2), ReadOptions.DEFAULT)
            .select(choice)
            .load()
            .requireComplete();
    LinearModel model = Pca.builder().components(1).fit(data.matrix(), data.featureNames());
    model.save(after(words, OUTPUT));
    TableWriter.write(
        after(words, SCORES), List.of(), List.of(), List.of("PC1"), model.transform(data.matrix()));
  }

  private static Path after(List<String> words, String option) {
    return words.stream()
        .filter(word -> word.startsWith(option))
        .map(word -> Path.of(word.substring(option.length())))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {}

  @Override
  public String version() {
    return "fuzz";
  }

  @Override
  public List<Method> methods() {
    return List.of(new Method("pca", false, false, false, false));
  }

  @Override
  public List<String> kernels() {
    return List.of("linear", "rbf");
  }

  @Override
  public List<Option> options(String command) {
    return Stream.of(
            "method", "components", "label", "id", "resize", "columns", "no-header", "axes")
        .map(name -> new Option(name, "X", name.equals("no-header") ? 0 : 1, "help"))
        .toList();
  }

  @Override
  public String quoted(List<String> words) {
    return String.join(" ", words);
  }

  @Override
  public Optional<String> program(List<String> words, Model model) {
    return Optional.empty();
  }
}
