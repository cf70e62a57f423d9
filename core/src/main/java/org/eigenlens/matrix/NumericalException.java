package org.eigenlens.matrix;

/** A computation that could not be carried out to the end; the message says what to do about it. */
public final class NumericalException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** Creates an exception with a message for the user. */
  public NumericalException(String message) {
    super(message);
  }
}
