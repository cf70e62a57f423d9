package org.eigenlens.data;

import java.util.Arrays;
import java.util.Locale;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;

/**
 * The language of texts: which words are too common to count, and what is a form of the same word.
 *
 * <p>Each stands for the analyser that Apache Lucene has for it, with its own stop words and
 * stemmer: text is cut into words by Unicode's rules (UAX #29), put in lower case, freed of stop
 * words and stemmed.
 */
public enum Language {
  /** No stop words and no stemming: words in lower case. */
  NONE,
  /** Arabic. */
  ARABIC,
  /** Chinese, Japanese and Korean: pairs of neighbouring characters. */
  CJK,
  /** Danish. */
  DANISH,
  /** Dutch. */
  DUTCH,
  /** English: Porter's stemmer. */
  ENGLISH,
  /** Finnish. */
  FINNISH,
  /** French. */
  FRENCH,
  /** German. */
  GERMAN,
  /** Hungarian. */
  HUNGARIAN,
  /** Italian. */
  ITALIAN,
  /** Norwegian. */
  NORWEGIAN,
  /** Portuguese. */
  PORTUGUESE,
  /** Romanian. */
  ROMANIAN,
  /** Russian. */
  RUSSIAN,
  /** Spanish. */
  SPANISH,
  /** Swedish. */
  SWEDISH,
  /** Turkish. */
  TURKISH;

  /** Makes an analyser, which several threads may use, and whoever asks closes. */
  Analyzer analyzer() {
    return switch (this) {
      case NONE -> new StandardAnalyzer(CharArraySet.EMPTY_SET);
      case ARABIC -> new ArabicAnalyzer();
      case CJK -> new CJKAnalyzer();
      case DANISH -> new DanishAnalyzer();
      case DUTCH -> new DutchAnalyzer();
      case ENGLISH -> new EnglishAnalyzer();
      case FINNISH -> new FinnishAnalyzer();
      case FRENCH -> new FrenchAnalyzer();
      case GERMAN -> new GermanAnalyzer();
      case HUNGARIAN -> new HungarianAnalyzer();
      case ITALIAN -> new ItalianAnalyzer();
      case NORWEGIAN -> new NorwegianAnalyzer();
      case PORTUGUESE -> new PortugueseAnalyzer();
      case ROMANIAN -> new RomanianAnalyzer();
      case RUSSIAN -> new RussianAnalyzer();
      case SPANISH -> new SpanishAnalyzer();
      case SWEDISH -> new SwedishAnalyzer();
      case TURKISH -> new TurkishAnalyzer();
    };
  }

  /** Returns the name as users write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds a language by its name.
   *
   * @throws IllegalArgumentException that lists those there are
   */
  public static Language of(String label) {
    return Arrays.stream(values())
        .filter(language -> language.label().equals(label.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no language '%s'; choose one of %s"
                        .formatted(
                            label,
                            String.join(
                                ", ", Arrays.stream(values()).map(Language::label).toList()))));
  }
}
