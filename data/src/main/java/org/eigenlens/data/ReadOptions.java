package org.eigenlens.data;

import java.util.Objects;
import org.eigenlens.matrix.Precision;

/**
 * How files are read.
 *
 * @param header whether delimited text starts with the names of its columns
 * @param precision how a dense matrix keeps its numbers
 * @param sparse whether files of non-zeros (.mtx, .svm) and texts may become a sparse matrix
 * @param images how images become rows
 * @param texts how texts become rows
 */
public record ReadOptions(
    Header header, Precision precision, boolean sparse, ImageOptions images, TextOptions texts) {

  /** Finds out about headers, reads doubles, keeps sparse files sparse. */
  public static final ReadOptions DEFAULT =
      new ReadOptions(
          Header.AUTO, Precision.DOUBLE, true, ImageOptions.DEFAULT, TextOptions.DEFAULT);

  /** Whether the first line holds names. */
  public enum Header {
    /** It does unless it is all numbers. */
    AUTO,
    /** It does. */
    YES,
    /** It is data. */
    NO
  }

  /** Checks that nothing is null. */
  public ReadOptions {
    Objects.requireNonNull(header, "header");
    Objects.requireNonNull(precision, "precision");
    Objects.requireNonNull(images, "images");
    Objects.requireNonNull(texts, "texts");
  }

  /** Returns these options with another rule for headers. */
  public ReadOptions withHeader(Header other) {
    return new ReadOptions(other, precision, sparse, images, texts);
  }

  /** Returns these options with another precision. */
  public ReadOptions withPrecision(Precision other) {
    return new ReadOptions(header, other, sparse, images, texts);
  }

  /** Returns these options with sparse matrices allowed or not. */
  public ReadOptions withSparse(boolean allowed) {
    return new ReadOptions(header, precision, allowed, images, texts);
  }

  /** Returns these options with another way to read images. */
  public ReadOptions withImages(ImageOptions other) {
    return new ReadOptions(header, precision, sparse, other, texts);
  }

  /** Returns these options with another way to read texts. */
  public ReadOptions withTexts(TextOptions other) {
    return new ReadOptions(header, precision, sparse, images, other);
  }
}
