package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eigenlens.data.Language;
import org.eigenlens.data.ReadOptions;
import org.eigenlens.data.TextOptions;
import org.eigenlens.data.Weighting;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say how images and texts become columns; a model remembers them. */
final class MediaOptions {

  @Option(
      names = "--color",
      description = "For images: red, green and blue are columns of their own; grey by default.")
  private boolean color;

  @Option(
      names = "--language",
      paramLabel = "NAME",
      converter = LanguageConverter.class,
      description =
          "For texts: whose stop words are left out and whose words are stemmed, english by default;"
              + " german, french, spanish and others, or none.")
  private Optional<Language> language = Optional.empty();

  @Option(
      names = "--weighting",
      paramLabel = "tf-idf|log-entropy|counts",
      converter = WeightingConverter.class,
      description = "For texts: what a term weighs in a document; tf-idf by default.")
  private Optional<Weighting> weighting = Optional.empty();

  @Option(
      names = "--min-df",
      paramLabel = "N|SHARE",
      converter = DocumentsConverter.class,
      description =
          "For texts: leave out terms that are in fewer documents, a number or below 1 a share of"
              + " them; 1 by default.")
  private Optional<Double> least = Optional.empty();

  @Option(
      names = "--max-df",
      paramLabel = "N|SHARE",
      converter = DocumentsConverter.class,
      description =
          "For texts: leave out terms that are in more documents, a share up to 1 or a number; 1 by"
              + " default.")
  private Optional<Double> most = Optional.empty();

  /** Returns options of reading with these in them. */
  ReadOptions in(ReadOptions options) {
    TextOptions texts = options.texts().withDocuments(least.orElse(1.0), most.orElse(1.0));
    return options
        .withImages(options.images().withColor(color))
        .withTexts(
            texts
                .withLanguage(language.orElse(texts.language()))
                .withWeighting(weighting.orElse(texts.weighting())));
  }

  /**
   * Returns what was given and has no effect.
   *
   * @param images whether the rows are images
   * @param texts whether they are texts
   */
  List<String> unused(boolean images, boolean texts) {
    List<String> unused = new ArrayList<>();
    if (color && !images) {
      unused.add("--color has no effect: the rows are no images");
    }
    if (!texts) {
      language.ifPresent(given -> unused.add(forTexts("--language")));
      weighting.ifPresent(given -> unused.add(forTexts("--weighting")));
      least.ifPresent(given -> unused.add(forTexts("--min-df")));
      most.ifPresent(given -> unused.add(forTexts("--max-df")));
    }
    return unused;
  }

  private static String forTexts(String option) {
    return option + " has no effect: the rows are no texts; name their column with --text";
  }

  /** Reads a language. */
  static final class LanguageConverter implements ITypeConverter<Language> {
    @Override
    public Language convert(String text) {
      try {
        return Language.of(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** Reads a weighting. */
  static final class WeightingConverter implements ITypeConverter<Weighting> {
    @Override
    public Weighting convert(String text) {
      try {
        return Weighting.of(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** Reads a number of documents, or a share of them. */
  static final class DocumentsConverter implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      double value = KernelValues.number(text);
      if (!(value > 0) || (value > 1 && value != Math.rint(value))) {
        throw new TypeConversionException(
            "it must be a number of documents, or a share of them above 0, not " + text);
      }
      return value;
    }
  }
}
