package org.eigenlens.cli;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares the output that a document shows with what was printed.
 *
 * <p>Every line that was printed is shown, in order; a line of only {@code …} stands for any number
 * of lines left out, also at the start and the end. Blank lines and the width of gaps do not count.
 * Words are the same, and whole numbers are: counts do not round. Other numbers may differ
 *
 * <ul>
 *   <li>by one unit of the last digit shown, since two backends whose results differ in the
 *       sixteenth digit may round a tie to either side;
 *   <li>by 1e-9 of themselves where more than ten digits are shown, as in files of full precision:
 *       the examples' condition is below 1e6, so rounding of 1e-16 grows to 1e-10 at most;
 *   <li>in any way if both are below 1e-10 in magnitude: residuals and coordinates that are zero
 *       but for rounding have no digits to compare;
 *   <li>in any way if they are seconds, which no two runs share.
 * </ul>
 */
final class ShownOutput {

  static final String LEFT_OUT = "…";

  private static final double NOISE = 1e-10;
  private static final double FULL_PRECISION = 1e-9;
  private static final int MANY_DIGITS = 10;

  /** A number that is no part of a name such as PC1, and does not go on as one. */
  private static final Pattern NUMBER =
      Pattern.compile("(?<![\\p{L}\\d_.])[-−]?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?(?![\\p{L}\\d_])");

  private static final Pattern BEFORE_SECONDS = Pattern.compile("(?s).*\"\\w*[sS]econds\" ?: ?$");
  private static final Pattern AFTER_SECONDS = Pattern.compile("(?s)^ (s|seconds?)\\b.*");

  private ShownOutput() {}

  /** Returns what is wrong with the shown lines, if anything is. */
  static Optional<String> complaint(List<String> shown, String printed) {
    List<List<String>> runs = runs(filled(shown));
    List<String> actual = filled(printed.lines().toList());
    int at = 0;
    for (int i = 0; i < runs.size(); i++) {
      List<String> run = runs.get(i);
      boolean last = i + 1 == runs.size();
      int place =
          i == 0 ? 0 : last ? Math.max(at, actual.size() - run.size()) : place(run, actual, at);
      Optional<String> wrong = mismatch(run, actual, place);
      if (wrong.isPresent()) {
        return wrong;
      }
      at = place + run.size();
    }
    return at == actual.size()
        ? Optional.empty()
        : Optional.of("does not show, not even as '" + LEFT_OUT + "': " + actual.get(at));
  }

  private static List<String> filled(List<String> lines) {
    return lines.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  /** Splits lines where others are left out; the first run may be empty, and so may the last. */
  private static List<List<String>> runs(List<String> lines) {
    List<List<String>> runs = new ArrayList<>();
    runs.add(new ArrayList<>());
    for (String line : lines) {
      if (line.equals(LEFT_OUT)) {
        runs.add(new ArrayList<>());
      } else {
        runs.get(runs.size() - 1).add(line);
      }
    }
    return runs;
  }

  /** Returns where a run is printed, or if nowhere, where something like its start is. */
  private static int place(List<String> run, List<String> actual, int from) {
    int near = from;
    for (int at = actual.size() - 1; at >= from; at--) {
      if (!run.isEmpty() && first(run.get(0)).equals(first(actual.get(at)))) {
        near = at;
      }
    }
    for (int at = from; at < actual.size(); at++) {
      if (mismatch(run, actual, at).isEmpty()) {
        return at;
      }
    }
    return near;
  }

  private static String first(String line) {
    return line.split("\\s+", 2)[0];
  }

  private static Optional<String> mismatch(List<String> run, List<String> actual, int at) {
    for (int i = 0; i < run.size(); i++) {
      if (at + i >= actual.size()) {
        return Optional.of("is not printed: " + run.get(i));
      }
      if (!same(run.get(i), actual.get(at + i))) {
        return Optional.of("shows: " + run.get(i) + "\nbut printed is: " + actual.get(at + i));
      }
    }
    return Optional.empty();
  }

  /** Returns whether two lines are the same but for rounding. */
  static boolean same(String shown, String printed) {
    List<String> ours = parts(shown);
    List<String> theirs = parts(printed);
    if (ours.size() != theirs.size()) {
      return false;
    }
    for (int i = 0; i < ours.size(); i++) {
      String one = ours.get(i);
      String other = theirs.get(i);
      boolean alike =
          i % 2 == 0
              ? words(one).equals(words(other))
              : isSeconds(ours.get(i - 1), ours.get(i + 1)) || sameNumber(one, other);
      if (!alike) {
        return false;
      }
    }
    return true;
  }

  /** Splits a line into what is no number and numbers, by turns; the former come first and last. */
  private static List<String> parts(String line) {
    List<String> parts = new ArrayList<>();
    Matcher numbers = NUMBER.matcher(line);
    int end = 0;
    while (numbers.find()) {
      parts.add(line.substring(end, numbers.start()));
      parts.add(numbers.group());
      end = numbers.end();
    }
    parts.add(line.substring(end));
    return parts;
  }

  private static String words(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private static boolean isSeconds(String before, String after) {
    return BEFORE_SECONDS.matcher(before).matches() || AFTER_SECONDS.matcher(after).matches();
  }

  private static boolean sameNumber(String shown, String printed) {
    if (shown.equals(printed)) {
      return true;
    }
    if (isWhole(shown)) {
      return false;
    }
    BigDecimal one = number(shown);
    double a = one.doubleValue();
    double b = number(printed).doubleValue();
    if (Math.abs(a) < NOISE && Math.abs(b) < NOISE) {
      return true;
    }
    double unit = one.ulp().doubleValue();
    double precise = one.precision() > MANY_DIGITS ? FULL_PRECISION * Math.abs(a) : 0;
    // The hair above one unit is for the rounding of the difference itself.
    return Math.abs(a - b) <= Math.max(unit, precise) * (1 + 1e-6);
  }

  private static boolean isWhole(String number) {
    return number.matches("[-−]?\\d+");
  }

  private static BigDecimal number(String text) {
    return new BigDecimal(text.replace('−', '-'));
  }
}
