package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The programs that reports give are compiled and run, and make the same models. */
class ReproductionTest {

  /** Eigenvalues and coordinates are of the same arithmetic, but not always by the same route. */
  private static final double SAME = 1e-9;

  @TempDir Path folder;

  private Shell shell;

  /** Returns a line of words for each fit: every method, with the options that change its model. */
  private List<String> fits() {
    Path iris = shell.iris();
    List<List<String>> cells = shell.csv("iris.csv");
    List<String> holes = new ArrayList<>();
    String nothing = ",,,,setosa";
    List<String> first = new ArrayList<>(List.of("flower,a,b"));
    List<String> second = new ArrayList<>(List.of("flower,c,d"));
    List<String> square = new ArrayList<>(List.of("s1,s2,s3,s4,s5,s6"));
    for (int i = 0; i < cells.size(); i++) {
      List<String> row = new ArrayList<>(cells.get(i));
      if (i % 20 == 3) {
        row.set(1, "");
      }
      holes.add(String.join(",", row));
      if (i > 0 && i < 60) {
        first.add("f%d,%s,%s".formatted(i, row.get(0), row.get(2)));
        second.add(1, "f%d,%s,%s".formatted(i + 5, cells.get(i).get(1), row.get(3)));
      }
    }
    for (int i = 0; i < 6; i++) {
      List<String> row = new ArrayList<>();
      for (int j = 0; j < 6; j++) {
        row.add(String.valueOf(Math.abs(i - j) + (i == j ? 0 : 0.01 * (i + j))));
      }
      square.add(String.join(",", row));
    }
    List<String> texts = new ArrayList<>(List.of("title"));
    for (String thing : List.of("cats", "dogs", "ships", "boats", "trees", "roses")) {
      texts.add("the " + thing + " and water");
      texts.add("old " + thing + " with sails");
      texts.add("green " + thing + " and " + thing);
    }
    for (int i = 0; i < 8; i++) {
      String pixels = "%d %d %d %d".formatted(i * 30, 255 - i * i, i % 3 * 80, i % 2 * 90);
      shell.write("images/%s/%d.pgm".formatted(i < 4 ? "early" : "late", i), "P2 2 2 255", pixels);
    }
    holes.add(40, nothing);
    Path gaps = shell.write("holes.csv", holes.toArray(String[]::new));
    String two =
        shell.write("first.csv", first.toArray(String[]::new))
            + " "
            + shell.write("second.csv", second.toArray(String[]::new));
    Path distances = shell.write("square.csv", square.toArray(String[]::new));
    Path titles = shell.write("titles.csv", texts.toArray(String[]::new));
    String label = iris + " --label species ";
    return List.of(
        label + "--standardize -k 0.95",
        iris + " --columns petal_length,sepal_width -k 1 --ddof 0",
        iris + " --exclude species --no-center --whiten -k 2",
        label + "-k 2 --solver krylov --seed 3 --tolerance 1e-12",
        label + "-k kaiser --standardize --precision float",
        gaps + " --label species --missing mean -k 2",
        gaps + " --label species --missing em -k 2",
        gaps + " --label species --missing drop -m fisher -k 2",
        gaps + " --label species --missing em -m kernel-supervised-pca --gamma 0.2 -k 2",
        gaps
            + " --exclude species,petal_width --target petal_length --missing drop -m supervised-pca -k 1",
        label + "-m dual-pca -k 2",
        titles + " --text title -m lsa -k 2 --weighting counts --min-df 2 --language none",
        shell.path("images") + " -k 2",
        shell.path("images") + " -m supervised-pca -k 1",
        label + "-m kernel-pca --gamma 0.1 -k 2",
        label + "-m kernel-pca --gamma median --landmarks 30 --seed 5 -k 2",
        label + "-m kernel-pca --kernel poly --degree 2 --no-center --pre-image ridge -k 2",
        label + "-m supervised-pca -k 2 --blend 0.25 --label-kernel delta",
        iris + " --exclude species --target petal_width -m supervised-pca -k 1",
        label + "-m dual-supervised-pca -k 2",
        label + "-m kernel-supervised-pca --gamma 0.2 -k 2",
        label + "-m fisher -k 1",
        label + "-m mds -k 2",
        distances + " -m mds --distances -k 2 --additive-constant",
        label + "-m isomap --neighbors 012 --bridge -k 2",
        label + "-m lle --neighbors 14 --modified --bridge -k 2",
        label + "-m laplacian-eigenmaps --neighbors 12 --bridge --weights binary -k 2",
        label + "-m cca --x sepal* --y petal* --ridge 0.1,0.2",
        two + " --id flower -m cca --ridge cv --folds 4 -k 1",
        label + "-m kernel-cca --x sepal* --y petal* --gamma 0.5 --ridge 0.1 -k 2");
  }

