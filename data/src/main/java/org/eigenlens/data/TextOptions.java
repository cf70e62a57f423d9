package org.eigenlens.data;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.eigenlens.model.Origin;

/**
 * How texts become rows: a column for each term.
 *
 * @param column the column of a table that holds the text; if absent, each .txt file is a document
 * @param language whose words are stopped and stemmed
 * @param weighting what becomes of counts
 * @param minDocuments the fewest documents a term must be in: a number, or below 1 a share of all
 * @param maxDocuments the most documents a term may be in: a share of all up to 1, or a number
 * @param fitted the vocabulary of a model, which then decides instead of all of these
 */
public record TextOptions(
    Optional<String> column,
    Language language,
    Weighting weighting,
    double minDocuments,
    double maxDocuments,
    Optional<Fitted> fitted) {

  /** English by tf-idf, with every term. */
  public static final TextOptions DEFAULT =
      new TextOptions(Optional.empty(), Language.ENGLISH, Weighting.TF_IDF, 1, 1, Optional.empty());

  /**
   * The vocabulary that a model was fitted with.
   *
   * @param terms a column each
   * @param weights of the terms
   */
  public record Fitted(List<String> terms, double[] weights) {

    /** Copies both. */
    public Fitted {
      terms = List.copyOf(terms);
      weights = weights.clone();
    }

    @Override
    public double[] weights() {
      return weights.clone();
    }
  }

  /** Checks the limits. */
  public TextOptions {
    Objects.requireNonNull(column, "column");
    Objects.requireNonNull(language, "language");
    Objects.requireNonNull(weighting, "weighting");
    Objects.requireNonNull(fitted, "fitted");
    if (!(minDocuments > 0) || !(maxDocuments > 0)) {
      throw new IllegalArgumentException(
          "A term is in more than 0 documents, not %s to %s."
              .formatted(minDocuments, maxDocuments));
    }
  }

  /**
   * Returns the words of a text that the vocabulary of the model lacks, as they are written; stop
   * words are no words here.
   *
   * @throws java.util.NoSuchElementException if these are not options {@link #fittedTo} a model
   */
  public List<String> unknownWords(String text) {
    return TermCounts.unknown(text, fitted.orElseThrow(), language);
  }

  /** Returns these options for the text of a column. */
  public TextOptions withColumn(String name) {
    return new TextOptions(
        Optional.of(name), language, weighting, minDocuments, maxDocuments, fitted);
  }

  /** Returns these options for another language. */
  public TextOptions withLanguage(Language other) {
    return new TextOptions(column, other, weighting, minDocuments, maxDocuments, fitted);
  }

  /** Returns these options with another weighting. */
  public TextOptions withWeighting(Weighting other) {
    return new TextOptions(column, language, other, minDocuments, maxDocuments, fitted);
  }

  /** Returns these options with other limits on how many documents have a term. */
  public TextOptions withDocuments(double min, double max) {
    return new TextOptions(column, language, weighting, min, max, fitted);
  }

  /**
   * Returns these options for documents that go to a model.
   *
   * @param terms the names of its columns
   * @throws IllegalArgumentException if the model is of a newer version, with ways unknown here
   */
  public TextOptions fittedTo(Origin.Texts origin, List<String> terms) {
    return new TextOptions(
        column,
        Language.of(origin.language()),
        Weighting.of(origin.weighting()),
        1,
        1,
        Optional.of(new Fitted(terms, origin.termWeights())));
  }
}
