package org.eigenlens.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How a delimited text is written.
 *
 * @param separator what stands between cells
 * @param decimalComma whether numbers are written 1,5
 */
record CsvDialect(byte separator, boolean decimalComma) {

  private static final Pattern COMMA_NUMBER = Pattern.compile("[+-]?\\d*,\\d+([eE][+-]?\\d+)?");
  private static final Pattern THOUSANDS = Pattern.compile("[+-]?[1-9]\\d{0,2},\\d{3}");
  private static final int JUDGED = 200;

  /**
   * Judges the separator by the first records: it must cut all of them into the same number of
   * cells; among several that do, the one that leaves more numbers wins, then the one that makes
   * more cells.
   */
  static CsvDialect of(String file, byte[] sample, int length, boolean tabs) {
    CsvDialect best = new CsvDialect((byte) (tabs ? '\t' : ','), false);
    double bestScore = -1;
    for (char candidate : new char[] {',', ';', '\t', '|'}) {
      List<List<String>> records = records(sample, length, (byte) candidate, JUDGED);
      boolean comma = candidate != ',' && usesDecimalComma(file, records, candidate == ';');
      double score = score(records, comma, tabs && candidate == '\t');
      if (score > bestScore) {
        bestScore = score;
        best = new CsvDialect((byte) candidate, comma);
      }
    }
    return best;
  }

  private static double score(List<List<String>> records, boolean comma, boolean expected) {
    if (records.isEmpty() || records.get(0).size() < 2) {
      return -1;
    }
    int first = records.get(0).size();
    long alike = records.stream().filter(cells -> cells.size() == first).count();
    double consistency = (double) alike / records.size();
    long cells = 0;
    long numbers = 0;
    for (List<String> record : records) {
      for (String cell : record) {
        cells++;
        numbers += NumberText.isBad(NumberText.parse(cell, comma)) ? 0 : 1;
      }
    }
    double share = (double) numbers / cells;
    double base = alike == records.size() ? 100 : 10 * consistency;
    return base + share + 1e-6 * Math.min(first, 100_000) + (expected ? 50 : 0);
  }

  /** Says whether numbers have decimal commas: some do, none has a point, and none can be 1,234. */
  private static boolean usesDecimalComma(
      String file, List<List<String>> records, boolean semicolon) {
    if (!semicolon) {
      return false;
    }
    int commas = 0;
    int thousands = 0;
    String example = null;
    for (List<String> record : records) {
      for (String raw : record) {
        String cell = raw.strip();
        if (COMMA_NUMBER.matcher(cell).matches()) {
          commas++;
          if (THOUSANDS.matcher(cell).matches()) {
            thousands++;
            example = cell;
          }
        } else if (cell.indexOf('.') >= 0 && !NumberText.isBad(NumberText.parse(cell, false))) {
          return false;
        }
      }
    }
    if (commas > 0 && commas == thousands) {
      throw DataException.at(
          Place.file(file),
          "'" + example + "' can be read as a decimal comma or as thousands",
          "write the numbers with a decimal point");
    }
    return commas > 0;
  }

  /** Splits the first records into strings; a record cut off by the end is left out. */
  static List<List<String>> records(byte[] text, int length, byte separator, int most) {
    List<List<String>> records = new ArrayList<>();
    CsvCells cells = new CsvCells(separator);
    cells.reset(text, length);
    int position = 0;
    while (position < length && records.size() < most) {
      if (text[position] == '\n' || text[position] == '\r') {
        position++;
        continue;
      }
      List<String> record = new ArrayList<>();
      do {
        position = cells.next(position);
        if (position < 0) {
          return records;
        }
        record.add(cells.string());
      } while (!cells.endOfRecord);
      records.add(record);
    }
    return records;
  }

  /**
   * Finds the first record that cannot be read.
   *
   * @param whole whether the text goes on no further, so that a quote that is open stays so
   * @return its line, from 0, and what is wrong with it
   */
  static Optional<CsvParser.Trouble> trouble(
      byte[] text, int length, byte separator, boolean whole) {
    CsvCells cells = new CsvCells(separator);
    cells.reset(text, length);
    int position = 0;
    int line = 0;
    while (position < length) {
      if (text[position] == '\n' || text[position] == '\r') {
        boolean two = text[position] == '\r' && position + 1 < length && text[position + 1] == '\n';
        position += two ? 2 : 1;
        line++;
        continue;
      }
      int start = line;
      do {
        position = cells.next(position);
        if (position < 0) {
          return position == CsvCells.OPEN && !whole
              ? Optional.empty()
              : Optional.of(new CsvParser.Trouble(start, -1, CsvCells.problem(position), false));
        }
        line += cells.linesInside;
      } while (!cells.endOfRecord);
      line++;
    }
    return Optional.empty();
  }

  /** Makes names unique and gives one to columns that have none; adds a remark if it had to. */
  static List<String> uniqueNames(String file, List<String> header, List<String> remarks) {
    Set<String> taken = new HashSet<>();
    List<String> unnamed = new ArrayList<>();
    List<String> doubled = new ArrayList<>();
    for (String name : header) {
      taken.add(name.strip());
    }
    List<String> names = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    // How many numbers were tried with each name: none is tried again.
    Map<String, Integer> tried = new HashMap<>();
    for (int i = 0; i < header.size(); i++) {
      String plain = header.get(i).strip();
      String name = plain.isEmpty() ? "x" + (i + 1) : plain;
      boolean repeated = seen.contains(name);
      String base = name;
      while (seen.contains(name) || (!name.equals(plain) && taken.contains(name))) {
        name = base + "_" + (tried.merge(base, 1, Integer::sum) + 1);
      }
      seen.add(name);
      names.add(name);
      if (plain.isEmpty()) {
        unnamed.add(name);
      } else if (repeated) {
        doubled.add(name);
      }
    }
    if (!unnamed.isEmpty()) {
      remarks.add(file + ": columns without a name are called " + ColumnNames.some(unnamed));
    }
    if (!doubled.isEmpty()) {
      remarks.add(
          file + ": columns with the name of another are called " + ColumnNames.some(doubled));
    }
    return names;
  }
}
