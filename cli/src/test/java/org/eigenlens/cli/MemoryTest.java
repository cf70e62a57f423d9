package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.eigenlens.data.TableWriter;
import org.eigenlens.matrix.Matrix;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What may be taken of the memory is what commands are told. */
class MemoryTest {

  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void shell() {
    shell = new Shell(folder);
  }

  @Test
  void everyCommandThatReadsSomethingHasTheOption() {
    CommandLine program = new CommandLine(new Eigenlens());
    List<String> without =
        program.getSubcommands().entrySet().stream()
            .filter(command -> command.getValue().getCommandSpec().findOption("--memory") == null)
            .map(command -> command.getKey())
            .toList();
    assertThat(without).containsExactlyInAnyOrder("jshell", "help");
  }

  @Test
  void queriesTakeWhatTheDataLeave() {
    Path rows = shell.write("x.csv", "a,b", "1,2", "3,1", "2,5");
    for (String[] each : new String[][] {{"1000m", "300.0 MiB"}, {"10m", "128.0 MiB"}}) {
      String sql =
          "select * from '%s' where current_setting('memory_limit') = '%s'"
              .formatted(rows, each[1]);
      shell.ok("fit", "--sql", sql, "--memory", each[0]);
    }
  }

  /** The launcher bounds it; who starts Java alone is told what it would have taken. */
  @Test
  void aHeapThatDoesNotKeepToTheMemoryIsToldOf() {
    long heap = 4L << 30;
    for (String words : List.of("fit x.csv --memory 100m", "fit --memory=100m x.csv")) {
      assertThat(RunOptions.unboundedHeap(List.of(words.split(" ", -1)), heap).orElseThrow())
          .contains("the heap of this Java may take 4096 MB")
          .endsWith("give java the option -Xmx1149m");
    }
    for (String words :
        List.of("fit x.csv", "fit x.csv --memory 3g", "fit x.csv --memory", "fit --memory much")) {
      assertThat(RunOptions.unboundedHeap(List.of(words.split(" ", -1)), heap)).isEmpty();
    }
  }

