package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;

/**
 * All engines on one data set, one after the other.
 *
 * @param javaCommand starts a Java worker, up to the name of the engine
 * @param pythonCommand the same for Python; empty where there is none
 * @param noPython why there is none
 * @param folder for data, results and messages
 */
record Race(List<String> javaCommand, List<String> pythonCommand, String noPython, Path folder) {

  static final int COMPONENTS = 10;
  static final int RUNS = 3;

  /** Whoever takes longer than this to load and solve once is left out. */
  private static final int LIMIT_SECONDS = 60;

  /** Warm runs stop when together they have taken this long. */
  private static final double BUDGET_SECONDS = 20;

  private static final List<String> JAVA = List.of("eigenlens", "ejml", "smile");
  private static final List<String> PYTHON =
      List.of(
          "numpy-gram",
          "sklearn-auto",
          "sklearn-covariance_eigh",
          "sklearn-randomized",
          "sklearn-arpack",
          "sklearn-full");

  List<Entry> run(Case set) throws IOException, InterruptedException {
    Path data = set.data(folder.resolve("data"));
    DenseMatrix x = Npy.read(data);
    Judge judge = new Judge(x, COMPONENTS);
    List<Entry> entries = new ArrayList<>();
    for (String engine : JAVA) {
      entries.add(run(set, engine, javaCommand, data, judge));
    }
    if (pythonCommand.isEmpty()) {
      entries.add(Entry.leftOut("NumPy, scikit-learn", noPython));
    } else {
      for (String engine : PYTHON) {
        entries.add(run(set, engine, pythonCommand, data, judge));
      }
    }
    x.storage().release();
    return entries;
  }

  private Entry run(Case set, String engine, List<String> start, Path data, Judge judge)
      throws IOException, InterruptedException {
    String reason = set.whyNot(engine);
    if (reason != null) {
      return Entry.leftOut(engine, reason);
    }
    Path results = Files.createDirectories(folder.resolve("results").resolve(set.name()));
    Path result = results.resolve(engine + ".npy");
    List<String> command = new ArrayList<>(start);
    command.addAll(
        List.of(engine, data.toString(), Integer.toString(COMPONENTS), result.toString()));
    try (Contender contender = new Contender(command, results.resolve(engine + ".log"))) {
      double cold = Double.parseDouble(contender.await("solved", LIMIT_SECONDS));
      // The verdict comes first: nobody is timed on a result that nobody looked at.
      Judge.Verdict verdict = judge.of(Spectrum.read(result));
      if (cold > BUDGET_SECONDS) {
        String slow = "slow: the first run only";
        return new Entry(engine, contender.version(), cold, cold, 0, verdict, slow);
      }
      double[] times = contender.times(RUNS, BUDGET_SECONDS, (int) BUDGET_SECONDS + LIMIT_SECONDS);
      long peak = Long.parseLong(contender.await("memory", LIMIT_SECONDS));
      long beyond = peak == 0 ? 0 : Math.max(0, peak - Npy.header(data).bytes());
      double best = Arrays.stream(times).min().orElse(Double.NaN);
      String note = times.length < RUNS ? "best of " + times.length : "";
      return new Entry(engine, contender.version(), best, cold, beyond, verdict, note);
    } catch (IOException e) {
      return Entry.leftOut(engine, e.getMessage());
    }
  }
}
