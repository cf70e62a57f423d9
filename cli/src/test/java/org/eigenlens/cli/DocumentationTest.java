package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntBinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every command in the documents works as it is written, from an empty folder on. */
class DocumentationTest {

  private static final int PROCESSES = 2;

  @TempDir Path folder;

  /** Runs pages two at a time, those with the most commands first, and reports them by name. */
  @TestFactory
  Stream<DynamicTest> everyCommandOfADocumentSucceedsAndPrintsWhatIsShown() {
    BlockingQueue<DocumentProcess> idle = new LinkedBlockingQueue<>();
    ExecutorService pages = Executors.newFixedThreadPool(PROCESSES);
    for (int i = 0; i < PROCESSES; i++) {
      idle.add(new DocumentProcess(folder));
    }
    Map<Path, Future<Optional<String>>> answers = new TreeMap<>();
    for (Path document : longestFirst()) {
      answers.put(document, pages.submit(() -> run(document, idle)));
    }
    return answers.entrySet().stream()
        .map(
            page ->
                DynamicTest.dynamicTest(
                    DocumentedBlock.ROOT.relativize(page.getKey()).toString(),
                    () -> assertThat(page.getValue().get()).as(page.getKey().toString()).isEmpty()))
        .onClose(() -> end(pages, idle));
  }

  private static List<Path> longestFirst() {
    return DocumentedBlock.documents().stream()
        .filter(document -> commands(document) > 0)
        .sorted(Comparator.comparingInt(document -> -commands(document)))
        .toList();
  }

  private static int commands(Path document) {
    return DocumentedCommands.of(DocumentedBlock.of(document)).size();
  }

  private static Optional<String> run(Path document, BlockingQueue<DocumentProcess> idle)
      throws IOException, InterruptedException {
    DocumentProcess process = idle.take();
    try {
      return process.run(document);
    } finally {
      idle.add(process);
    }
  }

  private static void end(ExecutorService pages, BlockingQueue<DocumentProcess> processes) {
    pages.shutdownNow();
    processes.forEach(DocumentProcess::close);
  }

  /** What goes wrong in a page is told of that page, and the next one is run all the same. */
  @Test
  void aPageThatFailsDoesNotEndTheOthers() throws IOException {
    Path broken = page("broken.md", "eigenlens demo | head");
    Path sound = page("sound.md", "eigenlens fit --help");
    Path waiting = page("waiting.md", "eigenlens fit /dev/stdin");
    try (DocumentProcess process = new DocumentProcess(folder)) {
      assertThat(process.run(broken)).get(STRING).contains("'|' of a shell", "at org.eigenlens");
      assertThat(process.run(sound)).isEmpty();
    }
    try (DocumentProcess process = new DocumentProcess(folder, Duration.ofMillis(100))) {
      assertThat(process.run(waiting)).get(STRING).contains("no answer within");
      // A new process takes as long, and is ended as well: the first one would be a broken pipe.
      assertThat(process.run(waiting)).get(STRING).contains("no answer within");
    }
  }

  /** The demo is not told the name of the picture that it draws. */
  @Test
  void aPictureThatACommandHasToDrawIsMissed() throws IOException {
    Path page = page("page.md", "eigenlens demo --samples .");
    Files.writeString(page, "![Digits](images/denoising.svg)\n", StandardOpenOption.APPEND);
    assertThat(DocumentedPictures.complaint(page, folder)).isEmpty();
    assertThat(DocumentedPictures.complaint(page, folder, "denoising.svg"::equals))
        .contains("denoising.svg was not drawn");
    assertThat(DocumentedCommands.draws(List.of("eigenlens", "demo"), "denoising.svg")).isTrue();
    assertThat(DocumentedCommands.draws(List.of("eigenlens", "demo", "--samples"), "denoising.svg"))
        .isFalse();
    assertThat(DocumentedCommands.draws(List.of("eigenlens", "plot", "-o", "a.svg"), "a.svg"))
        .isTrue();
  }

  private Path page(String name, String command) throws IOException {
    return Files.writeString(folder.resolve(name), "```sh\n" + command + "\n```\n");
  }

  /** The picture of the README is drawn by a program beside it. */
  @Test
  void theFirstPictureIsThatOfItsProgram() throws IOException, InterruptedException {
    Path images = DocumentedBlock.ROOT.resolve("docs/images");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                images.resolve("DigitsPicture.java").toString(),
                folder.resolve("overview.svg").toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
    Path readme = DocumentedBlock.ROOT.resolve("README.md");
    assertThat(DocumentedPictures.of(readme)).containsExactly(images.resolve("overview.svg"));
    assertThat(DocumentedPictures.complaint(readme, folder)).isEmpty();
  }

  /** A picture that nothing draws could show anything. */
  @Test
  void everyPictureIsDrawnByAnExampleOfAPage() throws IOException {
    List<Path> drawn = new ArrayList<>();
    for (Path document : DocumentedBlock.documents()) {
      String examples =
          DocumentedBlock.of(document).stream()
              .filter(block -> !block.skipped())
              .flatMap(block -> block.lines().stream())
              .collect(Collectors.joining("\n"));
      DocumentedPictures.of(document).stream()
          .filter(picture -> examples.contains(picture.getFileName().toString()))
          .forEach(drawn::add);
    }
    // The demo draws the first without being told its name, the program beside it the second.
    Path images = DocumentedBlock.ROOT.resolve("docs/images");
    drawn.add(images.resolve("denoising.svg"));
    drawn.add(images.resolve("overview.svg"));
    try (Stream<Path> files = Files.walk(images)) {
      assertThat(files.filter(file -> file.toString().matches(".*\\.(svg|png)"))).isSubsetOf(drawn);
    }
  }

