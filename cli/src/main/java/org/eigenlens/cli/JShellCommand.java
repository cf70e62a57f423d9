package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.Callable;
import jdk.jshell.tool.JavaShellToolBuilder;
import org.eigenlens.data.DataException;
import org.eigenlens.data.TemporaryFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Opens Java's own prompt with the library on its class path and imported. */
@Command(
    name = "jshell",
    description = "Open a Java prompt where the library is at hand.",
    footer = {
      "",
      "What comes through a pipe is run without a prompt, and only what it prints is printed.",
      "",
      "Example: eigenlens jshell",
      "         eigenlens jshell script.jsh",
      "         eigenlens jshell < script.jsh"
    })
final class JShellCommand implements Callable<Integer> {

  /** From here on Java warns of native code that was not allowed. */
  private static final int NATIVE_ACCESS = 24;

  /** Set by the launcher where nobody types. */
  private static final boolean PIPED = Boolean.getBoolean("eigenlens.piped");

  private static final String GREETING =
      """
      System.out.println("Eigenlens is imported. Try:  \
      Pca.builder().components(2).fit(Samples.iris().load().matrix()).explained()");
      """;

  @Parameters(
      arity = "0..*",
      paramLabel = "SCRIPT",
      description = "Files of Java to run first; one that ends in /exit leaves no prompt.")
  private List<Path> scripts = List.of();

  @Override
  public Integer call() throws IOException {
    if (ModuleLayer.boot().findModule("jdk.jshell").isEmpty()) {
      throw DataException.of("this Java has no jshell", "install a JDK, and set JAVA_HOME to it");
    }
    for (Path script : scripts) {
      if (!Files.isReadable(script)) {
        throw DataException.of(script + ": cannot be read", "check its name");
      }
    }
    Path startup = TemporaryFiles.newFile("eigenlens", ".jsh");
    startup.toFile().deleteOnExit(); // also when it is interrupted
    try (InputStream imports = JShellCommand.class.getResourceAsStream("startup.jsh")) {
      String start = new String(imports.readAllBytes(), UTF_8);
      Files.writeString(startup, PIPED ? start : start + GREETING);
      return Prompt.open(arguments(startup));
    } finally {
      Files.deleteIfExists(startup);
    }
  }

  private List<String> arguments(Path startup) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--class-path", System.getProperty("java.class.path")));
    arguments.addAll(List.of("--startup", "DEFAULT", "--startup", startup.toString()));
    arguments.addAll(List.of("--feedback", PIPED ? "silent" : "concise"));
    if (Runtime.version().feature() >= NATIVE_ACCESS) {
      arguments.add("-R--enable-native-access=ALL-UNNAMED");
    }
    // The prompt runs code in a process of its own, which is to be like this one.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(
            option -> option.matches("-Xm.*|-D(eigenlens|org\\.bytedeco|java\\.io\\.tmpdir)[.=].*"))
        .forEach(option -> arguments.add("-R" + option));
    scripts.forEach(script -> arguments.add(script.toString()));
    if (PIPED) {
      arguments.add("-"); // standard input, without a prompt
    }
    return arguments;
  }

  /** Apart, so that a Java without jshell can still load the command and say so. */
  private static final class Prompt {

    private Prompt() {}

    static int open(List<String> arguments) {
      try {
        JavaShellToolBuilder prompt = JavaShellToolBuilder.builder();
        if (PIPED) {
          prompt.persistence(new HashMap<>()); // what nobody typed is no history
        }
        return prompt.start(arguments.toArray(String[]::new));
      } catch (Exception e) {
        throw new IllegalStateException("jshell did not start: " + e.getMessage(), e);
      }
    }
  }
}
