package org.eigenlens.studio;

import java.util.Collection;
import java.util.regex.Pattern;

/** Dates as people and programs write them, with the time of the day or without. */
final class Dates {

  private static final String YEAR = "(?:1[5-9]|2[01])\\d\\d";
  private static final String MONTH = "(?:0?[1-9]|1[0-2])";
  private static final String DAY = "(?:0?[1-9]|[12]\\d|3[01])";
  private static final String NAME =
      "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";

  private static final String DATE =
      String.join(
          "|",
          YEAR + "(?<a>[-/.])" + MONTH + "(?:\\k<a>" + DAY + ")?", // 2024-01-31, 2024-01
          DAY + "(?<b>[-/.])" + DAY + "\\k<b>" + YEAR, // 31.1.2024, 1/31/2024
          DAY + "(?<c>[-/])" + DAY + "\\k<c>\\d\\d", // 1/31/24
          "\\d\\d\\.\\d\\d\\.\\d\\d", // 31.01.24; versions are not filled up
          DAY + "\\.?[ -]" + NAME + "[ ,-]+(?:" + YEAR + "|\\d\\d)", // 31 Jan 2024
          NAME + " " + DAY + "(?:st|nd|rd|th)?,? " + YEAR); // January 31, 2024

  private static final String TIME =
      "\\d{1,2}:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?: ?[ap]\\.?m\\.?)?"
          + "(?: ?(?:z|utc|gmt|[+-]\\d\\d(?::?\\d\\d)?))?";

  private static final Pattern WHEN =
      Pattern.compile("(?:" + DATE + ")(?:(?:t|,? )" + TIME + ")?", Pattern.CASE_INSENSITIVE);

  private Dates() {}

  /** Tells whether there are cells, and all of them are dates. */
  static boolean are(Collection<String> cells) {
    return !cells.isEmpty()
        && cells.stream().allMatch(cell -> WHEN.matcher(cell.strip()).matches());
  }
}
