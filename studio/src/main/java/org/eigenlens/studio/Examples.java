package org.eigenlens.studio;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.eigenlens.data.TableWriter;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Data to start with: what {@code eigenlens demo --samples} writes, two shapes that straight lines
 * do not catch, and many points.
 */
final class Examples {

  /** An example, and how large it is. */
  private record Example(
      String name, String file, String title, int rows, int columns, String what) {}

  private static final int POINTS = 600;
  private static final int MILLION = 1_000_000;
  private static final int PIECE = 50_000;
  private static final int CLOUDS = 6;
  private static final int WIDTH = 8;

  /** The examples that only the studio has. */
  private static final Set<String> OWN = Set.of("rings", "swiss-roll", "million");

  private static final List<Example> ALL =
      List.of(
          new Example(
              "iris",
              "iris.csv",
              "Fisher's irises",
              150,
              5,
              "Four measures of 150 flowers of three species."),
          new Example(
              "digits",
              "digits.csv",
              "Handwritten digits",
              1797,
              65,
              "1,797 digits of 8 × 8 grey pixels, a row each."),
          new Example(
              "digit-images",
              "digits",
              "Digits as images",
              300,
              64,
              "300 of the digits as PNG files, a folder for each digit."),
          new Example(
              "nine-points",
              "nine-points.csv",
              "Nine points",
              9,
              2,
              "The nine points by which a lecture works PCA by hand."),
          new Example(
              "rings",
              "rings.csv",
              "Two rings",
              POINTS,
              3,
              "Points on two circles, one in the other: no straight line parts them."),
          new Example(
              "swiss-roll",
              "swiss-roll.csv",
              "Swiss roll",
              POINTS,
              4,
              "A sheet rolled up in space, which Isomap unrolls; by 7 neighbours even without turn."),
          new Example(
              "million",
              "million.parquet",
              "A million points",
              MILLION,
              9,
              "Six clouds in eight dimensions; made when it is first opened, in some seconds."),
          new Example(
              "titles",
              "titles.csv",
              "Nine titles",
              9,
              2,
              "The titles by which latent semantic analysis was first explained."),
          new Example(
              "remarks-first",
              "remarks-first.csv",
              "Travellers' remarks, first part",
              144,
              0,
              "Words of 144 remarks: the first of two views for CCA."),
          new Example(
              "remarks-second",
              "remarks-second.csv",
              "Travellers' remarks, second part",
              144,
              0,
              "Words of the same remarks' second parts: the other view."));

  private final Commands commands;
  private final Path folder;
  private boolean written;

  Examples(Commands commands, Path folder) {
    this.commands = commands;
    this.folder = folder;
  }

  /** Returns what the page shows of them. */
  static List<Map<String, Object>> json() {
    return ALL.stream()
        .map(
            example -> {
              Map<String, Object> json = new LinkedHashMap<>();
              json.put("name", example.name());
              json.put("title", example.title());
              json.put("rows", example.rows());
              json.put("columns", example.columns());
              json.put("what", example.what());
              return json;
            })
        .toList();
  }

  /** Returns what an example is called of which the file is known. */
  static String nameOf(String file) {
    return ALL.stream()
        .filter(example -> example.file().equals(file))
        .map(Example::name)
        .findFirst()
        .orElseThrow();
  }

  /** Tells whether {@code demo --samples} writes an example too. */
  static boolean isSample(String name) {
    return !OWN.contains(name);
  }

  /** Returns the file of an example; the small ones are written when one is first asked for. */
  synchronized Path file(String name) throws IOException {
    Example wanted =
        ALL.stream()
            .filter(example -> example.name().equals(name))
            .findFirst()
            .orElseThrow(() -> Refusal.notFound("there is no example '" + name + "'"));
    if (!written) {
      Files.createDirectories(folder);
      Console err = new Console(step -> {});
      PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
      if (commands.run(nowhere, err, List.of("demo", "--samples", folder.toString())) != 0) {
        throw new IOException(err.failure());
      }
      writeRings(folder.resolve("rings.csv"));
      writeRoll(folder.resolve("swiss-roll.csv"));
      written = true;
    }
    Path file = folder.resolve(wanted.file());
    if (wanted.rows() == MILLION && !Files.exists(file)) {
      writeMillion(file);
    }
    return file;
  }

  private static void writeMillion(Path file) throws IOException {
    Random random = new Random(3);
    double[][] centres = new double[CLOUDS][WIDTH];
    for (double[] centre : centres) {
      Arrays.setAll(centre, i -> 4 * random.nextGaussian());
    }
    List<String> names = Words.numbered("x", WIDTH);
    try (TableWriter writer = TableWriter.create(file, List.of("cloud"), names)) {
      for (int from = 0; from < MILLION; from += PIECE) {
        double[][] rows = new double[PIECE][WIDTH];
        String[] clouds = new String[PIECE];
        for (int i = 0; i < PIECE; i++) {
          int cloud = random.nextInt(CLOUDS);
          clouds[i] = String.valueOf((char) ('a' + cloud));
          for (int j = 0; j < WIDTH; j++) {
            rows[i][j] = Math.round(1000 * (centres[cloud][j] + random.nextGaussian())) / 1000.0;
          }
        }
        writer.append(List.of(List.of(clouds)), DenseMatrix.copyOf(rows));
      }
      writer.commit();
    }
  }

  private static void writeRings(Path file) {
    Random random = new Random(1);
    double[][] points = new double[POINTS][];
    String[] rings = new String[POINTS];
    for (int i = 0; i < POINTS; i++) {
      boolean inner = i % 2 == 0;
      double radius = (inner ? 1 : 3) + 0.15 * random.nextGaussian();
      double angle = 2 * Math.PI * random.nextDouble();
      points[i] = new double[] {radius * Math.cos(angle), radius * Math.sin(angle)};
      rings[i] = inner ? "inner" : "outer";
    }
    write(file, List.of("ring"), List.of(List.of(rings)), List.of("x", "y"), points);
  }

  private static void writeRoll(Path file) {
    Random random = new Random(2);
    double[][] points = new double[POINTS][];
    for (int i = 0; i < POINTS; i++) {
      double turn = 1.5 * Math.PI * (1 + 2 * random.nextDouble());
      points[i] =
          new double[] {
            turn * Math.cos(turn), 21 * random.nextDouble(), turn * Math.sin(turn), turn
          };
    }
    write(file, List.of(), Collections.emptyList(), List.of("x", "y", "z", "turn"), points);
  }

  private static void write(
      Path file,
      List<String> texts,
      List<List<String>> cells,
      List<String> numbers,
      double[][] values) {
    TableWriter.write(file, texts, cells, numbers, DenseMatrix.copyOf(values));
  }
}
