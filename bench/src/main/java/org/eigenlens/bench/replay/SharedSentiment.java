package org.eigenlens.bench.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.eigenlens.Cca;
import org.eigenlens.Pca;
import org.eigenlens.data.Data;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Tables;
import org.eigenlens.data.WordCounts;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.PairedModel.Side;

/**
 * What two halves of a document share: sentences of one polarity are joined to documents, LSA of
 * each half and then CCA; started by the script {@code sentiment}. See docs/cca.md.
 */
public final class SharedSentiment {

  /** Words of fewer documents have no column. */
  private static final int FEWEST = 5;

  /** Sentences a document, and coordinates a view. */
  private static final int[][] CASES = {{10, 20}, {4, 50}, {2, 50}};

  private SharedSentiment() {}

  /** Takes the file to write to and the sentences: columns text and label. */
  public static void main(String[] args) throws IOException {
    StringBuilder report =
        new StringBuilder(
            """
            | sentences a document | documents | k | ρ₁ | on rows left out | AUC of X1 | of X2 | of PC1 |
            |---:|---:|---:|---:|---:|---:|---:|---:|
            """);
    Map<String, List<String>> sentences = sentences(Path.of(args[1]));
    for (int[] sizes : CASES) {
      report.append(line(documents(sentences, sizes[0]), sizes[0], sizes[1]));
    }
    System.out.print(report);
    Path file = Path.of(args[0]);
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, report);
    System.out.println("Written to " + file);
  }

  private static Map<String, List<String>> sentences(Path file) {
    Selection texts = Selection.ALL.withFeatures(List.of()).withLabel("label").withId("text");
    Data data = Tables.read(file).select(texts).load();
    Map<String, List<String>> sentences = new LinkedHashMap<>();
    for (int i = 0; i < data.ids().orElseThrow().size(); i++) {
      sentences
          .computeIfAbsent(data.labels().orElseThrow().get(i), label -> new ArrayList<>())
          .add(data.ids().get().get(i));
    }
    return sentences;
  }

  /** Documents in two halves: their first, third, … sentences, and the others. */
  record Documents(List<String> first, List<String> second, List<String> labels) {}

  /** Joins sentences of a label in their order; what does not fill a document is left out. */
  static Documents documents(Map<String, List<String>> sentences, int size) {
    Documents documents = new Documents(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    sentences.forEach(
        (label, texts) -> {
          for (int from = 0; from + size <= texts.size(); from += size) {
            List<String> own = texts.subList(from, from + size);
            documents.first.add(every(own, 0));
            documents.second.add(every(own, 1));
            documents.labels.add(label);
          }
        });
    return documents;
  }

  private static String every(List<String> texts, int rest) {
    return String.join(
        " ",
        IntStream.range(0, texts.size()).filter(i -> i % 2 == rest).mapToObj(texts::get).toList());
  }

  private static String line(Documents documents, int size, int k) {
    DenseMatrix first = weighted(documents.first);
    DenseMatrix second = weighted(documents.second);
    DenseMatrix x = lsa(first, k);
    PairedModel cca = Cca.builder().components(2).folds(5).fit(x, lsa(second, k));
    DenseMatrix scores = cca.transform(Side.X, x);
    DenseMatrix plain = Pca.builder().components(1).fit(first).transform(first);
    return String.format(
        Locale.ROOT,
        "| %d | %,d | %d | %.3f | %.3f | %.3f | %.3f | %.3f |%n",
        size,
        documents.labels.size(),
        k,
        cca.correlations()[0],
        cca.crossValidatedCorrelations()[0],
        auc(scores.column(0), documents.labels),
        auc(scores.column(1), documents.labels),
        auc(plain.column(0), documents.labels));
  }

  /** Counts words and weights each by log(n/documents that have it). */
  private static DenseMatrix weighted(List<String> texts) {
    DenseMatrix counts = WordCounts.of(texts, FEWEST).counts();
    double[] documents = new double[counts.columns()];
    for (int i = 0; i < counts.rows(); i++) {
      double[] row = counts.row(i);
      for (int j = 0; j < row.length; j++) {
        documents[j] += row[j] > 0 ? 1 : 0;
      }
    }
    LinearAlgebra.scaleColumns(
        counts, Arrays.stream(documents).map(d -> Math.log(counts.rows() / d)).toArray());
    return counts;
  }

  private static DenseMatrix lsa(DenseMatrix counts, int k) {
    return Pca.builder().center(false).components(k).fit(counts).transform(counts);
  }

  /**
   * Returns how often a score ranks a document of one label above one of the other; the better of
   * both directions, as signs are arbitrary. Ties count half.
   */
  static double auc(double[] scores, List<String> labels) {
    Integer[] order = IntStream.range(0, scores.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble(i -> scores[i]));
    String one = labels.get(0);
    double above = 0;
    long ones = 0;
    for (int i = 0; i < order.length; ) {
      int end = i;
      long here = 0;
      while (end < order.length && scores[order[end]] == scores[order[i]]) {
        here += labels.get(order[end++]).equals(one) ? 1 : 0;
      }
      long others = end - i - here;
      above += others * (ones + here / 2.0);
      ones += here;
      i = end;
    }
    double auc = above / ((double) ones * (order.length - ones));
    return Math.max(auc, 1 - auc);
  }
}
