package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that appear whole. */
class WholeFileTest {

  @TempDir Path folder;

  /** Names whose fortieth char is, or is not, the first half of a character. */
  @ParameterizedTest
  @ValueSource(ints = {38, 39, 40, 41})
  void longNamesAreNotCutWithinACharacter(int before) throws IOException {
    Path file = folder.resolve("x".repeat(before) + "\uD83D\uDE42.csv");
    try (WholeFile whole = new WholeFile(file)) {
      Files.writeString(whole.path(), "a");
      whole.commit();
    }
    assertThat(file).hasContent("a");
    assertThat(folder).isDirectoryContaining(path -> path.equals(file));
  }

  /** The system refuses what only it knows of, and only at the end. */
  @Test
  void whatCannotTakeItsPlaceIsNamedAsUsersKnowIt() throws IOException {
    Path file = folder.resolve("model");
    try (WholeFile.Together together = WholeFile.together();
        WholeFile whole = new WholeFile(file)) {
      Files.writeString(whole.path(), "a");
      whole.commit();
      Files.createDirectories(file.resolve("occupied"));
      assertThatThrownBy(together::commit)
          .isInstanceOf(FileSystemException.class)
          .hasMessageStartingWith(file + ": it cannot be written: ")
          .hasMessageEndingWith("; check the folder and the space on the disk")
          .hasMessageNotContaining(".tmp");
    }
    assertThat(folder).isDirectoryContaining(path -> path.equals(file));
    assertThat(hidden()).isEmpty();
  }

  private List<Path> hidden() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(path -> path.getFileName().toString().startsWith(".")).toList();
    }
  }
}
