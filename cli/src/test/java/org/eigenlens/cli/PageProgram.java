package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

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
  JavaProgram.Run run(Path folder) throws IOException, InterruptedException {
    JavaProgram program = JavaProgram.with(allImports()).under(options);
    for (DocumentedBlock example : examples()) {
      program = program.then(example.lines()).then("System.out.println(\"" + END + "\");");
    }
    JavaProgram.Run run = program.run(folder);
    compare(List.of(run.printed().split(END + "\\R", -1)));
    assertThat(DocumentedPictures.complaint(page, run.folder())).isEmpty();
    return run;
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
}
