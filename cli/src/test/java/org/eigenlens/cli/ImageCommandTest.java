package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.eigenlens.data.Tables;
import org.eigenlens.model.Model;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images through fit, transform and reconstruct. */
class ImageCommandTest {

  @TempDir static Path samples;

  @TempDir Path folder;

  private Shell shell;
  private Path digits;
  private Path model;

  @BeforeAll
  static void writeDigits() {
    new Shell(samples).ok("demo", "--samples", samples);
  }

  @BeforeEach
  void open() {
    shell = new Shell(folder);
    digits = samples.resolve("digits");
    model = folder.resolve("digits.eigenlens");
  }

  @Test
  void aFolderIsFittedAndItsShapeRemembered() {
    Shell.Result result =
        shell.ok("fit", digits, "-k", 5, "-o", model, "--scores", shell.path("s.csv"));
    assertThat(result.out())
        .contains("300 rows × 64 columns", "rows are     images of 8 × 8 grey pixels");
    List<List<String>> scores = shell.csv("s.csv");
    assertThat(scores.get(0)).startsWith("file", "folder", "PC1");
    assertThat(scores.get(1)).startsWith("0/001.png", "0");
    assertThat(scores).hasSize(301);
    assertThat(shell.ok("inspect", model).out()).contains("images of 8 × 8 grey pixels");
  }

