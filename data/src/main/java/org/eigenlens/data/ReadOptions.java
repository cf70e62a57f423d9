package org.eigenlens.data;

import java.util.Objects;
import org.eigenlens.matrix.Precision;

/**
 * How files are read.
 *
 * @param header whether delimited text starts with the names of its columns
 * @param precision how a dense matrix keeps its numbers
 * @param sparse whether files of non-zeros (.mtx, .svm) may become a sparse matrix
 */
public record ReadOptions(Header header, Precision precision, boolean sparse) {

  /** Finds out about headers, reads doubles, keeps sparse files sparse. */
  public static final ReadOptions DEFAULT = new ReadOptions(Header.AUTO, Precision.DOUBLE, true);

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
  }

  /** Returns these options with another rule for headers. */
  public ReadOptions withHeader(Header other) {
    return new ReadOptions(other, precision, sparse);
  }

  /** Returns these options with another precision. */
  public ReadOptions withPrecision(Precision other) {
    return new ReadOptions(header, other, sparse);
  }

  /** Returns these options with sparse matrices allowed or not. */
  public ReadOptions withSparse(boolean allowed) {
    return new ReadOptions(header, precision, allowed);
  }
}
