package org.eigenlens.cli;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.eigenlens.data.DataException;

/**
 * Starts this program again inside Spark, with the Spark module beside it.
 *
 * @param command the program spark-submit
 * @param module the jar of the Spark module
 * @param libraries the jars of this program
 */
record SparkSubmit(Path command, Path module, List<Path> libraries) {

  /** The command ends with 0, 1 or 2; a larger status is of a process that did not end by it. */
  private static final int MOST = 2;

  private static final String HOW =
      "unpack Spark 4 for Scala 2.13 from https://spark.apache.org and set SPARK_HOME to it, or run"
          + " on your cluster: spark-submit --class org.eigenlens.cli.Eigenlens --jars"
          + " eigenlens.jar,lib/*.jar eigenlens-spark.jar fit …";

  /** Looks for everything that is needed, and says what is not there. */
  static SparkSubmit find(Map<String, String> environment) throws IOException {
    Path command =
        onHand(environment)
            .orElseThrow(
                () ->
                    DataException.of(
                        "--engine spark needs Spark, and there is neither SPARK_HOME nor a"
                            + " spark-submit on the PATH",
                        HOW));
    Path own = ownJar();
    Path folder = own.getParent();
    List<Path> libraries = new ArrayList<>(List.of(own));
    if (Files.isDirectory(folder.resolve("lib"))) {
      try (Stream<Path> jars = Files.list(folder.resolve("lib"))) {
        // Spark has a logger of its own.
        jars.filter(jar -> !jar.getFileName().toString().startsWith("slf4j-"))
            .sorted()
            .forEach(libraries::add);
      }
    }
    return new SparkSubmit(command, built(folder), libraries);
  }

  private static Optional<Path> onHand(Map<String, String> environment) {
    String home = environment.get("SPARK_HOME");
    List<Path> places = new ArrayList<>();
    if (home != null && !home.isBlank()) {
      places.add(Path.of(home, "bin"));
    }
    String path = environment.get("PATH");
    for (String place : (path == null ? "" : path).split(File.pathSeparator, -1)) {
      places.add(Path.of(place));
    }
    String name =
        System.getProperty("os.name").startsWith("Windows") ? "spark-submit.cmd" : "spark-submit";
    return places.stream().map(p -> p.resolve(name)).filter(Files::isExecutable).findFirst();
  }

  private static Path ownJar() {
    try {
      return Path.of(SparkSubmit.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Looks beside the other modules of the project, or where a property says. */
  private static Path built(Path folder) throws IOException {
    String said = System.getProperty("eigenlens.spark.jar");
    if (said != null) {
      return Path.of(said);
    }
    Path target = folder.resolve("../../../spark/target").normalize();
    if (Files.isDirectory(target)) {
      try (Stream<Path> jars = Files.list(target)) {
        Optional<Path> jar =
            jars.filter(
                    f ->
                        f.getFileName()
                            .toString()
                            .matches("eigenlens-spark-[^-]*(-SNAPSHOT)?\\.jar"))
                .findFirst();
        if (jar.isPresent()) {
          return jar.get();
        }
      }
    }
    throw DataException.of(
        "the Spark module is not built",
        "run mvn -pl spark -am -Dmaven.test.skip=true package in the project's folder");
  }

  /** Returns the command line; without a master Spark takes the one of its own settings. */
  List<String> line(String master, List<String> arguments) {
    List<String> line = new ArrayList<>(List.of(command.toString()));
    if (!master.isEmpty()) {
      line.addAll(List.of("--master", master));
    }
    line.addAll(List.of("--class", Eigenlens.class.getName()));
    // What is wrong with the command or the data it says itself, in a line.
    String level = arguments.contains(ErrorReporter.STACKTRACE) ? "ERROR" : "FATAL";
    line.addAll(List.of("--conf", "spark.log.level=" + level));
    line.addAll(List.of("--conf", "spark.ui.showConsoleProgress=false"));
    line.addAll(
        List.of("--jars", String.join(",", libraries.stream().map(Path::toString).toList())));
    line.add(module.toString());
    line.addAll(arguments);
    return line;
  }

  /** Runs the command line and returns its exit status, if it is one that the command has. */
  int run(String master, List<String> arguments) throws IOException {
    Process process = new ProcessBuilder(line(master, arguments)).inheritIO().start();
    try {
      int status = process.waitFor();
      if (status < 0 || status > MOST) {
        throw DataException.of(
            "Spark ended with status " + status,
            "give it more memory (spark.driver.memory), or run again with --stacktrace");
      }
      return status;
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      return 1;
    }
  }
}
