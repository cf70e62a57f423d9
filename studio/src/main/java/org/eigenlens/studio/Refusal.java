package org.eigenlens.studio;

/** Why a request is not served: a status, and one line that says what, where and what to do. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  static final int BAD = 400;
  static final int FORBIDDEN = 403;
  static final int NOT_FOUND = 404;
  static final int WRONG_METHOD = 405;
  static final int TOO_LARGE = 413;
  static final int MISDIRECTED = 421;
  static final int BUSY = 503;

  private final int status;

  Refusal(int status, String line) {
    super(line);
    this.status = status;
  }

  static Refusal bad(String line) {
    return new Refusal(BAD, line);
  }

  static Refusal notFound(String line) {
    return new Refusal(NOT_FOUND, line);
  }

  int status() {
    return status;
  }
}
