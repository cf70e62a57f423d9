package org.eigenlens.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eigenlens.matrix.DenseMatrix;

/**
 * How often each document has each word.
 *
 * @param words the words that enough documents have, in alphabetic order
 * @param counts a row for each document, a column for each word
 */
public record WordCounts(List<String> words, DenseMatrix counts) {

  /** A word is a run of letters, with an apostrophe inside if need be. */
  private static final Pattern WORD = Pattern.compile("\\p{L}+(?:'\\p{L}+)?");

  /**
   * Counts words, in lower case.
   *
   * @param documents the texts
   * @param fewest how many documents a word must be in to have a column
   * @throws DataException if no word is in so many documents
   */
  public static WordCounts of(List<String> documents, int fewest) {
    List<List<String>> found = documents.stream().map(WordCounts::words).toList();
    Map<String, Integer> spread = new TreeMap<>();
    for (List<String> document : found) {
      new HashSet<>(document).forEach(word -> spread.merge(word, 1, Integer::sum));
    }
    spread.values().removeIf(count -> count < fewest);
    if (spread.isEmpty()) {
      throw DataException.of(
          "no word is in %s of the %s"
              .formatted(Words.count(fewest, "document"), Words.count(found.size(), "document")),
          "ask for words of fewer documents");
    }
    List<String> words = List.copyOf(spread.keySet());
    Map<String, Integer> places = new TreeMap<>();
    words.forEach(word -> places.put(word, places.size()));
    DenseMatrix counts = DenseMatrix.zeros(found.size(), words.size());
    for (int i = 0; i < found.size(); i++) {
      double[] row = new double[words.size()];
      for (String word : found.get(i)) {
        if (places.containsKey(word)) {
          row[places.get(word)]++;
        }
      }
      counts.setRow(i, row, 0);
    }
    return new WordCounts(words, counts);
  }

  /** Returns the words of a text, in lower case and in their order. */
  public static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(text.toLowerCase(Locale.ROOT));
    while (matcher.find()) {
      words.add(matcher.group());
    }
    return words;
  }
}
