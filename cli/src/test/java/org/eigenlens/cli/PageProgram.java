package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The Java examples of a page as one program, in the order of the page, in a folder with iris.csv
 * and digits.csv.
 *
 * <p>A block of imports is for the whole page. A {@code text} block right after an example is what
 * that example printed.
 *
 * @param page the document
 * @param imports lines that stand before those of the page
 * @param options of the Java machine that runs it
 * @param runs which of its Java blocks are run
 */
record PageProgram(
    Path page, List<String> imports, List<String> options, Predicate<DocumentedBlock> runs) {

  /** Printed after each example, to tell the output of one from that of the next. */
  private static final String END = "== end of an example ==";

  /** What a program left behind: the files in its folder, and what it printed. */
  record Run(Path folder, String printed) {}

  /** Returns the blocks that are run, beside imports. */
  List<DocumentedBlock> examples() {
    return DocumentedBlock.of(page).stream().filter(this::isExample).toList();
  }

  /** Returns all lines of import. */
  List<String> allImports() {
    Set<String> lines = new LinkedHashSet<>(imports);
    DocumentedBlock.of(page).stream()
        .filter(block -> isJava(block) && isImports(block))
        .forEach(block -> lines.addAll(block.lines()));
    return List.copyOf(lines);
  }

  private boolean isJava(DocumentedBlock block) {
    return block.language().equals("java") && runs.test(block);
  }

  private static boolean isImports(DocumentedBlock block) {
    return block.lines().get(0).startsWith("import ");
  }

  private boolean isExample(DocumentedBlock block) {
    return isJava(block) && !isImports(block);
  }

  /** Runs the examples below a folder, and compares what the page shows. */
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
    command.addAll(options);
    command.addAll(List.of("-cp", classes + System.getProperty("path.separator") + classPath()));
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
    compare(List.of(printed.split(END + "\\R", -1)));
    return new Run(work, printed);
  }

  private String source() {
    List<String> lines = new ArrayList<>(allImports());
    lines.add("public class Page {");
    lines.add("  public static void main(String[] args) throws Exception {");
    for (DocumentedBlock example : examples()) {
      lines.addAll(example.lines());
      lines.add("System.out.println(\"" + END + "\");");
    }
    lines.add("  }");
    lines.add("}");
    return String.join("\n", lines) + "\n";
  }

  private void compare(List<String> printed) {
    List<DocumentedBlock> blocks = DocumentedBlock.of(page);
    int example = 0;
    for (int b = 0; b < blocks.size(); b++) {
      if (isExample(blocks.get(b))) {
        String output = printed.get(example++);
        List<String> shown = DocumentedBlock.shownAfter(blocks, b);
        if (!shown.isEmpty()) {
          assertThat(ShownOutput.complaint(shown, output))
              .as("what is shown after line %d; printed:%n%s", blocks.get(b).line(), output)
              .isEmpty();
        }
      }
    }
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  private static void compile(Path source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      boolean compiled =
          compiler
              .getTask(
                  complaints,
                  files,
                  null,
                  List.of("-proc:none", "-encoding", "UTF-8", "-cp", classPath()),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as(complaints.toString()).isTrue();
    }
  }
}
