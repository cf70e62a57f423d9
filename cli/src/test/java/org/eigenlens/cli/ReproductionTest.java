package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.eigenlens.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs that reports give are compiled and run, and make the same models. */
class ReproductionTest {

  private static final List<List<String>> FITS =
      List.of(
          List.of("--label", "species", "--standardize", "-k", "0.95"),
          List.of("--columns", "petal_length,sepal_width", "-k", "1", "--ddof", "0"),
          List.of("--label", "species", "-m", "kernel-pca", "--gamma", "0.1", "-k", "2"),
          List.of("--label", "species", "-m", "supervised-pca", "-k", "2"),
          List.of("--label", "species", "-m", "fisher", "-k", "1"),
          List.of("--label", "species", "-m", "cca", "--x", "sepal*", "--y", "petal*"));

  @TempDir Path folder;

  @Test
  void programsMakeTheSameModels() throws Exception {
    Shell shell = new Shell(folder);
    Path iris = shell.iris();
    StringBuilder source = new StringBuilder();
    for (String name : List.of("data", "kernel", "matrix", "model", "supervised")) {
      source.append("import org.eigenlens.").append(name).append(".*;\n");
    }
    source.append("import org.eigenlens.*;\nimport java.nio.file.Path;\nimport java.util.List;\n");
    source.append("public class Again {\n");
    for (int i = 0; i < FITS.size(); i++) {
      List<Object> words = new ArrayList<>(List.of("fit", iris));
      words.addAll(FITS.get(i));
      words.addAll(List.of("-o", shell.path(i + ".eigenlens")));
      words.addAll(List.of("--report", shell.path(i + ".html")));
      shell.ok(words.toArray());
      source.append("public static Model fit").append(i).append("() {\n");
      source.append(program(shell.path(i + ".html"))).append("\nreturn model;\n}\n");
    }
    compile(source.append("}\n").toString());
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      for (int i = 0; i < FITS.size(); i++) {
        Model again = (Model) loader.loadClass("Again").getMethod("fit" + i).invoke(null);
        Model first = Model.load(shell.path(i + ".eigenlens"));
        assertThat(again.eigenvalues()).as("%s", FITS.get(i)).containsExactly(first.eigenvalues());
        assertThat(again.columnNames()).isEqualTo(first.columnNames());
      }
    }
  }

  /** Returns the last block of code of a page. */
  private static String program(Path page) throws IOException {
    Matcher blocks =
        Pattern.compile("<pre>(.*?)</pre>", Pattern.DOTALL).matcher(Files.readString(page, UTF_8));
    String last = "";
    while (blocks.find()) {
      last = blocks.group(1);
    }
    return last.replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
  }

  private void compile(String source) throws IOException {
    Path file = Files.writeString(folder.resolve("Again.java"), source, UTF_8);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      boolean compiled =
          compiler
              .getTask(
                  complaints,
                  files,
                  null,
                  Stream.of("-proc:none", "-cp", System.getProperty("java.class.path")).toList(),
                  null,
                  files.getJavaFileObjects(file))
              .call();
      assertThat(compiled).as(complaints + source).isTrue();
    }
  }
}
