package org.eigenlens.model;

import java.nio.file.Path;

/** A file that is not a model this version can read; the message names the file and the fault. */
public final class ModelFileException extends RuntimeException {

  private static final long serialVersionUID = 1;
  private static final int LONGEST = 300;

  /** Creates an exception about a file. */
  public ModelFileException(Path file, String fault) {
    super(file + ": " + oneLine(fault));
  }

  /** Creates an exception about a file, with what caused it. */
  public ModelFileException(Path file, String fault, Throwable cause) {
    super(file + ": " + oneLine(fault), cause);
  }

  /** Faults quote the file, which may hold anything. */
  private static String oneLine(String fault) {
    String line = fault.replaceAll("\\p{Cntrl}+", " ");
    int length = line.length();
    return length <= LONGEST
        ? line
        : line.substring(0, LONGEST / 2) + " … " + line.substring(length - LONGEST / 2);
  }
}
