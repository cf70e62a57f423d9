package org.eigenlens.data;

import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.eigenlens.matrix.DenseMatrix;

/**
 * How often each document has each word.
 *
 * @param words the words that enough documents have, in alphabetic order
 * @param counts a row for each document, a column for each word
 */
public record WordCounts(List<String> words, DenseMatrix counts) {

  /**
   * Counts words, in lower case, none of them stopped or stemmed.
   *
   * @param documents the texts
   * @param fewest how many documents a word must be in to have a column
   * @throws DataException if no word is in so many documents
   */
  public static WordCounts of(List<String> documents, int fewest) {
    TextOptions options =
        TextOptions.DEFAULT
            .withLanguage(Language.NONE)
            .withWeighting(Weighting.COUNTS)
            .withDocuments(fewest, 1);
    Data data = Tables.texts(documents, options).load();
    return new WordCounts(data.featureNames(), DenseMatrix.copyOf(data.matrix().toArray()));
  }

  /** Returns the words of a text, in lower case and in their order. */
  public static List<String> words(String text) {
    try (Analyzer analyzer = Language.NONE.analyzer()) {
      return TermCounts.terms(analyzer, text);
    }
  }
}
