package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs the comparison, prints it and writes it to a file; started by the script {@code compare}.
 */
public final class Compare {

  private static final String CSV = "csv";

  private Compare() {}

  /**
   * Takes {@code --root FOLDER}, the folder of the project, and optionally {@code --quick}, {@code
   * --only NAME} (as often as wanted), {@code --python COMMAND} or {@code --no-python REASON}.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path root = Path.of(".");
    boolean quick = false;
    Set<String> only = new TreeSet<>();
    String python = "";
    String noPython = "there is no Python";
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--root" -> root = Path.of(args[++i]);
        case "--quick" -> quick = true;
        case "--only" -> only.add(args[++i]);
        case "--python" -> python = args[++i];
        case "--no-python" -> noPython = args[++i];
        default -> throw new IllegalArgumentException("There is no option '" + args[i] + "'.");
      }
    }
    List<Case> cases = quick ? Case.quick() : Case.full();
    checkNames(only, cases);
    Path folder = Files.createDirectories(root.resolve("bench/target"));
    List<String> pythonCommand =
        python.isEmpty() ? List.of() : List.of(python, root.resolve("bench/peers.py").toString());
    Path report = folder.resolve("compare.md");
    Files.deleteIfExists(report);
    say(report, preamble(pythonCommand));
    Path launcher = root.resolve("eigenlens").toAbsolutePath().normalize();
    List<String> launch = quick ? List.of() : List.of(launcher.toString());
    Race race = new Race(javaCommand(), pythonCommand, noPython, launch, folder);
    boolean wrong = false;
    for (Case set : cases) {
      if (only.isEmpty() || only.contains(set.name())) {
        List<Entry> entries = race.run(set);
        say(report, Table.of(set.title() + ", k = " + set.problem().components(), entries));
        Judge.Verdict ours = entries.get(0).verdict();
        wrong |= ours == null || !ours.right();
      }
    }
    if (quick ? only.contains(CSV) : only.isEmpty() || only.contains(CSV)) {
      say(report, new EndToEnd(launcher, pythonCommand, noPython, folder).run());
    }
    System.out.println("Written to " + root.relativize(report));
    if (wrong) {
      System.err.println("Ours is missing or wrong in a table above.");
      System.exit(1);
    }
  }

  private static void checkNames(Set<String> only, List<Case> cases) {
    Set<String> names = new TreeSet<>(cases.stream().map(Case::name).toList());
    names.add(CSV);
    for (String name : only) {
      if (!names.contains(name)) {
        throw new IllegalArgumentException(
            "There is nothing called '" + name + "' to compare; there are " + names + ".");
      }
    }
  }

  /** Prints and writes what there is so far: a run that is broken off leaves its tables. */
  private static void say(Path file, String text) throws IOException {
    System.out.println(text);
    Files.writeString(file, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static String preamble(List<String> pythonCommand)
      throws IOException, InterruptedException {
    String python = "no Python";
    if (!pythonCommand.isEmpty()) {
      List<String> command = new ArrayList<>(pythonCommand);
      command.add("versions");
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      python = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
      process.waitFor();
    }
    return """
        # Comparison with peers

        %s, %s. %s. Load of the machine at the start: %s.

        Warm is the best of several fits in one process after a first one, data in memory; right \
        means that all variances agree with the reference to %.0e, and for kernel PCA also that the \
        residual is at most %.0e.
        """
        .formatted(
            LocalDate.now(ZoneOffset.UTC),
            Machine.description(),
            python,
            Machine.load(),
            Judge.RIGHT,
            Judge.KERNEL_RESIDUAL);
  }

  private static List<String> javaCommand() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        Worker.class.getName());
  }
}
