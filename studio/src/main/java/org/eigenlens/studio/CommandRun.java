package org.eigenlens.studio;

import java.io.IOException;
import java.util.List;

/**
 * Runs commands within jobs.
 *
 * @param request whose inputs are called as users know them, in whatever the command says
 */
record CommandRun(Commands commands, FitRequest request) {

  /**
   * Runs a command and returns its answer.
   *
   * @throws IOException if it fails, in its own words
   */
  String run(Job job, List<String> words) throws IOException {
    Console out = new Console(step -> {});
    Console err = new Console(job::step);
    if (commands.run(out, err, words) != 0) {
      throw new IOException(request.inWords(err.failure()));
    }
    return out.text();
  }
}