  @TestFactory
  Stream<DynamicTest> programsOfEveryMethodMakeTheSameModels() {
    shell = new Shell(folder);
    List<String> fits = fits();
    assertThat(fits.stream().map(ReproductionTest::method).distinct())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Method.values()).map(Method::label).toList());
    return IntStream.range(0, fits.size())
        .mapToObj(
            i ->
                DynamicTest.dynamicTest(
                    fits.get(i).replace(folder + "/", ""), () -> check("fit" + i, fits.get(i))));
  }

  private static String method(String words) {
    return words.matches(".* -m .*") ? words.replaceFirst(".* -m (\\S+).*", "$1") : "pca";
  }

  private void check(String name, String fit) throws Exception {
    Path report = shell.path(name + ".html");
    Path file = shell.path(name + ".eigenlens");
    List<Object> words = new ArrayList<>(List.of("fit"));
    words.addAll(List.of(fit.split(" ")));
    words.addAll(List.of("-o", file, "--report", report));
    shell.ok(words.toArray());
    Model again = again(name, program(report));
    Model model = Model.load(file);
    assertThat(again.provenance().method()).isEqualTo(model.provenance().method());
    assertThat(again.columnNames()).isEqualTo(model.columnNames());
    assertThat(again.provenance().labels()).isEqualTo(model.provenance().labels());
    assertThat(again.provenance().filling() == null)
        .isEqualTo(model.provenance().filling() == null);
    double largest = Arrays.stream(model.eigenvalues()).max().orElseThrow();
    assertThat(again.eigenvalues()).containsExactly(model.eigenvalues(), within(SAME * largest));
    for (int part = 0; part < 2; part++) {
      double[][] expected = coordinates(model, part).toArray();
      double[][] found = coordinates(again, part).toArray();
      double size =
          Stream.of(expected).flatMapToDouble(Arrays::stream).map(Math::abs).max().orElseThrow();
      for (int row = 0; row < expected.length; row++) {
        assertThat(found[row])
            .as("row %d", row)
            .containsExactly(expected[row], within(SAME * size));
      }
    }
  }

  @Test
  void whatAProgramDoesNotSayItLeavesToTheCommand() throws Exception {
    shell = new Shell(folder);
    shell.ok(
        "fit",
        shell.iris(),
        "--label",
        "species",
        "-m",
        "isomap",
        "--neighbors",
        "5",
        "--piece",
        "1",
        "-k",
        "2",
        "--report",
        shell.path("piece.html"));
    assertThat(program(shell.path("piece.html"))).startsWith("eigenlens fit");
  }

  /** Returns the coordinates of the training rows where a model knows them, otherwise of others. */
  private static DenseMatrix coordinates(Model model, int part) {
    if (model instanceof PairedModel paired) {
      PairedModel.Side side = part == 0 ? PairedModel.Side.X : PairedModel.Side.Y;
      return paired.transform(side, probe(paired.columnNames(side).size()));
    }
    return model instanceof KernelModel kernel && kernel.knowsItsRows()
        ? kernel.trainingCoordinates()
        : model.transform(probe(model.columns()));
  }

  private static DenseMatrix probe(int columns) {
    DenseMatrix rows = DenseMatrix.zeros(4, columns);
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < columns; j++) {
        rows.set(i, j, 1 + (i * 7 + j * 3) % 5);
      }
    }
    return rows;
  }

  /** Compiles and runs a program. */
  private Model again(String name, String program) throws Exception {
    Path home = Files.createDirectories(folder.resolve(name));
    JavaProgram.compile(Files.writeString(home.resolve("Again.java"), program, UTF_8));
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {home.toUri().toURL()}, getClass().getClassLoader())) {
      return (Model) loader.loadClass("Again").getMethod("model").invoke(null);
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
    return last.strip()
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
  }
}
