package org.eigenlens.data;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Data that cannot be used as it is.
 *
 * <p>The message is one line for the user: where (file, line, column), what is wrong there, and
 * what to do about it.
 */
public final class DataException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient Place place;
  private final String problem;
  private final String remedy;

  private DataException(Place place, String problem, String remedy, Throwable cause) {
    super(oneLine(place, problem, remedy), cause);
    this.place = place;
    this.problem = problem;
    this.remedy = remedy;
  }

  /** Creates a complaint that has no place in a file. */
  public static DataException of(String problem, String remedy) {
    return of(problem, remedy, null);
  }

  /** Creates a complaint that has no place in a file and was noticed through another exception. */
  public static DataException of(String problem, String remedy, Throwable cause) {
    return new DataException(Place.NOWHERE, problem, remedy, cause);
  }

  /** Creates a complaint about a place. */
  static DataException at(Place place, String problem, String remedy) {
    return new DataException(place, problem, remedy, null);
  }

  /** Creates a complaint about a place that was noticed through another exception. */
  static DataException at(Place place, String problem, String remedy, Throwable cause) {
    return new DataException(place, problem, remedy, cause);
  }

  /** Returns the same complaint with another remedy, for callers who know of a better one. */
  public DataException withRemedy(String other) {
    return new DataException(place(), problem, other, getCause());
  }

  /** Returns the file, if the trouble is in one. */
  public Optional<String> file() {
    return Optional.ofNullable(place().file());
  }

  /** Returns the line (from 1), or the row (from 1) of a file that has no lines. */
  public OptionalLong line() {
    return place().line() > 0 ? OptionalLong.of(place().line()) : OptionalLong.empty();
  }

  /** Returns the name of the column. */
  public Optional<String> column() {
    return Optional.ofNullable(place().column());
  }

  /** Returns what is wrong, without its place. */
  public String problem() {
    return problem;
  }

  /** Returns what to do about it; empty if there is nothing to say. */
  public String remedy() {
    return remedy;
  }

  private Place place() {
    return place == null ? Place.NOWHERE : place;
  }

  private static String oneLine(Place place, String problem, String remedy) {
    StringBuilder text = new StringBuilder(place.toString());
    if (text.length() > 0) {
      text.append(": ");
    }
    text.append(problem);
    if (!remedy.isEmpty()) {
      text.append("; ").append(remedy);
    }
    return text.indexOf("\n") < 0 && text.indexOf("\r") < 0
        ? text.toString()
        : text.toString()
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .collect(Collectors.joining(" "));
  }
}
