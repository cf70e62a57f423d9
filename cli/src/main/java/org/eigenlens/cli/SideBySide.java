package org.eigenlens.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.data.DataException;
import org.eigenlens.data.PictureGrid;
import org.eigenlens.data.Table;
import org.eigenlens.data.Tables;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.Origin;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Images as they are given and as one or two models give them back, drawn side by side. */
final class SideBySide {

  private static final int IMAGES = 10;
  private static final double WHITE = 255;

  @Option(
      names = "--picture",
      paramLabel = "FILE.svg",
      description =
          "For images: draw ten of them, what the model makes of them, and the errors, side by"
              + " side.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--with",
      paramLabel = "MODEL",
      description =
          "For --picture: another model to compare with, as a kernel model with a linear.")
  private Optional<Path> other = Optional.empty();

  @Option(
      names = "--original",
      paramLabel = "INPUT",
      description =
          "For --picture: the images before noise came over them, in the same order; errors are"
              + " from them.")
  private Optional<String> original = Optional.empty();

  private final List<Model> models = new ArrayList<>();
  private Origin.Images shape;
  private DenseMatrix rows;
  private DenseMatrix clean;

  Optional<Path> file() {
    return file;
  }

  /** Refuses what does not go together, before any time is spent. */
  void check(CommandLine command, List<Path> read) throws IOException {
    if (file.isEmpty() && (other.isPresent() || original.isPresent())) {
      throw new ParameterException(
          command,
          "%s is for --picture FILE.svg; give both"
              .formatted(other.isPresent() ? "--with" : "--original"));
    }
    if (file.isPresent()) {
      if (!file.get().toString().toLowerCase(Locale.ROOT).endsWith(".svg")) {
        throw new ParameterException(command, file.get() + ": this picture ends in .svg");
      }
      List<Path> all = new ArrayList<>(read);
      other.ifPresent(all::add);
      original.ifPresent(name -> all.addAll(Tables.paths(List.of(name), Optional.empty())));
      Outputs.requireWritable(command, file.get(), all);
    }
  }

  /**
   * Reads what is to be drawn, if anything, and refuses what does not go together.
   *
   * @param input the options by which the table was read: originals are read alike
   */
  void prepare(Model model, Table table, InputOptions input, RunOptions run) throws IOException {
    if (file.isEmpty()) {
      return;
    }
    if (!(model.provenance().origin() instanceof Origin.Images images)) {
      throw DataException.of(
          "--picture draws images, and this is no model of images",
          "leave it out, or see plot reconstruction");
    }
    shape = images;
    models.add(model);
    if (other.isPresent()) {
      models.add(ReconstructCommand.decoding(ModelInput.load(other.get(), run)));
      if (!shape.equals(models.get(1).provenance().origin())) {
        throw DataException.of(
            other.get() + ": it is no model of images of " + shape + " pixels",
            "fit it to the same images");
      }
    }
    Optional<Table> before =
        original.map(name -> ModelInput.open(model, input.withoutLabel(), List.of(name)).table());
    run.require(
        table.loadBytes() + before.map(Table::loadBytes).orElse(0L),
        "the images of --picture, which must be in memory,");
    rows = PlottedCells.dense(table.load().matrix());
    clean = before.isPresent() ? PlottedCells.dense(before.get().load().matrix()) : rows;
    if (clean.rows() != rows.rows()) {
      throw DataException.of(
          "there are %d images and %d originals of them".formatted(rows.rows(), clean.rows()),
          "give one for each, in the same order");
    }
  }

  /** Draws what was prepared, if anything. */
  void draw() throws IOException {
    if (file.isEmpty()) {
      return;
    }
    PictureGrid grid = new PictureGrid(shape, 0, WHITE);
    if (original.isPresent()) {
      line(grid, "original", clean, clean);
    }
    line(grid, "given", rows, clean);
    for (Model each : models) {
      DenseMatrix coordinates = each.transform(rows);
      DenseMatrix back =
          each instanceof KernelModel kernel
              ? kernel.preImages(coordinates, rows).points()
              : each.inverseTransform(coordinates);
      line(
          grid, each.provenance().method() + ", " + each.components() + " components", back, clean);
    }
    grid.write(file.get());
  }

  /** Adds ten of the images, evenly spread, and the error over all of them. */
  private static void line(PictureGrid grid, String title, DenseMatrix images, DenseMatrix clean) {
    double error = DemoDenoising.error(clean, images);
    int shown = Math.min(IMAGES, images.rows());
    grid.line(
        title,
        error == 0 ? "" : String.format(Locale.ROOT, "mean squared error %.4g", error),
        IntStream.range(0, shown)
            .mapToObj(i -> images.row((int) ((long) i * images.rows() / shown)))
            .toList());
  }
}
