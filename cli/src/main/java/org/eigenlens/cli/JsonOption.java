package org.eigenlens.cli;

import java.io.PrintWriter;
import java.util.Map;
import org.eigenlens.model.Json;
import picocli.CommandLine.Option;

/** The option of commands that can answer a script. */
final class JsonOption {

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean wanted;

  boolean wanted() {
    return wanted;
  }

  /** Prints a report as JSON. */
  void print(PrintWriter out, Map<String, Object> report) {
    TextWriter.raw(out).println(Json.write(report, true));
  }
}
