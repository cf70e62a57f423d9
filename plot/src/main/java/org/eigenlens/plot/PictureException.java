package org.eigenlens.plot;

/** A picture that would be wrong or empty for this model; the message says what to do instead. */
public final class PictureException extends RuntimeException {

  private static final long serialVersionUID = 1;

  PictureException(String problem, String remedy) {
    super(problem + "; " + remedy);
  }
}
