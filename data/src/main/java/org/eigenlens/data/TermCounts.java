package org.eigenlens.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.eigenlens.matrix.Parallel;

/**
 * Counts the terms of documents, and weighs them.
 *
 * <p>Documents are added in their order; words are found on all cores, some documents at a time.
 * Only what is not zero is kept: memory grows with the terms that documents have. Not for several
 * threads.
 */
final class TermCounts {

  private final TextOptions options;
  private final Map<String, Integer> numbers = new HashMap<>();
  private int[] starts = new int[1024];
  private int[] indices = new int[1024];
  private double[] values = new double[1024];
  private int count;
  private int documents;

  /** What came of it: the terms in order, their weights, and a row for each document. */
  record Result(List<String> terms, double[] weights, SparseFile.Entries entries) {}

  TermCounts(TextOptions options) {
    this.options = options;
    options
        .fitted()
        .ifPresent(fitted -> fitted.terms().forEach(term -> numbers.put(term, numbers.size())));
  }

  /** Adds documents. */
  void add(List<String> texts) {
    List<Map<String, Integer>> found = new ArrayList<>(Collections.nCopies(texts.size(), Map.of()));
    try (Analyzer analyzer = options.language().analyzer()) {
      Parallel.forEach(
          texts.size(),
          i -> {
            // In the order of their first place, so that terms are numbered alike in every run.
            Map<String, Integer> counted = new LinkedHashMap<>();
            forEachTerm(analyzer, texts.get(i), term -> counted.merge(term, 1, Integer::sum));
            found.set(i, counted);
          });
    }
    found.forEach(this::addDocument);
  }

  /** Returns the terms of a text, in their order. */
  static List<String> terms(Analyzer analyzer, String text) {
    List<String> terms = new ArrayList<>();
    forEachTerm(analyzer, text, terms::add);
    return terms;
  }

