package org.eigenlens.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.eigenlens.data.Column;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Table;
import org.eigenlens.data.Tables;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that has rows summed up elsewhere. */
final class EngineOption {

  private static final String SPARK = "spark";
  private static final List<String> ENDINGS = List.of(".csv", ".tsv", ".csv.gz", ".parquet");

  /** What Spark takes for a master. */
  private static final Pattern MASTER =
      Pattern.compile(
          "local(\\[(\\d+|\\*)( *, *\\d+)?])?|local-cluster\\[ *\\d+ *, *\\d+ *, *\\d+ *]"
              + "|yarn|(spark|k8s)://.+");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--engine",
      paramLabel = "spark[=MASTER]",
      description =
          "Sum up the rows of CSV or Parquet files on Spark, at this master or as Spark is set up;"
              + " for pca, lsa, supervised-pca, cca, and kernel-pca with landmarks.")
  private Optional<String> engine;

  boolean given() {
    return engine.isPresent();
  }

  /** Returns what came after the name of the engine. */
  private String where() {
    String text = engine.orElseThrow();
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    if (!name.equals(SPARK) || text.endsWith("=")) {
      throw new ParameterException(
          spec.commandLine(), "there is no engine '" + text + "'; there is spark, or spark=MASTER");
    }
    String master = equals < 0 ? "" : text.substring(equals + 1);
    if (equals >= 0 && !MASTER.matcher(master).matches()) {
      throw new ParameterException(
          spec.commandLine(),
          ("'%s' is no master of Spark's; it is local, local[N], local[*],"
                  + " local-cluster[N,CORES,MB], spark://HOST:PORT, yarn or k8s://HOST:PORT")
              .formatted(master));
    }
    return master;
  }

  /** Tells whether this program runs inside the engine already. */
  boolean isHere() {
    return found().isPresent();
  }

  /** Runs the command through spark-submit and returns its exit status. */
  int elsewhere() throws IOException {
    List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
    return SparkSubmit.find(System.getenv()).run(where(), arguments);
  }

  private static Optional<Engine> found() {
    for (Engine each : ServiceLoader.load(Engine.class)) {
      if (each.name().equals(SPARK)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** Refuses what an engine does not do. */
  void check(ModelOptions options, InputOptions input, boolean reports) {
    where();
    boolean judges = options.evaluates() || options.neighbors().judges();
    if (!options.canRunOnEngine()) {
      throw new ParameterException(
          spec.commandLine(),
          "--engine is for pca, lsa, supervised-pca without --blend, kernel-pca with --landmarks,"
              + " and cca without --folds, --permutations and --ridge cv, with -k as a number or a"
              + " share; leave it out, or change the others");
    }
    if (input.missing().isPresent() || input.hasQuery() || input.hasText() || reports || judges) {
      throw new ParameterException(
          spec.commandLine(),
          "--engine takes complete tables of numbers: leave --missing, --sql, --text, --report,"
              + " --evaluate and --quality out");
    }
  }

  /** Returns the files of a table, if they are such as an engine reads. */
  static List<Path> files(Table table) {
    List<Path> files = Tables.paths(table.inputs(), Optional.empty());
    for (Path file : files) {
      String name = file.toString().toLowerCase(Locale.ROOT);
      if (!Files.isRegularFile(file) || ENDINGS.stream().noneMatch(name::endsWith)) {
        throw DataException.of(
            file + " is no CSV or Parquet file, which is what --engine reads",
            "make one of it first, or leave --engine out");
      }
    }
    for (Path file : files) {
      if (isParquet(file) != isParquet(files.get(0))) {
        throw DataException.of(
            "%s and %s are of two kinds, and --engine reads one".formatted(files.get(0), file),
            "make them the same, or leave --engine out");
      }
    }
    separator(files, table.columns().size());
    return files;
  }

  private static boolean isParquet(Path file) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".parquet");
  }

  /** Opens the features of a table, and the labels if they matter, on the engine. */
  Engine.OpenTable open(Table table, List<String> labels, boolean classes) {
    List<Path> files = files(table);
    List<String> all = table.columns().stream().map(Column::name).toList();
    return found()
        .orElseThrow()
        .open(
            new Engine.Request(
                where(),
                files,
                separator(files, all.size()),
                table.named(),
                all,
                table.featureNames(),
                labels,
                classes));
  }

  /** Returns what separates the cells of text files, which must be the same in all. */
  private static char separator(List<Path> files, int columns) {
    if (isParquet(files.get(0))) {
      return ',';
    }
    char first = separator(files.get(0), columns);
    for (Path file : files) {
      if (separator(file, columns) != first) {
        throw DataException.of(
            "%s and %s have other separators, and --engine reads files with the same"
                .formatted(files.get(0), file),
            "write them alike, or leave --engine out");
      }
    }
    return first;
  }

  /** Finds the character that divides the first line into as many cells as there are columns. */
  private static char separator(Path file, int columns) {
    String line;
    try (var in = Files.newInputStream(file);
        var unpacked = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
      String start = new String(unpacked.readNBytes(1 << 20), StandardCharsets.UTF_8);
      line = start.lines().findFirst().orElse("");
    } catch (IOException e) {
      throw DataException.of(file + " cannot be read: " + e.getMessage(), "check the file");
    }
    for (char each : new char[] {',', ';', '\t', '|'}) {
      if (line.chars().filter(c -> c == each).count() == columns - 1L) {
        return each;
      }
    }
    throw DataException.of(
        "the first line of " + file + " has quotes or a separator that --engine does not know",
        "write it as Parquet, or leave --engine out");
  }
}
