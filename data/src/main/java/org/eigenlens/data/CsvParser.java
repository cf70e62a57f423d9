package org.eigenlens.data;

import java.util.Arrays;
import java.util.List;

/**
 * Parses blocks of delimited text into rows. Each thread needs a parser of its own.
 *
 * <p>Numbers go from the bytes to their place without any object in between.
 */
final class CsvParser {

  /** What was wrong with the first bad record of a block; {@code line} counts from 0 in it. */
  record Trouble(int line, int column, String problem, boolean badCell) {}

  private final CsvCells cells;
  private final boolean decimalComma;
  private final int columns;
  private final boolean[] logical;
  private final int width;
  private final int[] numericSlot;
  private final int[] textSlot;
  private final int texts;

  private double[] numbers = new double[0];
  private String[][] strings;
  private int[] rowLines = new int[0];
  private boolean regular;
  private int rows;
  private int lines;
  private Trouble trouble;

  CsvParser(CsvDialect dialect, List<Column> columns, int[] numeric, int[] text) {
    this.cells = new CsvCells(dialect.separator());
    this.decimalComma = dialect.decimalComma();
    this.columns = columns.size();
    this.logical = new boolean[columns.size()];
    for (int j = 0; j < logical.length; j++) {
      logical[j] = columns.get(j).kind() == Column.Kind.LOGICAL;
    }
    this.width = numeric.length;
    this.texts = text.length;
    numericSlot = slots(this.columns, numeric);
    textSlot = slots(this.columns, text);
    strings = new String[texts][0];
  }

  private static int[] slots(int columns, int[] chosen) {
    int[] slots = new int[columns];
    Arrays.fill(slots, -1);
    for (int i = 0; i < chosen.length; i++) {
      slots[chosen[i]] = i;
    }
    return slots;
  }

  /** Returns what stopped the last block, or null. */
  Trouble trouble() {
    return trouble;
  }

  /** Tells whether text in the last block was not UTF-8. */
  boolean foreign() {
    return cells.foreign;
  }

  /** Returns how many lines the last block had. */
  int lines() {
    return lines;
  }

  /** Returns the rows of the last block; they are overwritten by the next. */
  Chunk chunk(long firstLine) {
    int skipped = rows == 0 ? 0 : rowLines[0];
    if (regular) {
      return new Chunk(rows, numbers, strings, firstLine + skipped, null);
    }
    return new Chunk(rows, numbers, strings, firstLine, rowLines);
  }

  /** Parses a block of whole records, up to the first that is wrong. */
  void parse(byte[] bytes, int length) {
    rows = 0;
    lines = 0;
    regular = true;
    trouble = null;
    cells.reset(bytes, length);
    int position = 0;
    while (position < length && trouble == null) {
      byte b = bytes[position];
      if (b == '\n' || b == '\r') {
        boolean two = b == '\r' && position + 1 < length && bytes[position + 1] == '\n';
        position += two ? 2 : 1;
        lines++;
      } else {
        reserve(position, length);
        position = record(position);
        rows++;
      }
    }
  }

  private int record(int start) {
    int position = start;
    int firstLine = lines;
    rowLines[rows] = firstLine;
    regular &= rows == 0 || rowLines[rows - 1] + 1 == firstLine;
    int base = rows * width;
    int column = 0;
    boolean more = true;
    while (more) {
      position = cells.next(position);
      if (position < 0) {
        trouble = new Trouble(firstLine, -1, CsvCells.problem(position), false);
        return -1;
      }
      lines += cells.linesInside;
      more = !cells.endOfRecord;
      if (column < columns) {
        int slot = numericSlot[column];
        if (slot >= 0) {
          double value = NumberText.parse(cells.bytes, cells.from, cells.to, decimalComma);
          if (Double.isNaN(value) && NumberText.isBad(value)) {
            value = logical[column] ? NumberText.truth(cells.string()) : value;
            if (NumberText.isBad(value) && trouble == null) {
              trouble = new Trouble(lines - cells.linesInside, column, cells.string(), true);
            }
          }
          numbers[base + slot] = value;
        }
        int text = textSlot[column];
        if (text >= 0) {
          strings[text][rows] = cells.string();
        }
      }
      column++;
    }
    lines++;
    if (column != columns) {
      trouble =
          new Trouble(
              firstLine,
              -1,
              "it has " + Words.count(column, "cell") + ", but the first line has " + columns,
              false);
    }
    return position;
  }

  /** Makes room for the next row; guesses the number of rows from those so far. */
  private void reserve(int position, int length) {
    if (rows < rowLines.length) {
      return;
    }
    int guess = rows == 0 ? 64 : (int) (1.1 * rows * ((double) length / position)) + 16;
    int capacity = Math.max(guess, rows + 16);
    rowLines = Arrays.copyOf(rowLines, capacity);
    numbers = Arrays.copyOf(numbers, Math.multiplyExact(capacity, width));
    for (int t = 0; t < texts; t++) {
      strings[t] = Arrays.copyOf(strings[t], capacity);
    }
  }
}
