package org.eigenlens.fuzz;

import java.util.Locale;

/** Where Jazzer enters; {@code -Deigenlens.fuzz=csv} says which target it is to try. */
public final class Fuzz {

  private static final Target TARGET =
      Target.valueOf(System.getProperty("eigenlens.fuzz", "csv").toUpperCase(Locale.ROOT));

  private Fuzz() {}

  /** Starts what takes its time to start, as the studio does, before time is taken. */
  public static void fuzzerInitialize() throws Exception {
    TARGET.attempt(new byte[0]);
  }

  /** Tries one input; what it throws is a finding. */
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    TARGET.attempt(input);
  }
}
