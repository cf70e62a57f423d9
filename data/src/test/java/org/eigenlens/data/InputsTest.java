package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputsTest {

  @TempDir Path folder;

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static Table open(String... inputs) {
    return Tables.open(List.of(inputs), ReadOptions.DEFAULT);
  }

  @Test
  void filesAreAppendedByName() throws IOException {
    Data data = open(write("one.csv", "a,b\n1,2\n"), write("two.csv", "b,a\n4,3\n")).load();
    assertThat(data.matrix().toArray()).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}});
    assertThat(data.locate(1)).endsWith("two.csv, line 2");
  }

  @Test
  void patternsExpandSortedByName() throws IOException {
    write("part-2.csv", "a\n2\n");
    write("part-10.csv", "a\n10\n");
    write("part-1.csv", "a\n1\n");
    Table table = open(folder + "/part-*.csv");
    assertThat(table.load().matrix().toArray()).isDeepEqualTo(new double[][] {{1}, {10}, {2}});
  }

  @Test
  void patternWithoutMatch() {
    assertThatThrownBy(() -> open(folder + "/*.csv")).hasMessageContaining("no file matches");
    assertThatThrownBy(() -> open(folder + "/none/*.csv")).hasMessageContaining("no file matches");
  }

  @Test
  void patternsThatAreNoneSayWhatToDo() throws IOException {
    assertThatThrownBy(() -> open(folder + "/[.csv"))
        .isInstanceOf(DataException.class)
        .hasMessage(
            folder
                + "/[.csv: there is no such file, and as a pattern it has a [ that no ] closes;"
                + " close it, or write \\[ for the character itself");
    assertThatThrownBy(() -> open(folder + "/{a,b.csv"))
        .hasMessageContaining("as a pattern it has a { that no } closes");
    assertThatThrownBy(() -> open(folder + "/[b-a].csv"))
        .hasMessageContaining("it is no pattern either (invalid range); patterns are as in *.csv");
    String file = write("[.csv", "a\n1\n2\n");
    assertThat(open(file).load().matrix().rows()).isEqualTo(2);
    assertThat(open(folder + "/\\[.cs?").load().matrix().rows()).isEqualTo(2);
  }

  @Test
  void anEmptyNameIsCalledSo() {
    assertThatThrownBy(() -> open(""))
        .isInstanceOf(DataException.class)
        .hasMessage("the name of an input is empty; name a file or a pattern");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatMayNotBeReadIsNamed() throws IOException {
    Path closed = closedFolder();
    Files.createSymbolicLink(folder.resolve("link"), closed);
    String expected =
        ": this folder may not be read; check its permissions, or name other files or folders";
    assertThatThrownBy(() -> open(folder.toString())).hasMessageEndingWith("link" + expected);
    assertThatThrownBy(() -> open(closed.toString())).hasMessage(closed + expected);
    assertThatThrownBy(() -> open(closed + "/*.csv")).hasMessage(closed + expected);
  }

  /** Some fail only when they are gone through. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatFailsMidwayIsNamed() {
    Path closed = Path.of("/proc/1/map_files");
    assumeTrue(failsMidway(closed));
    assertThatThrownBy(() -> open(closed.toString()))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(closed + ": this folder may not be read; check its");
  }

  private static boolean failsMidway(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.count() < 0;
    } catch (IOException e) {
      return false;
    } catch (UncheckedIOException e) {
      return true;
    }
  }

  /** Returns a folder that may not be read: root may read what nobody else may. */
  private Path closedFolder() throws IOException {
    Path own = Files.createDirectory(folder.resolve("closed"));
    Files.setPosixFilePermissions(own, Set.of());
    Path system = Path.of("/proc/1/fdinfo");
    Path closed = Files.isReadable(own) ? system : own;
    assumeTrue(Files.isDirectory(closed) && !Files.isReadable(closed));
    return closed;
  }

  @Test
  void patternOverFolders() throws IOException {
    Files.createDirectories(folder.resolve("x/y"));
    Files.writeString(folder.resolve("x/y/t.csv"), "a\n1\n");
    assertThat(open(folder + "/x/*/t.csv").inputs()).hasSize(1);
    assertThat(open(folder + "/**/*.csv").inputs()).hasSize(1);
  }

  @Test
  void fileThatLacksAColumn() throws IOException {
    String one = write("one.csv", "a,b\n1,2\n");
    String two = write("two.csv", "a,c\n1,2\n");
    assertThatThrownBy(() -> open(one, two))
        .hasMessageContaining("two.csv: it lacks column b, which")
        .hasMessageContaining("one.csv has");
  }

  @Test
  void columnThatIsTextInOnePartOnly() throws IOException {
    String one = write("one.csv", "a,b\n1,2\n");
    String two = write("two.csv", "a,b\n1,x\n");
    assertThatThrownBy(() -> open(one, two).load())
        .hasMessageContaining("two.csv, line 2, column 'b': 'x' is not a number");
  }

  @Test
  void columnThatIsEmptyInOnePart() throws IOException {
    String one = write("one.csv", "a,b\n1,\n");
    String two = write("two.csv", "a,b\n1,x\n");
    assertThat(open(one, two).featureNames()).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.xlsx", "t", "t.doc"})
  void unknownEndingListsTheKnown(String name) throws IOException {
    String file = write(name, "x");
    assertThatThrownBy(() -> open(file))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(".csv .tsv .parquet .json .jsonl .npy .mtx .svm .idx")
        .hasMessageContaining("images .png .jpg .pgm .bmp")
        .hasMessageContaining("texts .txt");
  }

  @Test
  void directoryAndMissingFile() {
    assertThatThrownBy(() -> open(folder.toString())).hasMessageContaining("it is a directory");
    assertThatThrownBy(() -> open(folder + "/none.csv"))
        .hasMessageContaining("none.csv: there is no such file");
    assertThatThrownBy(() -> open()).hasMessageContaining("there is no input");
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.csv", "t.npy", "t.parquet", "t.json", "t.mtx", "t.svm", "t.idx"})
  void emptyFileOfAnyFormat(String name) throws IOException {
    String file = write(name, "");
    assertThatThrownBy(() -> open(file)).hasMessageContaining(name + ": it is empty");
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.npy", "t.parquet", "t.mtx", "t.svm", "t.idx", "t.json", "t.jsonl"})
  void rubbishOfAnyFormatIsOneLine(String name) throws IOException {
    String file = write(name, "this is : not what the ending says");
    assertThatThrownBy(() -> open(file).load())
        .isInstanceOf(DataException.class)
        .hasMessageContaining(name)
        .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
  }
}
