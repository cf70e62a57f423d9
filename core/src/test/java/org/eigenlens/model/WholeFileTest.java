package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
