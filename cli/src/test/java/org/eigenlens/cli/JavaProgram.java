package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A program made of examples: compiled, and run in a process and a folder of its own, which has
 * iris.csv and digits.csv.
 *
 * @param imports lines before the class
 * @param members lines of the class before {@code main}
 * @param statements lines of {@code main}
 * @param options of the Java machine that runs it
 */
record JavaProgram(
    List<String> imports, List<String> members, List<String> statements, List<String> options) {

  private static final String CLASS_PATH = System.getProperty("java.class.path");

  /** What a program left behind: the files in its folder, and what it printed. */
  record Run(Path folder, String printed) {}

  /** Returns a program that does nothing. */
  static JavaProgram with(Collection<String> imports) {
    return new JavaProgram(List.copyOf(imports), List.of(), List.of(), List.of());
  }

  /** Returns the program to be run with options of the Java machine. */
  JavaProgram under(List<String> more) {
    return new JavaProgram(imports, members, statements, more);
  }

  /** Returns the program with a line for its class. */
  JavaProgram having(String member) {
    return new JavaProgram(imports, joined(members, List.of(member)), statements, options);
  }

  /** Returns the program with more to do. */
  JavaProgram then(List<String> more) {
    return new JavaProgram(imports, members, joined(statements, more), options);
  }

  JavaProgram then(String line) {
    return then(List.of(line));
  }

  private static List<String> joined(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private String source() {
    Stream<List<String>> parts =
        Stream.of(
            imports,
            List.of("public class Page {"),
            members,
            List.of("  public static void main(String[] args) throws Exception {"),
            statements,
            List.of("  }", "}", ""));
    return String.join("\n", parts.flatMap(List::stream).toList());
  }

  /** Compiles and runs the program somewhere in a folder; it must end well. */
  Run run(Path folder) throws IOException, InterruptedException {
    Path classes = Files.createTempDirectory(folder, "page");
    compile(Files.writeString(classes.resolve("Page.java"), source()));
    Path work = Files.createDirectory(classes.resolve("work"));
    Shell shell = new Shell(work);
    shell.iris();
    shell.digits();
    Path log = classes.resolve("log");
    Path errors = classes.resolve("errors");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8"));
    // A program of a second ends before the second compiler's work is of use.
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(options);
    command.addAll(List.of("-cp", classes + System.getProperty("path.separator") + CLASS_PATH));
    command.add("Page");
    Process process =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectError(errors.toFile())
            .redirectOutput(log.toFile())
            .start();
    int status = process.waitFor();
    String printed = Files.readString(log, UTF_8);
    assertThat(status).as("%s%s", printed, Files.readString(errors, UTF_8)).isZero();
    return new Run(work, printed);
  }

  /** Compiles a file beside it. */
  static void compile(Path source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      boolean compiled =
          compiler
              .getTask(
                  complaints,
                  files,
                  null,
                  List.of("-proc:none", "-encoding", "UTF-8", "-cp", CLASS_PATH),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as(complaints.toString()).isTrue();
    }
  }
}
