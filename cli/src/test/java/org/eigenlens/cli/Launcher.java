package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The command as users start it: in a process and a folder of its own. */
final class Launcher {

  static final Path FILE = Path.of("..", "eigenlens").toAbsolutePath().normalize();

  private final Path folder;
  private final Map<String, String> environment = new HashMap<>();

  Launcher(Path folder) {
    this.folder = folder;
  }

  /** Sets a variable of the environment; null takes it away. */
  Launcher with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Starts the command. */
  Process start(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of(FILE.toString()));
    command.addAll(List.of(words));
    return startProcess(command.toArray(String[]::new));
  }

  /** Starts any program, its output in the files {@code out} and {@code err} of the folder. */
  Process startProcess(String... words) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile());
    // The tests are about what was just built; another build must not start in the middle.
    builder.environment().put("EIGENLENS_NO_BUILD", "1");
    builder.environment().keySet().removeAll(List.of("EIGENLENS_OPTS", "JAVA_TOOL_OPTIONS"));
    environment.forEach(
        (name, value) -> {
          if (value == null) {
            builder.environment().remove(name);
          } else {
            builder.environment().put(name, value);
          }
        });
    return builder.start();
  }

  /** Runs the command and returns its exit status. */
  int run(String... words) throws IOException, InterruptedException {
    return start(words).waitFor();
  }

  String out() throws IOException {
    return Files.readString(folder.resolve("out"), UTF_8);
  }

  String err() throws IOException {
    return Files.readString(folder.resolve("err"), UTF_8);
  }
}
