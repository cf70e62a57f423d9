package org.eigenlens.cli;

import java.util.Optional;
import picocli.CommandLine.ParseResult;

/** The options that a command line had, as they were written. */
record GivenOptions(ParseResult parsed) {

  boolean has(String option) {
    return parsed.hasMatchedOption(option);
  }

  /** Returns the text of an option, if it was given. */
  Optional<String> text(String option) {
    return has(option)
        ? Optional.of(String.join(",", parsed.matchedOption(option).stringValues()))
        : Optional.empty();
  }

  /** Tells whether numbers are stored in half the memory. */
  boolean isFloat() {
    return text("--precision").filter("float"::equalsIgnoreCase).isPresent();
  }
}
