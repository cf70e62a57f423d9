package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.eigenlens.Pca;
import org.eigenlens.data.Data;
import org.eigenlens.data.PictureGrid;
import org.eigenlens.data.PictureWriter;
import org.eigenlens.data.Samples;
import org.eigenlens.data.Table;
import org.eigenlens.data.TableWriter;
import org.eigenlens.data.WordCounts;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Origin;
import org.eigenlens.model.WholeFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The main job on the embedded digits, from the table to pictures denoised in two ways. */
@Command(
    name = "demo",
    description =
        "Fit, draw, reconstruct and denoise handwritten digits that come with the program, by"
            + " linear and by kernel PCA, and write a report.",
    footer = {"", "Example: eigenlens demo -o digits"})
final class DemoCommand implements Callable<Integer> {

  private static final int SIDE = 8;
  private static final int TRAINING = 1200;
  private static final int VALIDATION = 300;
  private static final int COMPONENTS = 20;
  private static final int SHOWN = 6;
  private static final int IMAGES = 300;
  private static final double MOST_INK = 16;
  private static final String DENOISING = "denoising.svg";
  private static final String SHADES = " .:-=+*#%@";

  @Spec private CommandSpec spec;
  @Mixin private RunOptions run;

  @Option(
      names = "--samples",
      paramLabel = "DIR",
      description =
          "Only write the tables that come with the program here: iris.csv, digits.csv,"
              + " nine-points.csv, roll.csv, flights.csv, remarks-first.csv, remarks-second.csv,"
              + " titles.csv, and digits/, a folder of images.")
  private Optional<Path> samples;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      defaultValue = "eigenlens-demo",
      description = "Write the picture and the report to this folder; eigenlens-demo by default.")
  private Path output;

  private static final List<String> TABLES =
      List.of(
          "iris.csv",
          "digits.csv",
          "nine-points.csv",
          "roll.csv",
          "flights.csv",
          "remarks-first.csv",
          "remarks-second.csv",
          "titles.csv");

  /** What was written where, to be said once it is all in its place. */
  private final List<String> wrote = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    if (samples.isPresent()) {
      Outputs.requireFolder(spec.commandLine(), samples.get(), TABLES);
      Path[] digits =
          IntStream.range(0, 10)
              .mapToObj(digit -> Path.of("digits", String.valueOf(digit)))
              .toArray(Path[]::new);
      try (NewFolder folder = new NewFolder(samples.get(), digits);
          WholeFile.Together files = WholeFile.together()) {
        writeSamples(folder.path());
        files.commit();
      }
      wrote.forEach(line -> spec.commandLine().getOut().println("wrote " + line));
      return 0;
    }
    Outputs.requireFolder(
        spec.commandLine(), output, List.of(DemoPictures.PICTURE, DemoPictures.REPORT, DENOISING));
    run.start();
    PrintWriter out = spec.commandLine().getOut();
    Data digits = Samples.digits().load();
    DenseMatrix all = (DenseMatrix) digits.matrix();
    DenseMatrix training = all.rowRange(0, TRAINING);
    DenseMatrix validation = all.rowRange(TRAINING, TRAINING + VALIDATION);
    DenseMatrix held = all.rowRange(TRAINING + VALIDATION, all.rows());

    out.printf(
        "1. Fit. %d handwritten digits of 8 × 8 pixels; the model sees the first %d of them.%n%n",
        all.rows(), TRAINING);
    LinearModel model =
        Pca.builder().components(COMPONENTS).build().fit(training, digits.featureNames());
    Report.print(out, model, model.provenance().warnings());

    out.printf(
        Locale.ROOT,
        "%n2. Reconstruct. %d digits the model has not seen, from %d numbers each instead of 64:%n"
            + "   mean squared error %.3f a pixel (the pixels themselves vary by %.3f).%n",
        held.rows(),
        COMPONENTS,
        DemoDenoising.error(held, model.inverseTransform(model.transform(held))),
        DemoDenoising.error(held, mean(model, held.rows())));

    DemoDenoising denoising = new DemoDenoising(training, validation, held);
    denoise(out, denoising, held);
    List<String> labels = digits.labels().orElseThrow();
    Path cleaned = output.resolve(DENOISING);
    try (NewFolder folder = new NewFolder(output);
        WholeFile.Together files = WholeFile.together()) {
      wrote.addAll(DemoPictures.write(out, folder.path(), model, training, labels));
      draw(cleaned, denoising, held, labels.subList(TRAINING + VALIDATION, all.rows()));
      files.commit();
    }
    wrote.add("the digits before and after to " + cleaned);
    out.println("4. Report. Three files for your browser:");
    wrote.forEach(line -> out.println("   wrote " + line));
    out.println();
    out.println("Next: eigenlens fit your.csv -k 0.95 -o model.eigenlens --scores scores.csv");
    return 0;
  }

  private void writeSamples(Path folder) throws IOException {
    write(folder.resolve("iris.csv"), Samples.iris(), "species");
    write(folder.resolve("digits.csv"), Samples.digits(), "label");
    writePoints(folder.resolve("nine-points.csv"), Samples.ninePoints());
    writePoints(folder.resolve("roll.csv"), Samples.roll());
    writeFlights(folder.resolve("flights.csv"));
    writeRemarks(folder);
    writeTitles(folder.resolve("titles.csv"));
    writeImages(folder.resolve("digits"));
  }

  private static void denoise(PrintWriter out, DemoDenoising denoising, DenseMatrix held) {
    DemoDenoising.Cleaned linear = denoising.byLinear();
    DemoDenoising.Cleaned kernel = denoising.byKernel();
    double before = DemoDenoising.error(held, denoising.noisy());
    double byLinear = DemoDenoising.error(held, linear.images());
    double byKernel = DemoDenoising.error(held, kernel.images());
    out.printf(
        Locale.ROOT,
        """

        3. Denoise. The same %d digits with Gaussian noise of standard deviation %.0f, cleaned by
           linear PCA and by kernel PCA (rbf, gamma %.3g: one over twice the total variance) of the
           first %d. How many components: what served best on %d other noisy digits.

           %-28s mean squared error
           %-28s %18.3f
           %-28s %18.3f
           %-28s %18.3f

           Kernel PCA leaves %.0f %% of the error of linear PCA.

        """,
        held.rows(),
        DemoDenoising.NOISE,
        denoising.gamma(),
        TRAINING,
        VALIDATION,
        "",
        "noisy",
        before,
        "linear PCA, %d components".formatted(linear.components()),
        byLinear,
        "kernel PCA, %d components".formatted(kernel.components()),
        byKernel,
        100 * byKernel / byLinear);
    show(out, "original", held);
    show(out, "noisy", denoising.noisy());
    show(out, "linear PCA", linear.images());
    show(out, "kernel PCA", kernel.images());
  }

  /** Draws the first of each digit in its four states, with the errors over all of them. */
  private static void draw(
      Path file, DemoDenoising denoising, DenseMatrix held, List<String> labels) {
    int[] firsts = labels.stream().distinct().sorted().mapToInt(labels::indexOf).toArray();
    PictureGrid grid = new PictureGrid(new Origin.Images(SIDE, SIDE, 1), MOST_INK, 0);
    addLine(grid, "original", held, held, firsts);
    addLine(grid, "noisy", denoising.noisy(), held, firsts);
    addLine(grid, "linear PCA", denoising.byLinear().images(), held, firsts);
    addLine(grid, "kernel PCA", denoising.byKernel().images(), held, firsts);
    grid.write(file);
  }

  private static void addLine(
      PictureGrid grid, String title, DenseMatrix images, DenseMatrix clean, int[] rows) {
    double error = DemoDenoising.error(clean, images);
    String note = error == 0 ? "" : String.format(Locale.ROOT, "mean squared error %.2f", error);
    grid.line(title, note, IntStream.of(rows).mapToObj(images::row).toList());
  }

  private void writeTitles(Path file) {
    Samples.Titles titles = Samples.titles();
    TableWriter.write(
        file,
        List.of("name", "title"),
        List.of(titles.names(), titles.texts()),
        List.of(),
        DenseMatrix.zeros(titles.names().size(), 0));
    wrote.add(file.toString());
  }

  /** Writes the first digits as images, each in the folder of its label; ink is black. */
  private void writeImages(Path folder) {
    Data digits = Samples.digits().load();
    PictureWriter writer = new PictureWriter(folder, new Origin.Images(SIDE, SIDE, 1));
    for (int i = 0; i < IMAGES; i++) {
      double[] pixels = digits.matrix().row(i);
      Arrays.setAll(pixels, j -> 255 * (1 - pixels[j] / MOST_INK));
      writer.write("%s/%03d.png".formatted(digits.labels().orElseThrow().get(i), i + 1), pixels);
    }
    wrote.add(IMAGES + " images to " + folder);
  }

  private void write(Path file, Table table, String label) {
    Data data = table.load();
    TableWriter.write(
        file,
        List.of(label),
        List.of(data.labels().orElseThrow()),
        data.featureNames(),
        data.matrix());
    wrote.add(file.toString());
  }

  private void writePoints(Path file, Table table) {
    Data points = table.load();
    TableWriter.write(file, List.of(), List.of(), points.featureNames(), points.matrix());
    wrote.add(file.toString());
  }

  private void writeFlights(Path file) {
    Data flights = Samples.flights().load();
    TableWriter.write(
        file,
        List.of("town"),
        List.of(flights.ids().orElseThrow()),
        flights.featureNames(),
        flights.matrix());
    wrote.add(file.toString());
  }

  /** Writes the words of both views of the remarks, a table each. */
  private void writeRemarks(Path folder) {
    Samples.Remarks remarks = Samples.remarks();
    writeWords(folder.resolve("remarks-first.csv"), remarks, remarks.topics(), remarks.first());
    writeWords(
        folder.resolve("remarks-second.csv"), remarks, remarks.secondTopics(), remarks.second());
  }

  private void writeWords(
      Path file, Samples.Remarks remarks, List<String> topics, WordCounts words) {
    TableWriter.write(
        file,
        List.of("document", "mood", "topic"),
        List.of(remarks.documents(), remarks.moods(), topics),
        words.words(),
        words.counts());
    wrote.add(file.toString());
  }

  private static DenseMatrix mean(LinearModel model, int rows) {
    return model.inverseTransform(DenseMatrix.zeros(rows, model.components()));
  }

  /** Draws the first digits side by side, two characters a pixel. */
  private static void show(PrintWriter out, String title, DenseMatrix images) {
    out.println(title);
    List<double[]> rows = List.of(images.rowRange(0, SHOWN).toArray());
    for (int y = 0; y < SIDE; y++) {
      StringBuilder line = new StringBuilder("  ");
      for (double[] image : rows) {
        for (int x = 0; x < SIDE; x++) {
          double ink = Math.max(0, Math.min(1, image[y * SIDE + x] / MOST_INK));
          char shade = SHADES.charAt((int) Math.round(ink * (SHADES.length() - 1)));
          line.append(shade).append(shade);
        }
        line.append("  ");
      }
      out.println(line.toString().stripTrailing());
    }
    out.println();
  }
}
