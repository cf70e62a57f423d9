package org.eigenlens.matrix;

import java.util.OptionalInt;
import java.util.OptionalLong;

/** A computation that could not be carried out to the end; the message says what to do about it. */
public final class NumericalException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String problem;
  private final Long row;
  private final Integer column;
  private final Integer view;

  /** Creates an exception with a message for the user. */
  public NumericalException(String message) {
    this(message, message, null, null, null);
  }

  private NumericalException(
      String message, String problem, Long row, Integer column, Integer view) {
    super(message);
    this.problem = problem;
    this.row = row;
    this.column = column;
    this.view = view;
  }

  /** Creates an exception about a column, numbered from 0, which the message names. */
  public static NumericalException inColumn(int column, String message) {
    return new NumericalException(message, message, null, column, null);
  }

  /** Returns the same about one of several tables, numbered from 0. */
  public NumericalException inView(int number) {
    return new NumericalException(getMessage(), problem, row, column, number);
  }

  /** Names a row, numbered from 0, in words that count from 1; negative ones have no number. */
  public static String row(long row) {
    return row < 0 ? "A row" : "Row " + (row + 1);
  }

  /** Creates an exception about a row, numbered from 0; the message counts from 1. */
  public static NumericalException atRow(long row, String problem) {
    return new NumericalException(
        row(row) + ": " + problem, problem, row < 0 ? null : row, null, null);
  }

  /** Creates an exception about a cell, numbered from 0; the message counts from 1. */
  public static NumericalException atCell(long row, int column, String problem) {
    return new NumericalException(
        "%s, column %d: %s".formatted(row(row), column + 1, problem),
        problem,
        row < 0 ? null : row,
        column,
        null);
  }

  /** Returns the same about the place so many rows further on, for rows that are part of others. */
  public NumericalException moved(long rows) {
    if (row == null) {
      return this;
    }
    return column == null ? atRow(row + rows, problem) : atCell(row + rows, column, problem);
  }

  /** Returns what is wrong, without its place, for callers who know a better name of the place. */
  public String problem() {
    return problem;
  }

  /** Returns the number of the row, from 0, if the trouble is in one. */
  public OptionalLong row() {
    return row == null ? OptionalLong.empty() : OptionalLong.of(row);
  }

  /** Returns which of several tables the trouble is in, from 0, if it is in one. */
  public OptionalInt view() {
    return view == null ? OptionalInt.empty() : OptionalInt.of(view);
  }

  /** Returns the number of the column, from 0, if the trouble is in one. */
  public OptionalInt column() {
    return column == null ? OptionalInt.empty() : OptionalInt.of(column);
  }
}
