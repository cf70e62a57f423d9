package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.data.Data;
import org.eigenlens.data.Samples;
import org.eigenlens.data.Table;
import org.eigenlens.data.TableWriter;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.Json;

/** A folder, and commands that are run in this process on the files in it. */
public final class Shell {

  private final Path folder;

  public Shell(Path folder) {
    this.folder = folder;
  }

  /** Returns the path of a file in the folder. */
  public Path path(String name) {
    return folder.resolve(name);
  }

  /** Writes a file. */
  public Path write(String name, String... lines) {
    try {
      Path file = path(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, String.join("\n", lines) + "\n", UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes Fisher's irises, with the species last. */
  public Path iris() {
    return sample("iris.csv", Samples.iris());
  }

  /** Writes the handwritten digits, with the label last. */
  Path digits() {
    return sample("digits.csv", Samples.digits());
  }

  private Path sample(String name, Table table) {
    Data data = table.load();
    String label = table.selection().label().orElseThrow();
    double[][] numbers = data.matrix().toArray();
    Stream<String> rows =
        IntStream.range(0, numbers.length)
            .mapToObj(i -> joined(numbers[i]) + "," + data.labels().orElseThrow().get(i));
    String header = String.join(",", data.featureNames()) + "," + label;
    return write(name, Stream.concat(Stream.of(header), rows).toArray(String[]::new));
  }

  private static String joined(double[] row) {
    StringBuilder line = new StringBuilder();
    for (double value : row) {
      line.append(line.length() == 0 ? "" : ",").append(value);
    }
    return line.toString();
  }

  /** Writes a table by the ending of its name. */
  Path table(String name, List<String> columns, double[][] rows) {
    TableWriter.write(path(name), List.of(), List.of(), columns, Matrix.of(rows));
    return path(name);
  }

  /** Runs a command. */
  Result run(Object... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] args = Arrays.stream(words).map(Object::toString).toArray(String[]::new);
    int status = Eigenlens.run(new PrintWriter(out), new PrintWriter(err), args);
    return new Result(status, out.toString(), err.toString());
  }

  /** Runs a command that must succeed. */
  public Result ok(Object... words) {
    Result result = run(words);
    assertThat(result.status()).as("%s: %s", Arrays.toString(words), result.err()).isZero();
    return result;
  }

  /** Runs a command that must fail with a line and nothing on standard output. */
  String fails(int status, Object... words) {
    Result result = run(words);
    String command = Arrays.toString(words);
    assertThat(result.status()).as("%s: %s", command, result.err()).isEqualTo(status);
    assertThat(result.out()).as(command).isEmpty();
    assertThat(result.err().lines().toList()).as(command).hasSize(1);
    assertThat(result.err()).as(command).startsWith("eigenlens: ").doesNotContain("\tat ");
    return result.err();
  }

  /** Returns the names of the files in the folder. */
  List<String> files() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a file of comma-separated values without quotes: a list for each line. */
  List<List<String>> csv(String name) {
    try {
      return csv(Files.readAllLines(path(name), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<List<String>> csv(List<String> lines) {
    return lines.stream().map(line -> List.of(line.split(",", -1))).toList();
  }

  /** What a command left behind. */
  public record Result(int status, String out, String err) {

    /** Reads standard output as one JSON object. */
    Answer json() {
      Object value = Json.read(out);
      assertThat(value).isInstanceOf(Map.class);
      return new Answer((Map<?, ?>) value);
    }

    /** Reads standard output as comma-separated values without quotes. */
    List<List<String>> csv() {
      return Shell.csv(out.lines().toList());
    }
  }

  /** A JSON object, as of --json. */
  record Answer(Map<?, ?> values) {

    double number(String name) {
      assertThat(values.get(name)).as(name).isInstanceOf(Number.class);
      return ((Number) values.get(name)).doubleValue();
    }

    String text(String name) {
      return (String) values.get(name);
    }

    double[] numbers(String name) {
      assertThat(values.get(name)).as(name).isInstanceOf(List.class);
      return ((List<?>) values.get(name))
          .stream().mapToDouble(value -> ((Number) value).doubleValue()).toArray();
    }

    List<String> texts(String name) {
      return ((List<?>) values.get(name)).stream().map(String.class::cast).toList();
    }
  }
}
