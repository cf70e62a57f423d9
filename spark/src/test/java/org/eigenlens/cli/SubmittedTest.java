package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.eigenlens.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command inside Spark as its users start it: by the program spark-submit, in a process whose
 * class path is Spark's, with our jars given to it.
 */
class SubmittedTest {

  @TempDir private Path folder;

  @Test
  void theCommandRunsInsideSpark() throws Exception {
    List<String> spark = new ArrayList<>();
    List<Path> libraries = new ArrayList<>();
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      // What Spark has is Spark's; ours is what its class path lacks.
      if (isOurs(place)) {
        libraries.add(jar(Path.of(place)));
      } else if (!place.contains("/test-classes")) {
        spark.add(place);
      }
    }
    Path module =
        libraries.stream().filter(jar -> has(jar, "org/eigenlens/spark")).findFirst().orElseThrow();
    libraries.remove(module);
    Path program = folder.resolve("spark-submit");
    List<String> java = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
    java.addAll(List.of(System.getProperty("eigenlens.test.opens").trim().split("\\s+")));
    java.add(System.getProperty("eigenlens.test.compiler"));
    java.add("-Dlog4j2.configurationFile=" + System.getProperty("log4j2.configurationFile"));
    java.addAll(List.of("-cp", String.join(File.pathSeparator, spark)));
    java.add("org.apache.spark.deploy.SparkSubmit");
    SparkSubmit submit = new SparkSubmit(program, module, libraries);
    Path table = folder.resolve("rows.csv");
    Files.writeString(table, "a,A,b\n1,2,3\n2,5,1\n4,1,1\n7,7,2\n");
    Path model = folder.resolve("m.eigenlens");
    List<String> command =
        List.of("fit", table.toString(), "-k", "2", "-o", model.toString(), "--engine", "spark");
    List<String> line = new ArrayList<>(submit.line("local[1]", command));
    assertThat(line.remove(0)).isEqualTo(program.toString());
    line.addAll(0, java);
    Result fitted = run(line);
    assertThat(fitted.status).as(fitted.err).isZero();
    assertThat(fitted.out).contains("4 rows × 3 columns", "covariance");
    assertThat(Model.load(model).columnNames()).containsExactly("a", "A", "b");
    Files.writeString(table, "a,A,b\n1,2,3\n2,five,1\n4,1,1\n");
    Result refused = run(line);
    assertThat(refused.status).as(refused.err).isEqualTo(1);
    // Java and Spark have their say while they start.
    List<String> own =
        refused
            .err
            .lines()
            .filter(said -> !said.startsWith("WARNING: ") && !said.startsWith("Using Spark's "))
            .toList();
    assertThat(own).hasSize(1);
    assertThat(own.get(0))
        .startsWith("eigenlens: Column 'A' has the cell 'five', which is no number to --engine")
        .endsWith("(row 2 of " + table + ")");
  }

  private record Result(int status, String out, String err) {}

  private Result run(List<String> line) throws Exception {
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    Process process =
        new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("it ends").isTrue();
      return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      process.destroyForcibly();
    }
  }

  /** Tells what the distribution has in its own folder: our modules, and libraries only we use. */
  private static boolean isOurs(String place) {
    if (place.contains("tests.jar") || place.contains("/test-classes")) {
      return false;
    }
    return place.contains("/target/")
        || place.matches(".*/(eigenlens|openblas|javacpp|ejml|picocli|duckdb_jdbc|fastdouble)[^/]*")
        || place.matches(".*/(hnswlib|eclipse-coll|commons-(stat|rng|num)|lucene)[^/]*");
  }

  /** Returns a jar of a folder of classes; jars stay what they are. */
  private Path jar(Path place) throws IOException {
    if (Files.isRegularFile(place)) {
      return place;
    }
    Path jar = Files.createTempFile(folder, "classes", ".jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> files = Files.walk(place)) {
      for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new ZipEntry(place.relativize(each).toString().replace('\\', '/')));
        Files.copy(each, out);
        out.closeEntry();
      }
    }
    return jar;
  }

  private static boolean has(Path jar, String entry) {
    try (java.util.jar.JarFile file = new java.util.jar.JarFile(jar.toFile())) {
      return file.stream().anyMatch(each -> each.getName().startsWith(entry + "/"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