  /** A file that only says that it is large takes no room on the disk. */
  private Path large(String name, long bytes) throws IOException {
    Path file = shell.path(name);
    try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
      made.setLength(bytes);
    }
    return file;
  }

  @Test
  void aModelThatIsLargerThanAllowedIsRefusedWithBothFigures() throws IOException {
    Path model = large("m", 100L << 20);
    Path iris = shell.iris();
    Stream.of(
            List.<Object>of("inspect", model),
            List.<Object>of("transform", model, iris),
            List.<Object>of("reconstruct", model, iris),
            List.<Object>of("similar", model, "word"),
            List.<Object>of("plot", "scree", model, "-o", shell.path("p.svg")),
            List.<Object>of("export", model, "-o", shell.path("e.onnx")))
        .forEach(
            words -> {
              List<Object> all =
                  Stream.concat(words.stream(), Stream.of("--memory", "64m")).toList();
              assertThat(shell.fails(1, all.toArray()))
                  .contains("the model takes 100 MB, and 64 MB may be taken", "--memory");
            });
  }

  @Test
  void dependenceNeedsItsColumnsInMemory() throws IOException {
    // 3 million rows of three numbers and zeros: 72 MB.
    Path rows =
        shell.write(
            "x.mtx", "%%MatrixMarket matrix coordinate real general", "3000000 3 1", "1 1 1");
    assertThat(shell.fails(1, "hsic", rows, "--x", "x1,x2", "--y", "x3", "--memory", "64m"))
        .contains("takes 69 MB, and 64 MB may be taken");
  }

  @Test
  void soIsAnotherModelBesideTheFirst() throws IOException {
    Path large = large("large", 100L << 20);
    Path iris = shell.iris();
    Path model = shell.path("m");
    shell.ok("fit", iris, "--label", "species", "-k", 2, "-o", model);
    Path picture = shell.path("p.svg");
    assertThat(
            shell.fails(1, "fit", iris, "--label", "species", "--align", large, "--memory", "64m"))
        .contains("--align " + large + ": the model takes 100 MB, and 64 MB may be taken");
    Stream.of(List.<Object>of("plot", "compare", model, iris, "--with", large, "-o", picture))
        .forEach(
            words -> {
              List<Object> all =
                  Stream.concat(words.stream(), Stream.of("--memory", "64m")).toList();
              assertThat(shell.fails(1, all.toArray()))
                  .contains("large: the model takes 100 MB, and 64 MB may be taken");
            });
  }

  /** A table of zeros, of which the disk holds nothing but the header. */
  private Path zeros(int rows, int columns) throws IOException {
    String header =
        "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }".formatted(rows, columns);
    header += " ".repeat(117 - header.length()) + "\n";
    byte[] start = ("\u0093NUMPY\u0001\0" + "v\0" + header).getBytes(ISO_8859_1);
    Files.write(shell.path("x.npy"), start);
    return large("x.npy", start.length + 8L * rows * columns);
  }

  /** What a method needs as a whole is not read before it is known to fit. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit -m dual-pca",
        "fit -m dual-supervised-pca --target x3",
        "fit -m kernel-supervised-pca --target x3",
        "fit -m mds",
        "fit -m mds --distances",
        "fit -m isomap",
        "fit -m lle",
        "fit -m laplacian-eigenmaps",
        "fit -m kernel-pca -k elbow",
        "fit -m kernel-cca --x x1 --y x2,x3",
        "select -m kernel-pca",
        "select -m cca --x x1 --y x2,x3"
      })
  void methodsThatNeedTheirDataAsAWholeRefuseThemBeforeTheyRead(String command) throws IOException {
    List<Object> words = new ArrayList<>(List.of(command.split(" ", -1)));
    // 64 MB are the least that --memory comes to.
    words.addAll(List.of(zeros(6_000_000, 3), "--memory", "64m"));
    assertThat(shell.fails(1, words.toArray()))
        .containsPattern("takes (92|138) MB, and 64 MB may be taken; allow more with --memory");
  }

  /** 40 MB of data leave 24 MB for what is made of them. */
  @Test
  void dataAndTheWorkOnThemShareTheMemory() throws IOException {
    Path rows = zeros(6_100, 860);
    assertThat(shell.fails(1, "fit", rows, "--solver", "covariance", "-k", 1, "--memory", "64m"))
        .contains("MB beside the data) exceeds what is allowed (24 MB)");
  }

  /** 37 MB of data leave 28 MB, where their copy, and what threads look at, has no room. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit -m isomap",
        "fit -m lle",
        "fit -m laplacian-eigenmaps",
        "hsic --x x1..x6000 --y x6001..x12000 --test gamma"
      })
  void aCopyOfTheRowsIsCountedBesideTheData(String command) throws IOException {
    List<Object> words = new ArrayList<>(List.of(command.split(" ", -1)));
    words.addAll(List.of(zeros(400, 12_000), "--memory", "64m"));
    assertThat(shell.fails(1, words.toArray()))
        .containsPattern("would take (3[7-9]|4[01]) MB, and 28 MB are allowed; allow more memory");
  }

  @Test
  void judgingAMapIsCountedBesideTheDataBeforeTheFit() throws IOException {
    Path model = folder.resolve("m");
    assertThat(
            shell.fails(
                1, "fit", zeros(400, 12_000), "--quality", "--memory", "64m", "-k", 1, "-o", model))
        .containsPattern("judging the map would take 7[3-7] MB, and 28 MB are allowed; allow more");
    assertThat(model).doesNotExist();
  }

  @Test
  void whatNeedsAllDataSaysWhatTheyTake() throws IOException {
    Path rows = zeros(6_000_000, 3);
    for (String option : List.of("--quality", "--missing em")) {
      List<Object> words = new ArrayList<>(List.of("fit", rows, "--memory", "100m"));
      words.addAll(List.of(option.split(" ", -1)));
      assertThat(shell.fails(1, words.toArray()))
          .contains(
              option + " needs all data in memory: they take 138 MB, and 70 MB may be taken for");
    }
    assertThat(shell.fails(1, "fit", "-m", "cca", rows, rows, "--memory", "100m"))
        .contains("matching the rows of two files needs all data in memory: they take 275 MB");
  }

  /** However wide rows are, those that pass at once take a fifth of the memory. */
  @Test
  void rowsThatPassTakeAShareOfTheMemory() {
    assertThat(RunOptions.pieceRows(100L << 20, 20_000)).isEqualTo(131);
    assertThat(RunOptions.pieceRows(100L << 20, 4)).isEqualTo(16_384);
    assertThat(RunOptions.pieceRows(1, 4)).isEqualTo(64);
  }

  @Test
  void columnsOfAPictureMustFit() throws IOException {
    Path few = shell.path("y.npy");
    TableWriter.write(
        few,
        List.of(),
        List.of(),
        List.of("a", "b"),
        Matrix.of(new double[][] {{1, 2}, {2, 1}, {4, 4}}));
    Path model = shell.path("m");
    shell.ok("fit", few, "-k", 1, "-o", model);
    Path rows = zeros(9_000_000, 2);
    assertThat(
            shell.fails(
                1,
                "plot",
                "scores",
                model,
                rows,
                "--color",
                "x2",
                "-o",
                shell.path("p.svg"),
                "--memory",
                "64m"))
        .contains("what x2 holds, which must be in memory, takes 69 MB", "--memory");
  }

  /** 300 images of 128 × 128 pixels take 37.5 MB, with their originals twice as much. */
  @Test
  void imagesOfAPictureMustFitWithTheirOriginals() throws IOException {
    Path images = Files.createDirectories(shell.path("images"));
    byte[] head = "P5\n128 128\n255\n".getBytes(ISO_8859_1);
    for (int i = 0; i < 300; i++) {
      byte[] image = Arrays.copyOf(head, head.length + 128 * 128);
      Arrays.fill(image, head.length + i, image.length, (byte) (7 * i));
      Files.write(images.resolve(i + ".pgm"), image);
    }
    Path model = shell.path("m");
    shell.ok("fit", images, "-k", 1, "-o", model);
    List<Object> words = new ArrayList<>(List.of("reconstruct", model, images, "--memory", "64m"));
    words.addAll(List.of("--picture", shell.path("p.svg")));
    shell.ok(words.toArray());
    words.addAll(List.of("--original", images));
    assertThat(shell.fails(1, words.toArray()))
        .contains("the images of --picture, which must be in memory, takes 75 MB");
    words.addAll(List.of("--with", large("large", 100L << 20)));
    assertThat(shell.fails(1, words.toArray()))
        .contains("large: the model takes 100 MB, and 64 MB may be taken");
  }
}
