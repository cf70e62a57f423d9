package org.eigenlens.model;

import java.nio.file.Path;

/** A file that is not a model this version can read; the message names the file and the fault. */
public final class ModelFileException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** Creates an exception about a file. */
  public ModelFileException(Path file, String fault) {
    super(file + ": " + fault);
  }

  /** Creates an exception about a file, with what caused it. */
  public ModelFileException(Path file, String fault, Throwable cause) {
    super(file + ": " + fault, cause);
  }
}