  @Test
  void picturesAreTheSameButForHundredthsOfAPixel() {
    String drawn = "<text x=\"1.50\" y=\"-20\">PC1 (72.96%)</text>";
    assertThat(DocumentedPictures.sameDrawing(drawn, drawn.replace("1.50", "1.51"))).isTrue();
    assertThat(DocumentedPictures.sameDrawing(drawn, drawn.replace("1.50", "1.6"))).isFalse();
    assertThat(DocumentedPictures.sameDrawing(drawn, drawn.replace("-20", "20"))).isFalse();
    assertThat(DocumentedPictures.sameDrawing(drawn, drawn.replace("PC1", "PC2"))).isFalse();
    assertThat(DocumentedPictures.sameDrawing(drawn, drawn + "<g/>")).isFalse();
    assertThat(DocumentedPictures.sameDrawing(drawn, drawn.replace("72.96", "72.99"))).isFalse();
    String path = "<path d=\"M159.09 20.50 L160 21\"/>";
    assertThat(DocumentedPictures.sameDrawing(path, path.replace("M159.09", "M159.1"))).isTrue();
    assertThat(DocumentedPictures.sameDrawing(path, path.replace("M159.09", "M159.2"))).isFalse();
    assertThat(DocumentedPictures.sameDrawing(path, path.replace("L160", "C160"))).isFalse();
  }

  @Test
  void paintingsAreTheSameButForTheirLetters() {
    BufferedImage white = painted(100, 0);
    assertThat(DocumentedPictures.samePainting(white, painted(100, 2))).isTrue();
    assertThat(DocumentedPictures.samePainting(white, painted(100, 10))).isFalse();
    assertThat(DocumentedPictures.samePainting(white, painted(99, 0))).isFalse();
  }

  /** A picture of a few marks is white almost everywhere, whatever becomes of its marks. */
  @Test
  void paintingsWithoutTheirMarksOrColoursAreOthers() throws IOException {
    Path digits = DocumentedBlock.ROOT.resolve("docs/images/gallery/digits.png");
    BufferedImage sound = ImageIO.read(digits.toFile());
    int half = sound.getHeight() / 2;
    assertThat(DocumentedPictures.samePainting(sound, changed(sound, (y, rgb) -> rgb))).isTrue();
    List<IntBinaryOperator> changes =
        List.of(
            (y, rgb) -> y < half ? 0xFFFFFF : rgb,
            (y, rgb) -> y < half ? rgb : 0xFFFFFF,
            (y, rgb) -> (rgb & 0xFF) << 16 | (rgb & 0xFF00) | (rgb >> 16 & 0xFF),
            (y, rgb) -> (rgb >> 8 & 0xFF) * 0x010101);
    for (IntBinaryOperator change : changes) {
      assertThat(DocumentedPictures.samePainting(sound, changed(sound, change))).isFalse();
    }
  }

  /** Returns an image each of whose pixels is made of its line and the pixel of another. */
  private static BufferedImage changed(BufferedImage image, IntBinaryOperator change) {
    BufferedImage other =
        new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        other.setRGB(x, y, change.applyAsInt(y, image.getRGB(x, y)));
      }
    }
    return other;
  }

  /** Returns a black image whose first lines are white. */
  private static BufferedImage painted(int size, int lines) {
    BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < lines; y++) {
      for (int x = 0; x < size; x++) {
        image.setRGB(x, y, 0xFFFFFF);
      }
    }
    return image;
  }

  @Test
  void onlyShellBlocksAreRun() {
    assertThat(
            words(
                "eigenlens outside",
                "```sh",
                "./eigenlens fit iris.csv \\",
                "  -k 2  # a remark",
                "cd elsewhere",
                "eigenlens demo",
                "```",
                "```text",
                "eigenlens shown only",
                "```",
                "<!-- not run: it waits for a browser -->",
                "",
                "```sh",
                "eigenlens studio",
                "```",
                "```sh",
                "eigenlens fit --sql \"select * from 'a.csv'\" > out.txt",
                "```"))
        .containsExactly(
            List.of("./eigenlens", "fit", "iris.csv", "-k", "2"),
            List.of("eigenlens", "demo"),
            List.of("eigenlens", "fit", "--sql", "select * from 'a.csv'", ">", "out.txt"));
  }

  @Test
  void whatOnlyAShellUnderstandsIsRefused() {
    assertThatThrownBy(() -> words("```sh", "eigenlens transform m x.csv | head", "```"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 2: '|'");
  }

  @Test
  void whatABlockShowsIsTheOutputOfItsLastCommand() {
    List<DocumentedCommands.Command> found =
        commands(
            "```sh",
            "eigenlens demo",
            "eigenlens select iris.csv",
            "```",
            "",
            "```text",
            "three",
            "```",
            "```sh",
            "eigenlens inspect a",
            "```",
            "prints as much as",
            "```text",
            "this",
            "```");
    assertThat(found.stream().map(DocumentedCommands.Command::shown))
        .containsExactly(List.of(), List.of("three"), List.of());
    assertThat(found.stream().map(DocumentedCommands.Command::line)).containsExactly(2, 3, 10);
  }

  private static List<DocumentedCommands.Command> commands(String... document) {
    return DocumentedCommands.of(DocumentedBlock.of(List.of(document)));
  }

  private static List<List<String>> words(String... document) {
    return commands(document).stream().map(DocumentedCommands.Command::words).toList();
  }
}
