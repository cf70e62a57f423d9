package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {

  @TempDir static Path folder;
  private static String told;

  @BeforeAll
  static void run() {
    told = new Shell(folder).ok("demo", "-o", folder.resolve("demo")).out();
  }

  /** Returns the error that the table gives for a line that starts so. */
  private static double error(String start) {
    Matcher line =
        Pattern.compile("^ +" + start + ".* (\\d+\\.\\d+)$", Pattern.MULTILINE).matcher(told);
    assertThat(line.find()).as("%s in %s", start, told).isTrue();
    return Double.parseDouble(line.group(1));
  }

  @Test
  void theMainJobIsDoneFromStartToEnd() {
    assertThat(told)
        .containsSubsequence("1. Fit.", "PC20", "2. Reconstruct.", "3. Denoise.", "4. Report.");
    assertThat(folder.resolve("demo/digits.svg")).isNotEmptyFile();
    assertThat(folder.resolve("demo/digits.html")).content().contains("PC20");
    assertThat(told).doesNotContain("NaN");
  }

  @Test
  void kernelPcaRemovesMoreNoiseThanLinearPca() {
    // The noise has variance 16 by construction; seen: 7.13 and 4.24.
    assertThat(error("noisy")).isBetween(15.5, 16.5);
    assertThat(error("linear PCA, \\d+ components")).isLessThan(7.5);
    assertThat(error("kernel PCA, \\d+ components"))
        .isLessThan(0.7 * error("linear PCA, \\d+ components"));
  }

  @Test
  void howEverythingWasChosenIsSaid() {
    assertThat(told)
        .contains("one over twice the total variance", "served best on 300 other noisy digits");
  }

  @Test
  void everyStageIsDrawn() {
    List<String> lines = told.lines().toList();
    for (String title : List.of("original", "noisy", "linear PCA", "kernel PCA")) {
      int at = lines.indexOf(title);
      assertThat(at).as(title).isPositive();
      assertThat(String.join("", lines.subList(at + 1, at + 9))).as(title).contains("@@");
    }
  }

  /** Names in the folder would be longer than the system has room for. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatNothingWasWrittenToIsNotLeft() {
    Path deep = folder.resolve("deep");
    Path last = deep;
    while (last.toString().length() < 4060) {
      last = last.resolve("x".repeat(Math.min(200, 4075 - last.toString().length())));
    }
    Shell.Result demo = new Shell(folder).run("demo", "-o", last);
    assertThat(demo.status()).isEqualTo(1);
    assertThat(demo.err()).contains("it cannot be written");
    assertThat(deep).doesNotExist();
  }

  @Test
  void samplesThatFindNoPlaceLeaveNothing() throws IOException {
    Path digits = Files.createDirectories(folder.resolve("s/digits"));
    Files.writeString(digits.resolve("1"), "a file");
    Shell.Result demo = new Shell(folder).run("demo", "--samples", folder.resolve("s"));
    assertThat(demo.status()).isEqualTo(1);
    assertThat(demo.err()).hasLineCount(1).contains("digits/1");
    assertThat(demo.out()).isEmpty();
    try (Stream<Path> left = Files.walk(folder.resolve("s"))) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("s", "digits", "1");
    }
  }

  @Test
  void aPlaceThatIsNoFolderIsRefusedBeforeAnyWork() throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), "a\n1\n");
    Shell shell = new Shell(folder);
    for (String option : List.of("-o", "--samples")) {
      for (Path place : List.of(file, file.resolve("d"))) {
        assertThat(shell.fails(1, "demo", option, place))
            .isEqualToIgnoringNewLines(
                "eigenlens: %s: it is no folder, which is needed here; name another folder"
                    .formatted(file));
      }
    }
    assertThat(file).hasContent("a\n1\n");
  }

  @Test
  void aFolderInThePlaceOfAFileIsRefusedBeforeAnyWork() throws IOException {
    Path report = Files.createDirectories(folder.resolve("taken/digits.html"));
    assertThat(new Shell(folder).fails(1, "demo", "-o", report.getParent()))
        .contains(report + ": it is a folder; name a file to be written");
    Path tables = Files.createDirectories(folder.resolve("taken/roll.csv"));
    assertThat(new Shell(folder).fails(1, "demo", "--samples", tables.getParent()))
        .contains(tables + ": it is a folder; name a file to be written");
  }

  /** As a disk that only reads. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatCannotBeMadeIsRefusedBeforeAnyWork() {
    for (String option : List.of("-o", "--samples")) {
      assertThat(new Shell(folder).fails(1, "demo", option, "/proc/none/d"))
          .contains("/proc/none/d: this folder cannot be made: ", "; name another folder");
      assertThat(new Shell(folder).fails(1, "demo", option, "/proc"))
          .contains(": its folder takes no files; choose another folder");
    }
  }

  /** What leads nowhere is there all the same. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aLinkThatLeadsNowhereStays() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("/nowhere/at/all"));
    assertThat(new Shell(folder).run("demo", "--samples", link).status()).isEqualTo(1);
    assertThat(Files.isSymbolicLink(link)).isTrue();
  }

  @Test
  void theSamplesAreOnlyWritten() {
    Shell shell = new Shell(folder);
    assertThat(shell.ok("demo", "--samples", folder).out()).doesNotContain("Denoise");
    assertThat(shell.files()).contains("iris.csv", "digits.csv", "nine-points.csv");
  }
}
