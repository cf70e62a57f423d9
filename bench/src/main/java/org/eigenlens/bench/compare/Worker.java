package org.eigenlens.bench.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that runs one Java engine on one file.
 *
 * <p>It loads the data, solves once, tells its peak memory and writes what it found; then it waits
 * for a line "time RUNS SECONDS" and solves again, at most so often and, after the first, not
 * beyond so many seconds. The Python peers keep to the same protocol.
 */
public final class Worker {

  private Worker() {}

  /**
   * Takes the name of the engine, the data, the number of components, the file to write, and what
   * the problem adds.
   */
  public static void main(String[] args) throws IOException {
    // The protocol has standard output to itself; whatever libraries print goes elsewhere.
    PrintStream out = System.out;
    System.setOut(System.err);
    Path data = Path.of(args[1]);
    List<String> problem = List.of(args).subList(4, args.length);
    Fitter fitter = Problem.fitter(args[0], data, Integer.parseInt(args[2]), problem);
    out.println("version " + fitter.version());
    out.println("loaded");
    long start = System.nanoTime();
    Spectrum found = fitter.fit().get();
    double first = (System.nanoTime() - start) / 1e9;
    out.println("memory " + ProcessMemory.peak(ProcessHandle.current().pid()));
    found.write(Path.of(args[3]));
    if (!found.remark().isEmpty()) {
      out.println("remark " + found.remark());
    }
    out.println("solved " + first);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = in.readLine();
    if (line == null || !line.startsWith("time ")) {
      return;
    }
    String[] order = line.split(" ", -1);
    int runs = Integer.parseInt(order[1]);
    double budget = Double.parseDouble(order[2]);
    StringBuilder times = new StringBuilder("times");
    double spent = 0;
    for (int i = 0; i < runs && (i == 0 || spent < budget); i++) {
      start = System.nanoTime();
      fitter.fit().get().directions().storage().release();
      double seconds = (System.nanoTime() - start) / 1e9;
      spent += seconds;
      times.append(' ').append(seconds);
    }
    out.println(times);
  }
}