  @Test
  void aZipGivesWhatItsTreeGives() throws IOException {
    Path zip = folder.resolve("digits.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip));
        var files = Files.walk(digits)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new ZipEntry(digits.relativize(file).toString()));
        out.write(Files.readAllBytes(file));
      }
    }
    assertThat(shell.ok("fit", zip, "-k", 3, "--json").json().numbers("eigenvalues"))
        .containsExactly(shell.ok("fit", digits, "-k", 3, "--json").json().numbers("eigenvalues"));
  }

  @Test
  void moreColumnsThanRowsGoTheDualWay() {
    Shell.Answer answer =
        shell.ok("fit", digits.resolve("3"), "--resize", "16x16", "-k", 3, "--json").json();
    assertThat(answer.text("solver")).isEqualTo("gram");
    assertThat(answer.number("columns")).isEqualTo(256);
  }

  @Test
  void theColumnsThemselvesStandBesideTheComponents() {
    // Ten folds of the same images: all 64 pixels, and the full rotation of them.
    Shell.Answer answer =
        shell.ok("fit", digits, "-m", "pca", "-k", 64, "--evaluate", "--json").json();
    double[] accuracy = answer.numbers("accuracy");
    assertThat(accuracy[63]).isEqualTo(answer.number("columnsAccuracy"));
    assertThat(answer.number("columnsAccuracy")).isGreaterThan(0.9);
    Shell.Result fisher = shell.ok("fit", digits, "-m", "fisher", "--evaluate");
    assertThat(fisher.err()).contains("the labels are the names of the folders");
    assertThat(fisher.out()).containsPattern("without reduction, by all columns: 9\\d\\.\\d\\d%");
  }

  /** Returns one of the images of a digit. */
  private Path digit(int digit, int number) throws IOException {
    try (var files = Files.list(digits.resolve(String.valueOf(digit)))) {
      return files.sorted().skip(number).findFirst().orElseThrow();
    }
  }

  @Test
  void aFolderMayBeCalledNa() throws IOException {
    Path zeros = Files.createDirectories(folder.resolve("classes/NA"));
    Path ones = Files.createDirectories(folder.resolve("classes/None"));
    for (int i = 0; i < 9; i++) {
      Files.copy(digit(0, i), zeros.resolve(i + ".png"));
      Files.copy(digit(1, i), ones.resolve(i + ".png"));
    }
    Path classes = folder.resolve("classes");
    for (String solver : List.of("auto", "streaming")) {
      assertThat(
              shell
                  .ok("fit", classes, "-m", "fisher", "--solver", solver, "--json")
                  .json()
                  .number("rows"))
          .isEqualTo(18);
    }
    shell.ok("fit", classes.resolve("NA"), classes.resolve("None"), "-m", "fisher");
  }

  @Test
  void withoutFoldersThereAreNoLabels() {
    assertThat(shell.fails(2, "fit", digits.resolve("3"), "--evaluate"))
        .contains("all files lie in one folder: name one with a folder for each class");
    assertThat(shell.fails(2, "fit", digits.resolve("3"), "-m", "fisher"))
        .contains("all files lie in one folder");
  }

  @Test
  void ofManyComponentsAGridIsJudgedAndTheBest() {
    String out = shell.ok("fit", digits, "-k", 25, "--evaluate").out();
    assertThat(out).containsPattern("(?m)^ +10 ").containsPattern("(?m)^ +25 ");
    // Beside every fifth there is room for two that are best.
    assertThat(out.lines().filter(line -> line.matches(" +(1[1-4]|1[6-9]|2[1-4]) .*%.*")).count())
        .isLessThanOrEqualTo(2);
  }

  @Test
  void twoModelsAreComparedInAPicture() throws IOException {
    Path flat = shell.path("flat");
    Path bent = shell.path("bent");
    Path picture = shell.path("both.svg");
    shell.ok("fit", digits, "-k", 5, "-o", flat);
    shell.ok("fit", digits, "-m", "kernel-pca", "--gamma", "median", "-k", 20, "-o", bent);
    Path threes = digits.resolve("3");
    String out =
        shell
            .ok(
                "denoise",
                flat,
                threes,
                "--with",
                bent,
                "--original",
                threes,
                "--picture",
                picture,
                "-o",
                shell.path("cleaned"))
            .out();
    assertThat(out).contains("wrote the picture to " + picture);
    String svg = Files.readString(picture);
    assertThat(svg)
        .contains(">original<")
        .contains(">given<")
        .contains(">pca, 5 components<")
        .contains(">kernel-pca, 20 components<")
        .containsPattern(">mean squared error [0-9.]+<");
    // The originals are the given images here: only what models make of them has an error.
    assertThat(svg.split("mean squared error", -1)).hasSize(3);
    assertThat(svg.split("<image", -1).length - 1).isPositive().matches(images -> images % 4 == 0);
    assertThat(shell.fails(2, "denoise", flat, threes, "--with", bent)).contains("--picture");
    assertThat(
            shell.fails(
                1,
                "denoise",
                flat,
                threes,
                "--original",
                digits,
                "--picture",
                picture,
                "-o",
                shell.path("again")))
        .contains("originals of them");
    // Before anything is written.
    assertThat(shell.path("again")).doesNotExist();
    Path nowhere = shell.path("nowhere");
    Path again = shell.path("again");
    shell.fails(1, "denoise", flat, threes, "--with", nowhere, "--picture", picture, "-o", again);
    assertThat(again).doesNotExist();
  }

  @Test
  void originalsAreReadByTheColumnsOfTheModel() throws IOException {
    shell.ok("fit", digits, "-k", 5, "-o", model);
    List<String> names = new ArrayList<>(Model.load(model).columnNames());
    double[][] pixels = Tables.read(digits.resolve("3")).toMatrix().toArray();
    Path given = shell.path("given.csv");
    Path original = shell.path("original.csv");
    StringBuilder inOrder = new StringBuilder(String.join(",", names)).append('\n');
    Collections.reverse(names);
    StringBuilder reversed = new StringBuilder("digit," + String.join(",", names)).append('\n');
    for (double[] row : pixels) {
      List<String> cells = new ArrayList<>(Arrays.stream(row).mapToObj(Double::toString).toList());
      inOrder.append(String.join(",", cells)).append('\n');
      Collections.reverse(cells);
      reversed.append("3,").append(String.join(",", cells)).append('\n');
    }
    Files.writeString(given, inOrder);
    Files.writeString(original, reversed);
    Path picture = shell.path("one.svg");
    Path out = shell.path("smooth.csv");
    shell.ok("denoise", model, given, "--original", original, "--picture", picture, "-o", out);
    // They are the given ones, which have no error then.
    assertThat(Files.readString(picture).split("mean squared error", -1)).hasSize(2);
  }

  @Test
  void jsonSaysWhatRowsWere() {
    Map<?, ?> origin =
        (Map<?, ?>) shell.ok("fit", digits, "-k", 2, "--json").json().values().get("origin");
    assertThat(origin.get("kind")).isEqualTo("images");
    assertThat(origin.get("width")).isEqualTo(origin.get("height"));
    assertThat(((Number) origin.get("channels")).intValue()).isEqualTo(1);
  }

  @Test
  void aWrongCommandIsRefusedBeforeFilesAreRead() {
    assertThat(shell.fails(2, "fit", shell.path("nowhere.zip"), "-m", "pca", "--bridge"))
        .contains("--bridge is for isomap, lle or laplacian-eigenmaps");
  }

  @Test
  void newImagesAreEncodedOneByOneAsAllTogether() {
    shell.ok("fit", digits, "-k", 5, "-o", model, "--scores", shell.path("s.csv"));
    List<List<String>> one =
        shell.ok("transform", model, digits.resolve("0/001.png"), "--diagnostics").csv();
    assertThat(one.get(0)).contains("file", "PC5", "T2", "SPE", "outlier").doesNotContain("folder");
    assertThat(one).hasSize(2);
    // The same numbers by a product with one row and with 300: a few roundings of sums of 64.
    assertThat(Double.parseDouble(one.get(1).get(1)))
        .isEqualTo(Double.parseDouble(shell.csv("s.csv").get(1).get(2)), within(1e-9));
  }

  @Test
  void anImageOfAnotherSizeIsNamedAndCanBeResized() throws IOException {
    shell.ok("fit", digits, "-k", 5, "-o", model);
    Path small = shell.path("small.pgm");
    Files.write(small, "P5 4 4 255\n0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
    assertThat(shell.fails(1, "transform", model, small))
        .contains("small.pgm: it has 4 × 4 pixels, but the model was fitted to 8 × 8")
        .contains("--resize 8x8");
    assertThat(shell.ok("transform", model, small, "--resize", "8x8").csv()).hasSize(2);
  }

  @Test
  void imagesComeBackAsImages() {
    shell.ok("fit", digits, "-k", 64, "-o", model);
    Path out = folder.resolve("back");
    assertThat(shell.ok("reconstruct", model, digits, "-o", out).out())
        .contains("wrote the reconstructed rows to " + out);
    // All components give every pixel back, but for roundings that a PNG does not show.
    assertThat(Tables.read(out).toMatrix().toArray())
        .isDeepEqualTo(Tables.read(digits).toMatrix().toArray());
    shell.ok("denoise", model, digits.resolve("1/002.png"), "-o", shell.path("one.png"));
    assertThat(shell.path("one.png")).exists();
  }

  @Test
  void aKernelModelGivesImagesToo() {
    shell.ok("fit", digits, "-m", "kernel-pca", "--gamma", "median", "-k", 10, "-o", model);
    shell.ok("denoise", model, digits.resolve("1"), "-o", folder.resolve("back"));
    assertThat(Tables.read(folder.resolve("back")).featureNames()).hasSize(64);
  }

  @Test
  void theImagesThatAreReadAreNeverOverwritten() throws IOException {
    shell.ok("fit", digits, "-k", 2, "-o", model);
    Path faces = folder.resolve("faces");
    Path more = folder.resolve("more");
    Path single = folder.resolve("single");
    for (Path place : List.of(faces, more, single)) {
      Files.createDirectories(place);
      Files.copy(digit(1, 0), place.resolve("1.png"));
    }
    Files.copy(digit(1, 1), faces.resolve("2.png"));
    byte[] before = Files.readAllBytes(faces.resolve("1.png"));
    // Below the root the names, which start there, lead to the files themselves.
    Path root = folder.getRoot();
    String complaint = "it is one of the files that are read";
    assertThat(shell.fails(1, "denoise", model, faces.resolve("1.png"), "-o", root))
        .contains(complaint);
    assertThat(
            shell.fails(
                1, "denoise", model, faces.resolve("2.png"), faces.resolve("1.png"), "-o", root))
        .contains(complaint);
    assertThat(shell.fails(1, "denoise", model, faces + "/*.png", "-o", root)).contains(complaint);
    assertThat(shell.fails(2, "denoise", model, single, "-o", single.resolve("1.png")))
        .contains("would be overwritten");
    assertThat(shell.fails(2, "transform", model, faces, "-o", faces.resolve("../faces/1.png")))
        .isNotEmpty();
    assertThat(shell.fails(2, "fit", faces, "-k", 1, "-o", faces.resolve("1.png")))
        .contains("would be overwritten");
    assertThat(shell.fails(1, "denoise", model, faces, more, "-o", root)).contains(complaint);
    for (Path place : List.of(faces, more, single)) {
      assertThat(place.resolve("1.png")).hasBinaryContent(before);
    }
  }

  @Test
  void pixelsInAnotherOrderAreNoImages() {
    Path three = digits.resolve("3");
    Shell.Result result =
        shell.ok(
            "fit",
            three,
            "-k",
            2,
            "--columns",
            "p1_*,p0_*,p2_*,p3_*,p4_*,p5_*,p6_*,p7_*",
            "-o",
            model,
            "--scores",
            shell.path("s.csv"));
    assertThat(result.err()).contains("does not remember that its rows are images");
    List<String> back = shell.ok("transform", model, three).csv().get(1);
    // The same row by the same model: a few roundings of sums of 64.
    assertThat(Double.parseDouble(back.get(1)))
        .isEqualTo(Double.parseDouble(shell.csv("s.csv").get(1).get(1)), within(1e-9));
  }

  @Test
  void rowsWithoutANameAreImagesByTheirNumber() {
    shell.ok("fit", digits, "-k", 64, "-o", model);
    shell.ok("reconstruct", model, digits, "-o", shell.path("all.csv"));
    Path out = folder.resolve("out");
    shell.ok("denoise", model, shell.path("all.csv"), "--label", "folder", "-o", out);
    assertThat(Tables.read(out).rowBound()).isEqualTo(300);
    // Ten names for 300 rows: each gets a file of its own.
    Path named = folder.resolve("named");
    shell.ok("denoise", model, shell.path("all.csv"), "--id", "folder", "-o", named);
    assertThat(Tables.read(named).rowBound()).isEqualTo(300);
  }

  @Test
  void aRowWithMissingCellsIsNoBlackImage() {
    shell.ok("fit", digits, "-k", 5, "-o", model);
    shell.ok("reconstruct", model, digits.resolve("0/001.png"), "-o", shell.path("one.csv"));
    List<List<String>> rows = shell.csv("one.csv");
    String cells = String.join(",", rows.get(1).subList(2, 65));
    Path holey =
        shell.write("holey.csv", String.join(",", rows.get(0).subList(1, 65)), "," + cells);
    Path png = shell.path("x.png");
    assertThat(shell.fails(1, "denoise", model, holey, "--missing", "drop", "-o", png))
        .contains("no coordinates");
    assertThat(png).doesNotExist();
  }

  @Test
  void imagesDoNotGoWhereTheyCannot() {
    shell.ok("fit", digits, "-k", 2, "-o", model);
    Path png = shell.path("x.png");
    assertThat(shell.run("reconstruct", model, digits, "-o", png).err())
        .contains("one image, and there are 300 rows");
    assertThat(png).doesNotExist();
    assertThat(shell.fails(2, "reconstruct", model, digits, "-o", digits.resolve("back")))
        .contains("is in the folder that is read");
    Path table = shell.path("iris.eigenlens");
    shell.ok("fit", shell.iris(), "--label", "species", "-k", 2, "-o", table);
    assertThat(shell.fails(2, "reconstruct", table, shell.iris(), "-o", folder.resolve("out")))
        .contains("only rows that are images");
    assertThat(shell.fails(2, "transform", model, digits, "-o", folder.resolve("out")))
        .contains(".csv, .parquet or .npy");
  }

  @Test
  void optionsForImagesAndTextsAreCheckedAndMissed() {
    assertThat(shell.fails(2, "fit", digits, "--resize", "8")).contains("such as 64x64");
    assertThat(shell.ok("fit", shell.iris(), "--color", "-k", 2).err())
        .contains("--color has no effect");
    assertThat(shell.ok("fit", digits, "-k", 2, "--min-df", 2).err())
        .contains("--min-df has no effect");
    Path model = shell.path("resized");
    String unused = "--resize has no effect: the rows are not read from images";
    assertThat(shell.ok("fit", shell.iris(), "--resize", "8x8", "-k", 2, "-o", model).err())
        .contains(unused);
    assertThat(shell.ok("select", shell.iris(), "--resize", "8x8").err()).contains(unused);
    assertThat(shell.ok("transform", model, shell.iris(), "--resize", "8x8").err())
        .contains(unused);
    assertThat(shell.ok("fit", digits, "--resize", "4x4", "-k", 2).err()).doesNotContain("resize");
  }

  @Test
  void colourIsRememberedByTheModel() throws IOException {
    Path pictures = Files.createDirectories(folder.resolve("pictures"));
    int[] colors = {0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00};
    for (int i = 0; i < colors.length; i++) {
      BufferedImage image = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
      image.setRGB(0, 0, colors[i]);
      ImageIO.write(image, "png", pictures.resolve(i + ".png").toFile());
    }
    shell.ok("fit", pictures, "--color", "-k", 3, "-o", model);
    Shell.Result back = shell.ok("reconstruct", model, pictures);
    // Three components of three columns give each colour back, but for roundings of 255.
    assertThat(back.csv().get(1).subList(1, 4).stream().mapToDouble(Double::parseDouble).toArray())
        .containsExactly(new double[] {255, 0, 0}, within(1e-9));
    assertThat(back.err()).doesNotContain("grey");
    shell.ok("plot", "scores", model, pictures, "--color", "p0_0_g", "-o", shell.path("p.svg"));
  }

  @Test
  void theDigitsAreDrawnBeforeAndAfter() throws IOException {
    Path drawings = folder.resolve("drawings");
    shell.ok("demo", "-o", drawings);
    String drawn = Files.readString(drawings.resolve("denoising.svg"), StandardCharsets.UTF_8);
    assertThat(drawn.split("<image ", -1)).hasSize(41);
    assertThat(drawn)
        .contains("original", "noisy", "linear PCA", "kernel PCA", "mean squared error 7.13");
  }

  @Test
  void rowsThatDoNotFitInMemoryAreReadInPasses() {
    double[] streamed =
        shell
            .ok("fit", digits, "-k", 2, "--solver", "streaming", "--json")
            .json()
            .numbers("eigenvalues");
    double[] loaded = shell.ok("fit", digits, "-k", 2, "--json").json().numbers("eigenvalues");
    // Sums of 300 squares in another order.
    assertThat(streamed[0]).isEqualTo(loaded[0], within(1e-9 * loaded[0]));
  }
}
