package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.eigenlens.matrix.DenseMatrix;

/**
 * All engines on one data set, one after the other.
 *
 * @param javaCommand starts a Java worker, up to the name of the engine
 * @param pythonCommand the same for Python; empty where there is none
 * @param noPython why there is none
 * @param launcher starts our command; empty where whole commands are not to be timed
 * @param folder for data, results and messages
 */
record Race(
    List<String> javaCommand,
    List<String> pythonCommand,
    String noPython,
    List<String> launcher,
    Path folder) {

  /** How often whole commands are run. */
  private static final int COMMAND_RUNS = 3;

  /** A first start may have to build. */
  private static final int BUILD_SECONDS = 900;

  List<Entry> run(Case set) throws IOException, InterruptedException {
    Path data = set.data(folder.resolve("data"));
    DenseMatrix x = Npy.read(data);
    Map<String, Judge> judges = new HashMap<>();
    Function<String, Judge> judge =
        engine ->
            judges.computeIfAbsent(
                set.problem().task(engine),
                task -> set.problem().judge(x, set.problem().components(), task));
    List<Entry> entries = new ArrayList<>();
    for (String engine : set.problem().java()) {
      entries.add(run(set, engine, javaCommand, data, judge.apply(engine)));
    }
    if (pythonCommand.isEmpty() && !set.problem().python().isEmpty()) {
      entries.add(Entry.leftOut("NumPy, scikit-learn", noPython));
    } else {
      for (String engine : set.problem().python()) {
        entries.add(run(set, engine, pythonCommand, data, judge.apply(engine)));
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
        List.of(
            engine,
            data.toString(),
            Integer.toString(set.problem().components()),
            result.toString()));
    command.addAll(set.problem().arguments());
    Problem.Effort effort = set.problem().effort();
    Entry entry;
    try (Contender contender = new Contender(command, results.resolve(engine + ".log"))) {
      long peak = Long.parseLong(contender.await("memory", effort.limit()));
      double first = Double.parseDouble(contender.await("solved", effort.limit()));
      // The verdict comes first: nobody is timed on a result that nobody looked at.
      Judge.Verdict verdict = judge.of(Spectrum.read(result));
      int runs = first > effort.budget() ? 0 : effort.runs();
      double[] times =
          contender.times(runs, effort.budget(), (int) effort.budget() + effort.limit());
      long beyond = peak == 0 ? 0 : Math.max(0, peak - Npy.header(data).bytes());
      List<String> notes = new ArrayList<>(contender.remarks());
      if (runs == 0) {
        notes.add("slow: the first run only");
      } else if (times.length < runs) {
        notes.add("best of " + times.length);
      }
      entry =
          new Entry(
              engine,
              contender.version(),
              times,
              first,
              beyond,
              null,
              verdict,
              String.join("; ", notes));
    } catch (IOException e) {
      return Entry.leftOut(engine, e.getMessage());
    }
    return withCommand(set, entry, data, results);
  }

  /** Adds how long the whole command takes, once the engine's own process has ended. */
  private Entry withCommand(Case set, Entry entry, Path data, Path results)
      throws IOException, InterruptedException {
    // Who is too slow to be timed warm is not waited for again, unless it is us.
    boolean hopeless = entry.times().length == 0 && !entry.engine().equals(Table.OURS);
    List<String> words = hopeless ? List.of() : words(set, entry.engine(), data, results);
    if (words.isEmpty()) {
      return entry;
    }
    Problem.Effort effort = set.problem().effort();
    Path log = results.resolve(entry.engine() + "-command.log");
    Command.Run run = null;
    String note = entry.note();
    try {
      run = new Command(words, log, effort.limit()).best(COMMAND_RUNS, effort.budget());
    } catch (IOException e) {
      note = (note.isEmpty() ? "" : note + "; ") + "command: " + e.getMessage();
    }
    return new Entry(
        entry.engine(),
        entry.version(),
        entry.times(),
        entry.first(),
        entry.memory(),
        run,
        entry.verdict(),
        note);
  }

  /** Returns the command that does the same as an engine; empty where there is none. */
  private List<String> words(Case set, String engine, Path data, Path results)
      throws InterruptedException {
    List<String> options = set.problem().commandOptions();
    if (options.isEmpty() || launcher.isEmpty()) {
      return List.of();
    }
    List<String> words = new ArrayList<>();
    String k = Integer.toString(set.problem().components());
    if (set.problem().python().contains(engine)) {
      words.addAll(pythonCommand);
      Path result = results.resolve(engine + "-command.npy");
      words.addAll(List.of("once", engine, data.toString(), k, result.toString()));
      words.addAll(set.problem().arguments());
    } else if (engine.equals(Table.OURS)) {
      // Whatever is done at a first start only is done here.
      List<String> help = new ArrayList<>(launcher);
      help.addAll(List.of("fit", "--help"));
      Command.works(help, results.resolve("help.log"), BUILD_SECONDS);
      words.addAll(launcher);
      words.addAll(List.of("fit", data.toString()));
      words.addAll(options);
      words.addAll(List.of("-k", k, "-o", results.resolve("model.eigenlens").toString()));
    }
    return words;
  }
}