  /** Returns the words of a text whose terms a vocabulary lacks, in their order, each once. */
  static List<String> unknown(String text, TextOptions.Fitted vocabulary, Language language) {
    Set<String> known = new HashSet<>(vocabulary.terms());
    Set<String> unknown = new LinkedHashSet<>();
    try (Analyzer analyzer = language.analyzer();
        TokenStream stream = analyzer.tokenStream("", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      OffsetAttribute place = stream.addAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        if (!known.contains(term.toString())) {
          unknown.add(text.substring(place.startOffset(), place.endOffset()));
        }
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a text in memory is always readable
    }
    return List.copyOf(unknown);
  }

  private static void forEachTerm(Analyzer analyzer, String text, Consumer<String> visitor) {
    try (TokenStream stream = analyzer.tokenStream("", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        visitor.accept(term.toString());
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a text in memory is always readable
    }
  }

  private void addDocument(Map<String, Integer> terms) {
    long[] known = new long[terms.size()];
    int size = 0;
    for (Map.Entry<String, Integer> term : terms.entrySet()) {
      Integer number =
          options.fitted().isPresent()
              ? numbers.get(term.getKey())
              : numbers.computeIfAbsent(term.getKey(), unseen -> numbers.size());
      if (number != null) {
        // Number and count in one: sorting it sorts by number.
        known[size++] = ((long) number << 32) | term.getValue();
      }
    }
    Arrays.sort(known, 0, size);
    for (int i = 0; i < size; i++) {
      add((int) (known[i] >>> 32), (int) known[i]);
    }
    if (++documents == starts.length) {
      starts = Arrays.copyOf(starts, 2 * documents);
    }
    starts[documents] = count;
  }

  private void add(int number, double times) {
    if (count == indices.length) {
      int capacity = (int) Math.min(Integer.MAX_VALUE - 8, count * 3L / 2);
      indices = Arrays.copyOf(indices, capacity);
      values = Arrays.copyOf(values, capacity);
    }
    indices[count] = number;
    values[count++] = times;
  }

  /** Chooses the terms and weighs the counts. */
  Result finish(String name) {
    int[] places;
    List<String> terms;
    double[] weights;
    if (options.fitted().isPresent()) {
      terms = options.fitted().get().terms();
      weights = options.fitted().get().weights();
      places = new int[terms.size()];
      Arrays.setAll(places, i -> i);
    } else {
      Spread spread = new Spread(numbers.size(), count, indices, values);
      places = new int[numbers.size()];
      terms = chosen(name, spread.having, places);
      weights = new double[terms.size()];
      for (int number = 0; number < places.length; number++) {
        if (places[number] >= 0) {
          weights[places[number]] =
              options.weighting().global(documents, spread.having[number], spread.entropy(number));
        }
      }
    }
    return new Result(terms, weights, weighed(places, weights));
  }

  /** How terms are spread over the documents. */
  private static final class Spread {
    final int[] having;
    private final double[] total;
    private final double[] logs;

    Spread(int terms, int count, int[] indices, double[] values) {
      having = new int[terms];
      total = new double[terms];
      logs = new double[terms];
      for (int e = 0; e < count; e++) {
        having[indices[e]]++;
        total[indices[e]] += values[e];
        logs[indices[e]] += values[e] * Math.log(values[e]);
      }
    }

    /** Returns −Σ p ln p with p = count/total. */
    double entropy(int term) {
      return Math.log(total[term]) - logs[term] / total[term];
    }
  }

  /** Returns the terms that enough documents have, in the order of their code points. */
  private List<String> chosen(String name, int[] having, int[] places) {
    double least =
        options.minDocuments() < 1 ? options.minDocuments() * documents : options.minDocuments();
    double most =
        options.maxDocuments() <= 1 ? options.maxDocuments() * documents : options.maxDocuments();
    Arrays.fill(places, -1);
    // A share of the documents must not miss a whole number by rounding.
    double slack = 1e-9 * documents;
    List<String> terms =
        numbers.entrySet().stream()
            .filter(
                entry ->
                    having[entry.getValue()] >= least - slack
                        && having[entry.getValue()] <= most + slack)
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    if (terms.isEmpty()) {
      throw DataException.at(
          Place.file(name),
          numbers.isEmpty()
              ? "there is not a single word in its " + Words.count(documents, "document")
              : "none of its %s is in as many of the %s as asked for"
                  .formatted(
                      Words.count(numbers.size(), "term"), Words.count(documents, "document")),
          numbers.isEmpty()
              ? "check the texts, and --language: stop words do not count"
              : "lower --min-df, or raise --max-df");
    }
    for (int i = 0; i < terms.size(); i++) {
      places[numbers.get(terms.get(i))] = i;
    }
    return terms;
  }

  /** Weighs the counts where they are: no row becomes longer, so that none is overwritten. */
  private SparseFile.Entries weighed(int[] places, double[] weights) {
    long[] order = new long[16];
    double[] moved = new double[16];
    int[] rows = Arrays.copyOf(starts, documents + 1);
    int kept = 0;
    for (int d = 0; d < documents; d++) {
      if (starts[d + 1] - starts[d] > order.length) {
        order = new long[starts[d + 1] - starts[d]];
        moved = new double[order.length];
      }
      int size = 0;
      double squares = 0;
      for (int e = starts[d]; e < starts[d + 1]; e++) {
        int place = places[indices[e]];
        if (place >= 0) {
          moved[size] = options.weighting().local(values[e]) * weights[place];
          squares += moved[size] * moved[size];
          // Place and position in one number: sorting it sorts by place.
          order[size] = ((long) place << 32) | size;
          size++;
        }
      }
      Arrays.sort(order, 0, size);
      double length = options.weighting().normalizes() && squares > 0 ? Math.sqrt(squares) : 1;
      for (int i = 0; i < size; i++) {
        double value = moved[(int) order[i]] / length;
        if (value != 0) {
          indices[kept] = (int) (order[i] >>> 32);
          values[kept++] = value;
        }
      }
      rows[d + 1] = kept;
    }
    return new SparseFile.Entries(rows, indices, values);
  }
}
