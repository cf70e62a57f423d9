package org.eigenlens.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The names of a table's columns, and how a user refers to them.
 *
 * <p>A reference is a name, a range {@code a..d} in column order or a pattern with {@code *};
 * several are separated by commas. A part that is a name as it stands is that name, whatever
 * characters are in it; in quotes it is never anything else.
 */
final class ColumnNames {

  /** Longer words are not mistyped, but something else. */
  private static final int LONGEST_TRIED = 1000;

  private final String table;
  private final List<String> names;

  /** Made when a name is first looked for: of many columns none may ever be. */
  private Map<String, Integer> known;

  ColumnNames(String table, List<String> names) {
    this.table = table;
    this.names = names;
  }

  private Map<String, Integer> positions() {
    if (known == null) {
      known = new LinkedHashMap<>();
      for (int i = 0; i < names.size(); i++) {
        known.putIfAbsent(names.get(i), i); // a column of a table comes before a term
      }
    }
    return known;
  }

  /** Returns the position of a name, or -1. */
  int position(String name) {
    return positions().getOrDefault(name, -1);
  }

  /** Resolves the reference to exactly one column. */
  int one(String reference, String purpose) {
    int exact = position(reference);
    if (exact >= 0) {
      return exact;
    }
    List<Integer> found = List.copyOf(resolve(reference));
    if (found.size() != 1) {
      throw DataException.at(
          Place.file(table),
          "'" + reference + "' stands for " + Words.count(found.size(), "column"),
          "name one column as " + purpose);
    }
    return found.get(0);
  }

  /** Resolves a list of references to positions, each once, in the order they were asked for. */
  Set<Integer> resolve(String references) {
    Set<Integer> found = new LinkedHashSet<>();
    if (positions().containsKey(references)) {
      found.add(position(references));
      return found;
    }
    for (Part part : split(references)) {
      add(part, found);
    }
    if (found.isEmpty()) {
      throw DataException.of(
          "'" + references + "' names no column", "write names separated by commas");
    }
    return found;
  }

  private void add(Part part, Set<Integer> found) {
    Integer exact = positions().get(part.text());
    if (exact != null) {
      found.add(exact);
      return;
    }
    int dots = part.text().indexOf("..");
    if (!part.quoted() && dots > 0 && dots + 2 < part.text().length()) {
      int first = require(part.text().substring(0, dots).strip());
      int last = require(part.text().substring(dots + 2).strip());
      if (first > last) {
        throw DataException.at(
            Place.file(table),
            "the range '" + part.text() + "' ends before it starts",
            "turn it round");
      }
      for (int i = first; i <= last; i++) {
        found.add(i);
      }
      return;
    }
    if (!part.quoted() && part.text().indexOf('*') >= 0) {
      Pattern pattern = glob(part.text());
      List<Integer> matches =
          positions().entrySet().stream()
              .filter(entry -> pattern.matcher(entry.getKey()).matches())
              .map(Map.Entry::getValue)
              .toList();
      if (matches.isEmpty()) {
        throw DataException.at(
            Place.file(table),
            "no column matches '" + part.text() + "'",
            "the columns are " + some(names));
      }
      found.addAll(matches);
      return;
    }
    found.add(require(part.text()));
  }

  private int require(String name) {
    Integer position = positions().get(name);
    if (position == null) {
      throw unknown(name);
    }
    return position;
  }

  private DataException unknown(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    List<String> nearest =
        names.stream()
            .filter(other -> distance(wanted, other) < Integer.MAX_VALUE)
            .sorted(Comparator.comparingInt(other -> distance(wanted, other)))
            .limit(3)
            .toList();
    String remedy =
        nearest.isEmpty()
            ? "the columns are " + some(names)
            : "did you mean "
                + nearest.stream()
                    .map(n -> "'" + Words.shown(n) + "'")
                    .collect(Collectors.joining(" or "))
                + "?";
    return DataException.at(Place.file(table), "there is no column '" + name + "'", remedy);
  }

  /** Counts the edits from a word to a name, without end where they are not near. */
  private static int distance(String wanted, String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (wanted.length() > 2 && lower.contains(wanted)) {
      return lower.length() - wanted.length();
    }
    // A table of edits may be large: what differs in length by more needs none.
    int near = Math.max(2, wanted.length() / 2);
    boolean tried =
        Math.abs(lower.length() - wanted.length()) <= near && wanted.length() <= LONGEST_TRIED;
    int edits = tried ? Words.edits(wanted, lower) : Integer.MAX_VALUE;
    return edits <= near ? edits : Integer.MAX_VALUE;
  }

  /** Lists names for a message: all if they are few, else the first ones and how many more. */
  static String some(List<String> names) {
    int shown = names.size() <= 12 ? names.size() : 10;
    String list = Words.listed(names, shown);
    return shown == names.size() ? list : list + " and " + (names.size() - shown) + " more";
  }

  private static Pattern glob(String text) {
    String regex =
        Pattern.compile("\\*")
            .splitAsStream(text + "\0")
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return Pattern.compile(regex.replace("\0", ""), Pattern.DOTALL);
  }

  private record Part(String text, boolean quoted) {}

  private static List<Part> split(String references) {
    List<Part> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    char quote = 0;
    for (int i = 0; i < references.length(); i++) {
      char c = references.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          part.append(c);
        }
      } else if ((c == '"' || c == '\'') && part.toString().isBlank()) {
        part.setLength(0);
        quote = c;
        quoted = true;
      } else if (c == ',') {
        finish(parts, part, quoted);
        quoted = false;
      } else {
        part.append(c);
      }
    }
    finish(parts, part, quoted);
    return parts;
  }

  private static void finish(List<Part> parts, StringBuilder part, boolean quoted) {
    String text = part.toString().strip();
    if (!text.isEmpty()) {
      parts.add(new Part(text, quoted));
    }
    part.setLength(0);
  }
}
